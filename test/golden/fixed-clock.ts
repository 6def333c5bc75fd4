/** Loaded before a service that is compared: its clock stands at the instant of the questions, and it reaches out to nobody. */
import { NOW } from './ask.ts'

const INSTANT = Date.parse(NOW)
const Real = Date

/** Without an argument always the same instant. */
function FixedDate(...given: ConstructorParameters<typeof Date> | []): Date | string {
  if (!new.target) return new Real(INSTANT).toString()
  return given.length === 0 ? new Real(INSTANT) : new Real(...given)
}

globalThis.Date = Object.assign(FixedDate, {
  prototype: Real.prototype,
  now: () => INSTANT,
  parse: Real.parse,
  UTC: Real.UTC,
}) as unknown as DateConstructor
globalThis.fetch = Object.assign(() => Promise.reject(new Error('no network here')), { preconnect: () => {} })
