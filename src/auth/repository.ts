import type { Db, Tx } from '#db/connection.ts'
import { compiler, hotQuery } from '#db/statement.ts'

const sessionUserQuery = hotQuery(['id'], ({ id }: { id: number }) =>
  compiler.selectFrom('user').select(['id', 'username', 'is_active', 'is_superuser', 'session_epoch']).where('id', '=', id),
)

export type SessionUserRow = { id: number; username: string; isActive: boolean; isSuperuser: boolean; sessionEpoch: number }

/** What the guard needs of a user; read on every request. */
export function findSessionUser(db: Db | Tx, id: number): SessionUserRow | undefined {
  const row = sessionUserQuery(db, { id })[0]
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
