/** Sums for recounts of one's own. */
import Decimal from 'decimal.js'
import { figure, type RawRow } from './recount.ts'

/** A code and what it changes by, as the file writes it. */
export type Entry = readonly [code: string, amount: string | Decimal]

/** What the entries of all rows come to by code. */
export function summed(rows: readonly RawRow[], entriesOf: (row: RawRow) => readonly Entry[]): Record<string, string> {
  const sums = new Map<string, Decimal>()
  for (const [code, amount] of rows.flatMap((row) => [...entriesOf(row)])) {
    const change = typeof amount === 'string' ? figure(amount === '' ? '0' : amount) : amount
    sums.set(code, (sums.get(code) ?? new Decimal(0)).plus(change))
  }
  return Object.fromEntries([...sums].map(([code, sum]) => [code, sum.toFixed()]))
}
