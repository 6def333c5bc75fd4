/** Figures that every importer judges alike. */
import { fromMinorUnit, isCurrency } from '#src/shared/currency.ts'
import { absolute, type Decimal, decimal, divide, maximum, multiply, subtract, whole } from '#src/shared/decimal.ts'
import type { Unit } from './table/columns.ts'

const SMALLEST_TOLERANCE = decimal('0.02')
const TOLERANCE = decimal('0.002')
const TOLERANCE_WITH_RATE = decimal('0.005')

/** Whether a value is what was booked, within what rounding explains: 0.02, or 0.2 % of it, 0.5 % where a rate is between them. */
export function agrees(value: Decimal, booked: Decimal, hasRate = false): boolean {
  if (value === booked) return true
  const share = multiply(absolute(booked), hasRate ? TOLERANCE_WITH_RATE : TOLERANCE)
  return absolute(subtract(value, booked)) <= maximum(SMALLEST_TOLERANCE, share)
}

/** Whether a decimal text is 0, or missing. */
export function isZero(figure: string | undefined): boolean {
  return figure === undefined || !/[1-9]/.test(figure)
}

/** The currency of a code as it is written, pence and the like with their divisor; `undefined` for anything else. */
export function unitOfCode(code: string): Unit | undefined {
  return fromMinorUnit(code) ?? (isCurrency(code) ? { currency: code, divisor: 1 } : undefined)
}

/** A figure in whole units of its currency. */
export function inUnit(value: Decimal, unit: Unit | undefined): Decimal {
  return unit === undefined || unit.divisor === 1 ? value : divide(value, whole(unit.divisor))
}
