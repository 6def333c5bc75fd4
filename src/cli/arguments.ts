import { InvalidArgumentError } from 'commander'
import { isCurrency } from '../shared/currency.ts'
import { isDay } from '../shared/date.ts'

/** Throws `InvalidArgumentError` for what is no day. */
export function parseDay(text: string): string {
  if (isDay(text)) return text
  throw new InvalidArgumentError('Must be a day that exists, as YYYY-MM-DD.')
}

/** In upper case. Throws `InvalidArgumentError` for what is no currency. */
export function parseCode(text: string): string {
  const code = text.toUpperCase()
  if (isCurrency(code)) return code
  throw new InvalidArgumentError('Must be an ISO 4217 currency code such as EUR.')
}

/** The ids of assets, one more each time. Throws `InvalidArgumentError` for what is none. */
export function parseIds(text: string, before: readonly number[] = []): number[] {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be the id of an asset.')
  return [...before, Number(text)]
}

/** The id of something. Throws `InvalidArgumentError` for what is none. */
export function parseId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be an id, a number.')
  return Number(text)
}

/** A day as the instant at which it begins in UTC; other texts as they are. */
export function parseInstant(text: string): string {
  return isDay(text) ? `${text}T00:00:00Z` : text
}
