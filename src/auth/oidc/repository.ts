import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'

/** Who at which provider is which user. `isAdminByGroup`: they are a superuser because of a group there. */
export type Identity = {
  readonly userId: number
  readonly issuer: string
  readonly subject: string
  readonly isAdminByGroup: boolean
}

type Row = { user_id: number; issuer: string; subject: string; admin_by_group: number }

const identityNamed = query<{ issuer: string; subject: string }>()((q, p) =>
  q
    .selectFrom('oidc_identity')
    .select(['user_id', 'issuer', 'subject', 'admin_by_group'])
    .where('issuer', '=', p.issuer)
    .where('subject', '=', p.subject),
)

/** The identity that a provider names. */
export async function findIdentity(db: Reader, issuer: string, subject: string): Promise<Identity | undefined> {
  return toIdentity(await identityNamed.one(db, { issuer, subject }))
}

const identityOf = query<{ userId: number }>()((q, p) =>
  q.selectFrom('oidc_identity').select(['user_id', 'issuer', 'subject', 'admin_by_group']).where('user_id', '=', p.userId),
)

export async function findIdentityOf(db: Reader, userId: number): Promise<Identity | undefined> {
  return toIdentity(await identityOf.one(db, { userId }))
}

const identityStored = query<{ userId: number; issuer: string; subject: string; at: string }>()((q, p) =>
  q
    .insertInto('oidc_identity')
    .values({ user_id: p.userId, issuer: p.issuer, subject: p.subject, created_at: p.at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ issuer: p.issuer, subject: p.subject, created_at: p.at })),
)

/** Stores who a user is at a provider, in place of who they were at another. */
export async function storeIdentity(
  db: Tx,
  identity: { userId: number; issuer: string; subject: string; at: string },
): Promise<void> {
  await identityStored.run(db, identity)
}

const identityDeleted = query<{ userId: number }>()((q, p) => q.deleteFrom('oidc_identity').where('user_id', '=', p.userId))

/** How many were removed, 0 or 1. */
export async function deleteIdentity(db: Tx, userId: number): Promise<number> {
  return identityDeleted.run(db, { userId })
}

const groupNoted = query<{ userId: number; byGroup: number }>()((q, p) =>
  q.updateTable('oidc_identity').set({ admin_by_group: p.byGroup }).where('user_id', '=', p.userId),
)
const superuserChanged = query<{ userId: number; isSuperuser: number; at: string }>()((q, p) =>
  q.updateTable('user').set({ is_superuser: p.isSuperuser, updated_at: p.at }).where('id', '=', p.userId),
)

/** Makes a user a superuser because of their group, or takes that away again. */
export async function updateAdminByGroup(db: Db | Tx, userId: number, isAdmin: boolean, at: string): Promise<void> {
  await groupNoted.run(db, { userId, byGroup: isAdmin ? 1 : 0 })
  await superuserChanged.run(db, { userId, isSuperuser: isAdmin ? 1 : 0, at })
}

const otherSuperusers = query<{ userId: number }>()((q, p) =>
  q
    .selectFrom('user')
    .leftJoin('oidc_identity as identity', 'identity.user_id', 'user.id')
    .select(['user.id', 'identity.issuer'])
    .where('user.is_active', '=', 1)
    .where('user.is_superuser', '=', 1)
    .where('user.id', '!=', p.userId),
)

/** The other superusers who may sign in, and at which provider, if at any. */
export async function listOtherSuperusers(db: Reader, userId: number): Promise<{ id: number; issuer: string | null }[]> {
  return await otherSuperusers.all(db, { userId })
}

function toIdentity(row: Row | undefined): Identity | undefined {
  return row && { userId: row.user_id, issuer: row.issuer, subject: row.subject, isAdminByGroup: row.admin_by_group === 1 }
}
