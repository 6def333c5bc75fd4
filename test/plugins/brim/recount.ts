/** Sums of raw columns, by another CSV reader and another arithmetic than those of the importers. */
import Decimal from 'decimal.js'
import Papa from 'papaparse'

/** A row by the titles of the file; `''` for a missing cell. */
export type RawRow = Readonly<Record<string, string>>

/**
 * The column of the amounts, the column or code of their currency, and which sign is the decimal one (default: dot). `skip` leaves rows out;
 * `header`: the title row, from 0. Or a function of one's own, which gives the sums.
 */
export type Recount =
  | {
      readonly amount: string
      readonly by: string | { readonly currency: string }
      readonly decimal?: 'comma' | 'dot'
      readonly header?: number
      readonly encoding?: string
      readonly skip?: (row: RawRow) => boolean
    }
  | ((rows: readonly RawRow[], text: string) => Readonly<Record<string, string>>)

/** The sums by currency, without those that are 0. */
export function recount(bytes: Uint8Array, how: Recount): Record<string, string> {
  const { header = 0, encoding = 'utf-8' } = typeof how === 'function' ? {} : how
  const text = new TextDecoder(encoding).decode(bytes)
  if (typeof how === 'function') return withoutZeros(how(rowsOf(text, 0), text))
  const sums = new Map<string, Decimal>()
  for (const row of rowsOf(text, header)) {
    const amount = (row[how.amount] ?? '').trim()
    if (how.skip?.(row) === true || !/\d/.test(amount)) continue
    const currency = typeof how.by === 'string' ? (row[how.by] ?? '').trim() : how.by.currency
    sums.set(currency, (sums.get(currency) ?? new Decimal(0)).plus(figure(amount, how.decimal)))
  }
  return withoutZeros(Object.fromEntries([...sums].map(([currency, sum]) => [currency, sum.toFixed()])))
}

/** A number with everything left out that is no part of it. */
export function figure(text: string, sign: 'comma' | 'dot' = 'dot'): Decimal {
  const digits = sign === 'comma' ? text.replace(/[^\d,eE-]/g, '').replace(',', '.') : text.replace(/[^\d.eE-]/g, '')
  return new Decimal(digits)
}

/** The rows below the first one that has this title. */
export function rowsBelow(text: string, title: string): RawRow[] {
  return rowsOf(
    text,
    cellsOf(text).findIndex((cells) => cells.some((cell) => cell.trim() === title)),
  )
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
