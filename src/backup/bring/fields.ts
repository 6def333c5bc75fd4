/** Reads fields of what an export has. Everything throws RangeError with what is wrong; nothing is rounded, cut or guessed. Pure. */
import { isCurrency } from '../../shared/currency.ts'
import { isDay } from '../../shared/date.ts'
import { type Decimal, decimal, tryDecimal } from '../../shared/decimal.ts'

export type Item = Readonly<Record<string, unknown>>

export function itemOf(value: unknown): Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RangeError('Must be an object.')
  return value as Item // what any object is
}

export function listOf(item: Item, name: string, most: number): readonly unknown[] {
  const value = item[name]
  if (!Array.isArray(value) || value.length > most) throw wrong(name, `a list of at most ${most}`)
  return value
}

export function maybe<T>(read: (item: Item, name: string) => T): (item: Item, name: string) => T | null {
  return (item, name) => (item[name] == null ? null : read(item, name))
}

export function text(most: number): (item: Item, name: string) => string {
  return (item, name) => {
    const value = item[name]
    if (typeof value === 'string' && value.length <= most && value.isWellFormed()) return value
    throw wrong(name, `a text of at most ${most} characters`)
  }
}

/** A text with a letter or digit in it. */
export function name(most: number): (item: Item, name: string) => string {
  return (item, field) => {
    const value = text(most)(item, field)
    if (/[\p{L}\p{N}\p{S}]/u.test(value)) return value
    throw wrong(field, 'a name')
  }
}

export function integer(item: Item, name: string): number {
  const value = item[name]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw wrong(name, 'a whole number above 0')
}

export function flag(item: Item, name: string): boolean {
  const value = item[name]
  if (typeof value === 'boolean') return value
  throw wrong(name, 'true or false')
}

export function decimalField(item: Item, name: string): Decimal {
  const value = item[name]
  if (typeof value === 'string' && typeof tryDecimal(value) === 'bigint') return decimal(value)
  throw wrong(name, 'a decimal, as text')
}

export function day(item: Item, name: string): string {
  const value = item[name]
  if (typeof value === 'string' && isDay(value)) return value
  throw wrong(name, 'a day as YYYY-MM-DD')
}

export function currency(item: Item, name: string): string {
  const value = item[name]
  if (typeof value === 'string' && isCurrency(value)) return value
  throw wrong(name, 'an ISO 4217 currency')
}

export function oneOf<T extends string>(all: readonly T[]): (item: Item, name: string) => T {
  return (item, name) => {
    const found = all.find((one) => one === item[name])
    if (found === undefined) throw wrong(name, `one of ${all.join(', ')}`)
    return found
  }
}

function wrong(name: string, wanted: string): RangeError {
  return new RangeError(`${name} must be ${wanted}.`)
}
