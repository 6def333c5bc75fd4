/** Figures of DEGIRO reports: the decimal sign follows the language of the site and may change within one file. */
import { type NumberStyle, parseNumber, provenStyle, squeeze } from '#plugins/kit/index.ts'
import { fromMinorUnit, isCurrency } from '#src/shared/currency.ts'
import { absolute, add, type Decimal, decimal, divide, maximum, multiply, ONE, tryDecimal, whole } from '#src/shared/decimal.ts'

const BASE_TOLERANCE = decimal('0.02')
const TRADE_TOLERANCE = decimal('0.002')
const CONVERTED_TOLERANCE = decimal('0.005')

/** A cell as an exact decimal: its own proof first, then the style of the file; `undefined` when it is no number that the ledger can hold. */
export function readFigure(cell: string, style: NumberStyle | undefined): Decimal | undefined {
  const text = parseNumber(cell, provenStyle(cell) ?? style)
  const value = text === undefined ? 'not-a-number' : tryDecimal(text)
  return typeof value === 'string' ? undefined : value
}

export type Unit = { readonly currency: string; readonly divisor: Decimal }

/** The ISO currency behind a code (`GBX` is GBP / 100); `undefined` for anything else. */
export function readUnit(cell: string): Unit | undefined {
  const code = squeeze(cell)
  const minor = fromMinorUnit(code)
  if (minor) return { currency: minor.currency, divisor: whole(minor.divisor) }
  return isCurrency(code) ? { currency: code, divisor: ONE } : undefined
}

/** Whether a value agrees with a booked gross (both as sizes) within what the ledger allows: 0.02, 0.2 %, or 0.5 % across currencies. */
export function agrees(value: Decimal, gross: Decimal, converted: boolean): boolean {
  const size = absolute(gross)
  const off = absolute(add(absolute(value), -size as Decimal))
  return off <= maximum(BASE_TOLERANCE, multiply(size, converted ? CONVERTED_TOLERANCE : TRADE_TOLERANCE))
}

const HUNDRED = decimal('100')

/**
 * For how many units a price is meant, by what was booked: `1`, `0.01` (contracts of 100) or `100` (bonds in percent);
 * `undefined` when quantity x price x rate gives none of these.
 */
export function priceQuantityOf(
  quantity: Decimal,
  price: Decimal,
  rate: Decimal | undefined,
  gross: Decimal,
): string | undefined {
  const value = absolute(multiply(multiply(quantity, price), rate ?? ONE))
  const converted = rate !== undefined
  if (agrees(value, gross, converted)) return '1'
  if (agrees(multiply(value, HUNDRED), gross, converted)) return '0.01'
  return agrees(divide(value, HUNDRED), gross, converted) ? '100' : undefined
}
