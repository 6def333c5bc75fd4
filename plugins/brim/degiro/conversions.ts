/** The two halves of currency conversions found again: a statement writes them as two rows, only one of which has the rate. */
import { fail } from '#plugins/kit/index.ts'
import {
  absolute,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  minimum,
  multiply,
  ONE,
  subtract,
  ZERO,
} from '#src/shared/decimal.ts'
import type { AccountRow } from './account-rows.ts'
import { type Book, draftOf } from './book.ts'

export type Leg = AccountRow & { readonly amount: Decimal }
/** Money out first, money in second. */
export type Conversion = readonly [Leg, Leg]

const LOOSE = decimal('0.05')
const ROUNDING = decimal('0.02')
/** The halves of a conversion stand beside each other, or with a few rows in between. */
const NEIGHBOURS = 8
const MOST_COMPARED = 64

/** Pairs the legs: same order and minute first, then same order and day; a leg without its other half becomes an error of the book. */
export function pairConversions(rows: readonly Leg[], book: Book): Conversion[] {
  const conversions: Conversion[] = []
  const open = new Set(rows)
  for (const group of Map.groupBy([...open], (leg) => `${dayKey(leg)} ${leg.time ?? ''}`).values())
    conversions.push(...pairGroup(group, open))
  for (const group of Map.groupBy([...open], dayKey).values())
    for (const pair of pairGroup(group, open)) {
      for (const leg of pair) book.acrossMinutes.add(leg.row)
      conversions.push(pair)
    }
  for (const leg of open) {
    const detail = `The other half of this currency conversion (${leg.currency} ${formatDecimal(leg.amount)}) is not in the file. Export a period that has both rows.`
    fail(book, leg, 'half-conversion', detail)
  }
  return conversions
}

function dayKey(leg: Leg): string {
  return `${leg.order} ${leg.date}`
}

/** Two legs alone need no rate that fits. Else the nearest rows whose amounts fit their rate exactly first; what is left is compared each with each, in bounded parts. */
function pairGroup(group: readonly Leg[], open: Set<Leg>): Conversion[] {
  const [a, b] = group
  if (a !== undefined && b !== undefined && group.length === 2) return isExchange(a, b) ? takeFree([[a, b]], open) : []
  const found = takeFree(neighboursOf(group, open), open)
  const left = group.filter((leg) => open.has(leg))
  for (let at = 0; at < left.length; at += MOST_COMPARED)
    found.push(...takeFree(likelyOf(left.slice(at, at + MOST_COMPARED)), open))
  return found
}

/** Takes the pairs whose legs are both free yet. */
function takeFree(pairs: Iterable<readonly [Leg, Leg]>, open: Set<Leg>): Conversion[] {
  const found: Conversion[] = []
  for (const [a, b] of pairs) {
    if (!open.has(a) || !open.has(b)) continue
    open.delete(a)
    open.delete(b)
    found.push(a.amount < 0n ? [a, b] : [b, a])
  }
  return found
}

function* neighboursOf(group: readonly Leg[], open: ReadonlySet<Leg>): Generator<[Leg, Leg]> {
  for (let distance = 1; distance <= NEIGHBOURS; distance++)
    for (const [index, a] of group.entries()) {
      const b = group[index + distance]
      if (b && open.has(a) && open.has(b) && isExchange(a, b) && rateError(a, b) === ZERO) yield [a, b]
    }
}

function isExchange(a: Leg, b: Leg): boolean {
  return a.currency !== b.currency && a.amount < 0n !== b.amount < 0n
}

/** The pairs whose amounts fit their rate, the best first. */
function likelyOf(group: readonly Leg[]): (readonly [Leg, Leg])[] {
  const rated = group.flatMap((a, index) =>
    group.slice(index + 1).flatMap((b, distance) => {
      return isExchange(a, b) ? { pair: [a, b] as const, distance, error: rateError(a, b) } : []
    }),
  )
  const likely = rated.filter(({ error }) => error <= LOOSE)
  likely.sort((a, b) => (a.error === b.error ? a.distance - b.distance : a.error < b.error ? -1 : 1))
  return likely.map(({ pair }) => pair)
}

/** How far the amounts are from the rate that one of the rows has, as a share; rounding of tiny amounts is no error. */
function rateError(a: Leg, b: Leg): Decimal {
  const rate = a.rate ?? b.rate
  if (rate === undefined || rate <= 0n) return ZERO
  const [rated, other] = a.rate === undefined ? [b, a] : [a, b]
  return [rate, divide(ONE, rate)].map((factor) => shareOff(rated, other, factor)).reduce(minimum)
}

function shareOff(rated: Leg, other: Leg, factor: Decimal): Decimal {
  const off = absolute(subtract(absolute(rated.amount), multiply(absolute(other.amount), factor)))
  return off <= ROUNDING ? ZERO : divide(off, absolute(rated.amount))
}

/** A conversion that belongs to no order: a group of two legs. */
export function addConversion(book: Book, [out, into]: Conversion): void {
  const group = `fx-${Math.min(out.rows[0], into.rows[0])}`
  for (const leg of [out, into]) {
    const draft = draftOf(leg, 'FX_CONVERSION', { amount: formatDecimal(leg.amount), currency: leg.currency, group })
    const rate = leg.rate === undefined ? '' : ` ${formatDecimal(leg.rate)}`
    book.transactions.push({ ...draft, description: `${leg.description}${rate}` })
  }
}
