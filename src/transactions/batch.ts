import { listBookableFacts } from '../assets/service.ts'
import { addDays, dayOf, isDay } from '../shared/date.ts'
import { type Decimal, ONE, ZERO } from '../shared/decimal.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { type Changes, collectChanges, unitOfAsset } from './balances.ts'
import { requireFreeExternalIds } from './external-ids.ts'
import { type HoldingWalk, openHolding } from './holding-walk.ts'
import { checkNewGroups, checkStoredGroups } from './legs.ts'
import { keepsNumbers, mergePatch } from './patch.ts'
import type { Creation, Plan, Replacement, TxCtx } from './plan.ts'
import { completeTransaction } from './rules.ts'
import { isSizedByRatio } from './trade.ts'
import type { Transaction, TransactionFields, TransactionInput } from './transaction.ts'

export type { TxCtx }

type Item = { readonly pointer: string; readonly input: TransactionInput; readonly asStored: boolean }
type Faults = { readonly list: Fault[]; readonly codes: Set<string> }

/**
 * Checks a request. Throws one AppError with every fault: `transaction/invalid`, `transaction/amount-mismatch` (422) or
 * `transaction/exists` (409). No line may be named twice. Splits by ratio count what the rest of the request does before their day.
 */
export async function planBatch(
  ctx: TxCtx,
  creations: readonly Creation[],
  replacements: readonly Replacement[],
  deletions: readonly Transaction[],
): Promise<Plan> {
  const changes: Changes = new Map()
  const faults: Faults = { list: [], codes: new Set() }
  const report = (pointer: string, detail: string) => {
    faults.list.push({ pointer, detail })
    faults.codes.add('transaction/invalid')
  }
  checkNamedOnce(replacements, deletions, report)
  for (const line of deletions) collectChanges(changes, line, -1)
  for (const { before } of replacements) collectChanges(changes, before, -1)
  const merged = replacements.map(({ pointer, before, patch }) => {
    const input = mergePatch(before, patch, (field, detail) => report(`${pointer}/${field}`, detail))
    return { pointer, input, asStored: keepsNumbers(patch) }
  })
  const made = creations.map(({ pointer, input }) => ({ pointer, input, asStored: false }))
  const completed = await completeAll(ctx, [...merged, ...made], changes, faults)
  if (faults.list.length > 0) throw invalidBatch(faults)
  const groupIds = new Map<string, string>()
  const plan = {
    replacements: replacements.map((item, index) => ({ ...item, fields: fieldsAt(completed, index) })),
    creations: creations.map((item, index) => {
      return { ...item, groupId: groupIdOf(groupIds, item.group), fields: fieldsAt(completed, replacements.length + index) }
    }),
    deletions,
    changes,
  }
  checkNewGroups(plan.creations, report)
  await checkStoredGroups(ctx.db, plan.replacements, deletions, report)
  if (faults.list.length > 0) throw invalidBatch(faults)
  await requireFreeExternalIds(ctx.db, plan)
  return plan
}

function checkNamedOnce(
  replacements: readonly Replacement[],
  deletions: readonly Transaction[],
  report: (pointer: string, detail: string) => void,
): void {
  const named = new Set(deletions.map((line) => line.id))
  for (const { pointer, before } of replacements) {
    if (named.has(before.id))
      report(`${pointer}/id`, 'Another item of this request changes or removes this transaction or its group.')
    named.add(before.id)
  }
}

function groupIdOf(groupIds: Map<string, string>, key: string | null): string | null {
  if (key === null) return null
  const id = groupIds.get(key) ?? crypto.randomUUID()
  groupIds.set(key, id)
  return id
}

function fieldsAt(completed: ReadonlyMap<number, TransactionFields>, index: number): TransactionFields {
  const fields = completed.get(index)
  if (!fields) throw new Error(`item ${index} was not completed`)
  return fields
}

async function completeAll(
  ctx: TxCtx,
  items: readonly Item[],
  changes: Changes,
  faults: Faults,
): Promise<Map<number, TransactionFields>> {
  const completed = new Map<number, TransactionFields>()
  const complete = await completer(ctx, items, changes, faults)
  const yieldWhenDue = createYielder()
  const later: number[] = []
  for (const [index, item] of items.entries()) {
    await yieldWhenDue()
    if (isSizedByRatio(item.input)) later.push(index)
    else complete(index, item, ZERO, completed)
  }
  const dateOf = (index: number) => items[index]?.input.date ?? ''
  later.sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : a - b))
  const holdingFor = createHoldings(
    ctx,
    later.flatMap((index) => items[index]?.input ?? []),
    changes,
  )
  for (const index of later) {
    const item = items[index]
    if (item === undefined) continue
    const holding = await holdingFor(item.input)
    complete(index, item, holding?.before(item.input.date) ?? ZERO, completed)
    const fields = completed.get(index)
    if (fields !== undefined) holding?.book(fields.date, fields.quantity)
    await yieldWhenDue()
  }
  return completed
}

/** The holdings that splits by ratio, in the order of their days, multiply: the ledger's with all other changes of the request. */
function createHoldings(ctx: TxCtx, splits: readonly TransactionInput[], changes: Changes) {
  const keyOf = ({ brokerId, assetId }: TransactionInput) => `${brokerId} ${assetId ?? ''}`
  const last = new Map(splits.filter((input) => isDay(input.date)).map((input) => [keyOf(input), input.date]))
  const walks = new Map<string, HoldingWalk>()
  return async (input: TransactionInput): Promise<HoldingWalk | undefined> => {
    const { brokerId, assetId, date } = input
    if (assetId == null || !isDay(date)) return undefined
    const key = keyOf(input)
    const moved = changes.get(brokerId)?.get(unitOfAsset(assetId)) ?? new Map<string, Decimal>()
    const walk =
      walks.get(key) ?? (await openHolding(ctx.db, { brokerId, assetId }, moved, { first: date, last: last.get(key) ?? date }))
    walks.set(key, walk)
    return walk
  }
}

async function completer(ctx: TxCtx, items: readonly Item[], changes: Changes, faults: Faults) {
  const assets = await listBookableFacts(
    ctx,
    items.flatMap(({ input }) => input.assetId ?? []),
  )
  const lastDay = addDays(dayOf(ctx.clock()), 1)
  return (
    index: number,
    { pointer, input, asStored }: Item,
    holding: Decimal,
    completed: Map<number, TransactionFields>,
  ): void => {
    const asset = input.assetId == null ? undefined : assets.get(input.assetId)
    const unknown = input.assetId != null && !asset
    const priceQuantity = asset?.priceQuantity ?? ONE
    const result = completeTransaction(input, { lastDay, priceQuantity, holding, asStored })
    if (unknown) {
      faults.list.push({ pointer: `${pointer}/asset_id`, detail: notBookable(input.assetId) })
      faults.codes.add('transaction/invalid')
    }
    if (result.ok) {
      collectChanges(changes, result.fields)
      completed.set(index, result.fields)
    } else if (!unknown || result.code === 'transaction/invalid') {
      faults.codes.add(result.code)
      faults.list.push(...result.faults.map((fault) => ({ pointer: `${pointer}${fault.pointer}`, detail: fault.detail })))
    }
  }
}

/** The same whether there is none or strangers have it: that is nobody else's business. */
function notBookable(id: number | null | undefined): string {
  return `There is no asset ${id} that you may use. Add one of your own (POST /assets; imports do it automatically), or ask a superuser to verify this one.`
}

function invalidBatch(faults: Faults): AppError {
  const [code = 'transaction/invalid', ...others] = faults.codes
  const first = faults.list[0]?.detail ?? ''
  const detail = faults.list.length === 1 ? first : `${faults.list.length} values are not acceptable. The first: ${first}`
  return new AppError('invalid', others.length === 0 ? code : 'transaction/invalid', detail, { errors: faults.list })
}
