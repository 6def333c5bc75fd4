import type { Selectable, Updateable } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { UserTable } from '#db/tables/users.ts'

/** A user as the service knows them. `passwordHash` is a PHC string and never leaves this room. */
export type Account = {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly isActive: boolean
  readonly isSuperuser: boolean
  readonly sessionEpoch: number
  readonly createdAt: string
  readonly passwordHash: string
}

/** What the user chose; `null` where the defaults of the service hold. */
export type ChosenPreferences = Readonly<
  Record<'language' | 'currency' | 'theme' | 'costBasisMethod' | 'formatRegion', string | null> &
    Record<'hideAmounts' | 'shortcuts', boolean | null>
>

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

const anyUser = query()((q) => q.selectFrom('user').select('id').limit(1))

export async function hasUsers(db: Reader): Promise<boolean> {
  return (await anyUser.one(db, {})) !== undefined
}

const accountOf = query<{ id: number }>()((q, p) => q.selectFrom('user').selectAll().where('id', '=', p.id))

export async function findAccount(db: Reader, id: number): Promise<Account | undefined> {
  const row = await accountOf.one(db, { id })
  return row && toAccount(row)
}

const accountNamed = query<{ key: string }>()((q, p) =>
  q
    .selectFrom('user')
    .selectAll()
    .where((is) => is.or([is('username_key', '=', p.key), is('email_key', '=', p.key)])),
)

/** By username or e-mail address, without regard to case. */
export async function findAccountByName(db: Reader, name: string): Promise<Account | undefined> {
  const row = await accountNamed.one(db, { key: name.toLowerCase() })
  return row && toAccount(row)
}

const keysTaken = query<{ username: string; email: string; exceptId: number }>()((q, p) =>
  q
    .selectFrom('user')
    .select(['username_key', 'email_key'])
    .where((is) => is.or([is('username_key', '=', p.username), is('email_key', '=', p.email)]))
    .where('id', '!=', p.exceptId),
)

/** Which of the two another user than `exceptId` has already. */
export async function findTaken(
  db: Reader,
  wanted: { username?: string | undefined; email?: string | undefined; exceptId?: number | undefined },
): Promise<{ username: boolean; email: boolean }> {
  const [username, email] = [wanted.username?.toLowerCase() ?? '', wanted.email?.toLowerCase() ?? '']
  const rows = await keysTaken.all(db, { username, email, exceptId: wanted.exceptId ?? 0 })
  return { username: rows.some((row) => row.username_key === username), email: rows.some((row) => row.email_key === email) }
}

type NewRow = Omit<Selectable<UserTable>, 'id' | 'session_epoch' | PreferenceColumn>

const accountInserted = query<NewRow>()((q, p) =>
  q
    .insertInto('user')
    .values({
      username: p.username,
      username_key: p.username_key,
      email: p.email,
      email_key: p.email_key,
      password_hash: p.password_hash,
      is_active: p.is_active,
      is_superuser: p.is_superuser,
      created_at: p.created_at,
      updated_at: p.updated_at,
    } satisfies Record<keyof NewRow, unknown>)
    .returningAll(),
)

export async function insertAccount(
  db: Db | Tx,
  account: { username: string; email: string; passwordHash: string; isActive: boolean; isSuperuser: boolean; createdAt: string },
): Promise<Account> {
  const row = await accountInserted.one(db, {
    username: account.username,
    username_key: account.username.toLowerCase(),
    email: account.email,
    email_key: account.email.toLowerCase(),
    password_hash: account.passwordHash,
    is_active: account.isActive ? 1 : 0,
    is_superuser: account.isSuperuser ? 1 : 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  })
  if (!row) throw new Error('an inserted user is answered')
  return toAccount(row)
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

const passwordChange = query<{ id: number; hash: string; at: string }>()((q, p) =>
  q
    .updateTable('user')
    .set((user) => ({ password_hash: p.hash, updated_at: p.at, session_epoch: user('session_epoch', '+', 1) }))
    .where('id', '=', p.id),
)

/** Stores a new hash and ends every session of the user. */
export async function updatePassword(
  db: Db | Tx,
  id: number,
  change: { passwordHash: string; updatedAt: string },
): Promise<void> {
  await passwordChange.run(db, { id, hash: change.passwordHash, at: change.updatedAt })
}

const nextEpoch = query<{ id: number }>()((q, p) =>
  q
    .updateTable('user')
    .set((user) => ({ session_epoch: user('session_epoch', '+', 1) }))
    .where('id', '=', p.id),
)

/** Ends every session of the user. */
export async function revokeSessions(db: Db | Tx, id: number): Promise<void> {
  await nextEpoch.run(db, { id })
}

const everyEpoch = query<{ epoch: number }>()((q, p) => q.updateTable('user').set({ session_epoch: p.epoch }))

/** Ends every session of everybody: `epoch` is one that no user had, here or in another copy of the data. */
export async function revokeAllSessions(db: Db | Tx, epoch: number): Promise<void> {
  await everyEpoch.run(db, { epoch })
}

const preferencesOf = query<{ id: number }>()((q, p) =>
  q
    .selectFrom('user')
    .select(['language', 'currency', 'theme', 'cost_basis_method', 'format_region', 'hide_amounts', 'shortcuts'])
    .where('id', '=', p.id),
)

export async function findPreferences(db: Reader, id: number): Promise<ChosenPreferences | undefined> {
  const row = await preferencesOf.one(db, { id })
  return (
    row && {
      ...{ language: row.language, currency: row.currency, theme: row.theme },
      ...{ costBasisMethod: row.cost_basis_method, formatRegion: row.format_region },
      hideAmounts: row.hide_amounts === null ? null : row.hide_amounts === 1,
      shortcuts: row.shortcuts === null ? null : row.shortcuts === 1,
    }
  )
}

/** Changes what is given; `null` clears. */
export async function updatePreferences(db: Db | Tx, id: number, change: PreferencesChange): Promise<void> {
  const { language, currency, theme, costBasisMethod, formatRegion, hideAmounts, shortcuts } = change
  const columns = {
    ...{ language, currency, theme, cost_basis_method: costBasisMethod, format_region: formatRegion },
    ...{ hide_amounts: flag(hideAmounts), shortcuts: flag(shortcuts) },
  } satisfies Record<PreferenceColumn, unknown>
  await db.updateTable('user').set(columns).where('id', '=', id).execute()
}

/** As the column has it; absent and `null` stay. */
function flag(chosen: boolean | null | undefined): number | null | undefined {
  return typeof chosen === 'boolean' ? Number(chosen) : chosen
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
