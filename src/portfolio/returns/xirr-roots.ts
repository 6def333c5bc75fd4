/**
 * Where a sum of payments, discounted by e^(-x t), changes its sign, for every real x. Each side of x = 0 is cut into pieces: on most of them what is
 * paid and what is got, which both only fall, never meet; on the others the sum is its Taylor polynomial to the last bit, whose roots lie between
 * those of its derivatives. The work grows with the number of payments and not with that of roots.
 */
import type { Payment } from './xirr.ts'

/** A point at which the sign is known: 0 = too close to zero. */
type Sample = { readonly x: number; readonly sign: -1 | 0 | 1; readonly size: number }

/** A root, or the two points between which it lies. */
export type Root = { readonly from: number; readonly to: number }

/** Amounts by their distance from the end that counts most, in years. */
type Terms = { readonly amounts: Float64Array; readonly years: Float64Array }
type Sums = { readonly plus: number; readonly minus: number }

const DAYS_PER_YEAR = 365
/** e to the power of minus this is nothing beside a payment that counts. */
const FADED = 80
const DEGREE = 26
const FARTHEST = 1e5

/** Every root, in ascending order; two that no computation in binary numbers tells apart are one. `flows` by day, the first and the last not zero. */
export function rootsOf(flows: readonly Payment[]): Root[] {
  const before = scan(termsOf(flows.toReversed())).reverse()
  const after = scan(termsOf(flows))
  return rootsBetween([...before.map((sample) => ({ ...sample, x: -sample.x })), ...after])
}

function termsOf(flows: readonly Payment[]): Terms {
  const first = flows[0]?.day ?? 0
  return {
    amounts: Float64Array.from(flows, (flow) => flow.amount),
    years: Float64Array.from(flows, (flow) => Math.abs(flow.day - first) / DAYS_PER_YEAR),
  }
}

function rootsBetween(samples: readonly Sample[]): Root[] {
  const roots: Root[] = []
  let last: Sample | undefined
  let touching: Sample | undefined
  for (const sample of samples) {
    if (sample.sign === 0) {
      if (touching === undefined || sample.size < touching.size) touching = sample
      continue
    }
    if (last !== undefined && last.sign !== sample.sign) roots.push({ from: last.x, to: sample.x })
    else if (last !== undefined && touching !== undefined) roots.push({ from: touching.x, to: touching.x })
    last = sample
    touching = undefined
  }
  return roots
}

/** What is got and what is paid, each without sign, at x = `at`. */
function sumsAt({ amounts, years }: Terms, at: number): Sums {
  let [plus, minus] = [0, 0]
  for (let index = 0; index < amounts.length; index++) {
    const faded = at * (years[index] ?? 0)
    if (faded > FADED) break
    const amount = (amounts[index] ?? 0) * Math.exp(-faded)
    if (amount > 0) plus += amount
    else minus -= amount
  }
  return { plus, minus }
}

/** What rounding may make of a sum of nothing. */
function noiseOf({ amounts }: Terms, { plus, minus }: Sums): number {
  return Number.EPSILON * (8 + Math.sqrt(amounts.length)) * (plus + minus)
}

function sampleAt(x: number, value: number, noise: number): Sample {
  const size = Math.abs(value) / noise
  return { x, sign: size <= 1 ? 0 : value > 0 ? 1 : -1, size }
}

type Point = { readonly at: number; readonly sums: Sums }

/** From 0 to where the nearest payment outweighs all others. */
function scan(terms: Terms): Sample[] {
  const pointAt = (at: number): Point => ({ at, sums: sumsAt(terms, at) })
  const sampled = ({ at, sums }: Point) => sampleAt(at, sums.plus - sums.minus, noiseOf(terms, sums))
  const start = pointAt(0)
  const samples = [sampled(start)]
  const open = [[start, pointAt(farthestOf(terms))] as const]
  for (let piece = open.pop(); piece !== undefined; piece = open.pop()) {
    const [from, to] = piece
    const span = reachOf(terms, from.at)
    if (isApart(from.sums, to.sums)) samples.push(sampled(to))
    else if (to.at - from.at <= 4 / span) samples.push(...extremesOf(terms, from, to), sampled(to))
    else {
      const middle = pointAt((from.at + to.at) / 2)
      open.push([middle, to], [from, middle])
    }
  }
  return samples
}

/** Both sums fall, so that one is above the other all the way. */
function isApart(from: Sums, to: Sums): boolean {
  const margin = 1 + 1e-9
  return to.plus > from.minus * margin || to.minus > from.plus * margin
}

/** The years after which payments have faded at x = `at`. */
function reachOf({ years }: Terms, at: number): number {
  return Math.min(years.at(-1) ?? 0, FADED / at)
}

function farthestOf(terms: Terms): number {
  const nearest = Math.abs(terms.amounts[0] ?? 0)
  for (let at = 1; at < FARTHEST; at *= 2) {
    const { plus, minus } = sumsAt(terms, at)
    if (plus + minus < 1.5 * nearest) return at
  }
  return FARTHEST
}

/** The points of a short piece between which its sum only rises or only falls. */
function extremesOf(terms: Terms, from: Point, to: Point): Sample[] {
  const [middle, half] = [(from.at + to.at) / 2, (to.at - from.at) / 2]
  const taylor = taylorOf(terms, middle, half)
  const noise = noiseOf(terms, from.sums)
  return signChanges(derivativeOf(taylor)).map((u) => sampleAt(middle + u * half, evaluate(taylor, u), noise))
}

/** Coefficients of the powers of u, for x = middle + u half and -1 <= u <= 1. */
function taylorOf({ amounts, years }: Terms, middle: number, half: number): Float64Array {
  const found = new Float64Array(DEGREE + 1)
  for (let index = 0; index < amounts.length; index++) {
    const year = years[index] ?? 0
    if (middle * year > FADED) break
    let term = (amounts[index] ?? 0) * Math.exp(-middle * year)
    for (let power = 0; power <= DEGREE; power++) {
      found[power] = (found[power] ?? 0) + term
      term *= (-year * half) / (power + 1)
    }
  }
  return found
}

function evaluate(polynomial: Float64Array, u: number): number {
  let value = 0
  for (let power = polynomial.length - 1; power >= 0; power--) value = value * u + (polynomial[power] ?? 0)
  return value
}

function derivativeOf(polynomial: Float64Array): Float64Array {
  return polynomial.slice(1).map((coefficient, index) => coefficient * (index + 1))
}

/** Where a polynomial changes its sign between -1 and 1: between two neighbouring extremes it does so once at most. */
function signChanges(polynomial: Float64Array): number[] {
  const constant = Math.abs(polynomial[0] ?? 0)
  const others = polynomial.reduce((sum, coefficient, power) => (power === 0 ? 0 : sum + Math.abs(coefficient)), 0)
  if (polynomial.length < 2 || constant > others) return []
  const points = [-1, ...signChanges(derivativeOf(polynomial)), 1]
  return points.flatMap((to, index) => {
    const from = points[index - 1]
    if (from === undefined || evaluate(polynomial, from) > 0 === evaluate(polynomial, to) > 0) return []
    return [halved(polynomial, from, to)]
  })
}

function halved(polynomial: Float64Array, from: number, to: number): number {
  let [low, high] = [from, to]
  const rises = evaluate(polynomial, to) > 0
  for (let round = 0; round < 56; round++) {
    const middle = (low + high) / 2
    if (evaluate(polynomial, middle) > 0 === rises) high = middle
    else low = middle
  }
  return (low + high) / 2
}
