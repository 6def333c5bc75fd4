import { readSplitRatio, type Split } from '../../prices/service.ts'
import { dayNumber } from '../../shared/day-number.ts'
import { type Decimal, formatDecimal, multiplyDivide, subtract, tryDecimal } from '../../shared/decimal.ts'
import { readRatio } from '../../transactions/service.ts'

/** A split that the catalogue knows. `ratio` as a transaction says it; `factor` = new units for an old one, good enough to compare prices. */
export type CatalogueSplit = {
  readonly date: string
  readonly day: number
  readonly ratio: string
  readonly after: Decimal
  readonly before: Decimal
  readonly factor: number
}

/** Splits that the catalogue and the ledger, or two brokers, have so many days apart are the same one. */
export const SAME_WITHIN_DAYS = 7
/** Of an asset the last ones are looked for. */
const MOST_SPLITS = 100
/** A company splits in small numbers; sources put spin-offs, which move no units, in the same list with ratios such as 1253:1000. */
const MOST_PARTS = 100n
const MANUAL = 'MANUAL'

/** Those that a broker would book, oldest first: what a user entered, and what a source says in small numbers. */
export function bookableSplits(splits: readonly Split[]): CatalogueSplit[] {
  return splits.flatMap((split) => toBookable(split) ?? []).slice(-MOST_SPLITS)
}

function toBookable({ date, ratio: text, source }: Split): CatalogueSplit | undefined {
  const [after, before] = readSplitRatio(text) ?? []
  if (after === undefined || before === undefined || after === before) return undefined
  const ratio = `${formatDecimal(after)}:${formatDecimal(before)}`
  const isMeant = source === MANUAL || isInSmallNumbers(after, before)
  if (!isMeant || readRatio(ratio) === undefined) return undefined
  return { date, day: dayNumber(date), ratio, after, before, factor: Number(after) / Number(before) }
}

function isInSmallNumbers(after: bigint, before: bigint): boolean {
  const [small, large] = after < before ? [after, before] : [before, after]
  return small / commonDivisor(large, small) <= MOST_PARTS
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b]
  while (small > 0n) [large, small] = [small, large % small]
  return large
}

/** By how many units a holding changes; `undefined` where that has more digits than a transaction can say. */
export function changeBy({ after, before }: CatalogueSplit, held: Decimal): Decimal | undefined {
  const split = multiplyDivide(held, after, before)
  const change = subtract(split, held)
  return isTooLong(split) || isTooLong(change) ? undefined : change
}

function isTooLong(value: Decimal): boolean {
  return tryDecimal(formatDecimal(value)) === 'too-many-digits'
}
