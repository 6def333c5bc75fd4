/** The columns of a Trading 212 export: their number, order and even the place of the currency change with every generation. */
import { fold, remembered, trimmed, type Unit, unitOfCode } from '#plugins/kit/index.ts'

/** A column that takes part in the cost of a trade, as the header calls it. */
export type CostColumn = { readonly title: string; readonly kind: 'fee' | 'tax' }

export type Layout = {
  /** Folded title, without a currency in brackets (`Total (GBP)` is `total`) -> column. */
  readonly columns: ReadonlyMap<string, number>
  /** Folded title -> the column of its currency, or the currency that the header itself names. */
  readonly currencies: ReadonlyMap<string, number | string>
  readonly costs: readonly CostColumn[]
  readonly width: number
  readonly unitOf: (code: string) => Unit | undefined
}

const ACTION = 'action'
const NOT_COSTS = new Set(['withholding tax', 'deposit fee', 'charge amount'])

/** Reads a header row; `undefined` when it is none of this broker's. */
export function readLayout(cells: readonly string[]): Layout | undefined {
  if (!cells.some((cell) => cell.length >= ACTION.length && trimmed(cell).length === ACTION.length && fold(cell) === ACTION))
    return undefined
  const columns = new Map<string, number>()
  const currencies = new Map<string, number | string>()
  const costs: CostColumn[] = []
  cells.forEach((cell, index) => {
    const label = cell.trim()
    const currencyOf = /^Currency \((.+)\)$/i.exec(label)
    if (currencyOf) {
      currencies.set(fold(currencyOf[1] as string), index)
      return
    }
    const { title, currency } = titleOf(label)
    if (title === '' || columns.has(title)) return
    columns.set(title, index)
    if (currency !== undefined && title !== 'time') currencies.set(title, currency)
    const kind = costKind(title)
    if (kind !== undefined) costs.push({ title, kind })
  })
  if (!columns.has('action') || !columns.has('time')) return undefined
  return { columns, currencies, costs, width: cells.length, unitOf: remembered(unitOfCode) }
}

/** The folded title, and the currency in brackets behind it. */
export function titleOf(label: string): { readonly title: string; readonly currency: string | undefined } {
  const [, title = label, currency] = /^(.+) \(([A-Z]{3})\)$/.exec(label) ?? []
  return { title: fold(title), currency }
}

function costKind(title: string): 'fee' | 'tax' | undefined {
  if (NOT_COSTS.has(title)) return undefined
  if (/\b(tax|taxes|duty)\b/.test(title)) return 'tax'
  return /\b(fee|fees|levy|commission)\b/.test(title) ? 'fee' : undefined
}

/**
 * How certain a header is this broker's, 0 to 1. An export of cash movements only has no column of a security; it still has the total
 * with its currency and either an ID or the card's merchant.
 */
export function recognition(layout: Layout | undefined): number {
  if (!layout) return 0
  const has = (...titles: string[]) => titles.every((title) => layout.columns.has(title))
  const total = ['total', 'gross total', 'net total'].some((title) => layout.columns.has(title) && layout.currencies.has(title))
  if (has('isin', 'ticker', 'no. of shares', 'price / share') && total) return 0.98
  if (has('id', 'currency conversion from amount', 'currency conversion to amount')) return 0.95
  if (total && has('merchant name', 'merchant category')) return 0.95
  return total && has('notes', 'id') ? 0.85 : 0
}

/** How newer exports order their columns. */
export const COLUMNS = [
  'Action|Time|ISIN|Ticker|Name|Notes|ID|No. of shares|Price / share|Currency (Price / share)|Exchange rate|Result|Currency (Result)',
  'Total|Currency (Total)|Withholding tax|Currency (Withholding tax)|Currency conversion fee|Currency (Currency conversion fee)',
].flatMap((titles) => titles.split('|'))

/** Older exports have these in front of the conversion fee and its currency. */
const MOVED = ['notes', 'id']
const OLDER_ORDER = COLUMNS.map(fold)
  .filter((title) => !MOVED.includes(title))
  .toSpliced(-2, 0, ...MOVED)

/**
 * The columns of rows that stand in the order of newer exports, `Notes` and `ID` directly after `Name`, below this header: files put together from both
 * exist. Where a header has the titles of the older exports, in whatever order, both moved with their cells.
 */
export function newerOrder(cells: readonly string[]): Layout | undefined {
  const titles = cells.map(fold)
  const older = inOlderOrder(titles)
  const ordered = older.map((index) => titles[index])
  const name = ordered.indexOf('name')
  const places = MOVED.map((title) => ordered.indexOf(title))
  if (name < 0 || places.includes(-1) || ordered[name + 1] === 'notes') return undefined
  const rest = older.filter((_, place) => !places.includes(place))
  const newer = rest.toSpliced(name + 1, 0, ...places.map((place) => older[place] as number))
  const moved = cells.slice()
  for (const [place, index] of newer.entries()) moved[older[place] as number] = cells[index] as string
  return readLayout(moved)
}

/** The columns of a header as its export had them. */
function inOlderOrder(titles: readonly string[]): number[] {
  const places = OLDER_ORDER.map((title) => titles.indexOf(title))
  return titles.length === places.length && !places.includes(-1) ? places : [...titles.keys()]
}
