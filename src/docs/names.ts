import type { Document, Operation, Parameter, Schema } from './openapi.ts'

const CURRENCY = '^[A-Za-z]{3}$'
/** Shapes that repeat what a source on the internet sent, whatever that was. */
const AS_SENT = new Set(['RefusedPrice', 'FoundAsset'])

/**
 * What the name of a field or parameter says of its value wherever it stands: an id begins at 1, a currency has three letters, a number
 * is a double. Said here, once, and not at a hundred places that could miss it.
 */
export function sayWhatNamesSay(document: Document): Document {
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [name, say(schema, AS_SENT.has(name) ? undefined : '')]),
  )
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, withParameters(operation)])),
    ]),
  )
  return { ...document, paths, components: { ...document.components, schemas } }
}

function withParameters(operation: Operation): Operation {
  const { parameters } = operation
  return parameters ? { ...operation, parameters: parameters.map(withName) } : operation
}

function withName(given: Parameter): Parameter {
  const schema = say(given.schema, given.name)
  const parameter = schema.items ? { ...given, explode: true } : given
  if (parameter.required || schema.format !== 'date') return { ...parameter, schema }
  const { example: _, ...rest } = schema
  return { ...parameter, schema: rest }
}

/** `name` is undefined where names say nothing. */
function say(schema: Schema, name: string | undefined): Schema {
  const { properties, items, additionalProperties: more, anyOf, oneOf } = schema
  const inner = (part: Schema) => say(part, name)
  return {
    ...schema,
    ...(name !== undefined && saidBy(name, schema)),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, part]) => [key, say(part, name === undefined ? undefined : key)]),
      ),
    }),
    ...(items && { items: inner(items) }),
    ...(typeof more === 'object' && { additionalProperties: say(more, '') }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(isOf(schema, 'number') && schema.format === undefined && { format: 'double' }),
  }
}

function saidBy(name: string, schema: Schema): Schema {
  const isBound = schema.minimum !== undefined || schema.exclusiveMinimum !== undefined
  if (/(^|_)ids?$/.test(name) && isOf(schema, 'integer') && (!isBound || schema.minimum === 0)) return { minimum: 1 }
  const isFree = schema.pattern === undefined && schema.enum === undefined && schema.format === undefined
  if (/(^|_)currenc(y|ies)$/.test(name) && isOf(schema, 'string') && isFree) return { pattern: CURRENCY }
  return {}
}

function isOf({ type }: Schema, wanted: 'integer' | 'number' | 'string'): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted
}
