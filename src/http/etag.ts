import type { HttpContext } from './route.ts'

/** The ETag of a resource with a revision. */
export function revisionTag(revision: number): string {
  return `"r${revision}"`
}

/** The revision that the caller's `If-Match` names; `undefined` without the header or for `*`; `-1` for what is no tag of ours. */
export function expectedRevision(c: HttpContext): number | undefined {
  const header = c.req.header('if-match')
  if (header === undefined || header.trim() === '*') return undefined
  const match = /^(?:W\/)?"r(\d+)"$/.exec(header.trim())
  return match ? Number(match[1]) : -1
}

/** Whether the caller's `If-None-Match` holds this tag (weak comparison). */
export function notModified(c: HttpContext, tag: string): boolean {
  const header = c.req.header('if-none-match')
  return (header ?? '')
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
}
