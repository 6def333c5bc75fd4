import { inTransaction } from '#db/transaction.ts'
import { removeAuthorOfAssets } from '../assets/authors.service.ts'
import { removeSecondFactor } from '../auth/factor/service.ts'
import {
  addUser,
  changeNames,
  getUser,
  getUserByName,
  type NewUser,
  requireOwnPassword,
  resetPassword,
  type User,
} from '../auth/service.ts'
import { deleteBrokers, removeIconsOf } from '../brokers/service.ts'
import { type Ctx, type Deps, now } from '../context.ts'
import { clearAuthorOfRates } from '../fx/authors.service.ts'
import { deleteTemplatesOf, removeReportFiles } from '../imports/service.ts'
import { removeAuthorOfPrices } from '../prices/authors.service.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { clearAuthorOfLines } from '../transactions/authors.service.ts'
import { deleteUserUploads, removeUploadFiles } from '../uploads/service.ts'
import { handOverBeforeDisabling, handOverBeforeRemoval, type NewOwner, requireMayLeave } from './owners.ts'
import {
  clearAdminByGroup,
  countDirectory,
  countOthers,
  type DirectoryUser,
  deleteUserRow,
  listDirectory,
  updateStatus,
} from './repository.ts'

export type { DirectoryUser }

export type Directory = {
  readonly items: DirectoryUser[]
  readonly next: readonly [string] | null
  readonly total: number | null
}

/** Absent = keep. */
export type UserChange = {
  readonly [K in 'username' | 'email' | 'isActive' | 'isSuperuser']?: User[K] | undefined
}

/** Users by name: active ones for everybody; superusers may also search e-mail addresses and see disabled users. */
export async function listUsers(
  ctx: Ctx,
  page: { q: string | undefined; inactive: boolean; limit: number; after: string | undefined; count: boolean },
): Promise<Directory> {
  if (page.inactive && !ctx.user.isSuperuser)
    throw new AppError('forbidden', 'auth/superuser-only', 'Only a superuser may see disabled users.')
  const filter = { q: page.q, inactive: page.inactive, searchEmail: ctx.user.isSuperuser }
  const rows = await listDirectory(ctx.reader, filter, { limit: page.limit + 1, after: page.after })
  const items = rows.slice(0, page.limit)
  const last = items.at(-1)
  return {
    items,
    next: rows.length > items.length && last ? [last.username.toLowerCase()] : null,
    total: page.count ? await countDirectory(ctx.reader, filter) : null,
  }
}

/** Makes a user, also while registration is off. Throws `user/username-taken`, `user/email-taken`, `user/password-weak`. */
export function createUser(ctx: Ctx, input: NewUser & { isActive: boolean; isSuperuser: boolean }): Promise<User> {
  return addUser(ctx, input, { ...input, check: (deps) => requireStillSuperuser(deps, ctx.user.id) })
}

/**
 * Changes a user; disabling one ends their sessions and gives their brokers to the new owners where nobody else is OWNER
 * (`handOverBeforeDisabling`). The last active superuser stays one (`user/last-superuser`).
 */
export function changeUser(ctx: Ctx, id: number, change: UserChange, newOwners: readonly NewOwner[]): Promise<User> {
  return inTransaction(ctx, async (ctx) => {
    await requireStillSuperuser(ctx, ctx.user.id)
    const before = await changeNames(ctx, id, { username: change.username, email: change.email })
    const isActive = change.isActive ?? before.isActive
    const isSuperuser = change.isSuperuser ?? before.isSuperuser
    if (!isActive || !isSuperuser) await requireAnotherSuperuser(ctx, before)
    if (before.isActive && !isActive) await handOverBeforeDisabling(ctx, id, newOwners)
    else if (newOwners.length > 0) throw invalid('user/new-owner', '/new_owners', 'Only for disabling a user.')
    if (isSuperuser !== before.isSuperuser) await clearAdminByGroup(ctx.db, id)
    if (isActive !== before.isActive || isSuperuser !== before.isSuperuser) {
      await updateStatus(ctx.db, id, { isActive, isSuperuser, updatedAt: now(ctx) })
      ctx.log.info('user changed', { user_id: id, by: ctx.user.id, active: isActive, superuser: isSuperuser })
    }
    return getUser(ctx, id)
  })
}

/** Sets another user's password and ends their sessions. One's own needs the present one: `user/own-account`. */
export async function setUserPassword(ctx: Ctx, id: number, password: string): Promise<void> {
  requireOther(ctx, id, 'PUT /auth/users/me/password')
  await resetPassword(ctx, await getUser(ctx, id), password)
}

/** Takes another user's second factor away, for who has lost it. One's own needs the password and a code: `user/own-account`. */
export async function resetSecondFactor(ctx: Ctx, id: number): Promise<void> {
  requireOther(ctx, id, 'DELETE /auth/second-factor')
  await removeSecondFactor(ctx, (await getUser(ctx, id)).id)
}

/** Removes another user, under the rules of `leaveForGood`; brokers for which new owners are named stay, with these. */
export async function deleteUser(ctx: Ctx, id: number, newOwners: readonly NewOwner[]): Promise<void> {
  requireOther(ctx, id, 'DELETE /auth/users/me')
  await removeUser(ctx, id, async (ctx) => {
    await requireStillSuperuser(ctx, ctx.user.id)
    return handOverBeforeRemoval(ctx, id, newOwners)
  })
}

/**
 * The caller goes, with their files and every broker of which they are the only member. Throws `auth/wrong-password`; `access/last-owner`
 * while others remain on a broker that would be without an OWNER who can sign in; `user/last-superuser` while others exist.
 */
export async function leaveForGood(ctx: Ctx, proof: { password: string; address: string }): Promise<void> {
  await requireOwnPassword(ctx, { ...proof, pointer: '/password' })
  await removeUser(ctx, ctx.user.id, (ctx) => requireMayLeave(ctx, ctx.user.id))
}

/** For the command line: makes a user without a session. */
export function createUserByOperator(deps: Deps, input: NewUser & { isSuperuser: boolean }): Promise<User> {
  return addUser(deps, input, { isActive: true, isSuperuser: input.isSuperuser })
}

/** For the command line: sets the password of a user named by username or e-mail address. Throws `user/not-found`. */
export async function setPasswordByOperator(deps: Deps, name: string, password: string): Promise<User> {
  const user = await getUserByName(deps, name)
  await resetPassword(deps, user, password)
  return user
}

/** For the command line: takes the second factor of a user away; `removed` is false when there was none. Throws `user/not-found`. */
export async function resetFactorByOperator(deps: Deps, name: string): Promise<{ user: User; removed: boolean }> {
  const user = await getUserByName(deps, name)
  return { user, removed: await removeSecondFactor(deps, user.id) }
}

/** For the command line: makes a user an active superuser. Throws `user/not-found`. */
export function promoteByOperator(deps: Deps, name: string): Promise<User> {
  return inTransaction(deps, async (deps) => {
    const user = await getUserByName(deps, name)
    await updateStatus(deps.db, user.id, { isActive: true, isSuperuser: true, updatedAt: now(deps) })
    await clearAdminByGroup(deps.db, user.id)
    deps.log.info('user promoted', { user_id: user.id })
    return getUser(deps, user.id)
  })
}

/** For the command line: every user, by name. */
export function listUsersByOperator(deps: Deps): Promise<DirectoryUser[]> {
  const everyone = { q: undefined, inactive: true, searchEmail: false }
  return listDirectory(deps.reader, everyone, { limit: Number.MAX_SAFE_INTEGER, after: undefined })
}

/** `leaveBrokers` says which brokers go with the user. */
async function removeUser(deps: Ctx, id: number, leaveBrokers: (ctx: Ctx) => Promise<readonly number[]>): Promise<void> {
  const files = await inTransaction(deps, async (deps) => {
    const alone = await leaveBrokers(deps)
    const user = await getUser(deps, id)
    if ((await countOthers(deps.db, id)).users > 0) await requireAnotherSuperuser(deps, user)
    const reports = await deleteBrokers(deps, alone)
    await removeAuthorOfAssets(deps, id)
    await removeAuthorOfPrices(deps, id)
    await removeIconsOf(deps, id)
    const uploads = await deleteUserUploads(deps, id)
    await deleteTemplatesOf(deps.db, id)
    await clearAuthorOfLines(deps, id)
    await clearAuthorOfRates(deps, id)
    await deleteUserRow(deps.db, id)
    return { reports, uploads, brokers: alone.length }
  })
  deps.log.info('user deleted', {
    user_id: id,
    brokers: files.brokers,
    reports: files.reports.length,
    uploads: files.uploads.length,
  })
  await removeReportFiles(deps, files.reports)
  await removeUploadFiles(deps, files.uploads)
}

async function requireAnotherSuperuser(deps: Deps, user: User): Promise<void> {
  if (!user.isActive || !user.isSuperuser || (await countOthers(deps.reader, user.id)).superusers > 0) return
  throw new AppError('conflict', 'user/last-superuser', 'This is the last active superuser. Make another user superuser first.')
}

async function requireStillSuperuser(deps: Deps, actorId: number): Promise<void> {
  const actor = await getUser(deps, actorId)
  if (actor.isActive && actor.isSuperuser) return
  throw new AppError('forbidden', 'auth/superuser-only', 'Only a superuser may do this.')
}

function requireOther(ctx: Ctx, id: number, instead: string): void {
  if (id !== ctx.user.id) return
  throw new AppError('forbidden', 'user/own-account', `This is your own account: use ${instead}, which asks for your password.`)
}
