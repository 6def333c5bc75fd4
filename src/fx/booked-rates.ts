/** Exchange rates that brokers booked: with trades in another currency, and by conversions; and what follows from two of them. Pure. */
import { dayNumber } from '../shared/day-number.ts'
import { add, type Decimal, divide, negate, ONE, ZERO } from '../shared/decimal.ts'
import type { Ratio } from './convert.ts'

/** A ledger line, as far as it says a rate. */
export type RatedLine = {
  readonly type: string
  readonly date: string
  readonly currency: string | null
  readonly amount: Decimal
  readonly fees: Decimal
  readonly taxes: Decimal
  readonly groupId: string | null
  readonly priceCurrency: string | null
  readonly fxRate: Decimal | null
}

/** Units of `quote` for one `base`. */
export type BookedRate = { readonly base: string; readonly quote: string; readonly date: string; readonly rate: Decimal }

/** Two rates so many days apart say a third one. */
const NEAR_DAYS = 31

/** All that lines say, by day; a day may have several. */
export function bookedRatesIn(lines: Iterable<RatedLine>): BookedRate[] {
  const found: BookedRate[] = []
  const open = new Map<string, RatedLine>()
  for (const line of lines) {
    const { fxRate, currency, priceCurrency, groupId, date } = line
    if (fxRate !== null && currency !== null && priceCurrency != null && priceCurrency !== currency)
      found.push({ base: priceCurrency, quote: currency, date, rate: fxRate })
    if (line.type !== 'FX_CONVERSION' || groupId === null) continue
    const other = open.get(groupId)
    if (other === undefined) open.set(groupId, line)
    else found.push(...conversionRate(other, line))
  }
  return found.sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))
}

/** What was received for what was paid, without the costs; quoted so that it is 1 or more, which keeps its digits. */
function conversionRate(one: RatedLine, other: RatedLine): BookedRate[] {
  const [paid, received] = one.amount < ZERO ? [one, other] : [other, one]
  const [from, to] = [paid.currency, received.currency]
  const [given, got] = [negate(beforeCosts(paid)), beforeCosts(received)]
  if (from === null || to === null || from === to || given <= ZERO || got <= ZERO) return []
  const date = received.date
  return [
    got >= given
      ? { base: from, quote: to, date, rate: divide(got, given) }
      : { base: to, quote: from, date, rate: divide(given, got) },
  ]
}

function beforeCosts({ amount, fees, taxes }: RatedLine): Decimal {
  return add(amount, add(fees, taxes))
}

/** Those of a pair, in either direction, by day; where there is none, those that follow from two that were booked within a month of each other. */
export function ratesOfPair(booked: readonly BookedRate[], base: string, quote: string): BookedRate[] {
  const direct = between(booked, base, quote)
  if (direct.length > 0) return direct
  const neighbours = new Set(booked.flatMap((one) => otherOf(one, base) ?? []))
  let best: BookedRate[] = []
  for (const middle of [...neighbours].sort()) {
    const crossed = crossRates(between(booked, base, middle), between(booked, middle, quote), { base, middle, quote })
    if (crossed.length > best.length) best = crossed
  }
  return best
}

function between(booked: readonly BookedRate[], a: string, b: string): BookedRate[] {
  return booked.filter((one) => (one.base === a && one.quote === b) || (one.base === b && one.quote === a))
}

function otherOf({ base, quote }: BookedRate, currency: string): string | undefined {
  return base === currency ? quote : quote === currency ? base : undefined
}

type Through = { readonly base: string; readonly middle: string; readonly quote: string }

/** On each day of a first rate, with the nearest second one; both are by day. */
function crossRates(first: readonly BookedRate[], second: readonly BookedRate[], { base, middle, quote }: Through): BookedRate[] {
  const days = second.map(({ date }) => dayNumber(date))
  let at = 0
  return first.flatMap((one) => {
    const day = dayNumber(one.date)
    const distance = (index: number) => Math.abs((days[index] ?? Infinity) - day)
    while (at + 1 < days.length && distance(at + 1) <= distance(at)) at++
    const nearest = second[at]
    if (nearest === undefined || distance(at) > NEAR_DAYS) return []
    const [a, b] = [ratioOf(one, base), ratioOf(nearest, middle)]
    const ratio = { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }
    return rateOf(ratio, { base, quote, date: one.date })
  })
}

/** What one `from` is worth in the other currency. */
function ratioOf({ base, rate }: BookedRate, from: string): Ratio {
  return base === from ? { numerator: rate, denominator: ONE } : { numerator: ONE, denominator: rate }
}

function rateOf({ numerator, denominator }: Ratio, { base, quote, date }: Omit<BookedRate, 'rate'>): BookedRate {
  const [n, d] = [numerator as Decimal, denominator as Decimal]
  return n >= d ? { base, quote, date, rate: divide(n, d) } : { base: quote, quote: base, date, rate: divide(d, n) }
}
