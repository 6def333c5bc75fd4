/** A source that says other closes for days that are stored: its history was adjusted since, for a split or a spin-off that it does not tell. Pure. */
import { earlier, later } from '#plugins/kit/period.ts'
import { decimal, formatDecimal, toNumber, ZERO } from '../shared/decimal.ts'
import type { CleanPrice } from './intake.ts'
import type { PriceRow } from './repository.ts'
import { type Split, splitRatios } from './splits.ts'

/** `factor` = new for old closes, where it is one for all of the days; `ratio` = the split that would explain it, `new:old`. Both days included. */
export type Rewrite = {
  readonly provider: string
  readonly factor: string | null
  readonly ratio: string | null
  readonly from: string
  readonly to: string
  readonly days: number
}

/** A rewrite as it was noticed; `isSettled`: somebody has said that the stored closes are right. */
export type NotedRewrite = Rewrite & { readonly noticedAt: string; readonly isSettled: boolean }

type Shift = { readonly date: string; readonly factor: number }

/** So much of a close may be rounding. */
const ROUNDING = 0.001
/** However few digits there are. */
const MOST_ROUNDING = 0.02
/** So far the factors of two days may lie apart and be one. */
const SAME_FACTOR = 0.005
const LARGEST_PART = 1_000
const SMALL_PART = 5
const LEAST_SPLIT = 0.2
const DIGITS = 6

/**
 * What a source has rewritten of the closes that are stored of it; `undefined` where it says the same, but for rounding, for the newest stored day, and for
 * a single day that it corrected. Two days or more are no correction.
 */
export function findRewrite(
  provider: string,
  prices: readonly CleanPrice[],
  stored: ReadonlyMap<string, PriceRow>,
): Rewrite | undefined {
  const own = [...stored.values()].filter(({ source }) => source === provider).map(({ date }) => date)
  const newest = own.toSorted().at(-1)
  const all = prices
    .flatMap((price) => shiftOf(price, stored.get(price.date), provider))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  const shifted = all.filter(({ date, isShifted }) => isShifted && date !== newest)
  const factor = commonFactor(shifted)
  if (shifted.length < 2) return undefined
  const last = factor === undefined ? [] : all.filter((one) => one.date === newest && isNear(one.factor, factor))
  const days = [...shifted, ...last].map(({ date }) => date)
  const text = factor?.toPrecision(DIGITS).replace(/\.?0+$/, '') ?? null
  const ratio = factor === undefined ? null : ratioOf(factor)
  return { provider, factor: text, ratio, from: days[0] ?? '', to: days.at(-1) ?? '', days: days.length }
}

/** One rewrite that was found in two pieces. */
export function joinRewrites(one: Rewrite | undefined, other: Rewrite | undefined): Rewrite | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const isSame = one.factor !== null && other.factor !== null && isNear(Number(one.factor), Number(other.factor))
  return {
    provider: one.provider,
    ...(isSame ? { factor: one.factor, ratio: one.ratio } : { factor: null, ratio: null }),
    from: earlier(one.from, other.from),
    to: later(one.to, other.to),
    days: one.days + other.days,
  }
}

/** Whether it is the one that somebody has looked at already. */
export function isSameRewrite(one: Rewrite, other: Rewrite): boolean {
  if (one.provider !== other.provider) return false
  return (
    one.factor === other.factor ||
    (one.factor !== null && other.factor !== null && isNear(Number(one.factor), Number(other.factor)))
  )
}

/** Whether a split that the catalogue knows explains it: then the stored closes are right, and nothing is wrong. */
export function isExplained({ factor, from }: Rewrite, splits: readonly Split[]): boolean {
  if (factor === null) return false
  const later = splits.filter(({ date }) => date > from)
  return splitRatios(later).some(({ ratio: [made, old] }) => isNear(Number(factor), Number(old) / Number(made)))
}

/** What is wrong, for the user. */
export function rewriteDetail({ provider, factor, ratio, from, to, days }: Rewrite): string {
  const what = factor === null ? 'other closes than are stored' : `${factor} times the stored closes`
  const why =
    ratio === null
      ? 'probably it was adjusted for a spin-off or in another way'
      : `probably it was adjusted for a split of ${ratio}`
  return `${provider} now says ${what} for ${days} days from ${from} to ${to}: ${why}. The stored closes, as they were traded, were not replaced.`
}

function shiftOf(price: CleanPrice, stood: PriceRow | undefined, provider: string) {
  if (stood?.source !== provider || stood.currency !== price.currency || price.close <= ZERO) return []
  const [now, before] = [toNumber(price.close), toNumber(decimal(stood.close))]
  if (before <= 0) return []
  const places = Math.max(placesOf(stood.close), placesOf(formatDecimal(price.close)))
  const allowed = Math.min(ROUNDING + 10 ** -places / before, MOST_ROUNDING)
  const factor = now / before
  return [{ date: price.date, factor, isShifted: Math.abs(factor - 1) > allowed }]
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function commonFactor(shifted: readonly Shift[]): number | undefined {
  const factors = shifted.map(({ factor }) => factor).sort((a, b) => a - b)
  const middle = factors[factors.length >> 1] ?? 1
  return factors.every((factor) => isNear(factor, middle)) ? middle : undefined
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one / other - 1) <= SAME_FACTOR
}

/** The split that leaves so many times the closes: 4:1 leaves 0.25 of them. Of small numbers, and no change of less than a fifth: that is rather a spin-off. */
function ratioOf(factor: number): string | null {
  if (Math.abs(factor - 1) < LEAST_SPLIT) return null
  for (let old = 1; old <= LARGEST_PART; old++) {
    const made = Math.round(old / factor)
    const isExact = made >= 1 && Math.abs(old / factor / made - 1) <= SAME_FACTOR
    if (isExact && Math.min(made, old) <= SMALL_PART) return `${made}:${old}`
  }
  return null
}
