import type { ZodType, z } from 'zod'
import { Problem } from './problem.ts'

type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 502 | 503 | 507

const MEANING: Readonly<Record<ProblemStatus, string>> = {
  400: 'The body cannot be read',
  401: 'No valid session',
  403: 'Not allowed for you',
  404: 'Not there, or not visible to you',
  409: 'In conflict with what is stored',
  412: 'Changed since you read it (`If-Match`)',
  413: 'Too large',
  415: 'A type that is not taken',
  422: 'Values that are not acceptable, each with a pointer',
  429: 'Too many requests; see `Retry-After`',
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

/** A JSON request body; always required, so that it is always validated. */
export function jsonBody<S extends ZodType>(schema: S, description = 'See the schema') {
  return { required: true, description, content: { 'application/json': { schema } } }
}

/** An answer without body. */
export function empty(description: string) {
  return { description }
}

/** A binary answer. */
export function file(description: string, type = 'application/octet-stream') {
  return { description, content: { [type]: { schema: { type: 'string' as const, format: 'binary' } } } }
}

/** A multipart form, as a plain schema: it is documented and NOT read by the validator; `http/multipart.ts` streams it. */
export function multipart(
  properties: Readonly<Record<string, { type: 'string'; format?: 'binary'; description: string }>>,
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
