/**
 * Lots of one long holding once more, with fractions and without any cleverness: every unit of a lot takes the same part of a change of cost, no lot
 * costs less than nothing, and what is left of the change is a gain.
 */
type Fraction = readonly [numerator: bigint, denominator: bigint]
export type Event =
  | { readonly kind: 'buy' | 'sell'; readonly units: bigint; readonly money: bigint }
  | { readonly kind: 'split'; readonly factor: bigint }
  | { readonly kind: 'cost'; readonly money: bigint }
export type Order = 'FIFO' | 'LIFO' | 'HIFO' | 'AVERAGE'

type Lot = { readonly place: number; units: Fraction; cost: Fraction }

const NONE: Fraction = [0n, 1n]

function fraction(numerator: bigint, denominator: bigint): Fraction {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator]
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? NONE : [numerator / a, denominator / a]
}
const plus = (a: Fraction, b: Fraction) => fraction(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
const minus = (a: Fraction, b: Fraction) => plus(a, [-b[0], b[1]])
const times = (a: Fraction, b: Fraction) => fraction(a[0] * b[0], a[1] * b[1])
const over = (a: Fraction, b: Fraction) => fraction(a[0] * b[1], a[1] * b[0])
const isLess = (a: Fraction, b: Fraction) => a[0] * b[1] < b[0] * a[1]
const all = (lots: readonly Lot[], pick: (lot: Lot) => Fraction) => lots.map(pick).reduce(plus, NONE)
const numberOf = ([numerator, denominator]: Fraction) => Number((numerator * 10n ** 15n) / denominator) / 1e15

/** Gains in the order of the events that made them, and what is left. `units` and `money` are whole; no event sells more than there is. */
export function walkCosts(events: readonly Event[], order: Order): { gains: number[]; cost: number; units: number } {
  let lots: Lot[] = []
  const gains: number[] = []
  for (const [place, event] of events.entries()) {
    if (event.kind === 'buy') lots.push({ place, units: [event.units, 1n], cost: [event.money, 1n] })
    else if (event.kind === 'split') lots = lots.map((lot) => ({ ...lot, units: times(lot.units, [event.factor, 1n]) }))
    else if (event.kind === 'sell') gains.push(numberOf(minus([event.money, 1n], sell(lots, [event.units, 1n], order))))
    else gains.push(numberOf(change(lots, [event.money, 1n], order)))
    lots = lots.filter((lot) => lot.units[0] !== 0n)
  }
  return { gains, cost: numberOf(all(lots, (lot) => lot.cost)), units: numberOf(all(lots, (lot) => lot.units)) }
}

function sell(lots: readonly Lot[], units: Fraction, order: Order): Fraction {
  let [left, cost] = [units, NONE]
  const take = (lot: Lot, part: Fraction) => {
    const own = over(times(lot.cost, part), lot.units)
    lot.cost = minus(lot.cost, own)
    lot.units = minus(lot.units, part)
    left = minus(left, part)
    cost = plus(cost, own)
  }
  if (order === 'AVERAGE') {
    const [held, paid] = [all(lots, (lot) => lot.units), all(lots, (lot) => lot.cost)]
    const share = over(units, held)
    for (const lot of lots)
      Object.assign(lot, { units: minus(lot.units, times(lot.units, share)), cost: minus(lot.cost, times(lot.cost, share)) })
    return times(paid, share)
  }
  const perUnit = (lot: Lot) => over(lot.cost, lot.units)
  const first = (a: Lot, b: Lot) => {
    if (order === 'FIFO') return a.place - b.place
    if (order === 'LIFO') return b.place - a.place
    return isLess(perUnit(a), perUnit(b)) ? 1 : isLess(perUnit(b), perUnit(a)) ? -1 : a.place - b.place
  }
  for (const lot of [...lots].sort(first)) take(lot, isLess(lot.units, left) ? lot.units : left)
  return cost
}

/** What of a change no lot could take, as a gain. */
function change(lots: readonly Lot[], money: Fraction, order: Order): Fraction {
  const held = all(lots, (lot) => lot.units)
  if (held[0] === 0n) return minus(NONE, money)
  if (order === 'AVERAGE') {
    const before = all(lots, (lot) => lot.cost)
    const after = isLess(plus(before, money), NONE) ? NONE : plus(before, money)
    for (const lot of lots) lot.cost = over(times(after, lot.units), held)
    return minus(after, plus(before, money))
  }
  let gain = NONE
  for (const lot of lots) {
    const after = plus(lot.cost, over(times(money, lot.units), held))
    lot.cost = isLess(after, NONE) ? NONE : after
    gain = plus(gain, minus(lot.cost, after))
  }
  return gain
}
