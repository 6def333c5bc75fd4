/** Figures of DEGIRO reports: the decimal sign follows the language of the site and may change within one file. */
import { agrees, type NumberStyle, parseNumber, provenStyle, squeeze, type Unit, unitOfCode } from '#plugins/kit/index.ts'
import { absolute, type Decimal, decimal, divide, multiply, ONE, tryDecimal } from '#src/shared/decimal.ts'

const HUNDRED = decimal('100')

/** A cell as an exact decimal: its own proof first, then the style of the file; `undefined` when it is no number that the ledger can hold. */
export function readFigure(cell: string, style: NumberStyle | undefined): Decimal | undefined {
  const text = parseNumber(cell, provenStyle(cell) ?? style)
  const value = text === undefined ? 'not-a-number' : tryDecimal(text)
  return typeof value === 'string' ? undefined : value
}

/** The ISO currency behind a code (`GBX` is GBP / 100); `undefined` for anything else. */
export function readUnit(cell: string): Unit | undefined {
  return unitOfCode(squeeze(cell))
}

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
  const [value, booked] = [absolute(multiply(multiply(quantity, price), rate ?? ONE)), absolute(gross)]
  const isFor = (one: Decimal) => agrees(one, booked, rate !== undefined)
  if (isFor(value)) return '1'
  if (isFor(multiply(value, HUNDRED))) return '0.01'
  return isFor(divide(value, HUNDRED)) ? '100' : undefined
}
