import { type Allowance, countLines, requireRole } from '../access/service.ts'
import { now } from '../context.ts'
import { createYielder } from '../shared/event-loop.ts'
import { eachPiece } from '../shared/pieces.ts'
import { type Changes, collectChanges, createCollector } from './balances.ts'
import { settleChanges } from './ledger.ts'
import { type BulkLine, insertManyLines } from './line-insert.repository.ts'
import { countDeletions } from './lines.ts'
import type { TxCtx } from './plan.ts'
import { deleteTransactions } from './repository.ts'
import { insertTaken, type TakenLine } from './reversal.repository.ts'
import { refuseShortfalls } from './shortfall.ts'
import type { Transaction } from './transaction.ts'

export type { BulkLine }

/** Writes other lines in the same step, and adds what they move to the changes, so that both are judged together. */
type WriteBeside = (changes: Changes) => Promise<void>

const TELL_EVERY = 250
const ALL_ALLOWED: Allowance = { allowCashOverdraft: true, allowAssetShorting: true }

/**
 * Writes many lines of one broker that went through `completeTransaction` (and `groupFault`) already, with their balances. Gives the event loop
 * back between slices; `eachLine` is called now and then and may throw to stop; `beside` writes what belongs to it. Throws the first shortfall (409)
 * unless `allowShort`.
 */
export async function insertLines(
  ctx: TxCtx,
  brokerId: number,
  lines: readonly BulkLine[],
  source: {
    reportId: string
    eachLine?: ((done: number) => void) | undefined
    allowShort?: boolean | undefined
    beside?: WriteBeside | undefined
  },
): Promise<void> {
  const changes: Changes = new Map()
  const yieldWhenDue = createYielder()
  const origin = { brokerId, reportId: source.reportId, createdBy: ctx.user.id, createdAt: now(ctx) }
  const allowance = await countLines(ctx, brokerId, lines.length)
  const collector = createCollector(changes, brokerId)
  await insertManyLines(ctx.db, origin, lines, (from, end) => {
    if (from % TELL_EVERY === 0) source.eachLine?.(from)
    for (let index = from; index < end; index++) collector.add(lines[index] as BulkLine) // one for each place
    return yieldWhenDue()
  })
  collector.end()
  await source.beside?.(changes)
  await refuseShortfalls(ctx, await settleChanges(ctx.db, changes, () => (source.allowShort === true ? ALL_ALLOWED : allowance)))
}

/** Removes many lines with their balances; `beside` writes what belongs to it. Needs EDITOR at their brokers. Throws the first shortfall (409). */
export async function removeLines(ctx: TxCtx, lines: readonly Transaction[], beside?: WriteBeside): Promise<void> {
  const changes: Changes = new Map()
  const allowances = await countDeletions(ctx, lines)
  await removePieces(ctx, lines, changes)
  await beside?.(changes)
  const allowanceOf = async (brokerId: number) => allowances.get(brokerId) ?? (await requireRole(ctx, brokerId, 'EDITOR'))
  await refuseShortfalls(ctx, await settleChanges(ctx.db, changes, allowanceOf))
}

/** Takes lines of one broker out beside others that are written; what they moved goes from `changes`. Needs EDITOR. */
export async function takeOutLines(ctx: TxCtx, lines: readonly Transaction[], changes: Changes): Promise<void> {
  if (lines.length > 0) await countDeletions(ctx, lines)
  await removePieces(ctx, lines, changes)
}

/** Puts lines that were taken out back, beside others that are removed; `changes` has what they move. Needs EDITOR. */
export async function bringBackLines(ctx: TxCtx, lines: readonly TakenLine[], changes: Changes): Promise<void> {
  for (const [brokerId, { length }] of Map.groupBy(lines, (line) => line.brokerId)) await countLines(ctx, brokerId, length)
  for (const line of lines) {
    await insertTaken(ctx.db, line)
    collectChanges(changes, line)
  }
}

async function removePieces(ctx: TxCtx, lines: readonly Transaction[], changes: Changes): Promise<void> {
  await eachPiece(lines, async (piece) => {
    await deleteTransactions(
      ctx.db,
      piece.map((line) => line.id),
    )
    for (const line of piece) collectChanges(changes, line, -1)
  })
}
