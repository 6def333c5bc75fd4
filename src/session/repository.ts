import { sql } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'

export type SessionUserRow = {
  readonly id: number
  readonly username: string
  readonly isActive: boolean
  readonly isSuperuser: boolean
  readonly sessionEpoch: number
  /** The setting `session_idle_minutes` and when it was made, where it is not at its default. */
  readonly idle: { readonly minutes: number; readonly since: string } | undefined
}

const sessionUserOf = query<{ id: number }>()((q, p) =>
  q
    .selectFrom('user')
    .leftJoin('setting', (join) => join.on('setting.key', '=', sql.lit('session_idle_minutes')))
    .select(['user.id', 'username', 'is_active', 'is_superuser', 'session_epoch', 'setting.value', 'setting.updated_at'])
    .where('user.id', '=', p.id),
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
      idle: row.value === null || row.updated_at === null ? undefined : { minutes: Number(row.value), since: row.updated_at },
    }
  )
}
