import { readTogether } from '#db/snapshot.ts'
import { withDryRun } from '#db/transaction.ts'
import { type Allowance, requireRole } from '../access/service.ts'
import { type Ctx, now } from '../context.ts'
import { createYielder } from '../shared/event-loop.ts'
import { eachPiece } from '../shared/pieces.ts'
import { type ExpectedRevision, requireRevision } from '../shared/revision.ts'
import { planBatch } from './batch.ts'
import { type BrokerBalances, balancesAfter } from './broker-balances.ts'
import { findShortfalls, settleChanges } from './ledger.ts'
import { countCreations, countDeletions, notFound, requireLines, requireVisible, withGroups } from './lines.ts'
import { type Naming, requireNamedLots } from './named-lots.ts'
import { type LotChoice, numberOwnLots, orderOfMaking, ownLots, takesOwnLots } from './own-lots.ts'
import type { TransactionPatch } from './patch.ts'
import { type Creation, inWrite, type Plan, type PlannedReplacement, type Replacement, type WriteCtx } from './plan.ts'
import {
  deleteTransactions,
  findTransaction,
  insertTransaction,
  releaseExternalIds,
  rowOf,
  updateTransaction,
} from './repository.ts'
import { cashAfter } from './running-cash.ts'
import { refuseShortfalls } from './shortfall.ts'
import type { Transaction, TransactionInput } from './transaction.ts'

export { listUnitDays } from './balance.repository.ts'
export { assetOfUnit, type Changes, unitOfAsset } from './balances.ts'
export { listBalances } from './broker-balances.ts'
export { type BulkLine, bringBackLines, insertLines, removeLines, takeOutLines } from './bulk.ts'
export { groupFault } from './groups.ts'
export { openHolding } from './holding-walk.ts'
export { type ImportedLots, nameImportedLots } from './imported-lots.ts'
export {
  deleteOpeningChanges,
  hasLines,
  listFirstLines,
  listOpeningChanges,
  listOpenings,
  listRatioSplits,
  type Opening,
  type OpeningChange,
  openingOf,
  type RatioSplit,
} from './openings.repository.ts'
export { type OpeningRow, type OpeningWrite, type ResizedSplit, writeOpenings } from './openings.ts'
export { deleteLedger } from './removal.repository.ts'
export { detachReport, hasLinesOfReport, listReportTransactions } from './report-lines.ts'
export {
  deleteReversalsOf,
  insertReversal,
  listByExternalId,
  listLike,
  listReversals,
  type Reversal,
  resolveReversal,
  type TakenLine,
} from './reversal.repository.ts'
export { completeTransaction } from './rules.ts'
export { changeByRatio, readRatio } from './trade.ts'
export type { Transaction, TransactionFields, TransactionInput } from './transaction.ts'

export type BatchInput = {
  /** `ref` = what other items of the batch call the lot that this one opens. */
  readonly create: readonly {
    readonly input: TransactionInput
    readonly group: string | null
    readonly ref: string | null
    readonly lots: readonly LotChoice[] | null
  }[]
  /** `lots` = those that the line shall take; `null` = as the patch says. */
  readonly update: readonly {
    readonly id: number
    readonly revision?: ExpectedRevision
    readonly patch: TransactionPatch
    readonly lots: readonly LotChoice[] | null
  }[]
  readonly delete: readonly number[]
  readonly dryRun: boolean
}

/** Ids in the order of the request; balances and holdings that the batch touched, as they stand at the end of all days. */
export type BatchResult = {
  readonly created: readonly number[]
  readonly updated: readonly number[]
  readonly deleted: readonly number[]
  readonly balances: readonly BrokerBalances[]
}

/** One line. Needs VIEWER; strangers get `transaction/not-found`. */
export async function getTransaction(ctx: Ctx, id: number): Promise<Transaction> {
  const line = await findTransaction(ctx.reader, id)
  if (!line) throw notFound()
  await requireVisible(ctx, line)
  return line
}

/** The same with the cash balance after it, as `cashAfter` says it. */
export function getWithBalance(ctx: Ctx, id: number): Promise<{ line: Transaction; balanceAfter: string | null }> {
  return readTogether(ctx.reader, async (reader) => {
    const line = await getTransaction({ ...ctx, reader }, id)
    const balanceAfter = await cashAfter({ reader }, [{ id, ...rowOf(line) }])
    return { line, balanceAfter: balanceAfter(id) }
  })
}

/** Adds one line. Needs EDITOR. Throws what `applyBatch` throws, with pointers into the line. */
export async function createTransaction(ctx: Ctx, input: TransactionInput): Promise<Transaction> {
  return inWrite(ctx, async (ctx) => {
    const creation = { pointer: '', input, group: null }
    await countCreations(ctx, [creation])
    return firstOf((await write(ctx, await planBatch(ctx, [creation], [], []))).created)
  })
}

/** Changes one line: absent = keep, null = clear (derived again where it follows from the rest). Needs EDITOR; `request/stale` when `revision` does not fit. */
export async function changeTransaction(
  ctx: Ctx,
  input: { id: number; revision?: ExpectedRevision; patch: TransactionPatch },
): Promise<Transaction> {
  return inWrite(ctx, async (ctx) => {
    const before = firstOf(await requireLines(ctx, [{ id: input.id, pointer: '' }]))
    requireRevision(before, input.revision)
    return firstOf((await write(ctx, await planBatch(ctx, [], [{ pointer: '', before, patch: input.patch }], []))).updated)
  })
}

function firstOf(lines: readonly Transaction[]): Transaction {
  const [line] = lines
  if (!line) throw notFound()
  return line
}

/** Removes a line, with its whole group. Needs EDITOR at every broker of the group. */
export async function removeTransaction(ctx: Ctx, input: { id: number; revision?: ExpectedRevision }): Promise<void> {
  await inWrite(ctx, async (ctx) => {
    const lines = await requireLines(ctx, [{ id: input.id, pointer: '' }])
    for (const line of lines) requireRevision(line, input.revision)
    await write(ctx, await planBatch(ctx, [], [], await withGroups(ctx, lines)))
  })
}

/** Adds, changes and removes many lines at several brokers, all or nothing. With `dryRun` everything is checked and nothing stored. */
export function applyBatch(ctx: Ctx, input: BatchInput): Promise<BatchResult> {
  return withDryRun(ctx, input.dryRun, (ctx) => applyInside({ ...ctx, editable: new Map() }, input))
}

async function applyInside(ctx: WriteCtx, input: BatchInput): Promise<BatchResult> {
  const updates = await requireLines(
    ctx,
    input.update.map((item, index) => ({ id: item.id, pointer: `/update/${index}` })),
  )
  const deletions = await withGroups(
    ctx,
    await requireLines(
      ctx,
      input.delete.map((id, index) => ({ id, pointer: `/delete/${index}` })),
    ),
  )
  const items = numberOwnLots(input)
  const creations: Creation[] = items.create.map((item, index) => ({ ...item, pointer: `/create/${index}` }))
  const replacements: Replacement[] = items.update.map((item, index) => {
    const before = updates[index]
    if (!before) throw notFound()
    requireRevision(before, item.revision)
    return { pointer: `/update/${index}`, before, patch: item.patch }
  })
  await countCreations(ctx, creations)
  const plan = await planBatch(ctx, creations, replacements, deletions)
  const { created } = await write(ctx, plan)
  return {
    created: created.map((line) => line.id),
    updated: replacements.map((item) => item.before.id),
    deleted: deletions.map((line) => line.id),
    balances: await balancesAfter(ctx, plan.changes),
  }
}

/** Writes a checked plan and its balances. Throws `transaction/overdraft` or `transaction/short` (409) for the first day below zero. */
async function write(ctx: WriteCtx, plan: Plan): Promise<{ created: Transaction[]; updated: Transaction[] }> {
  const time = now(ctx)
  const yieldWhenDue = createYielder()
  await countDeletions(ctx, plan.deletions)
  await eachPiece(plan.deletions, async (piece) => await deleteTransactions(ctx.db, idsOf(piece)))
  const renamed = plan.replacements.filter((item) => item.fields.externalId !== item.before.externalId)
  await eachPiece(renamed, async (piece) => await releaseExternalIds(ctx.db, idsOf(piece.map((item) => item.before))))
  const updated: Transaction[] = []
  const change = async ({ before, fields }: PlannedReplacement) => {
    updated.push(await updateTransaction(ctx.db, before, fields, time))
    await yieldWhenDue()
  }
  for (const item of plan.replacements) if (!takesOwnLots(item.fields)) await change(item)
  const created = await create(ctx, plan.creations, time)
  const replacements = plan.replacements.map((item) => withOwnLots(item, created))
  for (const [index, item] of plan.replacements.entries())
    if (takesOwnLots(item.fields)) await change(replacements[index] ?? item)
  const allowanceOf = async (brokerId: number) => ctx.editable.get(brokerId) ?? (await requireRole(ctx, brokerId, 'EDITOR'))
  await refuseShortfalls(ctx, await settleChanges(ctx.db, plan.changes, allowanceOf))
  await requireNamedLots(ctx.db, namingsOf({ ...plan, replacements }, created))
  return { created, updated }
}

/** A change whose lots have the ids that the lines made with it have got. */
function withOwnLots(item: PlannedReplacement, created: readonly Transaction[]): PlannedReplacement {
  return { ...item, fields: { ...item.fields, lots: ownLots(item.fields.lots, (place) => created[place]?.id ?? 0) } }
}

/** Makes lines, in the order of the request but for those that name lots of others in it. */
async function create(ctx: WriteCtx, creations: Plan['creations'], time: string): Promise<Transaction[]> {
  const yieldWhenDue = createYielder()
  const made = new Map<number, Transaction>()
  for (const place of orderOfMaking(creations)) {
    const item = creations[place]
    if (item === undefined) continue
    const source = { groupId: item.groupId, reportId: null, sourceRow: null, createdBy: ctx.user.id, createdAt: time }
    const lots = ownLots(item.fields.lots, (companion) => made.get(companion)?.id ?? 0)
    made.set(place, await insertTransaction(ctx.db, { ...item.fields, lots }, source))
    await yieldWhenDue()
  }
  return creations.flatMap((_, place) => made.get(place) ?? [])
}

function idsOf(lines: readonly Transaction[]): number[] {
  return lines.map((line) => line.id)
}

/** The written lines that say which lots they take. */
function namingsOf(plan: Pick<Plan, 'creations' | 'replacements'>, created: readonly Transaction[]): Naming[] {
  const made = created.map((line, index) => ({ id: line.id, pointer: plan.creations[index]?.pointer ?? '', fields: line }))
  const changed = plan.replacements.map(({ pointer, fields, before }) => ({ id: before.id, pointer, fields }))
  return [...made, ...changed].filter(({ fields }) => fields.lots !== null)
}

/** Checks a broker's whole history under stricter rules. Throws the first day that does not fit. */
export async function requireHistoryAllows(ctx: Ctx, brokerId: number, allowance: Allowance): Promise<void> {
  await refuseShortfalls(ctx, await findShortfalls(ctx.reader, brokerId, allowance))
}
