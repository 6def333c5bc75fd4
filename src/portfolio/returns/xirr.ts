import { type Root, rootsOf } from './xirr-roots.ts'

/** A payment as the investor sees it: paid in is negative, got back (and the final value) positive. `day` counts from any day. */
export type Payment = { readonly day: number; readonly amount: number }

/** Why there is no money-weighted rate. */
export type NoRate = 'no-flows' | 'one-sign' | 'one-day' | 'no-solution' | 'several-solutions' | 'base-not-positive'

export type Rate = { readonly rate: number; readonly reason: null } | { readonly rate: null; readonly reason: NoRate }

const DAYS_PER_YEAR = 365

/**
 * The yearly rate at which the present value of all payments is zero, act/365 from the first payment. Searched in x = ln(1 + r) over all
 * rates, however close two of them are, every change of sign refined with Brent's method. More than one root, or none, or none that a
 * binary number can hold, is said and not guessed; so is one of money that was owed, on which a loss would have a rate above zero. Source: Brent, Algorithms for Minimization without Derivatives (1973), chapter 4.
 */
export function xirr(payments: readonly Payment[]): Rate {
  const flows = merged(payments)
  if (flows.length === 0) return { rate: null, reason: 'no-flows' }
  if (flows.length === 1) return { rate: null, reason: 'one-day' }
  if (!flows.some((flow) => flow.amount > 0) || !flows.some((flow) => flow.amount < 0)) return { rate: null, reason: 'one-sign' }
  const present = presentValue(flows)
  const roots = signChanges(flows) === 1 ? singleRoot(present) : rootsOf(flows)
  if (roots.length > 1) return { rate: null, reason: 'several-solutions' }
  const [root] = roots
  if (root !== undefined && present(root.from) < present(root.to)) return { rate: null, reason: 'base-not-positive' }
  const rate = root === undefined ? Number.POSITIVE_INFINITY : Math.expm1(brent(present, root.from, root.to))
  return Number.isFinite(rate) ? { rate, reason: null } : { rate: null, reason: 'no-solution' }
}

function merged(payments: readonly Payment[]): Payment[] {
  const byDay = new Map<number, number>()
  for (const { day, amount } of payments) byDay.set(day, (byDay.get(day) ?? 0) + amount)
  const all = [...byDay].map(([day, amount]) => ({ day, amount })).sort((a, b) => a.day - b.day)
  const scale = all.reduce((largest, flow) => Math.max(largest, Math.abs(flow.amount)), 0)
  return all.filter((flow) => Math.abs(flow.amount) > scale * 1e-14)
}

/** Scaled by e^(x times the middle), which moves no root and keeps both ends within the range of a double. */
function presentValue(flows: readonly Payment[]): (x: number) => number {
  const first = flows[0]?.day ?? 0
  const last = flows.at(-1)?.day ?? 0
  const years = flows.map((flow) => (flow.day - first) / DAYS_PER_YEAR)
  const span = (last - first) / DAYS_PER_YEAR
  return (x) => {
    const anchor = x < 0 ? span : 0
    return flows.reduce((sum, flow, index) => sum + flow.amount * Math.exp(x * (anchor - (years[index] ?? 0))), 0)
  }
}

function signChanges(flows: readonly Payment[]): number {
  return flows.filter((flow, index) => index > 0 && flow.amount > 0 !== (flows[index - 1]?.amount ?? 0) > 0).length
}

/** One change of sign means at most one root (Descartes): widen from 0 until it is caught. */
function singleRoot(present: (x: number) => number): Root[] {
  for (let reach = 0.1; reach <= 1e5; reach *= 2) {
    const [low, high] = [present(-reach), present(reach)]
    if (low === 0 || high === 0 || low > 0 !== high > 0) return [{ from: -reach, to: reach }]
  }
  return []
}

function brent(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to]
  let [fa, fb] = [f(a), f(b)]
  let [c, fc, d, e] = [a, fa, b - a, b - a]
  for (let round = 0; round < 200; round++) {
    if (fb > 0 === fc > 0) [c, fc, d, e] = [a, fa, b - a, b - a]
    if (Math.abs(fc) < Math.abs(fb)) [a, b, c, fa, fb, fc] = [b, c, b, fb, fc, fb]
    const tolerance = 2 * Number.EPSILON * Math.abs(b) + 1e-16
    const middle = (c - b) / 2
    if (Math.abs(middle) <= tolerance || fb === 0) return b
    const step =
      Math.abs(e) >= tolerance && Math.abs(fa) > Math.abs(fb) ? interpolate({ a, b, c, fa, fb, fc, middle }) : undefined
    const good =
      step !== undefined && step * middle > 0 && Math.abs(2 * step) < Math.min(Math.abs(3 * middle) - tolerance, Math.abs(e))
    e = good ? d : middle
    d = good ? step : middle
    a = b
    fa = fb
    b += Math.abs(d) > tolerance ? d : Math.sign(middle) * tolerance
    fb = f(b)
  }
  return b
}

type Bracket = Readonly<Record<'a' | 'b' | 'c' | 'fa' | 'fb' | 'fc' | 'middle', number>>

/** The secant step, or the inverse quadratic one with three different points. */
function interpolate({ a, b, c, fa, fb, fc, middle }: Bracket): number {
  const s = fb / fa
  if (a === c) return -(2 * middle * s) / (1 - s)
  const q = fa / fc
  const r = fb / fc
  const p = s * (2 * middle * q * (q - r) - (b - a) * (r - 1))
  return -p / ((q - 1) * (r - 1) * (s - 1))
}
