import type { Tx } from '#db/connection.ts'
import { withDryRun } from '#db/transaction.ts'
import { visibleBrokerIds } from '../access/service.ts'
import { type Asset, mergeAsset, requireMergeable } from '../assets/service.ts'
import { type Ctx, now } from '../context.ts'
import { movePrices } from '../prices/service.ts'
import { negate } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { inPieces } from '../shared/pieces.ts'
import { type ExpectedRevision, requireRevision } from '../shared/revision.ts'
import { listUnitDays } from './balance.repository.ts'
import { type Changes, unitOfAsset } from './balances.ts'
import { NOTHING_ALLOWED, type Shortfall, settleChanges } from './ledger.ts'
import { listAllowances, moveToAsset } from './merge.repository.ts'
import { moveOpeningChanges } from './openings.repository.ts'
import { moveReversals } from './reversal.repository.ts'
import { refuseShortfalls } from './shortfall.ts'

type TxCtx = Ctx & { readonly db: Tx }
/** `revision` = that of the asset that vanishes. */
type MergeInput = {
  readonly id: number
  readonly into: number
  readonly revision?: ExpectedRevision
  readonly dryRun?: boolean | undefined
}

/**
 * Turns every transaction of one asset into one of another and removes the first, whose numbers the other gets; returns
 * the other. All or nothing; with `dryRun` nothing. Throws what `requireMergeable` throws, and `transaction/short` should a holding end a day below zero. Neither the
 * answer nor a refusal tells what brokers hold that the caller has no access to.
 */
export function mergeAssets(ctx: Ctx, input: MergeInput): Promise<Asset> {
  return withDryRun(ctx, input.dryRun === true, (ctx) => mergeInside(ctx, input))
}

async function mergeInside(ctx: TxCtx, input: MergeInput): Promise<Asset> {
  const { vanishing, surviving } = await requireMergeable(ctx, input)
  requireRevision(vanishing, input.revision)
  const allowances = await listAllowances(ctx.db, vanishing.id)
  const changes = await rebooked(ctx, [...allowances.keys()], vanishing.id, surviving.id)
  await moveTransactions(ctx, vanishing.id, surviving.id)
  const shortfalls = await settleChanges(ctx.db, changes, (brokerId) => allowances.get(brokerId) ?? NOTHING_ALLOWED)
  await refuseWithoutNames(ctx, shortfalls)
  await moveOpeningChanges(ctx.db, vanishing.id, surviving.id)
  await movePrices(ctx, vanishing, surviving)
  return await mergeAsset(ctx, vanishing, surviving)
}

async function moveTransactions(ctx: TxCtx, from: number, into: number): Promise<void> {
  const move = { from, into, updatedAt: now(ctx) }
  await inPieces(async (limit) => await moveToAsset(ctx.db, move, limit))
  await moveReversals(ctx.db, from, into)
}

/** What the one unit had on each day leaves it and comes to the other: the sums of the lines that move. */
async function rebooked(ctx: TxCtx, brokerIds: readonly number[], from: number, into: number): Promise<Changes> {
  const changes: Changes = new Map()
  for (const brokerId of brokerIds) {
    const days = await listUnitDays(ctx.db, brokerId, unitOfAsset(from))
    changes.set(
      brokerId,
      new Map([
        [unitOfAsset(from), new Map(days.map(({ date, change }) => [date, negate(change)]))],
        [unitOfAsset(into), new Map(days.map(({ date, change }) => [date, change]))],
      ]),
    )
  }
  return changes
}

async function refuseWithoutNames(ctx: TxCtx, shortfalls: readonly Shortfall[]): Promise<void> {
  const visible = new Set(await visibleBrokerIds(ctx))
  await refuseShortfalls(
    ctx,
    shortfalls.filter(({ brokerId }) => visible.has(brokerId)),
  )
  if (shortfalls.length === 0) return
  throw new AppError(
    'conflict',
    'transaction/short',
    'Together the two holdings would be below zero at a broker that does not allow it.',
  )
}
