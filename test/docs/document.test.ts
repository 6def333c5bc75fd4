import { describe, expect, test } from 'bun:test'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { describeApi } from '#src/docs/document.ts'
import { exampleOf } from '#src/docs/examples.ts'
import type { Document, Schema } from '#src/docs/openapi.ts'
import { frontAnswer, problemAnswer } from '#src/docs/problems.ts'
import { BODY_NOTES, NOTES, shareParts } from '#src/docs/share.ts'
import { json, jsonBody } from '#src/http/openapi.ts'
import type { HttpEnv } from '#src/http/route.ts'
import { JOB_KINDS } from '#src/jobs/job.ts'
import { createRooms } from '#src/server.ts'

const rooms = await createRooms()
/** What the front of the service answers to any request. */
const FRONT = ['400', '401', '408', '413', '415', '421', '429', '500']

const Cargo = z.object({ tons: z.int().openapi({ example: 4 }) }).openapi('Cargo', { description: 'What it carries' })
const Flag = z.enum(['IT', 'NO']).openapi('Flag', { example: 'NO' })
const FlagOrNone = z.enum(['IT', 'NO']).nullable().openapi('FlagOrNone')
const Ship = z
  .object({
    last: Cargo.nullable().openapi({ description: 'Before this one' }),
    cargo: Cargo,
    spare: Cargo.optional().openapi({ description: 'If any' }),
    flag: FlagOrNone,
    rig: z.enum(['sloop', 'brig']).openapi({ description: 'How it sails', example: 'brig' }),
    former: z.enum(['IT', 'NO']).nullable(),
    notes: z.record(z.string(), z.string().openapi({ example: 'x' })),
  })
  .openapi('Ship')

/** As `json`, of a shape that may leave something out. */
const loose = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { 'application/json': { schema } },
})

function describeShips() {
  const rooms = new OpenAPIHono<HttpEnv>()
  const base = { tags: ['auth'], summary: 'Ships and more', description: 'Ships and more of them', security: [{ session: [] }] }
  const one = createRoute({
    ...base,
    operationId: 'getShip',
    method: 'get',
    path: '/ships/{id}',
    request: {
      params: z.object({ id: z.string().openapi({ example: '7' }) }),
      query: z.object({ flag: z.enum(['NO', 'IT', 'SE']).optional() }),
    },
    responses: { 200: loose(Ship, 'It') },
  })
  const make = createRoute({
    ...base,
    operationId: 'makeShip',
    method: 'post',
    path: '/ships',
    request: { body: jsonBody(Ship) },
    responses: { 201: loose(Ship, 'It'), 202: json(Cargo, 'Later'), 200: json(Flag, 'Flag') },
  })
  rooms.openapi(one, () => new Response() as never)
  rooms.openapi(make, () => new Response() as never)
  return describeApi(rooms, { basePath: '/base', publicUrl: null })
}

test('a component is what was named, whatever the place of its first use adds', () => {
  const { schemas } = describeShips().components
  expect(schemas['Cargo']).toEqual({
    type: 'object',
    properties: { tons: { type: 'integer', example: 4 } },
    required: ['tons'],
    description: 'What it carries',
  } as Schema)
  expect(schemas['Ship']?.properties).toMatchObject({
    last: { anyOf: [{ $ref: '#/components/schemas/Cargo' }, { type: 'null' }], description: 'Before this one' },
    cargo: { $ref: '#/components/schemas/Cargo' },
    spare: { $ref: '#/components/schemas/Cargo', description: 'If any' },
  })
})

test('lists of values become components of their own, null apart, and equal ones are one', () => {
  const document = describeShips()
  const { schemas } = document.components
  expect(schemas['ShipRig']).toEqual({ type: 'string', enum: ['sloop', 'brig'] })
  expect(schemas['Flag']?.enum).toEqual(['IT', 'NO'])
  expect(schemas['FlagOrNone']).toBeUndefined()
  const nullableFlag = { anyOf: [{ $ref: '#/components/schemas/Flag' }, { type: 'null' }] }
  expect(schemas['Ship']?.properties).toMatchObject({
    rig: { $ref: '#/components/schemas/ShipRig', description: 'How it sails', example: 'brig' },
    flag: nullableFlag,
    former: nullableFlag,
  })
  const [, flag] = document.paths['/ships/{id}']?.['get']?.parameters ?? []
  expect(flag?.schema).toEqual({ $ref: '#/components/schemas/GetShipFlag' })
})

test('examples are put together from their parts', () => {
  const body = describeShips().paths['/ships']?.['post']?.requestBody?.content['application/json']
  expect(body?.example).toEqual({
    last: { tons: 4 },
    cargo: { tons: 4 },
    spare: { tons: 4 },
    flag: 'NO',
    rig: 'brig',
    former: 'NO',
    notes: { key: 'x' },
  })
})

test('what the front of the service does to a request is documented with every operation', () => {
  const { paths } = describeShips()
  const [get, post] = [paths['/ships/{id}']?.['get'], paths['/ships']?.['post']]
  expect(Object.keys(get?.responses ?? {})).toEqual(['200', '404', '421', '422', '429', '500'])
  expect(Object.keys(post?.responses ?? {})).toEqual([
    '200',
    '201',
    '202',
    '400',
    '403',
    '408',
    '409',
    '413',
    '415',
    '421',
    '422',
    '429',
    '500',
  ])
  expect(post?.parameters?.map((parameter) => parameter.name)).toEqual(['Idempotency-Key', 'Prefer'])
  expect(post?.responses['201']?.headers).toHaveProperty('Location')
  expect(get?.responses['404']?.content?.['application/problem+json']?.example).toMatchObject({
    status: 404,
    instance: '/api/v1/brokers/17',
    code: 'request/not-found',
  })
  expect(get?.responses['422']?.content?.['application/problem+json']?.example).toMatchObject({
    errors: [{ pointer: '/name' }],
  })
})

test.each([
  [{ type: 'string', format: 'date' }, '2026-06-30'],
  [{ type: ['integer', 'null'], minimum: 3 }, 3],
  [{ type: 'boolean' }, true],
  [{ type: 'array', items: { type: 'string', example: 'a' } }, ['a']],
  [{ type: 'array' }, []],
  [{ oneOf: [{ const: 'x' }, { type: 'null' }] }, 'x'],
  [
    {
      allOf: [
        { type: 'object', properties: { a: { example: 1 } } },
        { type: 'object', properties: { b: { example: 2 } } },
      ],
    },
    { a: 1, b: 2 },
  ],
  [{ type: 'string', example: null }, null],
  [{ type: 'number', default: 7 }, 7],
] as [Schema, unknown][])('the example of %j', (schema, example) => {
  expect(exampleOf(schema, {})).toEqual(example)
})

test('a shape that holds itself has an example that ends', () => {
  const components: Record<string, Schema> = {
    Tree: { type: 'object', properties: { branch: { $ref: '#/components/schemas/Tree' } } },
  }
  expect(JSON.stringify(exampleOf({ $ref: '#/components/schemas/Tree' }, components))).toEndWith('null}}}}}}}}}}}}}')
})

/** As the published document says it: the front's plain problems, whose texts all operations share, are one default. */
function foldFront(operation: { responses: Record<string, unknown> }) {
  const plain = (status: string) => problemAnswer(status).description
  const isPlain = (status: string) =>
    (operation.responses[status] as { description: string } | undefined)?.description === plain(status)
  for (const status of FRONT.filter(isPlain)) delete operation.responses[status]
  operation.responses['default'] = frontAnswer()
}

const mapOperations = (paths: Document['paths'], change: (operation: object) => object) =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, change(operation)])),
    ]),
  )

describe('the published document', () => {
  const expanded = describeApi(rooms, { basePath: '', publicUrl: null })
  const published = JSON.parse(JSON.stringify(shareParts(expanded)))

  test('says with components what the whole one says in place', () => {
    const follow = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(follow)
      if (part === null || typeof part !== 'object') return part
      const reference = (part as { $ref?: string }).$ref
      const [, kind = '', name = ''] = /^#\/components\/(responses|headers|parameters)\/(\w+)$/.exec(reference ?? '') ?? []
      if (kind !== '') return follow(published.components[kind][name])
      return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, follow(value)]))
    }
    const wanted = JSON.parse(JSON.stringify(expanded.paths))
    for (const item of Object.values<Document['paths'][string]>(wanted))
      for (const { responses } of Object.values(item))
        for (const { content } of Object.values(responses)) delete content?.['application/json']?.example
    for (const item of Object.values<Document['paths'][string]>(wanted))
      for (const operation of Object.values(item)) {
        foldFront(operation)
        delete operation.requestBody?.content['application/merge-patch+json']?.example
        for (const note of NOTES) delete (operation as Record<string, unknown>)[note]
        for (const note of BODY_NOTES) delete (operation.requestBody as Record<string, unknown> | undefined)?.[note]
      }
    const said = follow(published.paths) as Document['paths']
    const isUsual = (operation: object) => !('security' in operation)
    const whole = mapOperations(said, (operation) =>
      isUsual(operation) ? { ...operation, security: published.security } : operation,
    )
    expect(whole).toEqual(wanted)
    expect(
      Object.values(said)
        .flatMap((item) => Object.values(item))
        .filter(isUsual).length,
    ).toBeGreaterThan(50)
    expect(Object.keys(published.components.responses)).toContain('Problem404')
    expect(Object.keys(published.components.headers)).toContain('Location')
    expect(Object.keys(published.components.parameters)).toContain('IdempotencyKeyHeader')
  })

  test('has fields that several shapes have alike once, and each shape with all of its own', () => {
    const { schemas } = published.components
    const shared = Object.keys(schemas).filter((name) => !(name in expanded.components.schemas))
    expect(shared).toContain('ExternalIdField')
    const whole = (value: { $ref?: string }) => {
      const name = value.$ref?.replace('#/components/schemas/', '') ?? ''
      return shared.includes(name) ? schemas[name] : value
    }
    for (const [name, { properties, ...rest }] of Object.entries(expanded.components.schemas)) {
      const { properties: fields, ...others } = schemas[name]
      const named = Object.entries(fields ?? {}).map(([field, value]) => [field, whole(value as { $ref?: string })])
      expect([name, others, Object.fromEntries(named)]).toEqual([name, JSON.parse(JSON.stringify(rest)), properties ?? {}])
    }
  })

  test('names problems of the front once, and each that an operation has of its own', () => {
    const { responses } = published.paths['/assets/{id}'].patch
    expect(Object.keys(responses)).toEqual(['200', '403', '404', '409', '412', '422', 'default'])
    expect(responses.default).toEqual({ $ref: '#/components/responses/Problems' })
    const { description, content } = published.components.responses.Problems
    for (const status of FRONT) expect(description).toContain(`${status} `)
    expect(content['application/problem+json'].schema).toEqual({ $ref: '#/components/schemas/Problem' })
  })

  test('has less than 450,000 bytes', () => {
    expect(JSON.stringify(published).length).toBeLessThan(449_900)
  })

  test('no component has a field of its own name, which becomes one type for both in some languages', () => {
    const schemas = Object.entries(expanded.components.schemas)
    const clash = ([name, schema]: (typeof schemas)[number]) =>
      Object.keys(schema.properties ?? {}).some((key) => key.toLowerCase() === name.toLowerCase())
    expect(schemas.filter(clash).map(([name]) => name)).toEqual([])
  })

  test('ids begin at 1, currencies have three letters, numbers are doubles, days are not filled in from examples', () => {
    const { Transaction, TransactionCreate, Holding } = expanded.components.schemas
    expect(Transaction?.properties?.['broker_id']).toMatchObject({ minimum: 1 })
    expect(TransactionCreate?.properties?.['currency']).toMatchObject({ pattern: '^[A-Za-z]{3}$' })
    expect(Holding?.properties?.['unrealised_gain_ratio']).toMatchObject({ format: 'double' })
    const { parameters = [] } = expanded.paths['/transactions']?.['get'] ?? {}
    const named = new Map(parameters.map((one) => [one.name, one.schema]))
    expect(named.get('broker_ids')?.items).toMatchObject({ minimum: 1 })
    expect(named.get('from')).toMatchObject({ format: 'date' })
    expect(named.get('from')).not.toHaveProperty('example')
  })

  test('the result of a job is what operations with jobs of its kind answer', () => {
    const { Job, JobKind, JobResult } = expanded.components.schemas
    expect(JobKind?.enum).toEqual([...JOB_KINDS])
    expect(Job?.properties?.['result']?.anyOf?.[0]).toEqual({ $ref: '#/components/schemas/JobResult' })
    for (const kind of JOB_KINDS) expect(JobResult?.description).toContain(`\`${kind}\``)
    expect(JobResult?.anyOf).toContainEqual({ $ref: '#/components/schemas/ImportAnswer' })
  })

  test('what creates links to what reads, downloads have their types, patches are merge patches, forms are closed', () => {
    const operation = (method: string, path: string) => expanded.paths[path]?.[method]
    expect(operation('post', '/brokers')?.responses['201']?.links).toHaveProperty('getBroker')
    expect(operation('post', '/brokers/import/upload')?.responses['201']?.links).toHaveProperty('getReport')
    expect(operation('post', '/brokers/import/upload')?.responses['202']?.links).toHaveProperty('getJob')
    const download = operation('get', '/brokers/import/files/{id}/content')
    expect(Object.keys(download?.responses['200']?.content ?? {})).toContain('text/*')
    expect(download?.responses).toHaveProperty('416')
    expect(operation('patch', '/brokers/{id}')?.requestBody?.content).toHaveProperty('application/merge-patch+json')
    expect(expanded.components.schemas['CreateUploadForm']).toMatchObject({ additionalProperties: false })
  })
})
