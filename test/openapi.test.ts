import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { describeApi } from '#src/docs/document.ts'
import type { Document, Operation, Schema } from '#src/docs/openapi.ts'
import { createRooms } from '#src/server.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'

// Tools of others judge the document, each a process of its own.
setDefaultTimeout(120_000)

const ROOT = new URL('..', import.meta.url).pathname
const CLIENT = join(ROOT, 'dist/client')
const rooms = await createRooms()
const document = describeApi(rooms, { basePath: '', publicUrl: null })
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
)

mkdirSync(CLIENT, { recursive: true })
await Bun.write(join(CLIENT, 'openapi.json'), JSON.stringify(document))
/** Other programs, which take seconds and begin before the tests. */
const [linted, client] = [lint(), makeClient()]

test('every operation says what it is, for whom, and what comes back, with examples', () => {
  const tags = new Set(document.tags.map((tag) => tag.name))
  const faults = operations.flatMap(({ method, path, operation }) => {
    const media = [
      ...Object.entries(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses).flatMap((answer) => Object.entries(answer.content ?? {})),
    ]
    const checks = {
      operationId: /^[a-z][A-Za-z0-9]+$/.test(operation.operationId),
      'one known tag': operation.tags.length === 1 && operation.tags.every((tag) => tags.has(tag)),
      summary: operation.summary?.length > 5,
      description: operation.description?.length > 10,
      security: Array.isArray(operation.security),
      examples: media.every(([type, { example }]) => !/json/.test(type) || example !== undefined),
      'a 500': '500' in operation.responses,
      'a 401': operation.security.length === 0 || '401' in operation.responses,
      'parameters described': (operation.parameters ?? []).every((parameter) => (parameter.description ?? '') !== ''),
    }
    return Object.entries(checks).flatMap(([what, holds]) => (holds ? [] : [`${method} ${path} lacks ${what}`]))
  })
  expect(faults).toEqual([])
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the document and the router know the same operations', () => {
  const routed = rooms.routes
    .filter((route) => route.method !== 'ALL')
    .map((route) => `${route.method.toLowerCase()} ${route.path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`)
  const documented = operations.map(({ method, path }) => `${method} ${path}`)
  const hidden = new Set(['get /uploads/plugin/{type}/{plugin}/{asset}'])
  expect(documented.sort()).toEqual([...new Set(routed)].filter((route) => !hidden.has(route)).sort())
})

test('every shape and every list of values is a named component; the only unions are with null or named', () => {
  const faults: string[] = []
  const look = (schema: Schema, at: string, isNamed: boolean) => {
    if (schema.allOf) faults.push(`${at} is put together by allOf`)
    if ((schema.enum?.length ?? 0) > 1 && !isNamed) faults.push(`${at} has a list of values without a name`)
    if (schema.properties && !isNamed) faults.push(`${at} is an object without a name`)
    const union = schema.anyOf ?? schema.oneOf
    const isNullable = union?.length === 2 && union[1]?.type === 'null'
    if (union && !isNullable && !isNamed) faults.push(`${at} is a union without a name`)
    for (const [key, part] of Object.entries(schema.properties ?? {})) look(part, `${at}/${key}`, false)
    if (schema.items) look(schema.items, `${at}[]`, false)
    if (typeof schema.additionalProperties === 'object') look(schema.additionalProperties, `${at}/*`, false)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name, true)
  for (const { operation } of operations) {
    for (const parameter of operation.parameters ?? [])
      look(parameter.schema, `${operation.operationId}?${parameter.name}`, false)
    for (const content of [operation.requestBody, ...Object.values(operation.responses)].map((part) => part?.content ?? {}))
      for (const [type, { schema }] of Object.entries(content))
        if (schema) look(schema, `${operation.operationId} ${type}`, false)
  }
  expect(faults).toEqual([])
})

test('every field of an answer is always there, null where there is nothing', () => {
  const { schemas } = document.components
  const faults = answeredSchemas().flatMap((name) => {
    const schema: Schema & { readonly required?: readonly string[] } = schemas[name] ?? {}
    return Object.keys(schema.properties ?? {}).flatMap((key) => (isRequired(schema, key) ? [] : [`${name}.${key}`]))
  })
  expect(faults).toEqual([])
})

test('every example is accepted by the schema that the service itself uses', () => {
  const byId = new Map(operations.map(({ operation }) => [operation.operationId, operation]))
  const faults: string[] = []
  const check = (where: string, schema: unknown, example: unknown) => {
    if (!(schema instanceof z.ZodType)) return
    const parsed = schema.safeParse(example)
    if (!parsed.success) faults.push(`${where}: ${JSON.stringify(parsed.error.issues[0])}`)
  }
  for (const definition of rooms.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue
    const { operationId = '', request, responses } = definition.route
    const operation = byId.get(operationId)
    if (!operation) continue
    const body = request?.body?.content['application/json']
    check(
      `${operationId} body`,
      body && 'schema' in body ? body.schema : undefined,
      operation.requestBody?.content['application/json']?.example,
    )
    for (const [status, answer] of Object.entries(responses)) {
      const media = 'content' in answer ? answer.content?.['application/json'] : undefined
      const example = operation.responses[status]?.content?.['application/json']?.example
      check(`${operationId} ${status}`, media && 'schema' in media ? media.schema : undefined, example)
    }
  }
  expect(faults).toEqual([])
})

test('the contract is the one that was reviewed', () => {
  expect(contractOf(document)).toMatchSnapshot()
})

test('redocly finds nothing wrong with the document', async () => {
  const { code, text } = await linted
  expect(text).toContain('is valid')
  expect(code).toBe(0)
})

test('a client generated by openapi-typescript compiles and works against the service', async () => {
  const { made, compiled } = await client
  expect(made).toMatchObject({ code: 0 })
  expect(compiled).toMatchObject({ code: 0 })
  const { app, call } = await createTestApp()
  await call(null, 'POST', '/auth/register', { username: 'olga', email: 'olga@example.org', password: PASSWORD })
  const server = Bun.serve({ port: 0, fetch: (request, server) => app.fetch(request, { server }) })
  const used = await run([join(ROOT, 'test/openapi/client.ts'), `${server.url}api/v1`, 'olga', PASSWORD])
  await server.stop(true)
  expect(used).toMatchObject({ code: 0 })
  expect(JSON.parse(used.text)).toEqual({
    name: 'olga',
    amount: '12.5',
    ids: [expect.any(Number)],
    code: 'broker/not-found',
    type: 'text/csv',
  })
})

function lint() {
  const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
  const words = ['lint', join(CLIENT, 'openapi.json'), '--config', join(ROOT, 'test/openapi/redocly.yaml')]
  return run([cli, ...words], { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' })
}

async function makeClient() {
  const generator = join(ROOT, 'node_modules/openapi-typescript/bin/cli.js')
  const preload = ['--preload', join(ROOT, 'test/openapi/typescript5.ts')]
  const made = await run([...preload, generator, join(CLIENT, 'openapi.json'), '-o', join(CLIENT, 'api.ts')])
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const compiled = await run([tsc, '--project', join(ROOT, 'test/openapi/tsconfig.json')])
  return { made, compiled }
}

async function run(command: readonly string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, text: out + err }
}

/** What a client depends on, one line per operation, parameter, answer and field; prose and examples are left out. */
function contractOf({ paths, components }: Document): string {
  const lines = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => [
      `${method.toUpperCase()} ${path} ${operation.operationId}${operation.security.length === 0 ? ' (public)' : ''}`,
      ...linesOf(operation),
    ]),
  )
  const shapes = Object.entries(components.schemas).flatMap(([name, schema]) => [
    `${name}: ${shapeOf({ ...schema, properties: {} })}`,
    ...Object.entries(schema.properties ?? {}).map(
      ([key, part]) => `  ${key}${isRequired(schema, key) ? '' : '?'}: ${shapeOf(part)}`,
    ),
  ])
  return [...lines, '', ...shapes].join('\n')
}

function linesOf({ parameters = [], requestBody, responses }: Operation): string[] {
  const media = (content: Operation['responses'][string]['content']) =>
    Object.entries(content ?? {}).map(([type, { schema }]) => `${type} ${schema ? shapeOf(schema) : ''}`.trim())
  return [
    ...parameters.map((entry) => `  ${entry.in} ${entry.name}${entry.required ? '' : '?'}: ${shapeOf(entry.schema)}`),
    ...media(requestBody?.content).map((line) => `  < ${line}`),
    ...Object.entries(responses).map(([status, answer]) => {
      const body = media(answer.content).filter((line) => line !== 'application/problem+json Problem')
      return `  > ${[status, ...body, ...Object.keys(answer.headers ?? {})].join(' ')}`
    }),
  ]
}

function shapeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return union.map(shapeOf).join(' | ')
  if (schema.items) return `${[schema.type].flat().includes('null') ? 'null | ' : ''}${shapeOf(schema.items)}[]`
  if (typeof schema.additionalProperties === 'object') return `{ *: ${shapeOf(schema.additionalProperties)} }`
  const open = schema.additionalProperties === false ? ' closed' : ''
  return `${[schema.type ?? 'any'].flat().join(' | ')}${schema.format ? `(${schema.format})` : ''}${open}`
}

/** The components that successful answers are made of; problems have members of their own. */
function answeredSchemas(): string[] {
  const found = new Set<string>(['Problem'])
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(document.components.schemas[name])
    }
  }
  for (const { operation } of operations)
    for (const [status, answer] of Object.entries(operation.responses)) if (status.startsWith('2')) visit(answer.content)
  found.delete('Problem')
  return [...found]
}

function isRequired(schema: Schema & { readonly required?: readonly string[] }, key: string): boolean {
  return schema.required?.includes(key) ?? false
}
