import { countLines } from '../access/service.ts'
import { now } from '../context.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { type Decimal, ONE, ZERO } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { type Changes, collectChanges } from './balances.ts'
import { groupFault, needsGroup } from './groups.ts'
import { setLots } from './imported-lots.repository.ts'
import { settleChanges } from './ledger.ts'
import type { TxCtx } from './plan.ts'
import { insertTransaction } from './repository.ts'
import { completeTransaction } from './rules.ts'
import type { TransactionFields, TransactionInput } from './transaction.ts'

/** A line of another ledger. Broker and asset are of this one; `id`, `group` and the lots are names within what is brought. */
export type BroughtLine = {
  readonly id: number
  readonly input: TransactionInput
  readonly group: string | null
  readonly lots: readonly { readonly id: number; readonly quantity: Decimal }[] | null
}

type LineBringer = {
  readonly bring: (line: BroughtLine) => Promise<void>
  /** Books the balances. `lotsLeftOut`: lines that named lots which were not brought, and take them by the method of a report now. */
  readonly finish: () => Promise<{ readonly lines: number; readonly lotsLeftOut: number }>
}

type State = {
  readonly made: Map<number, number>
  readonly groups: Map<string, { readonly id: string; readonly legs: TransactionFields[] }>
  readonly externalIds: Set<string>
  readonly changes: Changes
  readonly counts: Map<number, number>
  readonly choices: BroughtLine[]
}

const ALL_ALLOWED = { allowCashOverdraft: true, allowAssetShorting: true }

/**
 * Writes lines that stood in another ledger, one by one in their order there, at brokers of which the caller is EDITOR, in the caller's transaction.
 * Figures stay as they are; each line must be one by the rule of its type, each group one by the rule of groups. What was short there is short here.
 * Throws `transaction/invalid` (422), naming the line.
 */
export function createLineBringer(ctx: TxCtx, priceQuantityOf: (assetId: number) => Decimal | undefined): LineBringer {
  const state: State = {
    ...{ made: new Map(), groups: new Map(), externalIds: new Set(), changes: new Map(), counts: new Map(), choices: [] },
  }
  const lastDay = addDays(dayOf(ctx.clock()), 1)
  const createdAt = now(ctx)
  const bring = async (line: BroughtLine) => {
    const priceQuantity = (line.input.assetId == null ? undefined : priceQuantityOf(line.input.assetId)) ?? ONE
    const completed = completeTransaction(line.input, { lastDay, priceQuantity, holding: ZERO, asStored: true })
    if (!completed.ok)
      throw invalidLine(line.id, completed.faults.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join(' '))
    const { fields } = completed
    const groupId = line.group === null ? null : groupOf(state, line.group, fields)
    if (groupId === null && needsGroup(fields)) throw invalidLine(line.id, 'Its other legs are missing.')
    requireNew(state, line.id, fields)
    const source = { groupId, reportId: null, sourceRow: null, createdBy: ctx.user.id, createdAt }
    const { id } = await insertTransaction(ctx.db, fields, source)
    state.made.set(line.id, id)
    if (line.lots !== null) state.choices.push(line)
    collectChanges(state.changes, fields)
    state.counts.set(fields.brokerId, (state.counts.get(fields.brokerId) ?? 0) + 1)
  }
  return { bring, finish: () => finish(ctx, state) }
}

function groupOf({ groups }: State, name: string, fields: TransactionFields): string {
  const group = groups.get(name) ?? { id: Bun.randomUUIDv7(), legs: [] }
  groups.set(name, group)
  group.legs.push(fields)
  return group.id
}

function requireNew({ made, externalIds }: State, id: number, { brokerId, externalId }: TransactionFields): void {
  const key = `${brokerId} ${externalId}`
  if (made.has(id) || (externalId !== null && externalIds.has(key))) throw invalidLine(id, 'It is there twice.')
  if (externalId !== null) externalIds.add(key)
}

async function finish(ctx: TxCtx, { made, groups, changes, counts, choices }: State) {
  const yieldWhenDue = createYielder()
  for (const { legs } of groups.values()) {
    const fault = groupFault(legs)
    if (fault !== undefined)
      throw new AppError('invalid', 'transaction/invalid', `A group of ${legs[0]?.date} does not fit: ${fault}`)
    await yieldWhenDue()
  }
  let lotsLeftOut = 0
  for (const { id, lots } of choices) {
    const named = (lots ?? []).flatMap((lot) => {
      const lotId = made.get(lot.id)
      return lotId === undefined ? [] : [{ lotId, quantity: lot.quantity }]
    })
    const lineId = made.get(id)
    if (lineId === undefined || named.length < (lots?.length ?? 0)) lotsLeftOut++
    else await setLots(ctx.db, lineId, named)
    await yieldWhenDue()
  }
  for (const [brokerId, lines] of counts) await countLines(ctx, brokerId, lines)
  await settleChanges(ctx.db, changes, () => ALL_ALLOWED)
  return { lines: made.size, lotsLeftOut }
}

function invalidLine(id: number, why: string): AppError {
  return new AppError('invalid', 'transaction/invalid', `The transaction with the id ${id} is not acceptable. ${why}`)
}
