import type { Decimal } from '../shared/decimal.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { pairOf } from './catalogue.ts'
import { convertAmount, normalisePair, type Ratio } from './convert.ts'
import { type FoundRate, loadRates, type RateContext, type RatedStep, type RateTable } from './converter.ts'
import { routeKey } from './discovery.ts'
import { FIXED, notYet } from './legacy-currencies.ts'

export type Conversion = {
  readonly from: string
  readonly to: string
  readonly sourceAmount: Decimal
  /** In `to`, rounded half to even once, to 12 places. */
  readonly amount: Decimal
  readonly ratio: Ratio
  /** The requested day; `staleDays` = how much older the oldest rate used is. */
  readonly date: string
  readonly staleDays: number
  readonly routeId: number | null
  readonly steps: readonly RatedStep[]
}

type Item = { readonly amount: Decimal; readonly date: string }

/** At most so many faults are listed. */
const MAX_FAULTS = 100

/**
 * Converts amounts of days, all or none. Throws `fx/no-rate` (422), naming the pair, the days and what to do, when an amount has no chain
 * whose every step has a rate that is fresh on its day.
 */
export async function convertAmounts(
  ctx: RateContext,
  input: { from: string; to: string; items: readonly Item[]; pointer: (index: number) => string },
): Promise<Conversion[]> {
  const { from, to, items } = input
  const ordered = [...items.entries()].sort(([, a], [, b]) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const days = { from: ordered[0]?.[1].date ?? '', until: ordered.at(-1)?.[1].date ?? '' }
  const rates = await loadRates(ctx, { pairs: from === to || items.length === 0 ? [] : [[from, to]], ...days })
  const yieldWhenDue = createYielder()
  const conversions = new Array<Conversion>(items.length)
  const missing: number[] = []
  for (const [index, { amount, date }] of ordered) {
    const found = rates.rate(from, to, date)
    if (found && !found.isStale) conversions[index] = conversionOf({ from, to, sourceAmount: amount, date }, found)
    else missing.push(index)
    await yieldWhenDue()
  }
  if (missing.length > 0)
    throw noRate(
      rates,
      input,
      missing.sort((a, b) => a - b),
    )
  return conversions
}

function conversionOf(request: Pick<Conversion, 'from' | 'to' | 'sourceAmount' | 'date'>, found: FoundRate): Conversion {
  const { ratio, staleDays, routeId, steps } = found
  return { ...request, amount: convertAmount(request.sourceAmount, ratio), ratio, staleDays, routeId, steps }
}

/** Converts one amount, as `convertAmounts` does. */
export async function convertOne(
  ctx: RateContext,
  input: { from: string; to: string; amount: Decimal; date: string },
): Promise<Conversion> {
  const [conversion] = await convertAmounts(ctx, { ...input, items: [input], pointer: () => '/query/date' })
  if (!conversion) throw new RangeError('one amount gives one conversion')
  return conversion
}

function noRate(rates: RateTable, input: Parameters<typeof convertAmounts>[1], missing: readonly number[]): AppError {
  const { from, to, items } = input
  const pair = pairOf(normalisePair(from, to))
  const faults: Fault[] = missing.slice(0, MAX_FAULTS).map((index) => {
    const date = items[index]?.date ?? ''
    return { pointer: input.pointer(index), detail: `There is no rate for ${pair} on ${date}.` }
  })
  const date = items[missing[0] ?? 0]?.date ?? ''
  const detail = `There is no rate for ${pair} on ${date}. ${reasonFor(rates, from, to, date)}`
  return new AppError('invalid', 'fx/no-rate', detail, { errors: faults, extensions: { pair, date, missing: missing.length } })
}

function reasonFor(rates: RateTable, from: string, to: string, date: string): string {
  const later = notYet(from, date) ?? notYet(to, date)
  if (later !== undefined) return later
  const candidates = rates.candidates(from, to)
  const remedy = `enter one (PUT /fx/rates), or register another route (POST /fx/providers/routes).`
  for (const { routeId, steps } of candidates) {
    const obstacle = rates.obstacle(steps, date)
    if (!obstacle || obstacle.step.provider === FIXED) continue
    const { step, latest } = obstacle
    const what = routeId === null ? `The stored rates along ${routeKey(steps)}` : `Route ${routeId} (${routeKey(steps)})`
    const last = latest === null ? 'none on or before that day' : `none newer than ${latest}`
    return `${what}: of ${pairOf(normalisePair(step.from, step.to))} from ${step.provider} there is ${last}. Fetch rates (POST /fx/currencies/sync), ${remedy}`
  }
  return `No route of this pair is registered, and no stored rates connect the two. Register one (POST /fx/providers/routes) and fetch its rates (POST /fx/currencies/sync), or enter one (PUT /fx/rates).`
}
