import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'

export type Factor = {
  readonly secret: string
  /** `null` until it is in use. */
  readonly confirmedAt: string | null
  readonly lastStep: number
  readonly failures: number
  readonly failedAt: string | null
}

const factorOf = query<{ userId: number }>()((q, p) =>
  q
    .selectFrom('second_factor')
    .select(['secret', 'confirmed_at', 'last_step', 'failures', 'failed_at'])
    .where('user_id', '=', p.userId),
)

/** The second factor of a user, also one that waits for its first code. */
export async function findFactor(db: Reader, userId: number): Promise<Factor | undefined> {
  const row = await factorOf.one(db, { userId })
  return (
    row && {
      secret: row.secret,
      confirmedAt: row.confirmed_at,
      lastStep: row.last_step,
      failures: row.failures,
      failedAt: row.failed_at,
    }
  )
}

const factorStored = query<{ userId: number; secret: string; at: string }>()((q, p) =>
  q
    .insertInto('second_factor')
    .values({ user_id: p.userId, secret: p.secret, created_at: p.at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret: p.secret, created_at: p.at })),
)

/** Stores a secret that waits for its first code, in place of another that waits. */
export async function storeFactor(db: Tx, userId: number, secret: string, at: string): Promise<void> {
  await factorStored.run(db, { userId, secret, at })
}

const factorConfirmed = query<{ userId: number; at: string }>()((q, p) =>
  q.updateTable('second_factor').set({ confirmed_at: p.at }).where('user_id', '=', p.userId),
)

export async function confirmFactor(db: Tx, userId: number, at: string): Promise<void> {
  await factorConfirmed.run(db, { userId, at })
}

const codeUsed = query<{ userId: number; step: number }>()((q, p) =>
  q
    .updateTable('second_factor')
    .set({ last_step: p.step, failures: 0 })
    .where('user_id', '=', p.userId)
    .where('last_step', '<', p.step),
)

/** Whether the code of this interval counts: none does twice, nor one from before the last. */
export async function useStep(db: Db | Tx, userId: number, step: number): Promise<boolean> {
  return (await codeUsed.run(db, { userId, step })) > 0
}

const failureCounted = query<{ userId: number; at: string }>()((q, p) =>
  q
    .updateTable('second_factor')
    .set((factor) => ({ failures: factor('failures', '+', 1), failed_at: p.at }))
    .where('user_id', '=', p.userId),
)

export async function countFailure(db: Db | Tx, userId: number, at: string): Promise<void> {
  await failureCounted.run(db, { userId, at })
}

const failuresForgiven = query<{ userId: number }>()((q, p) =>
  q.updateTable('second_factor').set({ failures: 0 }).where('user_id', '=', p.userId),
)

const factorDeleted = query<{ userId: number }>()((q, p) => q.deleteFrom('second_factor').where('user_id', '=', p.userId))
const codesDeleted = query<{ userId: number }>()((q, p) => q.deleteFrom('recovery_code').where('user_id', '=', p.userId))

/** Removes secret and recovery codes; how many factors there were, 0 or 1. */
export async function deleteFactor(db: Tx, userId: number): Promise<number> {
  await codesDeleted.run(db, { userId })
  return factorDeleted.run(db, { userId })
}

const codeInserted = query<{ userId: number; hash: string }>()((q, p) =>
  q.insertInto('recovery_code').values({ user_id: p.userId, hash: p.hash }),
)

/** These recovery codes in place of all others. */
export async function replaceRecoveryCodes(db: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await codesDeleted.run(db, { userId })
  for (const hash of hashes) await codeInserted.run(db, { userId, hash })
}

const codeDeleted = query<{ userId: number; hash: string }>()((q, p) =>
  q.deleteFrom('recovery_code').where('user_id', '=', p.userId).where('hash', '=', p.hash),
)

/** Whether the code was there; it is not any more. */
export async function useRecoveryCode(db: Tx, userId: number, hash: string): Promise<boolean> {
  if ((await codeDeleted.run(db, { userId, hash })) === 0) return false
  await failuresForgiven.run(db, { userId })
  return true
}

const codesLeft = query<{ userId: number }>()((q, p) =>
  q
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('user_id', '=', p.userId),
)

export async function countRecoveryCodes(db: Reader, userId: number): Promise<number> {
  return (await codesLeft.one(db, { userId }))?.n ?? 0
}
