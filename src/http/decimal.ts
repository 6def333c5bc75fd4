import { z } from '@hono/zod-openapi'
import { type Decimal, tryDecimal } from '../shared/decimal.ts'

const FAULTS = {
  'not-a-number': 'Must be a decimal number such as "12.5": digits, a dot, no exponent, no separators.',
  'too-many-digits': 'Has more than 28 significant digits.',
  'too-many-places': 'Has more than 12 places after the point.',
}

/** A decimal on the way in: a string, or a JSON number; never rounded. */
export const decimalInput = z
  .union([z.string(), z.number()], 'Must be a decimal number such as "12.5".')
  .transform((value, context): Decimal => {
    const parsed = tryDecimal(typeof value === 'number' ? plainNumber(value) : value)
    if (typeof parsed !== 'string') return parsed
    context.issues.push({ code: 'custom', message: FAULTS[parsed], input: value })
    return z.NEVER
  })
  .openapi({ type: 'string', format: 'decimal', pattern: '^-?\\d+(\\.\\d+)?$', example: '12.5' })

/** A decimal on the way out: plain text, no exponent, no trailing zeros. */
export const DecimalText = z.string().openapi('Decimal', { format: 'decimal', pattern: '^-?\\d+(\\.\\d+)?$', example: '12.5' })

function plainNumber(value: number): string {
  const text = String(value)
  return /e/i.test(text) && Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : text
}
