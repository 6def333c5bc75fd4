/** Sums of raw columns, by other readers of tables and another arithmetic than those of the importers. */
import Decimal from 'decimal.js'
import Papa from 'papaparse'
import { cellsOfSheet, isWorkbook } from './raw-sheet.ts'

/** A row by the titles of the file; `''` for a missing cell. */
export type RawRow = Readonly<Record<string, string>>

/** What a figure does whatever its own sign: comes in, goes out, moves nothing; absent: what its own sign says. */
export type Sign = 1 | -1 | 0 | undefined

/**
 * The column of the amounts (or units), the column or code of their currency (or asset), and which sign is the decimal one (default: dot). `sign` is for
 * figures without one; `skip` leaves rows out; `header`: the title row, from 0. Or a function of one's own, which gives the sums.
 */
export type Recount =
  | {
      readonly amount: string
      readonly by: string | { readonly currency: string }
      readonly decimal?: 'comma' | 'dot'
      readonly sign?: (row: RawRow) => Sign
      readonly header?: number
      readonly encoding?: string
      readonly skip?: (row: RawRow) => boolean
    }
  | ((rows: readonly RawRow[], text: string) => Readonly<Record<string, string>>)

/** The sums by currency or asset, without those that are 0. */
export function recount(bytes: Uint8Array, how: Recount): Record<string, string> {
  const { header = 0, encoding = 'utf-8' } = typeof how === 'function' ? {} : how
  const text = isWorkbook(bytes) ? Papa.unparse(cellsOfSheet(bytes)) : new TextDecoder(encoding).decode(bytes)
  if (typeof how === 'function') return withoutZeros(how(rowsOf(text, 0), text))
  const sums = new Map<string, Decimal>()
  for (const row of rowsOf(text, header)) {
    const amount = (row[how.amount] ?? '').trim()
    if (how.skip?.(row) === true || !/\d/.test(amount)) continue
    const code = typeof how.by === 'string' ? (row[how.by] ?? '').trim() : how.by.currency
    const [change, sign] = [figure(amount, how.decimal), how.sign?.(row)]
    sums.set(code, (sums.get(code) ?? new Decimal(0)).plus(sign === undefined ? change : change.abs().times(sign)))
  }
  return withoutZeros(Object.fromEntries([...sums].map(([code, sum]) => [code, sum.toFixed()])))
}

/** The sign of a row by what stands in one of its columns. */
export function sideOf(column: string, comesIn: RegExp, goesOut: RegExp): (row: RawRow) => Sign {
  return (row) => {
    const word = row[column] ?? ''
    return comesIn.test(word) ? 1 : goesOut.test(word) ? -1 : 0
  }
}

/** A number with everything left out that is no part of it. */
export function figure(text: string, sign: 'comma' | 'dot' = 'dot'): Decimal {
  const digits = sign === 'comma' ? text.replace(/[^\d,eE-]/g, '').replace(',', '.') : text.replace(/[^\d.eE-]/g, '')
  return new Decimal(digits)
}

/** As many places as a ledger has. */
export function cut(text: string): Decimal {
  return figure(text).toDecimalPlaces(12, Decimal.ROUND_HALF_EVEN)
}

/** The rows below the first one that has this title. */
export function rowsBelow(text: string, title: string): RawRow[] {
  return rowsOf(
    text,
    cellsOf(text).findIndex((cells) => cells.some((cell) => cell.trim() === title)),
  )
}

/** Without the rows that say the same in every cell as one before them. */
export function withoutRepeats(rows: readonly RawRow[]): RawRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

/** All rows that are not blank, for tables whose columns have no titles. */
export function cellsOf(text: string): string[][] {
  return Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' }).data
}

function rowsOf(text: string, header: number): RawRow[] {
  const data = cellsOf(text)
  const titles = (data[header] ?? []).map((title) => title.trim())
  return data.slice(header + 1).map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])))
}

function withoutZeros(sums: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => !new Decimal(sum).isZero()))
}
