/** Figures that every importer judges alike. */
import { fromMinorUnit, isCurrency, normaliseCurrency } from '#src/shared/currency.ts'
import {
  absolute,
  DECIMAL_PLACES,
  type Decimal,
  decimal,
  divide,
  divideHalfEven,
  formatDecimal,
  maximum,
  multiply,
  subtract,
  tryDecimal,
  whole,
  ZERO,
} from '#src/shared/decimal.ts'
import { refuse } from './refuse.ts'
import type { Unit } from './table/columns.ts'

const SMALLEST_TOLERANCE = decimal('0.02')
const TOLERANCE = decimal('0.002')
const TOLERANCE_WITH_RATE = decimal('0.005')
/** Between these no decimal has too many digits. */
const CERTAIN = 10n ** 28n
const CERTAIN_BELOW_ZERO = -CERTAIN

/** Whether a value is what was booked, within what rounding explains: 0.02, or 0.2 % of it, 0.5 % where a rate is between them. */
export function agrees(value: Decimal, booked: Decimal, hasRate = false): boolean {
  if (value === booked) return true
  const share = multiply(absolute(booked), hasRate ? TOLERANCE_WITH_RATE : TOLERANCE)
  return absolute(subtract(value, booked)) <= maximum(SMALLEST_TOLERANCE, share)
}

/** Whether a decimal text is 0, or missing. */
export function isZero(figure: string | undefined): boolean {
  if (figure === undefined || figure === '0') return true
  const first = figure.charCodeAt(0)
  return !(first > 48 && first <= 57) && !/[1-9]/.test(figure)
}

/** The currency of a code as it is written, pence and the like with their divisor; `undefined` for anything else. */
export function unitOfCode(code: string): Unit | undefined {
  return fromMinorUnit(code) ?? (isCurrency(code) ? { currency: code, divisor: 1 } : undefined)
}

/** What a code that stands for a unit means, whether it is a currency or not; pence and the like with their divisor. */
export function unitNamed(code: string): Unit {
  return fromMinorUnit(code) ?? { currency: normaliseCurrency(code), divisor: 1 }
}

/** A figure in whole units of its currency. */
export function inUnit(value: Decimal, unit: Unit | undefined): Decimal {
  return unit === undefined || unit.divisor === 1 ? value : divide(value, whole(unit.divisor))
}

/** A figure as a decimal that the ledger can hold. Throws RowRefusal for one with more digits. */
export function exact(value: string | Decimal): Decimal {
  if (typeof value === 'bigint' && value < CERTAIN && value > CERTAIN_BELOW_ZERO) return value
  const text = typeof value === 'string' ? value : formatDecimal(value)
  const parsed = tryDecimal(text)
  return typeof parsed === 'string' ? refuse('invalid-number', `${text} has more digits than can be held.`) : parsed
}

/** A plain decimal text, rounded half to even where it has more places than the ledger. */
export function roundedText(text: string): string {
  if (text.length <= DECIMAL_PLACES) return text
  const point = text.indexOf('.')
  const more = point < 0 ? 0 : text.length - point - 1 - DECIMAL_PLACES
  if (more <= 0) return text
  return formatDecimal(divideHalfEven(BigInt(text.replace('.', '')), 10n ** BigInt(more)) as Decimal)
}

/** A decimal as a draft has it; nothing for 0. */
export function textOf(value: Decimal | undefined): string | undefined {
  return value === undefined || value === ZERO ? undefined : formatDecimal(value)
}
