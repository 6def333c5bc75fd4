import { getOpenApiMetadata } from '@asteasolutions/zod-to-openapi'
import { z } from '@hono/zod-openapi'
import { memoryKey } from '../memory.ts'
import { yieldToEventLoop } from '../shared/event-loop.ts'
import { type Fields, fieldsOf, listOf } from './bounded.ts'
import type { Tool } from './tool.ts'
import { TOOLS } from './tools.schema.ts'

/** The tools as `tools/list` says them; made with the first question, with pauses for others. */
export const described = memoryKey('mcp/described', async () => {
  const tools: DescribedTool[] = []
  for (const tool of TOOLS) {
    tools.push(describe(tool))
    await yieldToEventLoop()
  }
  return tools
})

type JsonObject = Fields & { readonly type: 'object' }
type Node = Parameters<NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>>[0]
export type DescribedTool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject
  readonly annotations: Readonly<Record<'readOnlyHint' | 'idempotentHint' | 'destructiveHint' | 'openWorldHint', boolean>>
}

/** A tool with its schemas as JSON Schema 2020-12. */
function describe({ name, title, description, query, own, output }: Tool): DescribedTool {
  return {
    ...{ name, title, description },
    inputSchema: jsonSchemaOf(z.strictObject({ ...query, ...own.shape }), 'input'),
    outputSchema: jsonSchemaOf(output, 'output'),
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  }
}

function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override })
  const { additionalProperties: __, ...open } = fieldsOf(simple(made))
  return { ...open, type: 'object', ...(io === 'input' && { additionalProperties: false }) }
}

/** Says what the interface's documentation says of a shape: the type of what a query has as text, and the description. */
function override({ zodSchema, jsonSchema }: Node): void {
  const { type, minimum, maximum, maxItems, items, description, format } = fieldsOf(
    getOpenApiMetadata(zodSchema as unknown as z.ZodType),
  )
  if (type !== undefined) for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
  const said = { type, minimum, maximum, maxItems, items, description, ...(format !== 'decimal' && { format }) }
  Object.assign(jsonSchema, Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)))
}

/** Without the bounds that every number has; answers may have more fields than are described; `[type, null]` in place of a choice of two. */
function simple(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simple)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).filter(([key, value]) => key !== 'additionalProperties' && !isNoBound(key, value))
  const fields = Object.fromEntries(entries.map(([key, value]) => [key, simple(value)]))
  const [one, none, ...more] = listOf(fields['anyOf']).map(fieldsOf)
  if (one === undefined || none?.['type'] !== 'null' || more.length > 0 || typeof one['type'] !== 'string' || 'enum' in one)
    return fields
  const { anyOf: _, ...rest } = fields
  return { ...one, ...rest, type: [one['type'], 'null'] }
}

function isNoBound(key: string, value: unknown): boolean {
  return (key === 'minimum' || key === 'maximum') && typeof value === 'number' && !(Math.abs(value) < Number.MAX_SAFE_INTEGER)
}
