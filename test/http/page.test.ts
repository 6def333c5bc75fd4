import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Hono } from 'hono'
import { decodeCursor, encodeCursor, setPageHeaders } from '#src/http/page.ts'
import type { HttpEnv } from '#src/http/route.ts'
import { AppError } from '#src/shared/errors.ts'
import { seeded } from '#test/support/arbitraries.ts'

function refusal(cursor: string, accepts?: (keys: readonly [string, number]) => boolean): string {
  try {
    decodeCursor(cursor, ['string', 'number'], accepts)
    return 'taken'
  } catch (error) {
    return error instanceof AppError ? `${error.kind} ${error.code} ${error.extras.errors?.[0]?.pointer}` : 'bug'
  }
}

/** By chance a text may be a cursor. */
function isOurs(text: string): boolean {
  try {
    const keys: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(keys) && keys.length === 2 && typeof keys[0] === 'string' && typeof keys[1] === 'number'
  } catch {
    return false
  }
}

test('a cursor gives back its keys, whatever they are, and is safe in an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), (text, id) => {
      const cursor = encodeCursor([text, id])
      expect(cursor).toMatch(/^[\w-]*$/)
      expect(decodeCursor(cursor, ['string', 'number'])).toEqual([text.toWellFormed(), id])
    }),
    seeded(200),
  )
})

test('422 request/cursor for any text that is not one of ours, never anything else', () => {
  const wrong = 'invalid request/cursor /query/cursor'
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((text) => Buffer.from(text).toString('base64url')),
      ),
      (text) => {
        if (!isOurs(text)) expect(refusal(text)).toBe(wrong)
      },
    ),
    seeded(300),
  )
  for (const keys of [[], ['a'], [1, 'a'], ['a', '1'], ['a', 1, 2], ['a', null]])
    expect(refusal(encodeCursor(keys as string[]))).toBe(wrong)
})

test('422 for a cursor that the list does not accept', () => {
  expect(refusal(encodeCursor(['a', 1]), ([text]) => text === 'b')).toContain('request/cursor')
  expect(refusal(encodeCursor(['b', 1]), ([text]) => text === 'b')).toBe('taken')
})

async function headersOf(address: string, page: Parameters<typeof setPageHeaders>[1]): Promise<Headers> {
  const app = new Hono<HttpEnv>()
  app.get('*', (c) => {
    setPageHeaders(c, page)
    return c.body(null)
  })
  return (await app.request(address)).headers
}

test('Link names the next page with every other key as it was and the old cursor replaced; no host, so that it works behind any proxy', async () => {
  const headers = await headersOf('http://inside:8420/base/api/v1/things?types=A&types=B%26C&cursor=old&limit=2&q=a+b%2B', {
    nextCursor: 'new',
  })
  const [, target = ''] = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
  expect(target.startsWith('/base/api/v1/things?')).toBe(true)
  const query = new URL(target, 'http://x').searchParams
  expect([query.getAll('types'), query.getAll('cursor'), query.get('limit'), query.get('q')]).toEqual([
    ['A', 'B&C'],
    ['new'],
    '2',
    'a b+',
  ])
  expect(headers.has('x-total-count')).toBe(false)
})

test('the last page has no Link; a count of 0 is shown', async () => {
  const headers = await headersOf('http://x/api/v1/things', { nextCursor: null, total: 0 })
  expect([headers.has('link'), headers.get('x-total-count')]).toEqual([false, '0'])
  expect((await headersOf('http://x/api/v1/things', { nextCursor: 'n', total: null })).get('link')).toBe(
    '</api/v1/things?cursor=n>; rel="next"',
  )
})

test('Link is what URL makes of the address, whatever stands in the query', async () => {
  const queries = [
    '',
    'a=1',
    'a=1&b=x-y_z.9',
    'a',
    'a=&b',
    '&a=1&',
    'a=b=c',
    'a=%20+x',
    'a=*~!',
    'a=é',
    'cursor=old',
    'b=1&cursor=old&a=2',
    'xcursor=1&cursorx=2',
  ]
  for (const query of queries) {
    const address = `http://x:1/base/api/v1/things${query === '' ? '' : `?${query}`}`
    const url = new URL(address)
    url.searchParams.set('cursor', 'n_-1')
    expect((await headersOf(address, { nextCursor: 'n_-1' })).get('link')).toBe(`<${url.pathname}${url.search}>; rel="next"`)
  }
})
