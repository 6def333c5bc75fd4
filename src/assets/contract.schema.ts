import { z } from '@hono/zod-openapi'
import { DecimalText, decimalInput } from '../http/decimal.ts'
import { isDay } from '../shared/date.ts'
import { ZERO } from '../shared/decimal.ts'

const LINE = /^[^\p{Cc}\u2028\u2029]*$/u

const underlying = z
  .string()
  .trim()
  .min(1, 'Must not be empty.')
  .max(60)
  .refine((text) => LINE.test(text) && text.isWellFormed(), 'Must be text in one line, without control characters.')
  .openapi({ description: 'What it is on, as its market calls it', example: 'ACME' })
const expiry = z
  .string()
  .max(10)
  .refine(isDay, 'Must be a day that exists, as YYYY-MM-DD.')
  .openapi({ format: 'date', example: '2027-01-15' })
const right = z.enum(['CALL', 'PUT'], 'Must be CALL or PUT.').openapi('ContractRight', { example: 'CALL' })

export const Contract = z
  .object({
    underlying,
    expiry: expiry.nullable(),
    strike: DecimalText.nullable().openapi({ description: 'In the currency of the asset', example: '150' }),
    right: right.nullable(),
    multiplier: DecimalText.openapi({ description: 'Units of the underlying for one contract', example: '100' }),
  })
  .openapi('Contract', { description: 'Of an OPTION, FUTURE, CFD or WARRANT' })

export const ContractInput = z
  .strictObject({
    underlying,
    expiry: expiry.nullable().default(null),
    strike: decimalInput
      .refine((value) => value >= ZERO, 'Must not be negative.')
      .nullable()
      .default(null),
    right: right.nullable().default(null),
    multiplier: decimalInput
      .refine((value) => value > ZERO, 'Must be greater than 0.')
      .openapi({ description: 'Units of the underlying for one contract', example: '100' }),
  })
  .openapi('ContractInput', {
    description: 'What the contract is on; for OPTION, FUTURE, CFD and WARRANT',
    example: { underlying: 'ACME', expiry: '2027-01-15', strike: '150', right: 'CALL', multiplier: '100' } as never,
  })
