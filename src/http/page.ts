import { AppError } from '../shared/errors.ts'
import type { HttpContext } from './route.ts'

export const DEFAULT_LIMIT = 100

/** Where a page ended, as an opaque text: the sort keys of its last row. */
export function encodeCursor(keys: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

type Keys<S extends readonly ('string' | 'number')[]> = { [I in keyof S]: S[I] extends 'string' ? string : number }

/** The sort keys of a cursor; `shape` says their types, `accepts` what else they must be. Throws `request/cursor` (422) for anything else. */
export function decodeCursor<const S extends readonly ('string' | 'number')[]>(
  cursor: string,
  shape: S,
  accepts: (keys: Keys<S>) => boolean = () => true,
): Keys<S> {
  const keys = readJson(Buffer.from(cursor, 'base64url').toString())
  const fits = Array.isArray(keys) && keys.length === shape.length && keys.every((key, index) => typeof key === shape[index])
  if (fits && accepts(keys as Keys<S>)) return keys as Keys<S>
  throw new AppError('invalid', 'request/cursor', 'The cursor is not one of ours, or of a list in another order.', {
    errors: [{ pointer: '/query/cursor', detail: 'Take the cursor from the Link header of the page before, unchanged.' }],
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sets `Link: <...>; rel="next"` (RFC 8288) when there is a next page, and `X-Total-Count` when it was counted. */
export function setPageHeaders(c: HttpContext, page: { nextCursor: string | null; total?: number | null }): void {
  if (page.nextCursor !== null) {
    c.header('Link', `<${withCursor(c.req.url, page.nextCursor)}>; rel="next"`)
  }
  if (page.total !== undefined && page.total !== null) c.header('X-Total-Count', String(page.total))
}

/** What stays as it is when it is read and written again. */
const PLAIN_QUERY = /^[\w.-]+=[\w.-]*(?:&[\w.-]+=[\w.-]*)*$/

/** The path and query of an address, with this cursor (base64url) in place of another. */
function withCursor(address: string, cursor: string): string {
  const query = address.indexOf('?')
  const first = address.slice(query + 1)
  if (query > 0 && PLAIN_QUERY.test(first) && !/(?:^|&)cursor=/.test(first))
    return `${address.slice(address.indexOf('/', address.indexOf('://') + 3))}&cursor=${cursor}`
  const url = new URL(address)
  url.searchParams.set('cursor', cursor)
  return `${url.pathname}${url.search}`
}
