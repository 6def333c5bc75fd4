/** Days as exchanges count them. */
import { lastFinished } from './exchange.ts'

const [SESSION_END, EVER] = ['18:00', '9999-12-31']
const zones = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** The day of an instant at a place, by its zone (IANA): midnight in New York is 04:00 or 05:00 UTC. */
export function daysAt(timeZone: string): (instant: Date) => string {
  const format = zones(timeZone)
  return (instant) => format.format(instant)
}

/** The last day at the exchange whose trading has ended: today from 18:00 there, else the day before. A close of a later day may still change. */
export function lastEndedDay(now: Date, timeZone: string): string {
  return lastFinished(EVER, now, { timeZone, sessionEnd: SESSION_END })
}
