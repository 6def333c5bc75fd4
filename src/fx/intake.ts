/** What of a provider's answer may be stored: the last check before the database. Pure. */

import { addDays, daysBetween, isDay } from '../shared/date.ts'
import { AppError } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { type Leg, legOf, pairOf } from './catalogue.ts'
import { normaliseRate, STORED_DIGITS } from './convert.ts'
import type { Neighbours, RateRows } from './rate.repository.ts'

/** A rate as it is stored. */
export type CleanRate = { readonly date: string; readonly rate: string }

/** A rate that was left out, and why. */
export type Rejected = {
  readonly pair: string | null
  readonly provider: string
  readonly date: string | null
  readonly rate: string | null
  readonly code: string
  readonly detail: string
}

export type Intake = {
  readonly accepted: ReadonlyMap<string, { leg: Leg; rates: readonly CleanRate[] }>
  readonly rejected: readonly Rejected[]
}

export type IntakeRules = {
  readonly provider: string
  /** Whether the provider has a pair. */
  readonly publishes: (leg: Leg) => boolean
  readonly today: string
  /** What is stored of a leg around some days. */
  readonly neighbours: (leg: Leg, from: string, to: string) => Promise<Neighbours>
  /** What is stored of a leg on these days. */
  readonly stored: (leg: Leg, from: string, to: string) => Promise<RateRows>
  /** Takes rates that are far from their neighbours too: somebody has looked at them. */
  readonly acceptJumps: boolean
}

/** A rate this many times its neighbour, or that part of it, is rejected; for each further year between the two, as many times more. */
const JUMP = 10
const DAYS_PER_YEAR = 366
/** Publishers date rates ahead by a few days before long weekends. */
const DAYS_AHEAD = 7
const PLAIN = /^\d{1,40}(\.\d{1,60})?$/

/**
 * Sorts a chunk into what may be stored, by leg and day, and what is rejected: malformed rates, 0 and below, pairs that are not the provider's,
 * days that have not come, and rates absurdly far from their neighbours. Throws `source/format` when it is no chunk at all.
 */
export async function checkChunk(chunk: unknown, rules: IntakeRules): Promise<Intake> {
  const { rates, issues } = requireChunk(chunk, rules.provider)
  const yieldWhenDue = createYielder()
  const rejected: Rejected[] = issues.map((issue) => issueOf(issue, rules.provider))
  const legs = new Map<string, { leg: Leg; rates: Map<string, CleanRate> }>()
  const lastDay = addDays(rules.today, DAYS_AHEAD)
  for (const one of rates) {
    const fault = faultOf(one, rules, lastDay)
    if (fault === undefined) addTo(legs, one as PublishedRate, rules.provider)
    else rejected.push(fault)
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  const accepted = new Map<string, { leg: Leg; rates: readonly CleanRate[] }>()
  for (const [key, { leg, rates }] of legs) {
    const sorted = [...rates.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
    const { plausible, absurd } = rules.acceptJumps ? { plausible: sorted, absurd: [] } : await withoutJumps(leg, sorted, rules)
    rejected.push(...absurd)
    if (plausible.length > 0) accepted.set(key, { leg, rates: plausible })
    await yieldWhenDue()
  }
  return { accepted, rejected }
}

function addTo(
  legs: Map<string, { leg: Leg; rates: Map<string, CleanRate> }>,
  { date, ...published }: PublishedRate,
  provider: string,
): void {
  const { base, quote, rate } = normaliseRate(published)
  const pair = `${base}/${quote}`
  const entry = legs.get(pair) ?? { leg: { base, quote, provider }, rates: new Map<string, CleanRate>() }
  legs.set(pair, entry)
  entry.rates.set(date, { date, rate })
}

type PublishedRate = { readonly date: string; readonly base: string; readonly quote: string; readonly rate: string }

function requireChunk(chunk: unknown, provider: string): { rates: readonly unknown[]; issues: readonly unknown[] } {
  const { rates, issues } = (typeof chunk === 'object' && chunk !== null ? chunk : {}) as Record<string, unknown>
  if (Array.isArray(rates) && Array.isArray(issues)) return { rates, issues }
  throw new AppError('bad-gateway', 'source/format', `The plugin ${provider} gave something that is not a list of rates.`)
}

function faultOf(one: unknown, rules: IntakeRules, lastDay: string): Rejected | undefined {
  const { date, base, quote, rate } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>
  const { provider } = rules
  const because = (code: string, detail: string) => {
    const pair = typeof base === 'string' && typeof quote === 'string' ? `${base}/${quote}`.slice(0, 40) : null
    return { pair, provider, date: textOf(date), rate: textOf(rate), code, detail: `${pair ?? 'A rate'}: ${detail}.` }
  }
  if (typeof date !== 'string' || typeof base !== 'string' || typeof quote !== 'string' || typeof rate !== 'string')
    return because('not-a-rate', 'it is not of the agreed shape')
  if (!isDay(date)) return because('not-a-day', 'its day cannot be read')
  if (base === quote || !rules.publishes(legOf({ from: base, to: quote, provider })))
    return because('other-currency', `${provider} has no such pair`)
  if (!PLAIN.test(rate) || digits(rate) > STORED_DIGITS) return because('not-a-rate', 'it is no plain decimal')
  if (!/[1-9]/.test(rate)) return because('not-positive', 'a rate must be above 0')
  if (date > lastDay) return because('future', `it is of ${date}, which has not come yet`)
  return undefined
}

/**
 * A rate of a day that is stored is compared with the stored one, others with the one before them: from the stored rate before these days
 * onwards; where there is none from the first stored one in both directions; where nothing is stored, from their own median. What is rejected
 * is no reference for the next.
 */
async function withoutJumps(
  leg: Leg,
  rates: readonly CleanRate[],
  rules: IntakeRules,
): Promise<{ plausible: CleanRate[]; absurd: Rejected[] }> {
  const [first, last] = [rates[0]?.date ?? '', rates.at(-1)?.date ?? '']
  const { before, after } = await rules.neighbours(leg, first, last)
  const stored = new Map((await rules.stored(leg, first, last)).map((one) => [one.date, one]))
  const anchor = before ?? stored.values().next().value ?? after
  const plausible: CleanRate[] = []
  const absurd: Rejected[] = []
  const follow = (some: readonly CleanRate[], start: CleanRate) => {
    let reference = start
    for (const one of some) {
      const against = stored.get(one.date) ?? reference
      const times = timesOf(one, against)
      reference = times === undefined ? one : against
      if (times === undefined) plausible.push(one)
      else absurd.push(jump(leg, one, against, times))
    }
  }
  if (anchor === undefined) follow(rates, { date: first, rate: medianOf(rates) })
  else {
    follow(rates.filter((one) => one.date < anchor.date).toReversed(), anchor)
    plausible.reverse()
    follow(
      rates.filter((one) => one.date >= anchor.date),
      anchor,
    )
  }
  return { plausible, absurd }
}

function jump(leg: Leg, one: CleanRate, against: CleanRate, times: string): Rejected {
  const detail = `${pairOf(leg)} on ${one.date}: ${one.rate} is ${times} the rate of ${against.date} (${against.rate}); held back.`
  return { pair: pairOf(leg), provider: leg.provider, ...one, code: 'jump', detail }
}

/** How far a rate is from its reference when that is too far. Binary numbers will do to tell ten times from once. */
function timesOf(one: CleanRate, reference: CleanRate): string | undefined {
  const factor = Number(one.rate) / Number(reference.rate)
  if (factor < JUMP && factor > 1 / JUMP) return undefined
  const limit = JUMP ** (1 + Math.floor(Math.abs(daysBetween(reference.date, one.date)) / DAYS_PER_YEAR))
  if (factor < limit && factor > 1 / limit) return undefined
  return factor >= 1 ? `${factor.toPrecision(3)} times` : `1/${(1 / factor).toPrecision(3)} of`
}

function medianOf(rates: readonly CleanRate[]): string {
  const sorted = rates.map((one) => one.rate).sort((a, b) => Number(a) - Number(b))
  return sorted[sorted.length >> 1] ?? ''
}

function issueOf(issue: unknown, provider: string): Rejected {
  const { code, detail, date, currency } = (typeof issue === 'object' && issue !== null ? issue : {}) as Record<string, unknown>
  return {
    pair: null,
    provider,
    date: textOf(date),
    rate: null,
    code: textOf(code) ?? 'not-a-rate',
    detail: textOf(detail, 300) ?? `A figure of ${textOf(currency) ?? provider} could not be read.`,
  }
}

/** Significant digits, without leading zeros; short texts are not counted. */
function digits(rate: string): number {
  if (rate.length <= STORED_DIGITS) return rate.length
  return rate.replace('.', '').replace(/^0+/, '').length
}

function textOf(value: unknown, length = 64): string | null {
  return typeof value === 'string' ? value.slice(0, length) : null
}
