import { expect, test } from 'bun:test'
import { connect, openWorld } from './world.ts'

for (const [mode, version] of [
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
] as const)
  test(`the official client finds, lists and calls every tool over a real port: ${version}`, async () => {
    const world = await openWorld()
    const { text } = await world.token(world.nora)
    const client = await connect(world, text, mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getServerVersion()).toMatchObject({ name: 'holdfast', title: 'Holdfast' })
    expect(client.getServerCapabilities()).toEqual({ tools: {} })
    expect(client.getInstructions()).toContain('exact decimals')
    const { tools } = await client.listTools()
    const given: Record<string, Record<string, unknown>> = {
      search: { q: 'oak' },
      explain_figures: { report: 'holdings', figure: 'market_value' },
    }
    for (const { name } of tools) {
      const answer = await client.callTool({ name, arguments: given[name] ?? {} })
      expect([name, answer.isError ?? false]).toEqual([name, false])
      const [first] = answer.content
      expect(JSON.parse(first?.type === 'text' ? first.text : '')).toEqual(answer.structuredContent)
    }
    expect(tools.length).toBeGreaterThan(9)
    await expect(client.callTool({ name: 'add_transaction', arguments: {} })).rejects.toThrow('There is no tool')
  })

test('each tool says that it only reads, what it takes and what it answers', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  const { tools } = await (await connect(world, text, 'legacy')).listTools()
  for (const { name, title, description = '', annotations, inputSchema, outputSchema } of tools) {
    expect(name).toMatch(/^[a-z_]+$/)
    expect(name).not.toMatch(/create|delete|update|import|write|add|set/)
    expect([name, title !== undefined, description.length > 80]).toEqual([name, true, true])
    expect(annotations).toEqual({ readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false })
    expect([name, inputSchema['additionalProperties'], outputSchema?.['type']]).toEqual([name, false, 'object'])
    const fields = Object.entries(inputSchema.properties ?? {}) as [string, { type?: unknown; description?: string }][]
    for (const [field, schema] of fields)
      expect([name, field, typeof schema.description, typeof schema.type]).toEqual([name, field, 'string', 'string'])
  }
  expect(JSON.stringify(tools).length).toBeLessThan(80_000)
})
