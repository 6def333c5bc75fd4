import { describe, expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import {
  dayQuery,
  flagQuery,
  idParam,
  integerListQuery,
  integerQuery,
  pageQuery,
  textListQuery,
  uuidParam,
} from '#src/http/query.ts'

const Query = z.strictObject({
  count: flagQuery('c'),
  limit: integerQuery({ minimum: 1, maximum: 9, description: 'l' }),
  at: integerQuery({ minimum: -5, description: 'a' }),
  from: dayQuery('f'),
  ids: integerListQuery('i'),
  kinds: textListQuery('k', ['A', 'B']),
  tags: textListQuery('t'),
})

const read = (query: unknown) => Query.safeParse(query)

describe('what a query may say', () => {
  test('values become what they mean, absent ones stay absent', () => {
    expect<unknown>(read({}).data).toEqual({})
    expect<unknown>(
      read({ count: 'true', limit: '9', at: '-5', from: '2024-02-29', ids: '7', kinds: 'A', tags: 'x' }).data,
    ).toEqual({
      count: true,
      limit: 9,
      at: -5,
      from: '2024-02-29',
      ids: [7],
      kinds: ['A'],
      tags: ['x'],
    })
    expect<unknown>(read({ count: 'false', ids: ['1', '2'], kinds: ['A', 'B'], tags: ['x', 'y'] }).data).toEqual({
      count: false,
      ids: [1, 2],
      kinds: ['A', 'B'],
      tags: ['x', 'y'],
    })
  })

  test('everything else is refused', () => {
    const wrong = {
      count: ['yes', '', 'on', '2', '01', 'truee'],
      limit: ['0', '10', '1.0', '1e0', '0x1', ' 1', '', '-1', '9'.repeat(20)],
      from: ['2024-02-30', '2024-1-1', 'today', ''],
      ids: ['x', '-1', '1.5', '', '1'.repeat(16)],
      kinds: ['C', 'a', ''],
      tags: ['', 'x'.repeat(201)],
    }
    for (const [key, values] of Object.entries(wrong))
      for (const value of values) expect(read({ [key]: value }).success, `${key}=${value}`).toBe(false)
    for (const key of ['count', 'limit', 'from']) expect(read({ [key]: ['1', '2'] }).success, key).toBe(false)
    expect(read({ ids: ['1', 'x'] }).error?.issues[0]?.path).toEqual(['ids', 1])
    expect(read({ tags: Array.from({ length: 1_001 }, () => 'x') }).success).toBe(false)
    expect(read({ typo: '1' }).success).toBe(false)
  })

  test('a page has 1 to 1,000 lines', () => {
    const Page = z.object(pageQuery)
    expect(Page.safeParse({ limit: '1000', cursor: 'x', count: 'true' }).success).toBe(true)
    for (const page of [{ limit: '1001' }, { limit: '0' }, { cursor: 'x'.repeat(501) }])
      expect(Page.safeParse(page).success).toBe(false)
  })
})

test('path parameters are whole numbers or UUIDs', () => {
  const Params = z.object({ id: idParam('id', 'd'), file: uuidParam('file', 'd') })
  const file = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'
  expect(Params.parse({ id: '17', file })).toEqual({ id: 17, file })
  for (const wrong of [
    { id: 'x', file },
    { id: '-1', file },
    { id: '1'.repeat(16), file },
    { id: '1', file: '../etc' },
    { id: '1', file: file.slice(1) },
  ])
    expect(Params.safeParse(wrong).success).toBe(false)
})

test.each(['true', 'True', 'TRUE', '1'])('%s is true in a query, as the languages of clients write it', (text) => {
  expect(read({ count: text }).data?.count).toBe(true)
})

test.each(['false', 'False', 'FALSE', '0'])('%s is false in a query', (text) => {
  expect(read({ count: text }).data?.count).toBe(false)
})
