import type { Deps, SessionUser } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { AHEAD_MILLISECONDS } from '../shared/ahead.ts'
import { type BearerRow, findBearer, listBearerBrokers, noteUse } from './bearer.repository.ts'
import { createBearer, hashBearer } from './bearer.ts'

export { createBearer, hashBearer }

/** A use is written once in so many milliseconds. */
const USE_MILLISECONDS = 60_000

const uses = memoryKey(
  'session/uses',
  () => new Map<number, Promise<void>>(),
  async (writing) => void (await Promise.all(writing.values())),
)

/**
 * Whose token it is; `undefined` for none of ours, one that has ended, or one whose user may not sign in. With the rights of a superuser only where the
 * token has the scope `admin`, and with the brokers that it is narrowed to. The use is noted beside the request, which does not wait for it.
 */
export async function findBearerUser(deps: Deps, token: string): Promise<SessionUser | undefined> {
  const hash = hashBearer(token)
  const found = hash === undefined ? undefined : await findBearer(deps.reader, hash)
  const now = deps.clock()
  if (!found?.isActive || (found.expiresAt !== null && Date.parse(found.expiresAt) <= now.getTime())) return undefined
  rememberUse(deps, found, now)
  return {
    id: found.userId,
    username: found.username,
    isSuperuser: found.isSuperuser && found.scopes.includes('admin'),
    bearer: { id: found.id, scopes: found.scopes },
    ...(found.isNarrowed && { onlyBrokers: await listBearerBrokers(deps.reader, found.id) }),
    ...(found.expiresAt === null ? {} : { expiresAt: Date.parse(found.expiresAt) / 1000 }),
  }
}

function rememberUse(deps: Deps, { id, lastUsedAt }: BearerRow, now: Date): void {
  const [before = '', after = ''] = [-USE_MILLISECONDS, AHEAD_MILLISECONDS].map((span) =>
    new Date(now.getTime() + span).toISOString(),
  )
  const { db, storage } = deps
  const writing = deps.memory.of(uses)
  const isNoted = lastUsedAt !== null && lastUsedAt >= before && lastUsedAt <= after
  if (isNoted || writing.has(id) || db.isTransaction || storage.damage() !== null) return
  const write = noteUse(db, { id, at: now.toISOString(), before, after })
    .catch((error: unknown) => deps.log.warn('the use of a token could not be noted', { bearer_id: id, error }))
    .finally(() => writing.delete(id))
  writing.set(id, write)
}
