import type { Tx } from '#db/connection.ts'
import { listAssetFacts } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { add, type Decimal, ONE, ZERO } from '../shared/decimal.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { type Changes, changeBefore, collectChanges, unitOfAsset } from './balances.ts'
import { groupFault, needsGroup } from './groups.ts'
import { holdingOf } from './ledger.ts'
import { findExternalIds, listGroupLegs } from './repository.ts'
import { completeTransaction } from './rules.ts'
import type { Transaction, TransactionFields, TransactionInput } from './transaction.ts'

export type TxCtx = Ctx & { readonly db: Tx }

/** One line to be made: where it stands in the request, and the caller's key of its group. */
export type Creation = { readonly pointer: string; readonly input: TransactionInput; readonly group: string | null }
/** One line to be replaced. */
export type Replacement = { readonly pointer: string; readonly before: Transaction; readonly input: TransactionInput }

export type PlannedCreation = Creation & { readonly fields: TransactionFields; readonly groupId: string | null }
export type PlannedReplacement = Replacement & { readonly fields: TransactionFields }

/** Everything a batch will do, checked line by line and group by group; nothing is written yet. */
export type Plan = {
  readonly creations: readonly PlannedCreation[]
  readonly replacements: readonly PlannedReplacement[]
  readonly deletions: readonly Transaction[]
  readonly changes: Changes
}

type Faults = { list: Fault[]; codes: Set<string> }

/** Checks a batch. Throws one AppError with every fault: `transaction/invalid`, `transaction/amount-mismatch` (422) or `transaction/exists` (409). */
export function planBatch(
  ctx: TxCtx,
  creations: readonly Creation[],
  replacements: readonly Replacement[],
  deletions: readonly Transaction[],
): Plan {
  const changes: Changes = new Map()
  for (const line of deletions) collectChanges(changes, line, -1)
  for (const { before } of replacements) collectChanges(changes, before, -1)
  const faults: Faults = { list: [], codes: new Set() }
  const complete = completer(ctx, [...creations, ...replacements], changes, faults)
  const replaced = replacements.flatMap((item) => withFields(item, complete(item)))
  const groupIds = new Map<string, string>()
  const created = creations.flatMap((item) => withFields({ ...item, groupId: groupIdOf(groupIds, item.group) }, complete(item)))
  if (faults.list.length === 0) checkGroups(ctx, created, replaced, deletions, faults)
  if (faults.list.length > 0) throw invalidBatch(faults)
  checkExternalIds(ctx, created, replaced, deletions)
  return { creations: created, replacements: replaced, deletions, changes }
}

function withFields<T>(item: T, fields: TransactionFields | undefined): (T & { fields: TransactionFields })[] {
  return fields === undefined ? [] : [{ ...item, fields }]
}

function groupIdOf(groupIds: Map<string, string>, key: string | null): string | null {
  if (key === null) return null
  const id = groupIds.get(key) ?? crypto.randomUUID()
  groupIds.set(key, id)
  return id
}

function completer(ctx: TxCtx, items: readonly { input: TransactionInput }[], changes: Changes, faults: Faults) {
  const assets = listAssetFacts(
    ctx,
    items.flatMap(({ input }) => input.assetId ?? []),
  )
  const lastDay = addDays(dayOf(ctx.clock()), 1)
  return ({ pointer, input }: { pointer: string; input: TransactionInput }): TransactionFields | undefined => {
    const asset = input.assetId == null ? undefined : assets.get(input.assetId)
    if (input.assetId != null && !asset) {
      faults.list.push({ pointer: `${pointer}/asset_id`, detail: 'There is no such asset.' })
      faults.codes.add('transaction/invalid')
      return undefined
    }
    const completed = completeTransaction(input, {
      lastDay,
      priceQuantity: asset?.priceQuantity ?? ONE,
      holding: holdingBefore(ctx, input, changes),
    })
    if (completed.ok) {
      collectChanges(changes, completed.fields)
      return completed.fields
    }
    faults.codes.add(completed.code)
    faults.list.push(...completed.faults.map((fault) => ({ pointer: `${pointer}${fault.pointer}`, detail: fault.detail })))
    return undefined
  }
}

function holdingBefore(ctx: TxCtx, input: TransactionInput, changes: Changes): Decimal {
  if (
    input.type !== 'SPLIT' ||
    input.ratio == null ||
    input.quantity != null ||
    input.assetId == null ||
    !/^\d{4}-\d\d-\d\d$/.test(input.date)
  )
    return ZERO
  const stored = holdingOf(ctx.db, input.brokerId, input.assetId, addDays(input.date, -1))
  return add(stored, changeBefore(changes, input.brokerId, unitOfAsset(input.assetId), input.date))
}

function checkGroups(
  ctx: TxCtx,
  created: readonly PlannedCreation[],
  replaced: readonly PlannedReplacement[],
  deletions: readonly Transaction[],
  faults: Faults,
): void {
  const report = (pointer: string, detail: string) => {
    faults.list.push({ pointer, detail })
    faults.codes.add('transaction/invalid')
  }
  const groups = new Map<string, PlannedCreation[]>()
  for (const item of created) {
    if (item.groupId !== null) groups.set(item.groupId, [...(groups.get(item.groupId) ?? []), item])
    else if (needsGroup(item.fields))
      report(
        `${item.pointer}/type`,
        `The legs of ${item.fields.type} are made together: POST /transactions/batch with the same group key.`,
      )
  }
  for (const legs of groups.values()) {
    const fault = groupFault(legs.map((leg) => leg.fields))
    if (fault !== undefined) report(`${legs[0]?.pointer ?? ''}/group`, fault)
  }
  checkStoredGroups(ctx, replaced, deletions, report)
}

function checkStoredGroups(
  ctx: TxCtx,
  replaced: readonly PlannedReplacement[],
  deletions: readonly Transaction[],
  report: (pointer: string, detail: string) => void,
): void {
  const now = new Map<number, TransactionFields>(replaced.map((item) => [item.before.id, item.fields]))
  const gone = new Set(deletions.map((line) => line.id))
  const touched = new Map<string, string>()
  for (const { pointer, before, fields } of replaced) {
    if (before.groupId !== null) touched.set(before.groupId, pointer)
    else if (needsGroup(fields)) report(`${pointer}/type`, `${fields.type} needs a group of legs.`)
  }
  if (touched.size === 0) return
  const legs = Map.groupBy(listGroupLegs(ctx.db, [...touched.keys()]), (leg) => leg.groupId ?? '')
  for (const [groupId, pointer] of touched) {
    const left = (legs.get(groupId) ?? []).filter((leg) => !gone.has(leg.id)).map((leg) => now.get(leg.id) ?? leg)
    const fault = groupFault(left)
    if (fault !== undefined) report(pointer, `${fault} Change all legs of the group in one batch.`)
  }
}

function checkExternalIds(
  ctx: TxCtx,
  created: readonly PlannedCreation[],
  replaced: readonly PlannedReplacement[],
  deletions: readonly Transaction[],
): void {
  const leaving = new Set([...deletions.map((line) => line.id), ...replaced.map((item) => item.before.id)])
  const byBroker = Map.groupBy(
    [...created, ...replaced].filter((item) => item.fields.externalId !== null),
    (item) => item.fields.brokerId,
  )
  for (const [brokerId, items] of byBroker) {
    const stored = findExternalIds(
      ctx.db,
      brokerId,
      items.map((item) => item.fields.externalId ?? ''),
    )
    const seen = new Set<string>()
    for (const { pointer, fields } of items) {
      const id = stored.get(fields.externalId ?? '')
      if (seen.has(fields.externalId ?? '') || (id !== undefined && !leaving.has(id))) throw alreadyThere(pointer, id)
      seen.add(fields.externalId ?? '')
    }
  }
}

function alreadyThere(pointer: string, id: number | undefined): AppError {
  const detail =
    id === undefined
      ? 'Another item of this request has the same external_id.'
      : `Transaction ${id} of this broker has this external_id already.`
  return new AppError('conflict', 'transaction/exists', detail, {
    errors: [{ pointer: `${pointer}/external_id`, detail }],
    ...(id === undefined ? {} : { extensions: { id } }),
  })
}

function invalidBatch(faults: Faults): AppError {
  const [code = 'transaction/invalid', ...others] = faults.codes
  const first = faults.list[0]?.detail ?? ''
  const detail = faults.list.length === 1 ? first : `${faults.list.length} values are not acceptable. The first: ${first}`
  return new AppError('invalid', others.length === 0 ? code : 'transaction/invalid', detail, { errors: faults.list })
}
