import { AppError } from './errors.ts'

/** Throws `request/stale` (412) when the caller expects another revision of a resource than it has. */
export function requireRevision(resource: { readonly revision: number }, expected: number | undefined): void {
  if (expected === undefined || expected === resource.revision) return
  throw new AppError('stale', 'request/stale', 'It was changed since you read it. Read it again and repeat your change.', {
    extensions: { revision: resource.revision },
  })
}
