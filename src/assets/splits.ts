/**
 * Prices are stored as they were traded: units held before a split are worth their own price. Histories of providers that are adjusted for splits
 * are multiplied back by every split after their day, once, before they are stored; a later split changes nothing that is stored.
 */
import { type Decimal, multiplyDivide, tryDecimal, ZERO } from '../shared/decimal.ts'

export type Split = { readonly date: string; readonly ratio: string }

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
