import { getOpenApiMetadata, getRefId, type OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

type Definition = OpenAPIRegistry['definitions'][number]

/**
 * The named schemas of all routes, inner ones first, each as it was named: without the `null`, default or description that a place of use
 * adds. Registered first they become the components; otherwise the generator makes each component from the first use that it meets.
 */
export function namedSchemas(definitions: readonly Definition[]): z.ZodType[] {
  const found = new Map<string, z.ZodType>()
  const seen = new Set<z.ZodType>()
  const visit = (schema: z.ZodType): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    for (const part of partsOf(schema)) visit(part)
    const name = getRefId(schema)
    const inner = innerOf(schema)
    if (name === undefined || (inner !== undefined && getRefId(inner) === name)) return
    const best = found.get(name)
    if (best === undefined || metadataSize(schema) < metadataSize(best)) found.set(name, schema)
  }
  for (const definition of definitions) for (const schema of rootsOf(definition)) visit(schema)
  return [...found.values()]
}

function rootsOf(definition: Definition): z.ZodType[] {
  if (definition.type !== 'route') return []
  const { request, responses } = definition.route
  const contents = [
    request?.body?.content,
    ...Object.values(responses).map((answer) => ('content' in answer ? answer.content : undefined)),
  ]
  const bodies = contents.flatMap((content) =>
    Object.values(content ?? {}).map((media) => (media && 'schema' in media ? media.schema : undefined)),
  )
  return [request?.query, request?.params, ...bodies].filter((schema): schema is z.ZodType => schema instanceof z.ZodType)
}

function partsOf(schema: z.ZodType): z.ZodType[] {
  const parts = childrenOf(schema)
  return parts.filter((part): part is z.ZodType => part instanceof z.ZodType)
}

function childrenOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodObject) return [...Object.values(schema.def.shape), schema.def.catchall]
  if (schema instanceof z.ZodArray) return [schema.def.element]
  if (schema instanceof z.ZodUnion) return schema.def.options
  if (schema instanceof z.ZodRecord) return [schema.def.valueType]
  if (schema instanceof z.ZodTuple) return [...schema.def.items, schema.def.rest]
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right]
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out]
  if (schema instanceof z.ZodLazy) return [schema.def.getter()]
  return [innerOf(schema)]
}

function innerOf(schema: z.ZodType): z.ZodType | undefined {
  const inner = 'innerType' in schema.def ? schema.def.innerType : undefined
  return inner instanceof z.ZodType ? inner : undefined
}

function metadataSize(schema: z.ZodType): number {
  return Object.keys(getOpenApiMetadata(schema)).length
}
