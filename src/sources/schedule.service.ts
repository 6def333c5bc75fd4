import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Deps } from '../context.ts'
import { mayGrow } from '../settings/service.ts'

/** Takes an instant of a schedule for this process; false when it was taken before. Deletes those before `keep`. */
export type ClaimSlot = (db: Tx, slot: string, keep: string) => Promise<boolean>

/**
 * Whether this process is the one to do what a schedule has for an instant: nobody has done it, and the disk is not at its reserve. Instants
 * older than `rememberedDays` are deleted.
 */
export async function takeSlot(deps: Deps, claim: ClaimSlot, slot: string, rememberedDays: number): Promise<boolean> {
  if (!(await mayGrow(deps))) return false
  const keep = new Date(deps.clock().getTime() - rememberedDays * DAY_MILLISECONDS).toISOString()
  return await inTransaction(deps, async ({ db }) => await claim(db, slot, keep))
}

const DAY_MILLISECONDS = 86_400_000
