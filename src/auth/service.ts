import { createHash, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import { type Ctx, type Deps, now } from '../context.ts'
import { signSession } from '../session/service.ts'
import { readSetting } from '../settings/service.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { hashNewPassword, hasPassword, provePassword } from './credentials.ts'
import type { HashingQueue } from './hashing.ts'
import { requirePasswordLogin } from './oidc/password-login.service.ts'
import { requireRecentSignIn } from './recent.ts'
import {
  type Account,
  findAccount,
  findAccountByName,
  findTaken,
  hasUsers,
  insertAccount,
  revokeAllSessions,
  revokeSessions,
  updateNames,
  updatePassword,
} from './repository.ts'
import { takeRegistration } from './throttle.ts'

export type User = Omit<Account, 'passwordHash' | 'sessionEpoch'>

/** A new session: the token for the cookie, and how many seconds it lasts. */
export type Session = { readonly user: User; readonly token: string; readonly seconds: number }

export type NewUser = { readonly username: string; readonly email: string; readonly password: string }

/**
 * A stranger becomes a user; the very first one a superuser, also when registration is off: where a setup code is set, they must know it.
 * Throws `auth/registration-disabled`, `auth/setup-code`, `auth/password-login-off`, `auth/too-many-registrations`, `user/password-weak`, `user/username-taken`, `user/email-taken`, `auth/busy`.
 */
export async function register(deps: Deps, input: NewUser & { setupCode?: string | undefined; address: string }): Promise<User> {
  const check = (deps: Deps) => requireMayRegister(deps, input.setupCode)
  await takeRegistration(deps, input.address)
  if (await hasUsers(deps.reader)) await requirePasswordLogin(deps)
  await check(deps)
  return addUser(deps, input, { isActive: true, isSuperuser: false, check, queue: 'registrations' })
}

/** Makes a user; the first of all is an active superuser whatever the options say. `check` runs in the transaction that inserts. */
export async function addUser(
  deps: Deps,
  input: NewUser,
  options: { isActive: boolean; isSuperuser: boolean; check?: (deps: Deps) => Promise<void>; queue?: HashingQueue },
): Promise<User> {
  await requireFree(deps, input)
  const passwordHash = await hashNewPassword(deps, input.password, '/password', input, options.queue)
  const account = await inTransaction(deps, async (deps) => {
    await options.check?.(deps)
    await requireFree(deps, input)
    const isFirst = !(await hasUsers(deps.db))
    return insertAccount(deps.db, {
      username: input.username,
      email: input.email,
      passwordHash,
      isActive: options.isActive || isFirst,
      isSuperuser: options.isSuperuser || isFirst,
      createdAt: now(deps),
    })
  })
  deps.log.info('user created', { user_id: account.id, superuser: account.isSuperuser })
  return toUser(account)
}

/** Throws `auth/account-disabled`. */
export function requireActive(deps: Deps, account: Account, address: string): void {
  if (account.isActive) return
  deps.log.warn('login refused', { address, user_id: account.id, disabled: true })
  throw new AppError('forbidden', 'auth/account-disabled', 'This account is disabled. Ask an administrator of the service.')
}

/** The signed-in user, read afresh. */
export async function getOwnUser(ctx: Ctx): Promise<User> {
  return toUser(await ownAccount(ctx))
}

/** Throws `user/not-found`. */
export async function getUser(deps: Deps, id: number): Promise<User> {
  const account = await findAccount(deps.reader, id)
  if (!account) throw new AppError('not-found', 'user/not-found', 'There is no such user.')
  return toUser(account)
}

/** By username or e-mail address, without regard to case. Throws `user/not-found`. */
export async function getUserByName(deps: Deps, name: string): Promise<User> {
  const account = await findAccountByName(deps.reader, name)
  if (!account) throw new AppError('not-found', 'user/not-found', 'There is no user of that name or e-mail address.')
  return toUser(account)
}

/** Changes username, e-mail address or both. Throws `user/not-found`, `user/username-taken`, `user/email-taken`. */
export function changeNames(
  deps: Deps,
  id: number,
  names: { username?: string | undefined; email?: string | undefined },
): Promise<User> {
  return inTransaction(deps, async (deps) => {
    await requireFree(deps, { ...names, exceptId: id })
    await updateNames(deps.db, id, { ...names, updatedAt: now(deps) })
    return getUser(deps, id)
  })
}

/** Changes the caller's password: every session opened before ends, a new one is returned. Throws `auth/wrong-password`, `user/password-weak`. */
export async function changeOwnPassword(
  ctx: Ctx,
  input: { currentPassword: string; newPassword: string; address: string },
): Promise<Session> {
  const proof = { password: input.currentPassword, pointer: '/current_password', address: input.address }
  const account = await requireOwnPassword(ctx, proof)
  const passwordHash = await hashNewPassword(ctx, input.newPassword, '/new_password', account)
  const changed = await inTransaction(ctx, async (ctx) => {
    if ((await ownAccount(ctx)).passwordHash !== account.passwordHash)
      throw new AppError('conflict', 'user/password-changed', 'The password was changed meanwhile. Sign in again.')
    await updatePassword(ctx.db, account.id, { passwordHash, updatedAt: now(ctx) })
    return ownAccount(ctx)
  })
  ctx.log.info('password changed', { user_id: account.id })
  return openSession(ctx, changed)
}

/** Sets a user's password without the old one and ends their sessions: for superusers and operators. Throws `user/password-weak`. */
export async function resetPassword(deps: Deps, user: User, password: string): Promise<void> {
  const passwordHash = await hashNewPassword(deps, password, '/password', user)
  await inTransaction(deps, (deps) => updatePassword(deps.db, user.id, { passwordHash, updatedAt: now(deps) }))
  deps.log.info('password reset', { user_id: user.id })
}

/** Ends every session of the caller, this one too. */
export async function endSessions(ctx: Ctx): Promise<void> {
  await revokeSessions(ctx.db, ctx.user.id)
  ctx.log.info('sessions ended', { user_id: ctx.user.id })
}

/** Ends every session and token of everybody: of data that were restored at `milliseconds`, whose ids may be other people's than before. */
export async function endAllSessions(db: Tx, milliseconds: number): Promise<void> {
  await revokeAllSessions(db, milliseconds)
}

/**
 * The caller's account, once the password proved right. Who has none has signed in within the last 15 minutes. Throws `auth/wrong-password` (422, at
 * `pointer`), `auth/password-needed` (403), `auth/too-many-attempts`.
 */
export async function requireOwnPassword(
  ctx: Ctx,
  proof: { password: string; pointer: string; address: string },
): Promise<Account> {
  const account = await ownAccount(ctx)
  if (!hasPassword(account)) {
    requireRecentSignIn(ctx)
    return account
  }
  const guesser = { name: `#${ctx.user.id}`, address: proof.address }
  if (await provePassword(ctx, guesser, proof.password, account.passwordHash)) return account
  ctx.log.warn('password refused', { address: proof.address, user_id: ctx.user.id })
  const detail = 'This is not your present password.'
  throw new AppError('invalid', 'auth/wrong-password', detail, { errors: [{ pointer: proof.pointer, detail }] })
}

/** A new session of an account, for the cookie. What will be looked at first is a report: what computes it starts meanwhile. */
export async function openSession(deps: Deps, account: Account): Promise<Session> {
  deps.expectReports?.()
  const seconds = Math.round((await readSetting(deps.reader, 'session_ttl_hours')) * 3600)
  const issuedAt = Math.floor(deps.clock().getTime() / 1000)
  const claims = { userId: account.id, issuedAt, expiresAt: issuedAt + seconds, epoch: account.sessionEpoch }
  return { user: toUser(account), token: await signSession(claims, deps.config.jwtSecret), seconds }
}

/** There is no user yet: whoever registers first becomes superuser. */
export async function isSetupRequired(deps: Pick<Deps, 'reader'>): Promise<boolean> {
  return !(await hasUsers(deps.reader))
}

/** Throws `auth/registration-disabled`, `auth/setup-code`. */
export async function requireMayRegister(deps: Deps, setupCode: string | undefined): Promise<void> {
  await requireRegistration(deps)
  await requireSetupCode(deps, setupCode)
}

async function requireRegistration(deps: Deps): Promise<void> {
  if ((await readSetting(deps.reader, 'registration_enabled')) || !(await hasUsers(deps.reader))) return
  throw new AppError('forbidden', 'auth/registration-disabled', 'Registration is off. Ask an administrator for an account.')
}

async function requireSetupCode(deps: Deps, given: string | undefined): Promise<void> {
  const { setupCode } = deps.config
  if (setupCode === null || (await hasUsers(deps.reader))) return
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (given !== undefined && timingSafeEqual(digest(given), digest(setupCode))) return
  const detail =
    'The first registration needs the setup code of the service: send it as setup_code. It is what SETUP_CODE is set to.'
  throw new AppError('forbidden', 'auth/setup-code', detail)
}

async function requireFree(
  deps: Deps,
  names: { username?: string | undefined; email?: string | undefined; exceptId?: number },
): Promise<void> {
  const taken = await findTaken(deps.reader, names)
  const errors: Fault[] = []
  if (taken.username) errors.push({ pointer: '/username', detail: 'This username is taken.' })
  if (taken.email) errors.push({ pointer: '/email', detail: 'This e-mail address belongs to another user.' })
  if (errors.length === 0) return
  const code = taken.username ? 'user/username-taken' : 'user/email-taken'
  throw new AppError('conflict', code, errors.map((error) => error.detail).join(' '), { errors })
}

async function ownAccount(ctx: Ctx): Promise<Account> {
  const account = await findAccount(ctx.reader, ctx.user.id)
  if (!account) throw new AppError('unauthenticated', 'auth/session-invalid', 'The session has ended. Sign in again.')
  return account
}

function toUser({ passwordHash, sessionEpoch, ...user }: Account): User {
  return user
}
