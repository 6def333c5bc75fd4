import { inTransaction, inTrial } from '#db/transaction.ts'
import { requireRole } from '../access/service.ts'
import { type Ctx, now } from '../context.ts'
import { createBreather } from '../shared/breathe.ts'
import { eachPiece } from '../shared/pieces.ts'
import { type ExpectedRevision, requireRevision } from '../shared/revision.ts'
import { assetOfUnit } from './balances.ts'
import { planBatch } from './batch.ts'
import { type Allowance, balancesAt, findShortfalls, settleChanges } from './ledger.ts'
import { notFound, requireEditor, requireLines, requireVisible, withGroups } from './lines.ts'
import { type Naming, requireNamedLots } from './named-lots.ts'
import type { TransactionPatch } from './patch.ts'
import type { Creation, Plan, Replacement, TxCtx } from './plan.ts'
import {
  addToTransactionCount,
  deleteTransaction,
  findTransaction,
  insertTransaction,
  releaseExternalIds,
  updateTransaction,
} from './repository.ts'
import { refuseShortfalls } from './shortfall.ts'
import { type Standing, standingAfter } from './standing.ts'
import type { Transaction, TransactionInput } from './transaction.ts'

export { listUnitDays } from './balance.repository.ts'
export { assetOfUnit, unitOfAsset } from './balances.ts'
export { type BulkLine, insertLines, removeLines } from './bulk.ts'
export { groupFault } from './groups.ts'
export { openHolding, walkHolding } from './holding-walk.ts'
export type { Allowance } from './ledger.ts'
export { forgetReport, listReportTransactions } from './report-lines.ts'
export { completeTransaction } from './rules.ts'
export { changeByRatio } from './trade.ts'
export type { Transaction, TransactionFields, TransactionInput } from './transaction.ts'

export type BatchInput = {
  readonly create: readonly { readonly input: TransactionInput; readonly group: string | null }[]
  readonly update: readonly { readonly id: number; readonly revision?: ExpectedRevision; readonly patch: TransactionPatch }[]
  readonly delete: readonly number[]
  readonly dryRun: boolean
}

/** Ids in the order of the request; balances and holdings that the batch touched, as they stand at the end of all days. */
export type BatchResult = {
  readonly created: readonly number[]
  readonly updated: readonly number[]
  readonly deleted: readonly number[]
  readonly standing: readonly Standing[]
}

/** One line. Needs VIEWER; strangers get `transaction/not-found`. */
export async function getTransaction(ctx: Ctx, id: number): Promise<Transaction> {
  const line = await findTransaction(ctx.reader, id)
  if (!line) throw notFound()
  await requireVisible(ctx, line, 'VIEWER')
  return line
}

/** Adds one line. Needs EDITOR. Throws what `applyBatch` throws, with pointers into the line. */
export async function createTransaction(ctx: Ctx, input: TransactionInput): Promise<Transaction> {
  return inTransaction(ctx, async (ctx) => {
    const creation = { pointer: '', input, group: null }
    await requireEditor(ctx, [creation])
    const { created } = await write(ctx, await planBatch(ctx, [creation], [], []))
    return await getTransaction(ctx, created[0] ?? 0)
  })
}

/** Changes one line: absent = keep, null = clear (derived again where it follows from the rest). Needs EDITOR; `request/stale` when `revision` does not fit. */
export async function changeTransaction(
  ctx: Ctx,
  input: { id: number; revision?: ExpectedRevision; patch: TransactionPatch },
): Promise<Transaction> {
  return inTransaction(ctx, async (ctx) => {
    const [before] = await requireLines(ctx, [{ id: input.id, pointer: '' }])
    if (!before) throw notFound()
    requireRevision(before, input.revision)
    await write(ctx, await planBatch(ctx, [], [{ pointer: '', before, patch: input.patch }], []))
    return await getTransaction(ctx, input.id)
  })
}

/** Removes a line, with its whole group. Needs EDITOR at every broker of the group. */
export async function removeTransaction(ctx: Ctx, input: { id: number; revision?: ExpectedRevision }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const lines = await requireLines(ctx, [{ id: input.id, pointer: '' }])
    for (const line of lines) requireRevision(line, input.revision)
    await write(ctx, await planBatch(ctx, [], [], await withGroups(ctx, lines)))
  })
}

/** Adds, changes and removes many lines at several brokers, all or nothing. With `dryRun` everything is checked and nothing kept. */
export function applyBatch(ctx: Ctx, input: BatchInput): Promise<BatchResult> {
  return inTrial(ctx, input.dryRun, (ctx) => applyInside(ctx, input))
}

async function applyInside(ctx: TxCtx, input: BatchInput): Promise<BatchResult> {
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
  const creations: Creation[] = input.create.map((item, index) => ({ ...item, pointer: `/create/${index}` }))
  const replacements: Replacement[] = input.update.map((item, index) => {
    const before = updates[index]
    if (!before) throw notFound()
    requireRevision(before, item.revision)
    return { pointer: `/update/${index}`, before, patch: item.patch }
  })
  await requireEditor(ctx, creations)
  const plan = await planBatch(ctx, creations, replacements, deletions)
  const { created } = await write(ctx, plan)
  return {
    created,
    updated: replacements.map((item) => item.before.id),
    deleted: deletions.map((line) => line.id),
    standing: await standingAfter(ctx.db, plan.changes),
  }
}

/** Writes a checked plan and its balances. Throws `transaction/overdraft` or `transaction/short` (409) for the first day below zero. */
async function write(ctx: TxCtx, plan: Plan): Promise<{ created: number[] }> {
  const time = now(ctx)
  const breathe = createBreather()
  const created: number[] = []
  const counts = new Map<number, number>()
  const count = (brokerId: number, change: 1 | -1) => counts.set(brokerId, (counts.get(brokerId) ?? 0) + change)
  for (const line of plan.deletions) {
    await deleteTransaction(ctx.db, line.id)
    count(line.brokerId, -1)
    await breathe()
  }
  const renamed = plan.replacements.filter((item) => item.fields.externalId !== item.before.externalId)
  await eachPiece(
    renamed,
    async (piece) =>
      await releaseExternalIds(
        ctx.db,
        piece.map((item) => item.before.id),
      ),
  )
  for (const { before, fields } of plan.replacements) {
    await updateTransaction(ctx.db, before.id, fields, before.groupId, time)
    await breathe()
  }
  for (const { fields, groupId } of plan.creations) {
    const source = { groupId, reportId: null, sourceRow: null, createdBy: ctx.user.id, createdAt: time }
    created.push(await insertTransaction(ctx.db, fields, source))
    count(fields.brokerId, 1)
    await breathe()
  }
  for (const [brokerId, change] of counts) if (change !== 0) await addToTransactionCount(ctx.db, brokerId, change)
  refuseShortfalls(await settleChanges(ctx.db, plan.changes, async (brokerId) => await requireRole(ctx, brokerId, 'VIEWER')))
  await requireNamedLots(ctx.db, namingsOf(plan, created))
  return { created }
}

/** The written lines that say which lots they take. */
function namingsOf(plan: Plan, created: readonly number[]): Naming[] {
  const made = plan.creations.map(({ pointer, fields }, index) => ({ id: created[index] ?? 0, pointer, fields }))
  const changed = plan.replacements.map(({ pointer, fields, before }) => ({ id: before.id, pointer, fields }))
  return [...made, ...changed].filter(({ fields }) => fields.lots !== null)
}

/** Checks a broker's whole history under stricter rules. Throws the first day that does not fit. */
export async function requireHistoryAllows(ctx: Ctx, brokerId: number, allowance: Allowance): Promise<void> {
  refuseShortfalls(await findShortfalls(ctx.reader, brokerId, allowance))
}

/** Cash balances and holdings of a broker at the end of a day, zeros left out; by currency, by asset id. The caller has checked the role. */
export async function listBalances(ctx: Ctx, brokerId: number, day: string): Promise<Standing> {
  const all = [...(await balancesAt(ctx.reader, brokerId, day))].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    brokerId,
    balances: all.flatMap(([unit, amount]) => (assetOfUnit(unit) === undefined ? [{ currency: unit, amount }] : [])),
    holdings: all.flatMap(([unit, quantity]) => {
      const assetId = assetOfUnit(unit)
      return assetId === undefined ? [] : [{ assetId, quantity }]
    }),
  }
}
