import { markLedgerDays } from '#db/marks.ts'
import { requireRole } from '../access/service.ts'
import { now } from '../context.ts'
import { createBreather } from '../shared/breathe.ts'
import { eachPiece } from '../shared/pieces.ts'
import { type Changes, collectChanges } from './balances.ts'
import { type Allowance, settleChanges } from './ledger.ts'
import { type BulkLine, createLineInsert } from './line-insert.repository.ts'
import type { TxCtx } from './plan.ts'
import { addToTransactionCount, deleteTransaction } from './repository.ts'
import { refuseShortfalls } from './shortfall.ts'
import type { Transaction } from './transaction.ts'

export type { BulkLine }

const TELL_EVERY = 250
const ALL_ALLOWED: Allowance = { allowCashOverdraft: true, allowAssetShorting: true }

/**
 * Writes many lines of one broker that went through `completeTransaction` (and `groupFault`) already, with their balances. Gives the event loop
 * back between slices; `eachLine` is called now and then and may throw to stop. Throws the first shortfall (409) unless
 * `allowShort`.
 */
export async function insertLines(
  ctx: TxCtx,
  brokerId: number,
  lines: readonly BulkLine[],
  source: { reportId: string; eachLine?: ((done: number) => void) | undefined; allowShort?: boolean | undefined },
): Promise<void> {
  const changes: Changes = new Map()
  const breathe = createBreather()
  const origin = { brokerId, reportId: source.reportId, createdBy: ctx.user.id, createdAt: now(ctx) }
  const insert = await createLineInsert(ctx.db, origin, lines)
  for (const [index, line] of lines.entries()) {
    if (index % TELL_EVERY === 0) source.eachLine?.(index)
    insert(line)
    const { date, quantity, amount, currency } = line.fields
    collectChanges(changes, { brokerId, date, assetId: line.assetId, quantity, amount, currency })
    const pause = breathe()
    if (pause !== undefined) await pause
  }
  await markLedgerDays(ctx.db, brokerId, new Set(lines.map(({ fields }) => fields.date)))
  await addToTransactionCount(ctx.db, brokerId, lines.length)
  await settle(ctx, changes, source.allowShort === true ? ALL_ALLOWED : undefined)
}

/** Removes many lines with their balances. Throws the first shortfall (409). */
export async function removeLines(ctx: TxCtx, lines: readonly Transaction[]): Promise<void> {
  const changes: Changes = new Map()
  const counts = new Map<number, number>()
  await eachPiece(lines, async (piece) => {
    for (const line of piece) {
      await deleteTransaction(ctx.db, line.id)
      collectChanges(changes, line, -1)
      counts.set(line.brokerId, (counts.get(line.brokerId) ?? 0) + 1)
    }
  })
  for (const [brokerId, count] of counts) await addToTransactionCount(ctx.db, brokerId, -count)
  await settle(ctx, changes)
}

async function settle(ctx: TxCtx, changes: Changes, allowance?: Allowance): Promise<void> {
  refuseShortfalls(
    await settleChanges(ctx.db, changes, async (brokerId) => allowance ?? (await requireRole(ctx, brokerId, 'VIEWER'))),
  )
}
