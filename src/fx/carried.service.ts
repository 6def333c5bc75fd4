/** What leaves with an export of one user, and comes back in another instance. */
import type { Tx } from '#db/connection.ts'
import { earlier } from '#plugins/kit/period.ts'
import type { Ctx } from '../context.ts'
import { addDays, dayOf, daysBetween } from '../shared/date.ts'
import { AppError } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { significantText } from './convert.ts'
import { createRateTable, type FoundRate } from './converter.ts'
import { FIXED } from './legacy-currencies.ts'
import { addOwnRates, type ManualRow } from './manual.repository.ts'
import { neededCurrencies } from './needs.ts'
import { writesForAll } from './rights.ts'

/** Units of `quote` for one `base`, `base` < `quote`, that count from a day on. */
export type CarriedRate = ManualRow

/** So exact that what a chain came to gives the same figures to the last of their places. */
const DIGITS = 40
const FRESH_DAYS = 7

/**
 * What rates come to for the caller between the currencies that occur at these brokers and some more, as if each pair had one source: a rate of each day
 * on which another one began to serve, and again before it would be taken for old while its own source is not. The caller has checked the roles.
 */
export async function* carriedRates(
  ctx: Ctx,
  brokerIds: readonly number[],
  more: readonly string[],
): AsyncGenerator<readonly CarriedRate[]> {
  const needs = await neededCurrencies(ctx, brokerIds, '')
  const codes = [...new Set([...needs.keys(), ...more])].sort()
  const until = dayOf(ctx.clock())
  for (const [index, base] of codes.entries())
    for (const quote of codes.slice(index + 1)) {
      const days = [base, quote].flatMap((code) => needs.get(code)?.from ?? [])
      const from = days.reduce(earlier, until)
      if (days.length > 0) yield await ratesOfPair(ctx, { base, quote, from, until })
    }
}

async function ratesOfPair(
  ctx: Ctx,
  { base, quote, from, until }: { base: string; quote: string; from: string; until: string },
): Promise<CarriedRate[]> {
  const table = createRateTable(ctx, { from, until })
  await table.load(ctx.reader, { pairs: [[base, quote]], from, until })
  const rates: CarriedRate[] = []
  const yieldWhenDue = createYielder()
  let last = ''
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const found = table.rate(base, quote, day)
    const rate = found === null || found.steps.every((step) => step.provider === FIXED) ? undefined : textOf(found)
    const written = rates.at(-1)
    if (found !== null && rate !== undefined && (rate !== last || isOlder(written?.date, day, found))) {
      const date = rates.length === 0 ? found.date : day
      rates.push({ base, quote, date, rate })
      last = rate
    }
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  return rates
}

function isOlder(written: string | undefined, day: string, { isStale }: FoundRate): boolean {
  return !isStale && written !== undefined && daysBetween(written, day) > FRESH_DAYS
}

/** One rate as it is stored, of a chain what it comes to. */
function textOf({ steps: [step, ...others], ratio }: FoundRate): string | undefined {
  if (step === undefined) return undefined
  return others.length === 0 ? step.rate : significantText(ratio, DIGITS)
}

/**
 * Stores rates that count for the caller alone, of days without one of theirs; in the caller's transaction. Returns how many were stored; none where the
 * setting `shared_data` leaves rates to superusers.
 */
export async function bringRates(ctx: Ctx & { readonly db: Tx }, rates: readonly CarriedRate[]): Promise<number> {
  try {
    await writesForAll(ctx)
  } catch (error) {
    if (error instanceof AppError) return 0
    throw error
  }
  return await addOwnRates(ctx.db, ctx.user.id, rates)
}
