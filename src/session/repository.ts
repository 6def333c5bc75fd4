import type { Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'

export type SessionUserRow = {
  readonly id: number
  readonly username: string
  readonly isActive: boolean
  readonly isSuperuser: boolean
  readonly sessionEpoch: number
}

const sessionUserOf = query<{ id: number }>()((q, p) =>
  q.selectFrom('user').select(['id', 'username', 'is_active', 'is_superuser', 'session_epoch']).where('id', '=', p.id),
)

/** What the guard needs of a user; read on every request. */
export async function findSessionUser(db: Reader, id: number): Promise<SessionUserRow | undefined> {
  const row = await sessionUserOf.one(db, { id })
  return (
    row && {
      id: row.id,
      username: row.username,
      isActive: row.is_active === 1,
      isSuperuser: row.is_superuser === 1,
      sessionEpoch: row.session_epoch,
    }
  )
}
