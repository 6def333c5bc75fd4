import { AppError } from '../shared/errors.ts'
import type { HttpContext } from './route.ts'

export const DEFAULT_LIMIT = 100

/** Where a page ended, as an opaque text: the sort keys of its last row. */
export function encodeCursor(keys: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/** The sort keys of a cursor; `shape` says their types. Throws `request/cursor` (422) for anything else. */
export function decodeCursor<const S extends readonly ('string' | 'number')[]>(
  cursor: string,
  shape: S,
): { [I in keyof S]: S[I] extends 'string' ? string : number } {
  const keys = readJson(Buffer.from(cursor, 'base64url').toString())
  if (!Array.isArray(keys) || keys.length !== shape.length || keys.some((key, index) => typeof key !== shape[index])) {
    throw new AppError('invalid', 'request/cursor', 'The cursor is not one of ours.', {
      errors: [{ pointer: '/query/cursor', detail: 'Take the cursor from the Link header of the page before, unchanged.' }],
    })
  }
  return keys as { [I in keyof S]: S[I] extends 'string' ? string : number }
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
    const url = new URL(c.req.url)
    url.searchParams.set('cursor', page.nextCursor)
    c.header('Link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  if (page.total !== undefined && page.total !== null) c.header('X-Total-Count', String(page.total))
}
