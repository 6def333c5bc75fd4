/**
 * Prices are stored as they were traded: units held before a split are worth their own price. Histories of providers that are adjusted for splits
 * are multiplied back by every split after their day, once, before they are stored; a later split changes nothing that is stored.
 */
import { daysBetween } from '../shared/date.ts'
import { dayNumber } from '../shared/day-number.ts'
import { type Decimal, multiplyDivide, tryDecimal, ZERO } from '../shared/decimal.ts'
import { type CarriedClose, carried } from './carried.ts'

const SAME_WITHIN_DAYS = 7

/** `source` = who says so, where several may; `createdBy` = the user who entered it. */
export type Split = {
  readonly date: string
  readonly ratio: string
  readonly source?: string | undefined
  readonly createdBy?: number | null
}

/** `day` = days since 1970-01-01; `ratio` = new and old units. */
export type SplitRatio = { readonly day: number; readonly ratio: readonly [Decimal, Decimal] }

/** Those whose ratio can be read. */
export function splitRatios(splits: readonly Split[]): SplitRatio[] {
  return splits.flatMap(({ date, ratio: text }) => {
    const ratio = readSplitRatio(text)
    return ratio === undefined ? [] : [{ day: dayNumber(date), ratio }]
  })
}

/** The parts of `new:old`, both above 0; `undefined` for anything else. */
export function readSplitRatio(text: string): readonly [Decimal, Decimal] | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)\s*$/.exec(text)
  const [a, b] = [tryDecimal(match?.[1] ?? ''), tryDecimal(match?.[2] ?? '')]
  if (typeof a === 'string' || typeof b === 'string' || a <= ZERO || b <= ZERO) return undefined
  return [a, b]
}

/** An adjusted close of `day` as it was traded: times new/old of every split after that day. On its own day a split has happened already. */
export function asTraded(close: Decimal, day: string, splits: readonly Split[]): Decimal {
  return splits.reduce((price, split) => {
    const ratio = split.date > day ? readSplitRatio(split.ratio) : undefined
    return ratio === undefined ? price : multiplyDivide(price, ratio[0], ratio[1])
  }, close)
}

/** A close of `from` in the units of `until`: times old/new of every split after `from`, up to and with `until`. */
export function beforeSplits(close: Decimal, from: string, until: string, splits: readonly Split[]): CarriedClose {
  return splits.reduce<CarriedClose>(
    (price, split) => {
      const ratio = split.date > from && split.date <= until ? readSplitRatio(split.ratio) : undefined
      return ratio === undefined ? price : carried(price, ratio[1], ratio[0])
    },
    { close },
  )
}

/** Each split once, by day: what users entered and what providers report is the same one when it is of one ratio and within a week. One source reports each once. */
export function distinctSplits(splits: readonly Split[]): Split[] {
  const distinct: Split[] = []
  for (const split of splits.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) {
    const same = distinct.some(
      (one) =>
        one.date === split.date ||
        (one.source !== split.source && isSame(one.ratio, split.ratio) && daysBetween(one.date, split.date) <= SAME_WITHIN_DAYS),
    )
    if (!same) distinct.push(split)
  }
  return distinct
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [readSplitRatio(one), readSplitRatio(other)]
  return a !== undefined && b !== undefined && a[0] * b[1] === a[1] * b[0]
}
