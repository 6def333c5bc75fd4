/**
 * Which DEGIRO report a table is. Titles come in every language and are cut off, so the layout follows from where the ISIN stands and
 * which titles are blank: in the transactions an unnamed column holds the currency, in the account statement it holds the amount.
 */
import type { Row, Table } from '#plugins/brim/contract.ts'
import { fold, parseDay, squeeze } from '#plugins/kit/index.ts'
import { FORMATS } from './formats.ts'

type Column = 'quantity' | 'price' | 'priceCurrency' | 'local' | 'localCurrency' | 'value' | 'rate' | 'total'

export type TradeColumns = Readonly<Record<Column, number>> & {
  readonly fees: readonly number[]
  /** The column of the account currency, or the currency itself when the title names it. */
  readonly currency: number | string
  readonly order: readonly number[]
}

export type Layout =
  | { readonly kind: 'account' | 'portfolio'; readonly header: Row }
  | { readonly kind: 'transactions'; readonly header: Row; readonly columns: TradeColumns }

/** Until 2020: the currency stands before each amount. */
const CURRENCY_FIRST: TradeColumns = {
  quantity: 5,
  priceCurrency: 6,
  price: 7,
  localCurrency: 8,
  local: 9,
  value: 11,
  rate: 12,
  fees: [14],
  currency: 15,
  total: 16,
  order: [17],
}
/** 2021 to 2024: a venue, and the currency after each amount. */
const CURRENCY_LAST: TradeColumns = {
  quantity: 6,
  price: 7,
  priceCurrency: 8,
  local: 9,
  localCurrency: 10,
  value: 11,
  rate: 13,
  fees: [14],
  total: 16,
  currency: 17,
  order: [18],
}
/** Since 2025: the account currency in the titles, a column for the AutoFX fee; some rows have an empty cell before the order id. */
const CURRENCY_IN_TITLES = { ...CURRENCY_LAST, rate: 12, fees: [13, 14], total: 15, order: [16, 17] }

/** A table whose layout is known, without the column that newer reports may have added; `added`: where that stands in the file. */
export type Found = { readonly layout: Layout; readonly table: Table; readonly added: number | undefined }

const [ACCOUNT, TRANSACTIONS, PORTFOLIO] = FORMATS.map(({ titles }): ReadonlySet<string> => new Set(titles.flat().map(fold)))
const KNOWN = { account: ACCOUNT, transactions: TRANSACTIONS, portfolio: PORTFOLIO }
const MOST_TITLES = 20

/** The layout of a table, from the first of its first ten rows that is a header; `undefined` when it is no report of this broker. */
export function findLayout(table: Table): Found | undefined {
  const top = table.rows.slice(0, 10)
  for (const row of top) {
    const layout = layoutOf(row)
    if (layout) return { layout, table, added: undefined }
  }
  for (const row of top) {
    const added = addedIn(row)
    if (added === undefined) continue
    const narrow = (one: Row): Row => ({ number: one.number, cells: one.cells.filter((_, index) => index !== added) })
    const rows = table.rows.map(narrow)
    const layout = layoutOf(rows[table.rows.indexOf(row)] as Row)
    if (layout) return { layout, table: { ...table, rows }, added }
  }
  return undefined
}

/** The only titled column without which a row is a header, and whose title that report is not known to have. */
function addedIn({ number, cells }: Row): number | undefined {
  if (cells.length > MOST_TITLES || !cells.some((cell) => /\bisin\s*$/i.test(cell))) return undefined
  const [added, ...more] = cells.flatMap((cell, index) => {
    const layout = squeeze(cell) === '' ? undefined : layoutOf({ number, cells: cells.toSpliced(index, 1) })
    return layout && KNOWN[layout.kind]?.has(fold(cell)) === false ? index : []
  })
  return more.length === 0 ? added : undefined
}

function layoutOf(header: Row): Layout | undefined {
  const titles = header.cells.map(squeeze)
  while (titles.at(-1) === '') titles.pop()
  const blanks = titles.flatMap((title, index) => (title === '' ? [index] : [])).join()
  const isin = titles.findIndex((title) => /^(code )?isin$/.test(fold(title)))
  if (isin === 4 && titles.length === 12 && blanks === '8,10') return { kind: 'account', header }
  if (/(^|\/ ?)isin$/.test(fold(titles[1] ?? '')) && titles.length === 7 && blanks === '5') return { kind: 'portfolio', header }
  const columns = isin === 3 ? tradeColumns(titles, blanks) : undefined
  return columns && { kind: 'transactions', header, columns }
}

function tradeColumns(titles: readonly string[], blanks: string): TradeColumns | undefined {
  if (titles.length === 18 && blanks === '6,8,10,13,15') return CURRENCY_FIRST
  if (titles.length === 19 && blanks === '8,10,12,15,17') return CURRENCY_LAST
  if (titles.length !== 17 || blanks !== '8,10') return undefined
  const named = [15, 11, 14].map((index) => /\b([A-Z]{3})$/.exec(titles[index] ?? '')?.[1]).find((code) => code !== undefined)
  return named === undefined ? undefined : { ...CURRENCY_IN_TITLES, currency: named }
}

/** The day of a cell: `DD-MM-YYYY` as the broker writes it, or `YYYY-MM-DD` as a spreadsheet may have turned it. */
export function readDay(cell: string): string | undefined {
  return parseDay(cell, /^\d{4}/.test(cell) ? 'ymd' : 'dmy')
}

/** The rows below the header. */
export function bodyOf(table: Table, header: Row): readonly Row[] {
  return table.rows.slice(table.rows.indexOf(header) + 1)
}
