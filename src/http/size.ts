import { z } from '@hono/zod-openapi'
import type { Fault } from '../shared/errors.ts'

type Schema = z.core.$ZodType
type Path = readonly PropertyKey[]

/** So many unknown fields are named one by one; more are counted. */
const MAX_UNKNOWN_FIELDS = 100
/** What is a little too large is left to the schema, which names all faults at once. */
const LITTLE = 100
const maxKeys = new WeakMap<object, number>()

/** A JSON object whose keys are data, of at most `max` of them. */
export function boundedRecord<V extends z.ZodType>(keys: z.ZodString, values: V, max: number) {
  const check = z.core._check<Record<string, unknown>>((payload) => {
    if (Object.keys(payload.value).length > max)
      payload.issues.push({ code: 'custom', message: `Has more than ${max} fields.`, input: payload.value })
  }, {})
  maxKeys.set(check, max)
  return z.record(keys, values).check(check).openapi({ maxProperties: max })
}

/**
 * The sizes in a value that its schema does not allow, found without looking at what the lists, objects and texts hold: one fault for
 * each that is too large.
 */
export function sizeFaults(schema: Schema, value: unknown, path: Path = []): Fault[] {
  const inner = unwrap(schema)
  const { def } = inner._zod as unknown as { def: AnyDef }
  if (def.type === 'union') return unionFaults(def.options ?? [], value, path)
  if (typeof value === 'string') return def.type === 'string' ? textFaults(inner, value, path) : []
  if (Array.isArray(value)) return def.type === 'array' && def.element ? listFaults(inner, def.element, value, path) : []
  if (typeof value !== 'object' || value === null) return []
  if (def.type === 'object') return objectFaults(def, value, path)
  return def.type === 'record' && def.valueType ? recordFaults(inner, def.valueType, value, path) : []
}

/** How many items, fields or characters a schema takes; Infinity when it does not say. */
export function boundOf(schema: Schema): number {
  const checks = (schema._zod.def.checks ?? []) as readonly z.core.$ZodCheck[]
  const bounds = checks.map((check) => {
    const { maximum, length } = check._zod.def as { maximum?: number; length?: number }
    return maxKeys.get(check) ?? maximum ?? length ?? Number.POSITIVE_INFINITY
  })
  return Math.min(Number.POSITIVE_INFINITY, ...bounds)
}

/** The parts of zod's definitions that sizes depend on. */
export type AnyDef = {
  readonly type: string
  readonly innerType?: Schema
  readonly in?: Schema
  readonly out?: Schema
  readonly element?: Schema
  readonly valueType?: Schema
  readonly options?: readonly Schema[]
  readonly shape?: Readonly<Record<string, Schema>>
}

/** The schema of what comes in: without what makes it optional, gives it a default or turns it into something else. */
export function unwrap(schema: Schema): Schema {
  const { type, innerType, in: input, out } = schema._zod.def as AnyDef
  if (innerType) return unwrap(innerType)
  if (type === 'pipe' && input && out) return unwrap((input._zod.def as AnyDef).type === 'transform' ? out : input)
  return schema
}

/** Of the options for this kind of value, one must take its size. */
function unionFaults(options: readonly Schema[], value: unknown, path: Path): Fault[] {
  const kinds = Array.isArray(value) ? ['array'] : typeof value === 'object' ? ['object', 'record'] : [typeof value]
  const fitting = options.filter((option) => kinds.includes((unwrap(option)._zod.def as AnyDef).type))
  const faults = fitting.map((option) => sizeFaults(option, value, path))
  return faults.find((some) => some.length === 0) ?? faults[0] ?? []
}

function textFaults(schema: Schema, value: string, path: Path): Fault[] {
  const max = boundOf(schema)
  return value.length > max + LITTLE ? [tooLarge(path, `Has ${value.length} characters; at most ${max} are taken.`)] : []
}

function listFaults(schema: Schema, element: Schema, value: readonly unknown[], path: Path): Fault[] {
  const max = boundOf(schema)
  if (value.length > max + LITTLE) return [tooLarge(path, `Has ${value.length} items; at most ${max} are taken.`)]
  return value.flatMap((item, index) => sizeFaults(element, item, [...path, index]))
}

function recordFaults(schema: Schema, values: Schema, value: object, path: Path): Fault[] {
  const entries = Object.entries(value)
  const max = boundOf(schema)
  if (entries.length > max) return [tooLarge(path, `Has ${entries.length} fields; at most ${max} are taken.`)]
  return entries.flatMap(([key, item]) => sizeFaults(values, item, [...path, key]))
}

function objectFaults({ shape = {} }: AnyDef, value: object, path: Path): Fault[] {
  const keys = Object.keys(value)
  const known = Object.keys(shape)
  if (keys.length > known.length + MAX_UNKNOWN_FIELDS) {
    const unknown = keys.filter((key) => !Object.hasOwn(shape, key)).length
    return [tooLarge(path, `Has ${unknown} fields that do not exist; known are ${known.join(', ')}.`)]
  }
  return keys.flatMap((key) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
    return schema ? sizeFaults(schema, (value as Record<string, unknown>)[key], [...path, key]) : []
  })
}

function tooLarge(path: Path, detail: string): Fault {
  return { pointer: pointerOf(path), detail }
}

/** RFC 6901; long keys are cut. */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
