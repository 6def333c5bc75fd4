import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { UserTable } from '#db/schema.ts'
import { compiler, hotQuery } from '#db/statement.ts'

const sessionUserQuery = hotQuery(['id'], ({ id }: { id: number }) =>
  compiler.selectFrom('user').select(['id', 'username', 'is_active', 'is_superuser', 'session_epoch']).where('id', '=', id),
)

const preferencesQuery = hotQuery(['id'], ({ id }: { id: number }) =>
  compiler.selectFrom('user').select(['language', 'currency', 'theme', 'cost_basis_method']).where('id', '=', id),
)

export type SessionUserRow = { id: number; username: string; isActive: boolean; isSuperuser: boolean; sessionEpoch: number }

/** A user as the service knows them. `passwordHash` is a PHC string and never leaves this room. */
export type Account = SessionUserRow & { readonly email: string; readonly createdAt: string; readonly passwordHash: string }

/** What the user chose; `null` where the defaults of the service hold. */
export type ChosenPreferences = Readonly<Record<'language' | 'currency' | 'theme' | 'costBasisMethod', string | null>>

/** Absent: keep; `null`: back to the default. */
export type PreferencesChange = { readonly [K in keyof ChosenPreferences]?: ChosenPreferences[K] | undefined }

/** The columns that hold what a user chose. */
export type PreferenceColumn = Exclude<
  keyof UserTable,
  | 'id'
  | 'username'
  | 'username_key'
  | 'email'
  | 'email_key'
  | 'password_hash'
  | 'is_active'
  | 'is_superuser'
  | 'session_epoch'
  | 'created_at'
  | 'updated_at'
>

/** What the guard needs of a user; read on every request. */
export async function findSessionUser(db: Db | Tx, id: number): Promise<SessionUserRow | undefined> {
  const row = (await sessionUserQuery(db, { id }))[0]
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

export async function hasUsers(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function findAccount(db: Db | Tx, id: number): Promise<Account | undefined> {
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** By username or e-mail address, without regard to case. */
export async function findAccountByName(db: Db | Tx, name: string): Promise<Account | undefined> {
  const key = name.toLowerCase()
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where((is) => is.or([is('username_key', '=', key), is('email_key', '=', key)]))
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Which of the two another user than `exceptId` has already. */
export async function findTaken(
  db: Db | Tx,
  wanted: { username?: string | undefined; email?: string | undefined; exceptId?: number | undefined },
): Promise<{ username: boolean; email: boolean }> {
  const [username, email] = [wanted.username?.toLowerCase() ?? '', wanted.email?.toLowerCase() ?? '']
  const rows = await db
    .selectFrom('user')
    .select(['username_key', 'email_key'])
    .where((is) => is.or([is('username_key', '=', username), is('email_key', '=', email)]))
    .where('id', '!=', wanted.exceptId ?? 0)
    .execute()
  return { username: rows.some((row) => row.username_key === username), email: rows.some((row) => row.email_key === email) }
}

export async function insertAccount(
  db: Db | Tx,
  account: { username: string; email: string; passwordHash: string; isActive: boolean; isSuperuser: boolean; createdAt: string },
): Promise<Account> {
  const row: Insertable<UserTable> = {
    username: account.username,
    username_key: account.username.toLowerCase(),
    email: account.email,
    email_key: account.email.toLowerCase(),
    password_hash: account.passwordHash,
    is_active: account.isActive ? 1 : 0,
    is_superuser: account.isSuperuser ? 1 : 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  }
  return toAccount(await db.insertInto('user').values(row).returningAll().executeTakeFirstOrThrow())
}

export async function updateNames(
  db: Db | Tx,
  id: number,
  names: { username?: string | undefined; email?: string | undefined; updatedAt: string },
): Promise<void> {
  const { username, email, updatedAt } = names
  await updateUser(db, id, {
    updated_at: updatedAt,
    ...(username === undefined ? {} : { username, username_key: username.toLowerCase() }),
    ...(email === undefined ? {} : { email, email_key: email.toLowerCase() }),
  })
}

/** Stores a new hash and ends every session of the user. */
export async function updatePassword(
  db: Db | Tx,
  id: number,
  change: { passwordHash: string; updatedAt: string },
): Promise<void> {
  await updateUser(db, id, { password_hash: change.passwordHash, updated_at: change.updatedAt })
  await raiseEpoch(db, id)
}

/** Ends every session of the user. */
export async function raiseEpoch(db: Db | Tx, id: number): Promise<void> {
  await db
    .updateTable('user')
    .set((user) => ({ session_epoch: user('session_epoch', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function findPreferences(db: Db | Tx, id: number): Promise<ChosenPreferences | undefined> {
  const row = (await preferencesQuery(db, { id }))[0]
  return row && { language: row.language, currency: row.currency, theme: row.theme, costBasisMethod: row.cost_basis_method }
}

/** Changes what is given; `null` clears. */
export async function updatePreferences(db: Db | Tx, id: number, change: PreferencesChange): Promise<void> {
  const { language, currency, theme, costBasisMethod } = change
  const columns = { language, currency, theme, cost_basis_method: costBasisMethod } satisfies Record<PreferenceColumn, unknown>
  await db.updateTable('user').set(columns).where('id', '=', id).execute()
}

async function updateUser(db: Db | Tx, id: number, change: Updateable<UserTable>): Promise<void> {
  await db.updateTable('user').set(change).where('id', '=', id).execute()
}

function toAccount(row: Selectable<UserTable>): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    isActive: row.is_active === 1,
    isSuperuser: row.is_superuser === 1,
    sessionEpoch: row.session_epoch,
    createdAt: row.created_at,
    passwordHash: row.password_hash,
  }
}
