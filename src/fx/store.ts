import type { DbContext } from '#db/transaction.ts'
import { inTransaction } from '#db/transaction.ts'
import { createBreather } from '../shared/breathe.ts'
import type { Leg } from './catalogue.ts'
import type { CleanRate } from './intake.ts'
import { readRates, type StoredRate, writeRates } from './rate.repository.ts'
import { noteSeries } from './sync.repository.ts'

/** Rows of one transaction: short enough that other writers hardly wait. */
const BATCH = 1000

export type Written = { readonly added: number; readonly updated: number }

/** Stores the rates of one leg, in the order of their days; only what is new or different is written. */
export async function storeRates(ctx: DbContext, leg: Leg, rates: readonly CleanRate[]): Promise<Written> {
  const stood = readRates(ctx.reader, leg, rates[0]?.date ?? '', rates.at(-1)?.date ?? '')
  const before = new Map(stood.dates.map((date, index) => [date, stood.rates[index]]))
  const changed: StoredRate[] = rates
    .filter((one) => before.get(one.date) !== one.rate)
    .map((one) => ({ ...leg, ...one, createdBy: null }))
  const breathe = createBreather()
  for (let start = 0; start < changed.length; start += BATCH) {
    await inTransaction(ctx, async (ctx) => {
      if (start === 0) noteSeries(ctx.db, leg)
      writeRates(ctx.db, changed.slice(start, start + BATCH))
    })
    await breathe()
  }
  const updated = changed.filter((one) => before.has(one.date)).length
  return { added: changed.length - updated, updated }
}
