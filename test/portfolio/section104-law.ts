import type { LotEntry } from '#src/lots/entry.ts'
import { dayNumber } from '#src/shared/day-number.ts'

/**
 * Sections 104, 105 and 106A once more, straight from the words of the law, with fractions and without any cleverness: every unit is expressed
 * in units before the first split, days are walked one by one.
 */
export type Fraction = readonly [numerator: bigint, denominator: bigint]

const NONE: Fraction = [0n, 1n]

function fraction(numerator: bigint, denominator: bigint): Fraction {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator]
  while (b !== 0n) [a, b] = [b, a % b]
  const sign = denominator < 0n ? -1n : 1n
  return a === 0n ? NONE : [(sign * numerator) / a, (sign * denominator) / a]
}

const plus = (a: Fraction, b: Fraction) => fraction(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
const minus = (a: Fraction, b: Fraction) => fraction(a[0] * b[1] - b[0] * a[1], a[1] * b[1])
const times = (a: Fraction, b: Fraction) => fraction(a[0] * b[0], a[1] * b[1])
const over = (a: Fraction, b: Fraction) => fraction(a[0] * b[1], a[1] * b[0])
const isLess = (a: Fraction, b: Fraction) => a[0] * b[1] < b[0] * a[1]
const least = (a: Fraction, b: Fraction) => (isLess(a, b) ? a : b)
const isNone = ([numerator]: Fraction) => numerator === 0n
const exact = (value: bigint): Fraction => fraction(value, 10n ** 12n)
export const numberOf = ([numerator, denominator]: Fraction) => Number((numerator * 10n ** 15n) / denominator) / 1e15

/** All of one kind on one day. */
type Sum = { units: Fraction; money: Fraction }
type Day = { date: string; bought: Sum; sold: Sum; given: Fraction; changes: bigint[] }

const EMPTY = (): Sum => ({ units: NONE, money: NONE })

function take(from: Sum, units: Fraction): Fraction {
  const money = over(times(from.money, units), from.units)
  from.units = minus(from.units, units)
  from.money = isNone(from.units) ? NONE : minus(from.money, money)
  return money
}

function daysOf(entries: readonly LotEntry[]): Day[] {
  const days = new Map<string, Day>()
  let [held, factor] = [0n, [1n, 1n] as Fraction]
  const dates = [...new Set(entries.map((entry) => entry.date))].sort()
  for (const date of dates) {
    const own = entries.filter((entry) => entry.date === date)
    const split = own.reduce((all, entry) => (entry.kind === 'split' ? all + entry.quantity : all), 0n)
    if (held * (held + split) > 0n) factor = over(times(factor, exact(held + split)), exact(held))
    held += own.reduce((all, entry) => all + entry.quantity, 0n)
    const day: Day = { date, bought: EMPTY(), sold: EMPTY(), given: NONE, changes: [] }
    days.set(date, day)
    for (const { kind, quantity, worth, realises } of own) {
      if (kind === 'cost') day.changes.push(worth.inReport)
      if (kind !== 'trade') continue
      const units = over(exact(quantity < 0n ? -quantity : quantity), factor)
      const side = quantity > 0n ? day.bought : day.sold
      if (quantity < 0n && !realises) day.given = plus(day.given, units)
      else {
        side.units = plus(side.units, units)
        side.money = plus(side.money, exact(quantity > 0n ? worth.inReport : -worth.inReport))
      }
    }
  }
  return [...days.values()]
}

/** The gain of each day of sale of one asset, and what the pool has left at its cost. */
export function byTheLaw(entries: readonly LotEntry[]): { gains: Map<string, Fraction>; cost: Fraction } {
  const days = daysOf(entries)
  const gains = new Map<string, Fraction>()
  const match = (sale: Day, purchase: Day) => {
    const units = least(sale.sold.units, purchase.bought.units)
    if (isNone(units)) return
    const gain = minus(take(sale.sold, units), take(purchase.bought, units))
    gains.set(sale.date, plus(gains.get(sale.date) ?? NONE, gain))
  }
  for (const day of days) match(day, day)
  for (const sale of days)
    for (const purchase of days) {
      const ahead = dayNumber(purchase.date) - dayNumber(sale.date)
      if (ahead > 0 && ahead <= 30) match(sale, purchase)
    }
  return { gains, cost: throughPool(days, gains) }
}

/** What is short stands in a pool of its own, at what it brought. */
function throughPool(days: readonly Day[], gains: Map<string, Fraction>): Fraction {
  const [pool, short] = [EMPTY(), EMPTY()]
  const put = (on: Sum, from: Sum) => {
    on.units = plus(on.units, from.units)
    on.money = plus(on.money, from.money)
  }
  const close = (date: string, from: Sum, against: Sum, sign: bigint) => {
    const units = least(from.units, against.units)
    if (isNone(units)) return
    const gain = times([sign, 1n], minus(take(from, units), take(against, units)))
    gains.set(date, plus(gains.get(date) ?? NONE, gain))
  }
  const realise = (date: string, money: Fraction) => gains.set(date, minus(gains.get(date) ?? NONE, money))
  for (const { date, bought, sold, given, changes } of days) {
    close(date, bought, short, -1n)
    put(pool, bought)
    close(date, sold, pool, 1n)
    put(short, sold)
    const gone = least(given, pool.units)
    if (!isNone(gone)) take(pool, gone)
    put(short, { units: minus(given, gone), money: NONE })
    for (const change of [...changes].sort((a, b) => (a < b ? -1 : 1)).map(exact)) {
      if (isNone(pool.units) && isNone(short.units)) realise(date, change)
      else if (isNone(short.units)) {
        const after = plus(pool.money, change)
        pool.money = isLess(after, NONE) ? NONE : after
        realise(date, minus(after, pool.money))
      } else {
        const after = minus(short.money, change)
        short.money = isLess(after, NONE) ? NONE : after
        realise(date, minus(short.money, after))
      }
    }
  }
  return minus(pool.money, short.money)
}
