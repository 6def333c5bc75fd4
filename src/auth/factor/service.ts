import { inTransaction } from '#db/transaction.ts'
import { type Ctx, type Deps, now } from '../../context.ts'
import { AppError, invalid } from '../../shared/errors.ts'
import { hasPassword } from '../credentials.ts'
import { requireOwnPassword } from '../service.ts'
import { type GivenCode, proveFactor } from './prove.service.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  replaceRecoveryCodes,
  storeFactor,
  useStep,
} from './repository.ts'
import { describeSecret, newSecret, stepOf } from './totp.ts'

export type FactorState = { readonly enabledAt: string | null; readonly recoveryCodesLeft: number }

/** The secret is shown once; `qrSvg` is the same as `uri`. */
export type Enrolment = { readonly secret: string; readonly uri: string; readonly qrSvg: string }

type Proof = { readonly password: string; readonly address: string }

/** Whether the caller has a second factor, and how many recovery codes are left. */
export async function getSecondFactor(ctx: Ctx): Promise<FactorState> {
  const factor = await findFactor(ctx.reader, ctx.user.id)
  return {
    enabledAt: factor?.confirmedAt ?? null,
    recoveryCodesLeft: await countRecoveryCodes(ctx.reader, ctx.user.id),
  }
}

/**
 * A new secret for the caller, in use once `confirmSecondFactor` had a code of it. Throws `auth/second-factor-on`, `auth/no-password` (409), `auth/wrong-password`
 * (422), `auth/too-many-attempts`.
 */
export async function enrolSecondFactor(ctx: Ctx, proof: Proof): Promise<Enrolment> {
  const account = await requireOwnPassword(ctx, { ...proof, pointer: '/password' })
  if (!hasPassword(account)) throw new AppError('conflict', 'auth/no-password', 'You have no password that a code could guard.')
  const secret = newSecret()
  await inTransaction(ctx, async (ctx) => {
    if ((await findFactor(ctx.db, ctx.user.id))?.confirmedAt) throw alreadyOn()
    await storeFactor(ctx.db, ctx.user.id, secret, now(ctx))
  })
  return { secret, ...describeSecret(secret, ctx.user.username) }
}

/** The first code puts the second factor to use; answers the recovery codes. Throws `auth/second-factor-on`, `auth/second-factor-off` (409), `auth/wrong-code` (422). */
export function confirmSecondFactor(ctx: Ctx, code: string): Promise<string[]> {
  return inTransaction(ctx, async (ctx) => {
    const factor = await findFactor(ctx.db, ctx.user.id)
    if (!factor) throw off('Begin with POST /auth/second-factor.')
    if (factor.confirmedAt !== null) throw alreadyOn()
    const step = stepOf(factor.secret, code, ctx.clock())
    if (step === undefined || !(await useStep(ctx.db, ctx.user.id, step))) throw wrongCode('/code')
    await confirmFactor(ctx.db, ctx.user.id, now(ctx))
    ctx.log.info('second factor enabled', { user_id: ctx.user.id })
    return await storeRecoveryCodes(ctx)
  })
}

/** Ten new recovery codes in place of those before. Throws as `disableSecondFactor`. */
export async function renewRecoveryCodes(ctx: Ctx, proof: Proof & GivenCode): Promise<string[]> {
  await requireBoth(ctx, proof)
  const codes = await inTransaction(ctx, storeRecoveryCodes)
  ctx.log.info('recovery codes renewed', { user_id: ctx.user.id })
  return codes
}

/** Takes the second factor of the caller away. Throws `auth/second-factor-off` (409), `auth/wrong-password`, `auth/wrong-code` (422), `auth/too-many-attempts`. */
export async function disableSecondFactor(ctx: Ctx, proof: Proof & GivenCode): Promise<void> {
  await requireBoth(ctx, proof)
  await inTransaction(ctx, (ctx) => deleteFactor(ctx.db, ctx.user.id))
  ctx.log.info('second factor disabled', { user_id: ctx.user.id })
}

/** Takes the second factor of a user away without a code: for superusers and operators. Whether there was one. */
export async function removeSecondFactor(deps: Deps, userId: number): Promise<boolean> {
  const removed = await inTransaction(deps, (deps) => deleteFactor(deps.db, userId))
  if (removed > 0) deps.log.info('second factor removed', { user_id: userId })
  return removed > 0
}

async function requireBoth(ctx: Ctx, { password, address, ...given }: Proof & GivenCode): Promise<void> {
  if (!(await findFactor(ctx.reader, ctx.user.id))?.confirmedAt) throw off('There is nothing to change.')
  await requireOwnPassword(ctx, { password, address, pointer: '/password' })
  if ((await proveFactor(ctx, ctx.user.id, given, false)) === 'right') return
  throw wrongCode(given.code === undefined ? '/recovery_code' : '/code')
}

async function storeRecoveryCodes(ctx: Ctx & { db: Parameters<typeof replaceRecoveryCodes>[0] }): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(ctx.user.id, code))
  await replaceRecoveryCodes(ctx.db, ctx.user.id, hashes)
  return codes
}

function alreadyOn(): AppError {
  return new AppError(
    'conflict',
    'auth/second-factor-on',
    'You have a second factor. Take it away first: DELETE /auth/second-factor.',
  )
}

function off(next: string): AppError {
  return new AppError('conflict', 'auth/second-factor-off', `You have no second factor. ${next}`)
}

function wrongCode(pointer: string): AppError {
  return invalid('auth/wrong-code', pointer, 'This code is wrong, or was used before.')
}
