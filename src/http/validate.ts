import { z } from '@hono/zod-openapi'
import type { Fault } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { type AnyDef, boundOf, pointerOf, sizeFaults, unwrap } from './size.ts'

type Schema = z.core.$ZodType
export type ValidationIssue = {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly code?: string | undefined
  readonly keys?: readonly string[]
}
/** Either the value as the schema gives it, or what is wrong: the first `MAX_FAULTS` faults, and how many there are. */
export type Validated =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly total: number }

type Outcome = { readonly value: unknown } | { readonly issues: readonly ValidationIssue[] }

/** So many faults a problem lists. */
export const MAX_FAULTS = 100
const LONG_LIST = 200

/** What became of the items of long lists, by the item as it came. */
const done = new WeakMap<object, Outcome>()
const withoutItems = new WeakMap<Schema, Schema>()

/**
 * Checks a value against a schema: first sizes, then contents; the items of long lists one by one, with pauses for others. The faults
 * are those that the schema alone would give.
 */
export async function validate(schema: z.ZodType, value: unknown): Promise<Validated> {
  const lists = longLists(schema, value)
  if (lists.length === 0) {
    const sizes = sizeFaults(schema, value)
    return sizes.length > 0 ? refused(sizes) : outcomeOf(await schema.safeParseAsync(value))
  }
  const tooLong = lists.filter(({ list, schema }) => list.items.length > boundOf(schema))
  if (tooLong.length > 0)
    return refused(
      tooLong.map(({ path, list, schema }) => ({
        pointer: pointerOf(path),
        detail: `Has ${list.items.length} items; at most ${boundOf(schema)} are taken.`,
      })),
    )
  for (const { list } of lists) await checkItems(list.element, list.items)
  const outer = outerOf(schema)
  const sizes = sizeFaults(outer, value)
  return sizes.length > 0 ? refused(sizes) : outcomeOf(await z.safeParseAsync(outer, value))
}

type LongList = {
  readonly path: readonly PropertyKey[]
  readonly schema: Schema
  readonly list: { readonly element: Schema; readonly items: readonly unknown[] }
}

/** The lists with many objects: the value itself, or fields of it. */
function longLists(schema: Schema, value: unknown): LongList[] {
  const inner = unwrap(schema)
  const { element, shape } = inner._zod.def as AnyDef
  if (element && Array.isArray(value)) {
    const isLong = value.length > LONG_LIST && isObject(element)
    return isLong ? [{ path: [], schema: inner, list: { element, items: value } }] : []
  }
  if (!shape || typeof value !== 'object' || value === null) return []
  return Object.entries(shape).flatMap(([key, field]) => {
    const items = (value as Record<string, unknown>)[key]
    const isList = (unwrap(field)._zod.def as AnyDef).type === 'array' && Array.isArray(items)
    return isList ? longLists(field, items).map((found) => ({ ...found, path: [key] })) : []
  })
}

async function checkItems(element: Schema, items: readonly unknown[]): Promise<void> {
  const yieldWhenDue = createYielder()
  for (const item of items) {
    await yieldWhenDue()
    if (typeof item === 'object' && item !== null) done.set(item, checkItem(element, item))
  }
}

function checkItem(element: Schema, item: unknown): Outcome {
  const sizes = sizeFaults(element, item)
  if (sizes.length > 0)
    return {
      issues: sizes.map(({ pointer, detail }) => ({ code: 'custom', path: pointer.split('/').slice(1), message: detail })),
    }
  const parsed = z.safeParse(element, item)
  return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues as readonly ValidationIssue[] }
}

/** The same schema with lists whose items were checked already: each stands for what became of it. */
function outerOf(schema: Schema): Schema {
  const known = withoutItems.get(schema)
  if (known) return known
  const made = replaceItems(schema)
  withoutItems.set(schema, made)
  return made
}

function replaceItems(schema: Schema): Schema {
  const def = schema._zod.def as AnyDef
  const clone = (changed: Partial<AnyDef>) => z.core.clone(schema, { ...def, ...changed } as never)
  if (def.innerType) return clone({ innerType: replaceItems(def.innerType) })
  if (def.type === 'pipe' && def.in) return clone({ in: replaceItems(def.in) })
  if (def.type === 'array' && def.element && isObject(def.element)) return clone({ element: checkedItem(def.element) })
  if (def.type !== 'object' || !def.shape) return schema
  const isList = (field: Schema) => (unwrap(field)._zod.def as AnyDef).type === 'array'
  return clone({
    shape: Object.fromEntries(
      Object.entries(def.shape).map(([key, field]) => [key, isList(field) ? replaceItems(field) : field]),
    ),
  })
}

/** What became of an item of a long list; any other item is checked as ever. */
function checkedItem(element: Schema): Schema {
  return z.unknown().transform((item, context) => {
    const isKnown = typeof item === 'object' && item !== null
    const outcome = (isKnown ? done.get(item) : undefined) ?? checkItem(element, item)
    if ('value' in outcome) return outcome.value
    for (const issue of outcome.issues) context.issues.push({ ...issue, path: [...issue.path], input: item } as never)
    return z.NEVER
  })
}

function isObject(schema: Schema): boolean {
  return (unwrap(schema)._zod.def as AnyDef).type === 'object'
}

function outcomeOf(parsed: { success: boolean; data?: unknown; error?: { issues: readonly unknown[] } | undefined }): Validated {
  return parsed.success
    ? { ok: true, value: parsed.data }
    : refusedIssues((parsed.error?.issues ?? []) as readonly ValidationIssue[])
}

function refused(faults: readonly Fault[], total = faults.length): Validated {
  return { ok: false, faults: faults.slice(0, MAX_FAULTS), total }
}

/** The issues of zod as faults; `prefix` stands before every pointer, `unknown` is said of fields that there are not. */
export function refusedIssues(
  issues: readonly ValidationIssue[],
  prefix = '',
  unknown = 'There is no such field.',
): Extract<Validated, { ok: false }> {
  const faults: Fault[] = []
  let total = 0
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? (issue.keys ?? []) : undefined
    total += keys?.length ?? 1
    if (faults.length >= MAX_FAULTS) continue
    if (keys === undefined) faults.push({ pointer: prefix + pointerOf(issue.path), detail: issue.message })
    else for (const key of keys) faults.push({ pointer: prefix + pointerOf([...issue.path, key]), detail: unknown })
  }
  return { ok: false, faults: faults.slice(0, MAX_FAULTS), total }
}
