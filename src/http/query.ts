import { z } from '@hono/zod-openapi'
import { normaliseCurrency } from '../shared/currency.ts'
import { isDay } from '../shared/date.ts'
import { checkedText } from './text.ts'

/** How often a key may be repeated. */
const MAX_REPEATED = 1000
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])
const NO_FLAG = 'Must be true or false.'
const INTEGER = /^-?\d{1,15}$/

/** A whole number in the query. */
export function integerQuery(options: {
  minimum?: number
  maximum?: number
  description: string
  example?: number
  default?: number
}) {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = options
  return z
    .string()
    .refine(
      (text) => INTEGER.test(text) && Number(text) >= minimum && Number(text) <= maximum,
      `Must be a whole number from ${minimum} to ${maximum}.`,
    )
    .transform(Number)
    .optional()
    .openapi({
      type: 'integer',
      minimum,
      maximum,
      description: options.description,
      example: options.example,
      ...(options.default === undefined ? {} : { default: options.default }),
    })
}

/** The id of something, without which the operation makes no sense. */
export function idQuery(description: string, example = 1) {
  return z
    .string('Is missing.')
    .regex(/^\d{1,15}$/, 'Must be a whole number.')
    .transform(Number)
    .openapi({ type: 'integer', description, example })
}

/** `true` or `false` in the query, as the languages of clients write them: also `1` and `0`, in any letter case. */
export function flagQuery(description: string) {
  return z
    .string()
    .max(5, { error: NO_FLAG, abort: true })
    .refine((text) => FLAGS.has(text.toLowerCase()), NO_FLAG)
    .transform((text) => FLAGS.get(text.toLowerCase()) === true)
    .optional()
    .openapi({ type: 'boolean', description, default: false })
}

/** A day in the query. */
export function dayQuery(description: string, example = '2026-06-30') {
  return checkedText(isDay, 10, 'Must be a day that exists, as YYYY-MM-DD.')
    .optional()
    .openapi({ format: 'date', description, example })
}

/** A repeatable key: `ids=1&ids=2`. */
export function integerListQuery(description: string) {
  return repeated(z.string().regex(/^\d{1,15}$/, 'Must be a whole number.'))
    .transform((texts) => texts?.map(Number))
    .openapi({ type: 'array', items: { type: 'integer' }, maxItems: MAX_REPEATED, description })
}

/** A repeatable key with texts. */
export function textListQuery(description: string, values?: readonly [string, ...string[]]) {
  const item = values === undefined ? z.string().min(1).max(200) : z.enum(values)
  return repeated(item).openapi({
    type: 'array',
    items: { type: 'string', ...(values === undefined ? { maxLength: 200 } : { enum: [...values] }) },
    maxItems: MAX_REPEATED,
    description,
  })
}

/** A repeatable key with codes of currencies, in any letter case. */
export function currencyListQuery(description: string) {
  return repeated(z.string().min(1).max(200).overwrite(normaliseCurrency)).openapi({
    type: 'array',
    items: { type: 'string', maxLength: 200 },
    maxItems: MAX_REPEATED,
    description,
  })
}

function repeated<S extends z.ZodType<string>>(item: S) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(MAX_REPEATED).optional(),
  )
}

/** A path parameter that is a whole number; anything else is a 404. */
export function idParam(name: string, description: string, example = 1) {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .openapi({ param: { name, in: 'path' }, type: 'integer', description, example })
}

/** A path parameter that is a UUID; anything else is a 404. */
export function uuidParam(name: string, description: string) {
  return z
    .uuid()
    .openapi({ param: { name, in: 'path' }, format: 'uuid', description, example: '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11' })
}

/** The limit and cursor of a list that can grow. */
export const pageQuery = {
  limit: integerQuery({ minimum: 1, maximum: 1000, default: 100, description: 'At most so many', example: 100 }),
  cursor: z.string().max(500).optional().openapi({ description: 'Where the page before ended; from its `Link` header' }),
  count: flagQuery('Also count: answers `X-Total-Count`'),
}
