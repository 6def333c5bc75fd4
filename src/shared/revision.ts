import { AppError } from './errors.ts'

/** What the caller expects a resource to be: one of these revisions; anything when `undefined`. */
export type ExpectedRevision = number | readonly number[] | undefined

/** Throws `request/stale` (412) when the caller expects another revision of a resource than it has. */
export function requireRevision(resource: { readonly revision: number }, expected: ExpectedRevision): void {
  if (expected === undefined || [expected].flat().includes(resource.revision)) return
  throw new AppError('stale', 'request/stale', 'It was changed since you read it. Read it again and repeat your change.', {
    extensions: { revision: resource.revision },
  })
}
