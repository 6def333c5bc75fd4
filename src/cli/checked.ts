import type { z } from 'zod'
import { AppError } from '../shared/errors.ts'

/** What a schema of the interface makes of words of the command line; `name` is what a value without members is called. Throws `request/invalid`. */
export function checked<S extends z.ZodType>(schema: S, value: unknown, name = 'value'): z.infer<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map((issue) => ({
    pointer: issue.path.map((part) => `/${String(part)}`).join(''),
    detail: issue.message,
  }))
  const detail = errors.map((error) => `${error.pointer.slice(1) || name}: ${error.detail}`).join(' ')
  throw new AppError('invalid', 'request/invalid', detail, { errors })
}
