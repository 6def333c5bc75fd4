import type { ZodType, z } from 'zod'
import { Problem } from './problem.ts'

type ProblemStatus = 400 | 401 | 403 | 404 | 408 | 409 | 412 | 413 | 415 | 416 | 421 | 422 | 429 | 500 | 502 | 503 | 507

/** What a problem of a status says in general. */
export const MEANING: Readonly<Record<ProblemStatus, string>> = {
  400: 'The body cannot be read',
  401: 'No valid session',
  403: 'Not allowed for you',
  404: 'Not there, or not visible to you',
  408: 'The body came too slowly',
  409: 'In conflict with what is stored',
  412: 'Changed since you read it (`If-Match`)',
  413: 'Too large',
  415: 'A type that is not taken',
  416: 'The range lies outside the file',
  421: 'Not a name of this service',
  422: 'Values that are not acceptable, each with a pointer',
  429: 'Too many requests; see `Retry-After`',
  500: 'An error of the service itself',
  502: 'The outside source failed',
  503: 'Not available now; try again later',
  507: 'The disk of the service is full',
}

/** The fields of a shape that may be left out, at any depth; problems have members of their own. */
type LeftOut<T> = T extends { readonly request_id: string }
  ? never
  : T extends readonly (infer E)[]
    ? LeftOut<E>
    : T extends object
      ? { [K in keyof T]-?: string extends K ? LeftOut<T[K]> : object extends Pick<T, K> ? K : LeftOut<T[K]> }[keyof T]
      : never
/** Refuses a schema of which something may be left out. */
export type Whole<S extends ZodType> = [LeftOut<z.output<S>>] extends [never]
  ? unknown
  : { readonly 'must be null, not left out': LeftOut<z.output<S>> }

/** A JSON answer. Everything in it is always there, `null` where there is nothing. */
export function json<S extends ZodType>(schema: S & Whole<S>, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** What is taken of an ordinary body: `kib` KiB, and so many values (fields and items, nested ones too). */
const ORDINARY = { kib: 128, values: 20_000 }

/** A JSON request body of at most `kib` KiB and `values` values; without `required: false` there must be one. */
export function jsonBody<S extends ZodType>(schema: S, options: { kib?: number; values?: number; required?: boolean } = {}) {
  const { kib, values, required } = { ...ORDINARY, required: true, ...options }
  return { required, ...bodyLimits({ kib, values }), content: { 'application/json': { schema } } }
}

/** The limits of a request body as the document says them; `http/limits.ts` reads them from there. */
export function bodyLimits({ kib, values }: { kib: number; values: number }) {
  const size = kib >= 1024 ? `${kib / 1024} MiB` : `${kib} KiB`
  return { description: `At most ${size}.`, 'x-max-bytes': kib * 1024, 'x-max-values': values }
}

/** An answer without body. */
export function empty(description: string) {
  return { description }
}

/** A binary answer of one of these types; several texts or images are one range. */
export function file(description: string, ...types: readonly string[]) {
  const media = { schema: { type: 'string' as const, format: 'binary' } }
  const ranges = types.map((type) => {
    const family = type.slice(0, type.indexOf('/') + 1)
    const isShared = /^(image|text)\//.test(type) && types.filter((one) => one.startsWith(family)).length > 1
    return isShared ? `${family}*` : type
  })
  return { description, content: Object.fromEntries(ranges.map((range) => [range, media])) }
}

/** A multipart form, as a plain schema: it is documented and NOT read by the validator; `http/multipart.ts` streams it. */
export function multipart(
  properties: Readonly<Record<string, { type: 'string'; format?: 'binary'; maxLength?: number; description: string }>>,
  required: readonly string[],
) {
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object' as const, properties, required: [...required] } } },
  }
}

/** The problems that an operation may answer, by status. 400 comes with every JSON body by itself. */
export function problems<S extends ProblemStatus>(...statuses: readonly S[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: MEANING[status], content: { 'application/problem+json': { schema: Problem } } },
    ]),
  ) as Record<S, { description: string; content: { 'application/problem+json': { schema: typeof Problem } } }>
}
