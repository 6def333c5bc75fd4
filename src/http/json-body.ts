import type { RouteConfig } from '@hono/zod-openapi'
import { ZodType } from 'zod'
import { AppError } from '../shared/errors.ts'
import { parseJson } from './json-parse.ts'
import { scanJson } from './json-scan.ts'
import { declaredLimits } from './limits.ts'
import type { HttpContext } from './route.ts'
import { validate } from './validate.ts'

const MAX_DEPTH = 32
/** So much of a type that came is said again. */
const MAX_NAMED = 100
const JSON_TYPE = /^application\/([\w.-]+\+)?json$/

/** The JSON body of an operation, and what else it takes. */
export type JsonBody = {
  readonly schema: ZodType
  readonly otherTypes: readonly string[]
  readonly isRequired: boolean
  readonly maxValues: number
}

/** The JSON body that an operation declares; undefined when it has none. */
export function jsonBodyOf(config: Pick<RouteConfig, 'request'>): JsonBody | undefined {
  const { body } = config.request ?? {}
  const media = body?.content['application/json']
  const schema = media && 'schema' in media ? media.schema : undefined
  if (!body || !(schema instanceof ZodType)) return undefined
  const otherTypes = Object.keys(body.content).filter((type) => !JSON_TYPE.test(type))
  return { schema, otherTypes, isRequired: body.required === true, maxValues: declaredLimits(config).maxValues }
}

/**
 * The body as its schema gives it: counted before it is parsed, sizes judged before contents, long lists with pauses for others. A body
 * of another type that the operation takes is an empty object here; so is a missing one that may be missing. Throws `request/content-type`
 * (415), `request/malformed` (400), `request/invalid` (422).
 */
export async function readJsonBody(c: HttpContext, { schema, otherTypes, isRequired, maxValues }: JsonBody): Promise<unknown> {
  const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (otherTypes.includes(type)) return {}
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const isMissing = bytes.length === 0 && !isRequired
  if (!isMissing && !JSON_TYPE.test(type)) throw unlikeJson(type, otherTypes)
  const checked = await validate(schema, isMissing ? {} : await parse(bytes, maxValues))
  if (!checked.ok) throw notAcceptable(checked)
  return checked.value
}

async function parse(bytes: Uint8Array, maxValues: number): Promise<unknown> {
  const scan = await scanJson(bytes, { maxDepth: MAX_DEPTH, maxValues })
  if (scan.fault === 'too-deep') throw tooMuch(`The body is nested deeper than ${MAX_DEPTH} levels.`)
  if (scan.fault === 'too-many') throw tooMuch(`The body has more than ${maxValues} values.`)
  try {
    return await parseJson(bytes, scan.lists)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const detail = 'The request body cannot be read: it is not valid JSON.'
    throw new AppError('malformed', 'request/malformed', detail, { cause })
  }
}

/** The refusal of values; `total` counts faults that are not listed. */
export function notAcceptable({ faults, total }: { faults: readonly { pointer: string; detail: string }[]; total: number }) {
  return new AppError('invalid', 'request/invalid', `${total === 1 ? 'One value is' : `${total} values are`} not acceptable.`, {
    errors: faults,
    errorsTotal: total,
  })
}

function tooMuch(detail: string): AppError {
  return new AppError('invalid', 'request/invalid', detail, { errors: [{ pointer: '', detail }] })
}

function unlikeJson(type: string, otherTypes: readonly string[]): AppError {
  const others = otherTypes.map((other) => `, or as ${other}`).join('')
  return wrongType(type, `Send the body as JSON, with the header Content-Type: application/json${others}.`)
}

/** 415 that names the type that came; `wanted` says which one to send. */
export function wrongType(contentType: string, wanted: string): AppError {
  const type = contentType.split(';', 1)[0]?.trim().slice(0, MAX_NAMED) ?? ''
  const came = type === '' ? 'The body has no Content-Type.' : `A body of type ${JSON.stringify(type)} is not taken here.`
  return new AppError('unsupported', 'request/content-type', `${came} ${wanted}`)
}
