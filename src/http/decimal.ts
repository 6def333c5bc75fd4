import { z } from '@hono/zod-openapi'
import { type Decimal, tryDecimal } from '../shared/decimal.ts'

const FAULTS = {
  'not-a-number': 'Must be a decimal number such as "12.5": digits, a dot, no exponent, no separators.',
  'too-many-digits': 'Has more than 28 significant digits.',
  'too-many-places': 'Has more than 12 places after the point.',
  inexact: 'A JSON number of more than 15 digits may have been rounded on its way: send it as a string.',
}

/** More than 28 digits need, zeros before and after them counted. */
const MAX_CHARACTERS = 80

/** A decimal on the way in: a string, or a JSON number; never rounded. */
export const decimalInput = z
  .union([z.string().max(MAX_CHARACTERS), z.number()], 'Must be a decimal number such as "12.5".')
  .transform((value, context): Decimal => {
    const text = typeof value === 'number' ? exactText(value) : value
    const parsed = text === undefined ? 'inexact' : tryDecimal(text)
    if (typeof parsed !== 'string') return parsed
    context.issues.push({ code: 'custom', message: FAULTS[parsed], input: value })
    return z.NEVER
  })
  .openapi({
    type: 'string',
    format: 'decimal',
    maxLength: MAX_CHARACTERS,
    pattern: '^-?\\d+(\\.\\d+)?$',
    example: '12.5',
  })

/** A decimal on the way out: plain text, no exponent, no trailing zeros. */
export const DecimalText = z.string().openapi('Decimal', { format: 'decimal', pattern: '^-?\\d+(\\.\\d+)?$', example: '12.5' })

/** Numbers in JSON are read as binary ones, which keep 15 digits. What has more may have been rounded before we saw it: `undefined`. */
function exactText(value: number): string | undefined {
  const [mantissa = '', exponent] = String(value).toLowerCase().split('e')
  if (Math.abs(value) >= 1e15 || mantissa.replace(/\D|^-?0\.0*/g, '').length > 15) return undefined
  return exponent === undefined ? mantissa : value.toFixed(Math.min(100, mantissa.length - Number(exponent)))
}
