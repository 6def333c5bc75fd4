import type { HttpContext } from './route.ts'

const REVISION_TAG = /^"r(\d+)(?:-[\w-]+)?"$/

/** The ETag of a resource with a revision. `finishAnswer` adds a hash of what is sent, so that it changes with the bytes. */
export function revisionTag(revision: number): string {
  return `"r${revision}"`
}

export function isRevisionTag(tag: string | null): boolean {
  return tag !== null && REVISION_TAG.test(tag)
}

/**
 * The revisions that the caller's `If-Match` names, weak tags too; `undefined` without the header or for `*`; none for what holds no tag of
 * ours.
 */
export function expectedRevision(c: HttpContext): readonly number[] | undefined {
  const header = c.req.header('if-match')
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').flatMap((tag) => {
    const match = REVISION_TAG.exec(tag.trim().replace(/^W\//, ''))
    return match ? [Number(match[1])] : []
  })
}

/** Whether the caller's `If-None-Match` holds this tag (weak comparison). */
export function notModified(c: HttpContext, tag: string): boolean {
  const header = c.req.header('if-none-match')
  return (header ?? '')
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
}
