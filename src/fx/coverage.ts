import { sightOf } from '#db/sight.ts'
/** Which rates a user needs, which of them there are, and what to do about the others. */

import { readPreferences } from '../auth/preferences.service.ts'
import type { Ctx } from '../context.ts'
import { dayOf } from '../shared/date.ts'
import { dayNumber, dayText } from '../shared/day-number.ts'
import { createYielder } from '../shared/event-loop.ts'
import { listDeclinedPairs } from './automatic.repository.ts'
import { restraintOf } from './automatic.ts'
import { pairOf } from './catalogue.ts'
import { normalisePair } from './convert.ts'
import { createRateTable, type RateContext, type RateTable } from './converter.ts'
import { createCure, type Remedy } from './cure.ts'
import { listReadableBrokers } from './needs.repository.ts'
import { type Need, neededCurrencies } from './needs.ts'
import { type FxRoute, listAllRoutes } from './repository.ts'

/** Of the days without a rate at most so many stretches are listed, the first ones. */
export const MOST_GAPS = 20

/** Days in a row, both included. */
export type Gap = { readonly from: string; readonly to: string }

export type HeldDays = {
  /** The first needed day with a rate, and the day of the newest rate that serves one. */
  readonly heldFrom: string | null
  readonly heldTo: string | null
  readonly gaps: readonly Gap[]
  readonly gapDays: number
}

export type CoverageRow = HeldDays & {
  readonly currency: string
  /** The currency of reports. */
  readonly to: string
  readonly neededFrom: string
  readonly neededTo: string | null
  /** The first of those that count for the caller. */
  readonly route: FxRoute | null
  readonly detail: string
  readonly remedy: Remedy | null
}

/** Of each currency at the brokers that the caller may read, by code: whether there is a fresh rate to the currency of their reports on every day needed. */
export async function listCoverage(ctx: Ctx, input: { readonly currency?: string | undefined } = {}): Promise<CoverageRow[]> {
  const to = input.currency ?? (await readPreferences(ctx.reader, ctx.user.id)).currency
  const today = dayOf(ctx.clock())
  const brokerIds = await listReadableBrokers(ctx.reader, sightOf(ctx.user))
  const needs = await neededCurrencies(ctx, brokerIds, to)
  const routes = Map.groupBy(await listAllRoutes(ctx.reader, ctx.user.id), pairOf)
  const declined = await listDeclinedPairs(ctx.reader, ctx.user.id)
  const cure = await createCure(ctx, await restraintOf(ctx), brokerIds)
  const rows: CoverageRow[] = []
  for (const [currency, need] of needs) {
    const pair = pairOf(normalisePair(currency, to))
    const some = routes.get(pair) ?? []
    const held = await heldDays(ctx, { from: currency, to }, need, today)
    const given = { currency, to, need, held, routes: some, isDeclined: declined.has(pair) }
    const advice = await cure(given)
    rows.push({ currency, to, neededFrom: need.from, neededTo: need.to, ...held, route: some[0] ?? null, ...advice })
  }
  return rows
}

/** On which of the days needed, up to `today`, one currency can be converted to another with fresh rates. */
export async function heldDays(
  ctx: RateContext,
  pair: { readonly from: string; readonly to: string },
  need: Need,
  today: string,
): Promise<HeldDays> {
  const until = need.to !== null && need.to < today ? need.to : today
  if (need.from > until) return { heldFrom: null, heldTo: null, gaps: [], gapDays: 0 }
  const rates = createRateTable(ctx, { from: need.from, until })
  await rates.load(ctx.reader, { pairs: [[pair.from, pair.to]], from: need.from, until })
  if (rates.candidates(pair.from, pair.to).length > 0) return await walk(rates, pair, need.from, until)
  const gapDays = dayNumber(until) - dayNumber(need.from) + 1
  return { heldFrom: null, heldTo: null, gaps: [{ from: need.from, to: until }], gapDays }
}

async function walk(
  rates: RateTable,
  { from, to }: { from: string; to: string },
  first: string,
  last: string,
): Promise<HeldDays> {
  const yieldWhenDue = createYielder()
  const gaps: { from: string; to: string }[] = []
  let [heldFrom, heldTo, gapDays]: [string | null, string | null, number] = [null, null, 0]
  let isOpen = false
  for (let number = dayNumber(first); number <= dayNumber(last); number++) {
    const day = dayText(number)
    const found = rates.rate(from, to, day)
    if (found && !found.isStale) {
      heldFrom ??= day
      heldTo = found.date
      isOpen = false
    } else {
      gapDays += 1
      if (isOpen) gaps[gaps.length - 1] = { from: gaps.at(-1)?.from ?? day, to: day }
      else gaps.push({ from: day, to: day })
      isOpen = true
    }
    await yieldWhenDue()
  }
  return { heldFrom, heldTo, gaps, gapDays }
}
