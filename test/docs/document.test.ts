import { expect, test } from 'bun:test'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { describeApi } from '#src/docs/document.ts'
import { exampleOf } from '#src/docs/examples.ts'
import type { Schema } from '#src/docs/openapi.ts'
import { json, jsonBody } from '#src/http/openapi.ts'
import type { HttpEnv } from '#src/http/route.ts'

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
  expect(Object.keys(get?.responses ?? {})).toEqual(['200', '404', '422', '500'])
  expect(Object.keys(post?.responses ?? {})).toEqual(['200', '201', '202', '400', '403', '409', '413', '415', '422', '500'])
  expect(post?.parameters?.map((parameter) => parameter.name)).toEqual(['Idempotency-Key', 'Prefer'])
  expect(post?.responses['201']?.headers).toHaveProperty('Location')
  expect(get?.responses['404']?.content?.['application/problem+json']?.example).toMatchObject({
    status: 404,
    instance: '/base/api/v1/ships/7',
    code: 'request/not-found',
  })
  expect(get?.responses['422']?.content?.['application/problem+json']?.example).toMatchObject({
    errors: [{ pointer: '/query/flag' }],
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
