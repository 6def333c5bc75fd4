import { add, type Decimal, ZERO } from '../../shared/decimal.ts'

/** Exact values in eight bytes each; those that need more stand in `wide`, and 0 in their place. */
export type WorthColumn = { readonly short: BigInt64Array; readonly wide: ReadonlyMap<number, Decimal> }

const LIMIT = 2 ** 63
const HALF = 32n
/** From here on a native fill is quicker than a loop. */
const LONG = 8

/** A column of zeros, to be filled. */
export function createColumn(length: number): WorthColumn & {
  readonly set: (index: number, value: Decimal) => void
  /** The same value from one index up to, but without, another. */
  readonly fill: (from: number, until: number, value: Decimal) => void
} {
  const short = new BigInt64Array(length)
  const words = new Int32Array(short.buffer)
  const wide = new Map<number, Decimal>()
  let [last, from]: [Decimal, number] = [ZERO, -1]
  const set = (index: number, value: Decimal) => {
    if (value === last && from >= 0) {
      words[2 * index] = words[2 * from] ?? 0
      words[2 * index + 1] = words[2 * from + 1] ?? 0
    } else if (Math.abs(Number(value)) < LIMIT) {
      short[index] = value
      last = value
      from = index
    } else wide.set(index, value)
  }
  return {
    short,
    wide,
    set,
    fill(start, until, value) {
      if (until - start > LONG && Math.abs(Number(value)) < LIMIT) short.fill(value, start, until)
      else for (let index = start; index < until; index++) set(index, value)
    },
  }
}

/** Sums of columns, index by index. The halves of the values are added up as binary numbers, which hold the sums of 2^21 of them exactly. */
export function createSums(length: number) {
  const [low, high] = [new Float64Array(length), new Float64Array(length)]
  const wide = new Map<number, Decimal>()
  return {
    add(column: WorthColumn): void {
      const [lows, highs] = [new Uint32Array(column.short.buffer), new Int32Array(column.short.buffer)]
      for (let index = 0; index < length; index++) {
        low[index] = (low[index] ?? 0) + (lows[2 * index] ?? 0)
        high[index] = (high[index] ?? 0) + (highs[2 * index + 1] ?? 0)
      }
      for (const [index, value] of column.wide) wide.set(index, add(wide.get(index) ?? ZERO, value))
    },
    list: (): Decimal[] =>
      Array.from(low, (value, index) => {
        const short = ((BigInt(high[index] ?? 0) << HALF) + BigInt(value)) as Decimal
        return add(short, wide.get(index) ?? ZERO)
      }),
  }
}
