/** What of a provider's answer may be stored: the last check before the database. Pure. */
import type { PriceChunk, ProviderPrice } from '#plugins/assets/contract.ts'
import { later } from '#plugins/kit/period.ts'
import { fromMinorUnit, isCurrency } from '../shared/currency.ts'
import { addDays, daysBetween, isDay } from '../shared/date.ts'
import {
  absolute,
  type Decimal,
  divide,
  divideHalfEven,
  formatDecimal,
  round,
  toNumber,
  tryDecimal,
  whole,
  ZERO,
} from '../shared/decimal.ts'
import { asTraded, beforeSplits, type Split } from './splits.ts'

export type CleanPrice = { readonly date: string; readonly close: Decimal; readonly currency: string }
/** A price that was left out, and why; without `close` it is no price at all. */
export type Refused = {
  readonly date: string | null
  readonly close: string | null
  readonly currency: string | null
  readonly code: string
  readonly detail: string
}
export type Intake = { readonly accepted: readonly CleanPrice[]; readonly refused: readonly Refused[] }

export type IntakeRules = {
  readonly provider: string
  readonly today: string
  /** Splits that the closes are divided by already; empty for history as traded. */
  readonly undo: readonly Split[]
  /** Splits that explain a jump. */
  readonly splits: readonly Split[]
  /** The last stored price before those of the chunk. */
  readonly before: CleanPrice | undefined
  readonly acceptJumps: boolean
}

/** A price this many times its neighbour, or that part of it, is held back; for each further year between the two, as many times more. */
const JUMP = 5
const DAYS_PER_YEAR = 366
/** So many prices in a row that agree with each other are a new level. */
const NEW_LEVEL = 5
const PLAIN = /^-?\d{1,30}(\.\d{1,60})?$/

/** Sorts a chunk, oldest first, into what may be stored and what is held back: malformed, 0 and below, of days to come, and far from their neighbours. */
export function checkPrices(chunk: PriceChunk, rules: IntakeRules): Intake {
  const refused: Refused[] = chunk.issues.map(({ code, detail, date }) => ({
    date: date ?? null,
    close: null,
    currency: null,
    code,
    detail: detail.slice(0, 300),
  }))
  const clean = new Map<string, CleanPrice>()
  for (const one of chunk.prices) {
    const price = cleaned(one, rules, refused)
    if (price) clean.set(price.date, price)
  }
  const sorted = [...clean.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
  if (rules.acceptJumps) return { accepted: sorted, refused }
  const { accepted, absurd } = withoutJumps(sorted, rules)
  return { accepted, refused: [...refused, ...absurd] }
}

function cleaned(
  one: ProviderPrice,
  { provider, today, undo, acceptJumps }: IntakeRules,
  refused: Refused[],
): CleanPrice | undefined {
  const { date, close, currency, places } = one
  const refuse = (code: string, detail: string) => {
    refused.push({ date: String(date).slice(0, 10), close: null, currency: null, code, detail: `${provider}: ${detail}` })
    return undefined
  }
  if (typeof date !== 'string' || !isDay(date)) return refuse('not-a-day', 'the day of a price cannot be read.')
  if (typeof close !== 'string' || !PLAIN.test(close)) return refuse('not-a-price', `the price of ${date} cannot be read.`)
  const unit = fromMinorUnit(currency) ?? { currency, divisor: 1 }
  if (!isCurrency(unit.currency))
    return refuse('other-currency', `the price of ${date} is in ${String(currency).slice(0, 10)}, which is no currency.`)
  if (date > addDays(today, 1)) return refuse('future', `${date} has not come yet.`)
  const exact = asTraded(divide(atTwelvePlaces(close), whole(unit.divisor)), date, undo)
  const value = places === undefined ? exact : round(exact, places)
  if (value > ZERO || acceptJumps) return { date, close: value, currency: unit.currency }
  const detail = `${date}: ${formatDecimal(value)} is not above 0; held back.`
  refused.push({ date, close: formatDecimal(value), currency: unit.currency, code: 'not-positive', detail })
  return undefined
}

/** Published figures may have more places than are stored; they are rounded half to even. */
function atTwelvePlaces(text: string): Decimal {
  const known = tryDecimal(text)
  if (typeof known !== 'string') return known
  const [whole = '0', fraction = ''] = text.split('.')
  return divideHalfEven(
    BigInt(`${whole}${fraction.padEnd(12, '0')}`),
    10n ** BigInt(Math.max(fraction.length - 12, 0)),
  ) as Decimal
}

/** Follows the days from the price before them, else from the median of the first ones. What is held back is no reference, unless it is a new level. */
function withoutJumps(prices: readonly CleanPrice[], rules: IntakeRules): { accepted: CleanPrice[]; absurd: Refused[] } {
  let reference = rules.before ?? medianOf(prices.slice(0, 7), rules.splits)
  let pending: CleanPrice[] = []
  const accepted: CleanPrice[] = []
  const absurd: Refused[] = []
  const refusePending = (from: CleanPrice) => {
    absurd.push(...pending.map((one) => jumpOf(one, from)))
    pending = []
  }
  for (const one of prices) {
    if (reference === undefined || isNear(one, reference, rules.splits)) {
      if (reference !== undefined) refusePending(reference)
      accepted.push(one)
      reference = one
      continue
    }
    const last = pending.at(-1)
    if (last !== undefined && !isNear(one, last, rules.splits)) refusePending(reference)
    pending.push(one)
    if (pending.length < NEW_LEVEL) continue
    accepted.push(...pending)
    pending = []
    reference = one
  }
  if (reference !== undefined) refusePending(reference)
  return { accepted, absurd }
}

/** Both in the units of the later day: the reference may be of a later day. Binary numbers will do to tell five times from once. Prices in different currencies, or not above 0, are not compared. */
function isNear(one: CleanPrice, reference: CleanPrice, splits: readonly Split[]): boolean {
  if (one.currency !== reference.currency || reference.close <= ZERO) return true
  const until = later(one.date, reference.date)
  const inUnitsOf = ({ close, date }: CleanPrice) => toNumber(beforeSplits(close, date, until, splits).close)
  const factor = inUnitsOf(one) / inUnitsOf(reference)
  const limit = JUMP ** (1 + Math.floor(Math.abs(daysBetween(reference.date, one.date)) / DAYS_PER_YEAR))
  return factor < limit && factor > 1 / limit
}

function jumpOf(one: CleanPrice, from: CleanPrice): Refused {
  const times = toNumber(divide(one.close, absolute(from.close)))
  const detail = `${one.date}: ${formatDecimal(one.close)} is ${times.toPrecision(3)} times the close of ${from.date} (${formatDecimal(from.close)}); held back.`
  return { date: one.date, close: formatDecimal(one.close), currency: one.currency, code: 'jump', detail }
}

/** Compared in the units of the last of them. */
function medianOf(prices: readonly CleanPrice[], splits: readonly Split[]): CleanPrice | undefined {
  const last = prices.at(-1)?.date ?? ''
  const sized = prices.map((price) => ({ price, size: beforeSplits(price.close, price.date, last, splits).close }))
  return sized.toSorted((a, b) => (a.size < b.size ? -1 : a.size > b.size ? 1 : 0))[prices.length >> 1]?.price
}
