import type { DbContext } from '#db/transaction.ts'
import { inTransaction } from '#db/transaction.ts'
import { createYielder } from '../shared/event-loop.ts'
import { type Leg, pairOf } from './catalogue.ts'
import type { CleanRate } from './intake.ts'
import { type NewRate, readRates, writeRates } from './rate.repository.ts'
import { claimSeries } from './sync.repository.ts'

/** Rows of one transaction: short enough that other writers hardly wait. */
const BATCH = 1000

export type Written = { readonly leg: Leg; readonly added: number; readonly updated: number }

/** Rates of one leg, in the order of their days. */
export type LegRates = { readonly leg: Leg; readonly rates: readonly CleanRate[] }

/**
 * Stores rates; only what is new or different is written, in short transactions. Answers the counts of each leg. The series
 * count for `userId` from then on, as in `claimSeries`.
 */
export async function storeRates(ctx: DbContext, incoming: Iterable<LegRates>, userId: number | null): Promise<Written[]> {
  const yieldWhenDue = createYielder()
  const written: Written[] = []
  const changed: NewRate[] = []
  for (const { leg, rates } of incoming) {
    const stored = await ratesByDay(ctx, leg, rates)
    const different = rates.filter((one) => stored.get(one.date) !== one.rate)
    const updated = different.filter((one) => stored.has(one.date)).length
    written.push({ leg, added: different.length - updated, updated })
    for (const one of different) changed.push({ ...leg, ...one, createdBy: null })
    await yieldWhenDue()
  }
  for (let start = 0; start < changed.length; start += BATCH) {
    await writeBatch(ctx, changed.slice(start, start + BATCH), userId)
    await yieldWhenDue()
  }
  return written
}

async function ratesByDay(ctx: DbContext, leg: Leg, rates: readonly CleanRate[]): Promise<ReadonlyMap<string, string>> {
  const stored = await readRates(ctx.reader, leg, rates[0]?.date ?? '', rates.at(-1)?.date ?? '')
  return new Map(stored.map(({ date, rate }) => [date, rate]))
}

function writeBatch(ctx: DbContext, rates: readonly NewRate[], userId: number | null): Promise<void> {
  return inTransaction(ctx, async ({ db }) => {
    for (const leg of new Map(rates.map((one) => [pairOf(one), one])).values()) await claimSeries(db, leg, userId)
    await writeRates(db, rates)
  })
}
