import type { Content, Document, Operation, PathItem, Response, Schema } from './openapi.ts'

type Named = {
  /** The components as they grow. */
  readonly schemas: Record<string, Schema>
  /** Which component has which list of values. */
  readonly byValues: Map<string, string>
  /** Named lists with null: by which component without null they are replaced. */
  readonly nullable: ReadonlyMap<string, string>
}

const PREFIX = '#/components/schemas/'

/**
 * The document in the form that client generators read best: a named schema with a remark is a reference with siblings instead of an
 * `allOf`, one that may be null a union with null; every list of values is a component (`<Schema><Property>`, `<Operation><Parameter>`),
 * and so is every form (`<Operation>Form`). A component is never null itself: its places of use say so.
 */
export function normaliseDocument(document: Document): Document {
  const given = Object.entries(document.components.schemas)
  const named = { schemas: {} as Record<string, Schema>, ...findLists(given) }
  for (const [name, schema] of given) {
    if (!schema.enum) named.schemas[name] = normaliseSchema(schema, name, named)
    else if ((named.nullable.get(name) ?? name) === name) named.schemas[name] = withoutNull(schema)
  }
  const paths = change(document.paths, (item: PathItem) => change(item, (operation) => normaliseOperation(operation, named)))
  const schemas = Object.fromEntries(Object.entries(named.schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...document, paths, components: { ...document.components, schemas } }
}

function findLists(given: readonly (readonly [string, Schema])[]): Omit<Named, 'schemas'> {
  const lists = given.flatMap(([name, { enum: values = [] }]) => (values.length > 1 ? [{ name, values }] : []))
  const withNull = lists.filter(({ values }) => values.includes(null))
  const plain = lists.filter(({ values }) => !values.includes(null))
  const byValues = new Map([...withNull, ...plain].map(({ name, values }) => [keyOf(values), name]))
  return { byValues, nullable: new Map(withNull.map(({ name, values }) => [name, byValues.get(keyOf(values)) ?? name])) }
}

function normaliseOperation(operation: Operation, named: Named): Operation {
  const name = pascal(operation.operationId)
  const { parameters, requestBody } = operation
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((entry) => ({
        ...entry,
        schema: withoutRemark(normaliseSchema(entry.schema, `${name}${pascal(entry.name)}`, named), entry.description),
      })),
    }),
    ...(requestBody && { requestBody: { ...requestBody, content: normaliseContent(requestBody.content, name, named) } }),
    responses: change(operation.responses, (answer: Response) =>
      answer.content ? { ...answer, content: normaliseContent(answer.content, name, named) } : answer,
    ),
  }
}

/** The schema of a parameter without the description that the parameter has itself. */
function withoutRemark(schema: Schema, said: string | undefined): Schema {
  const { description, ...rest } = schema
  return description !== undefined && description === said ? rest : schema
}

function normaliseContent(content: Content, name: string, named: Named): Content {
  return change(content, (media, type) => {
    if (!media.schema) return media
    const schema = normaliseSchema(media.schema, name, named)
    if (type !== 'multipart/form-data' || !schema.properties) return { ...media, schema }
    named.schemas[`${name}Form`] = { ...schema, additionalProperties: false }
    return { ...media, schema: { $ref: `${PREFIX}${name}Form` } }
  })
}

function normaliseSchema(schema: Schema, name: string, named: Named): Schema {
  if ((schema.enum?.length ?? 0) > 1) return nameList(schema, name, named)
  const [reference, remark, ...rest] = schema.allOf ?? []
  if (reference?.$ref !== undefined && remark && rest.length === 0) return refer(reference.$ref, remark, named)
  if (schema.$ref !== undefined) return refer(schema.$ref, {}, named)
  const { properties, items, additionalProperties: more, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(properties && { properties: change(properties, (part, key) => normaliseSchema(part, `${name}${pascal(key)}`, named)) }),
    ...(items && { items: normaliseSchema(items, name, named) }),
    ...(typeof more === 'object' && { additionalProperties: normaliseSchema(more, `${name}Value`, named) }),
    ...(anyOf && { anyOf: anyOf.map((part) => normaliseSchema(part, `${name}Word`, named)) }),
    ...(oneOf && { oneOf: oneOf.map((part) => normaliseSchema(part, `${name}Word`, named)) }),
  }
}

function refer($ref: string, { type, ...remark }: Schema, { nullable }: Named): Schema {
  const plain = nullable.get($ref.slice(PREFIX.length))
  const isNullable = plain !== undefined || (Array.isArray(type) && type.includes('null'))
  return reference(plain === undefined ? $ref : PREFIX + plain, remark, isNullable)
}

function reference($ref: string, remark: Schema, isNullable: boolean): Schema {
  return isNullable ? { anyOf: [{ $ref }, { type: 'null' }], ...remark } : { $ref, ...remark }
}

function nameList({ description, default: preset, example, ...values }: Schema, name: string, named: Named): Schema {
  const key = keyOf(values.enum ?? [])
  const known = named.byValues.get(key) ?? name
  if (!named.byValues.has(key)) {
    named.byValues.set(key, name)
    named.schemas[name] = withoutNull(values)
  }
  const remark = Object.entries({ description, default: preset, example }).filter(([, value]) => value !== undefined)
  return reference(PREFIX + known, Object.fromEntries(remark), values.enum?.includes(null) ?? false)
}

function withoutNull(schema: Schema): Schema {
  if (!schema.enum?.includes(null)) return schema
  return { ...schema, type: 'string', enum: schema.enum.filter((value) => value !== null) }
}

function keyOf(values: readonly unknown[]): string {
  return JSON.stringify(values.filter((value) => value !== null))
}

/** `broker_ids` and `listBrokers` as `BrokerIds` and `ListBrokers`. */
function pascal(name: string): string {
  return name.replaceAll(/(^|[_-])([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())
}

function change<T>(object: Readonly<Record<string, T>>, by: (value: T, key: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, by(value, key)]))
}
