/** Every list, object and text that a request may bring has a size that the document says. */
import { expect, test } from 'bun:test'
import { describeApi } from '#src/docs/document.ts'
import { createRooms } from '#src/server.ts'
import { describedOperations } from '#test/support/described.ts'

type Node = Readonly<Record<string, unknown>>

const document = describeApi(await createRooms(), { basePath: '', publicUrl: null }) as unknown as { components: Node }
const PARTS = ['anyOf', 'oneOf', 'allOf'] as const

function resolved(node: Node): Node {
  if (typeof node['$ref'] !== 'string') return node
  const path = node['$ref'].slice('#/components/'.length).split('/')
  return resolved(path.reduce<Node>((at, step) => at[step] as Node, document.components))
}

/** Where a schema leaves a size open. */
function openEnds(given: Node, at: string): string[] {
  const node = resolved(given)
  const types = [node['type']].flat()
  const missing: string[] = []
  const need = (type: string, bound: string) => {
    if (types.includes(type) && !(bound in node)) missing.push(`${at} ${bound}`)
  }
  need('array', 'maxItems')
  const isListed = 'enum' in node || 'const' in node || node['format'] === 'uuid' || node['format'] === 'binary'
  if (!isListed) need('string', 'maxLength')
  const isMap =
    types.includes('object') && node['additionalProperties'] !== undefined && typeof node['additionalProperties'] !== 'boolean'
  if (isMap && !('maxProperties' in node)) missing.push(`${at} maxProperties`)
  for (const part of PARTS) for (const option of (node[part] ?? []) as readonly Node[]) missing.push(...openEnds(option, at))
  for (const [key, field] of Object.entries(node['properties'] ?? {})) missing.push(...openEnds(field as Node, `${at}/${key}`))
  if (node['items']) missing.push(...openEnds(node['items'] as Node, `${at}/*`))
  if (isMap) missing.push(...openEnds(node['additionalProperties'] as Node, `${at}/*`))
  return missing
}

test('every list, object and text of every request has a bound', () => {
  const open = describedOperations.flatMap(({ id, operation }) => {
    const bodies = Object.entries(operation.requestBody?.content ?? {}).filter(([type]) => !type.startsWith('text/'))
    return [
      ...bodies.flatMap(([, { schema }]) => openEnds(schema as unknown as Node, `${id} body`)),
      ...(operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .flatMap((parameter) => openEnds(parameter.schema as unknown as Node, `${id} ${parameter.name}`)),
    ]
  })
  expect(open).toEqual([])
})

test('every body of JSON or text says how large it may be', () => {
  const silent = describedOperations.filter(({ operation }) => {
    const body = operation.requestBody as unknown as { content: object; 'x-max-bytes'?: number } | undefined
    return body !== undefined && !('multipart/form-data' in body.content) && body['x-max-bytes'] === undefined
  })
  expect(silent.map(({ id }) => id)).toEqual([])
})
