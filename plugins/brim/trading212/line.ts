/** One row of an export, read by title; whatever cannot be read stops the row with a reason, never with a guess. */
import type { Row } from '#plugins/brim/contract.ts'
import {
  inUnit,
  isIsin,
  parseDay,
  parseNumber,
  parseTime,
  type RowBook,
  refuse,
  type Spot,
  squeeze,
  trimmed,
  type Unit,
} from '#plugins/kit/index.ts'
import { type Decimal, tryDecimal } from '#src/shared/decimal.ts'
import type { Layout } from './layout.ts'

/** `sharedIds` stand in more than one row of the file: an order that was filled in parts shares one, so it names no row. */
export type Book = RowBook & { readonly sharedIds: ReadonlySet<string> }

/** An amount in an ISO currency. */
export type Money = { readonly value: Decimal; readonly currency: string }

export type Line = Spot & {
  readonly action: string
  readonly date: string
  readonly time: string | undefined
  readonly layout: Layout
  /** The trimmed cell of a folded title, `''` when there is none. */
  readonly get: (title: string) => string
}

const UTC_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|\+00:?00| UTC)?)?$/
const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?(?:[eE][+-]?\d{1,3})?$/

/** A row below its header. Throws RowRefusal for a time that is no UTC time `YYYY-MM-DD HH:MM:SS`. */
export function readLine(row: Row, layout: Layout): Line {
  const get = (title: string) => cellAt(row.cells, layout.columns.get(title))
  const stamp = get('time')
  const date = UTC_TIME.test(stamp) ? parseDay(stamp, 'ymd') : undefined
  const time = parseTime(stamp)
  if (date === undefined || (time === undefined && stamp.length > 10))
    return refuse('bad-date', `The time "${stamp}" is not written as YYYY-MM-DD HH:MM:SS in UTC.`)
  return { row: row.number, action: get('action'), date, time, layout, cells: row.cells, get }
}

export function cellAt(cells: readonly string[], index: number | undefined): string {
  return index === undefined ? '' : trimmed(cells[index])
}

/** The number of a column; `undefined` when the cell is empty or says that it is not available. */
export function numberOf(line: Line, title: string): Decimal | undefined {
  const cell = line.get(title)
  const plain = tryDecimal(cell)
  if (typeof plain !== 'string') return plain
  if (cell === '' || cell.toLowerCase() === 'not available') return undefined
  const parsed = NUMBER.test(cell) ? tryDecimal(parseNumber(cell, 'dot') ?? '') : 'not-a-number'
  if (typeof parsed !== 'string') return parsed
  const fault = parsed === 'not-a-number' ? 'is no number with a decimal point' : 'has more digits than can be held'
  return refuse('bad-number', `"${cell}" in the column "${title}" ${fault}.`)
}

/** What a column is counted in: named in the header (`Total (GBP)`) or in its `Currency (...)` cell; `undefined` when it says nothing. */
export function unitOf({ layout, cells }: Line, title: string): Unit | undefined {
  const place = layout.currencies.get(title)
  const code = typeof place === 'string' ? place : cellAt(cells, place)
  if (code === '') return undefined
  return layout.unitOf(code) ?? refuse('unknown-currency', `"${code}" in the column "Currency (${title})" is no currency.`)
}

/** A column with its currency; `undefined` when the cell is empty. `otherwise` is the currency when the file names none. */
export function moneyAt(line: Line, title: string, otherwise?: string): Money | undefined {
  const value = numberOf(line, title)
  if (value === undefined) return undefined
  const unit = unitOf(line, title)
  const currency = unit?.currency ?? otherwise
  if (currency === undefined) return refuse('no-currency', `The column "${title}" has an amount but no currency.`)
  return { value: inUnit(value, unit), currency }
}

/**
 * What the row did to the cash balance, as the file signs it: `Net Total` where it is filled, else `Total` (`Gross Total` in the newest
 * exports). Both have fees and taxes of a trade in them.
 */
export function totalOf(line: Line): Money | undefined {
  return moneyAt(line, 'net total') ?? moneyAt(line, 'total') ?? moneyAt(line, 'gross total')
}

/** The total, which the row cannot do without. */
export function requireTotal(line: Line): Money {
  const detail = 'The row has no amount in its total column, so what it did to the cash balance is unknown.'
  return totalOf(line) ?? refuse('no-total', detail)
}

/** The number of shares, above zero. */
export function requireShares(line: Line): Decimal {
  const shares = numberOf(line, 'no. of shares')
  if (shares !== undefined && shares > 0n) return shares
  return refuse('no-quantity', `"${line.get('no. of shares')}" is no number of shares above zero.`)
}

/** What every transaction of a row starts with. `part` tells several transactions of one row apart in their external ids. */
export function beginDraft({ sharedIds }: Book, line: Line, part?: string) {
  const id = line.get('id')
  const externalId = id === '' || sharedIds.has(id) ? undefined : part === undefined ? id : `${id}/${part}`
  return { rows: [line.row] as const, date: line.date, time: line.time, externalId }
}

/** The action, the notes and whatever else a reader would want to see. */
export function describe(line: Line, ...more: readonly (string | undefined)[]): string {
  const parts: string[] = []
  for (const part of [line.action, line.get('notes'), ...more]) {
    const text = squeeze(part ?? '')
    if (text !== '' && !parts.includes(text)) parts.push(text)
  }
  return parts.join('; ')
}

export function hasAsset(line: Line): boolean {
  return line.get('isin') !== '' || line.get('ticker') !== ''
}

/** `assetOf` of a row that cannot do without. */
export function requireAsset(book: Book, line: Line): string {
  const asset = assetOf(book, line)
  if (asset !== undefined) return asset
  return refuse('no-security', `"${line.action}" needs a security, but the row has neither ISIN nor ticker.`)
}

/** The `ref` of the row's security (ISIN, else ticker), which becomes an asset of the file; `undefined` when it names none. */
export function assetOf({ assets }: Book, line: Line): string | undefined {
  const isin = line.get('isin').toUpperCase()
  const symbol = line.get('ticker')
  const ref = isin || symbol
  if (ref === '') return undefined
  const known = assets.get(ref)
  const isFull = known?.symbol !== undefined && known.name !== undefined && known.currency !== undefined
  if (isFull && (known.isin ?? '') === isin) return ref
  assets.set(ref, {
    ref,
    symbol: known?.symbol ?? (symbol || undefined),
    isin: isIsin(isin) ? isin : undefined,
    name: known?.name ?? (squeeze(line.get('name')) || undefined),
    currency: known?.currency ?? unitOf(line, 'price / share')?.currency,
  })
  return ref
}
