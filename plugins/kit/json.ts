/** JSON whose numbers stay what the text says. */
import { sourceError } from './http.ts'

export type JsonValue = string | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** Parses JSON; numbers come as their source text (`1.10` stays `1.10`). Throws AppError `source/format`. */
export function readJson(text: string, source: string): JsonValue {
  try {
    return JSON.parse(text, (_key, value, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    ) as JsonValue
  } catch (cause) {
    throw sourceError('format', `${source} sent JSON that cannot be read: it may be cut off.`, { cause })
  }
}

/** The member of an object; `undefined` when the value is no object or has none. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: JsonValue })[name] : undefined
}

/** The member as text: strings and numbers; `''` for anything else, null included. */
export function textOf(value: JsonValue | undefined, name: string): string {
  const found = member(value, name)
  return typeof found === 'string' ? found : ''
}

/** The list found by following `path` from `value`. Throws AppError `source/format` when there is none: the format has changed. */
export function listAt(value: JsonValue, path: readonly string[], source: string): readonly JsonValue[] {
  const found = path.reduce<JsonValue | undefined>((at, name) => member(at, name), value)
  if (Array.isArray(found)) return found
  throw sourceError('format', `${source} sent JSON without the list "${path.join('.') || 'at the top'}": the format has changed.`)
}
