import { inTransaction } from '#db/transaction.ts'
import { type Deps, now } from '../../context.ts'
import { memoryKey } from '../../memory.ts'
import { AppError } from '../../shared/errors.ts'
import { hashRecoveryCode } from './recovery.ts'
import { countFailure, type Factor, findFactor, useRecoveryCode, useStep } from './repository.ts'
import { stepOf } from './totp.ts'

/** One of the two: what an authenticator app shows, or a code for when it is lost. */
export type GivenCode = { readonly code?: string | undefined; readonly recoveryCode?: string | undefined }

/** `needed`: no code was given. */
export type FactorProof = 'right' | 'wrong' | 'needed'

/** Wrong codes without a wait, from wherever they come. */
const FREE_FAILURES = 10
const LONGEST_WAIT_SECONDS = 15 * 60

/**
 * Whether a code is right: also for users without a second factor, and then nothing is looked at. A code counts once; wrong ones are counted
 * for the user, from wherever they come: after ten there is a wait that doubles up to 15 minutes (`auth/too-many-attempts`), not for who is
 * `known` where they are. Call it only once the password is right.
 */
export async function proveFactor(deps: Deps, userId: number, given: GivenCode, isKnown: boolean): Promise<FactorProof> {
  const factor = await findFactor(deps.reader, userId)
  if (!factor?.confirmedAt) return 'right'
  if (given.code === undefined && given.recoveryCode === undefined) return 'needed'
  if (deps.storage.damage() !== null) return proveUnrecorded(deps, userId, factor, given)
  return inTransaction(deps, async (deps) => {
    const present = await findFactor(deps.db, userId)
    if (!present?.confirmedAt) return 'right'
    if (!isKnown) refuseTooEarly(deps, present)
    if (await useCode(deps, userId, present, given)) return 'right'
    await countFailure(deps.db, userId, now(deps))
    return 'wrong'
  })
}

async function useCode(
  deps: Deps & { db: Parameters<typeof useRecoveryCode>[0] },
  userId: number,
  factor: Factor,
  given: GivenCode,
): Promise<boolean> {
  if (given.code === undefined) return useRecoveryCode(deps.db, userId, hashRecoveryCode(userId, given.recoveryCode ?? ''))
  const step = stepOf(factor.secret, given.code, deps.clock())
  return step !== undefined && (await useStep(deps.db, userId, step))
}

function refuseTooEarly(deps: Deps, { failures, failedAt }: Factor): void {
  if (failures < FREE_FAILURES || failedAt === null) return
  const wait = Math.min(LONGEST_WAIT_SECONDS, 2 ** (failures - FREE_FAILURES))
  const left = wait - (deps.clock().getTime() - Date.parse(failedAt)) / 1000
  if (left <= 0) return
  throw new AppError('too-many', 'auth/too-many-attempts', 'Too many wrong codes. Wait before you try again.', {
    retryAfterSeconds: Math.ceil(left),
  })
}

const usedWhileDamaged = memoryKey('auth/used-codes', () => new Map<number, number>())

/** A damaged database can be read only, and people must come in to read it: used codes are then remembered here. */
function proveUnrecorded(deps: Deps, userId: number, factor: Factor, { code = '' }: GivenCode): FactorProof {
  const used = deps.memory.of(usedWhileDamaged)
  const step = stepOf(factor.secret, code, deps.clock())
  if (step === undefined || step <= Math.max(factor.lastStep, used.get(userId) ?? 0)) return 'wrong'
  used.set(userId, step)
  return 'right'
}
