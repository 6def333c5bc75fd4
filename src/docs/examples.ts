import type { Content, Schema } from './openapi.ts'

const PREFIX = '#/components/schemas/'
const DEEPEST = 12

/** Finds named schemas. */
export type Components = Readonly<Record<string, Schema>>

/** A whole example of a schema, put together from the examples of its parts; the same every time. */
export function exampleOf(schema: Schema, components: Components, depth = 0): unknown {
  if ('example' in schema) return schema.example
  if (schema.$ref !== undefined)
    return depth > DEEPEST ? null : exampleOf(componentOf(schema.$ref, components), components, depth + 1)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const union = schema.anyOf ?? schema.oneOf
  if (union?.[0]) return exampleOf(union[0], components, depth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, components, depth)))
  return plainExample(schema, components, depth)
}

function plainExample(schema: Schema, components: Components, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.properties || type === 'object') return exampleOfObject(schema, components, depth)
  if (type === 'array') return schema.items ? [exampleOf(schema.items, components, depth)] : []
  if (schema.default !== undefined) return schema.default
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  return exampleOfText(schema.format)
}

function exampleOfObject(schema: Schema, components: Components, depth: number): Record<string, unknown> {
  const known = Object.entries(schema.properties ?? {}).map(([key, part]) => [key, exampleOf(part, components, depth)])
  const { additionalProperties: more } = schema
  const extra = typeof more === 'object' && Object.keys(more).length > 0 ? [['key', exampleOf(more, components, depth)]] : []
  return Object.fromEntries([...known, ...extra])
}

function exampleOfText(format: string | undefined): string {
  if (format === 'date') return '2026-06-30'
  if (format === 'date-time') return '2026-06-30T08:15:00.000Z'
  if (format === 'uuid') return '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'
  return 'text'
}

/** Adds a whole example to every JSON medium that has none. */
export function withExamples(content: Content, components: Components): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const wants = /^application\/json\b/.test(type) && media.schema !== undefined && !('example' in media)
      return [type, wants && media.schema ? { ...media, example: exampleOf(media.schema, components) } : media]
    }),
  )
}

function componentOf(reference: string, components: Components): Schema {
  const schema = components[reference.slice(PREFIX.length)]
  if (!schema) throw new Error(`The document refers to ${reference}, which it does not have.`)
  return schema
}
