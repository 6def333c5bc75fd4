import { untrackedBrokerIds } from '../../access/service.ts'
import type { Ctx } from '../../context.ts'
import { add, type Decimal, subtract, ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { assetOfUnit, listBalances, unitOfAsset } from '../../transactions/service.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import { traitsOf } from '../matching/traits.ts'
import type { Moves } from '../openings/openings.ts'
import type { ReadReport } from '../report.ts'

type Change = { readonly before: Decimal; readonly change: Decimal; readonly after: Decimal }
type Named = { readonly ref: string | null; readonly name: string | null; readonly isin: string | null }

/** A holding that changes. `assetId` is null for an asset that an import would make; `ref` is that of the report, null where none is at hand. */
export type AssetChange = Change & Named & { readonly assetId: number | null }
export type CashChange = Change & { readonly currency: string }

/** Holdings and cash balances that change, over all days: holdings by name, cash by currency. */
export type Changes = { readonly assets: readonly AssetChange[]; readonly cash: readonly CashChange[] }

/** Those of one broker. */
export type ChangesAt = Changes & { readonly brokerId: number }

export const NO_CHANGES: Changes = { assets: [], cash: [] }

/** Cash and holdings of a broker by unit, over all days; an asset that is not made yet has a stand-in below zero. */
export type Balances = ReadonlyMap<string, Decimal>

const END_OF_TIME = '9999-12-31'

export async function balancesOf(ctx: Ctx, brokerId: number): Promise<Balances> {
  const { holdings, balances } = await listBalances(ctx, brokerId, END_OF_TIME)
  return new Map([
    ...holdings.map(({ assetId, quantity }) => [unitOfAsset(assetId), quantity] as const),
    ...balances.map(({ currency, amount }) => [currency, amount] as const),
  ])
}

/** What is another between two states of a broker. */
export function changesBetween(from: Balances, to: Balances, nameOf: (assetId: number) => Named): Changes {
  const assets: AssetChange[] = []
  const cash: CashChange[] = []
  for (const unit of new Set([...from.keys(), ...to.keys()])) {
    const [before, after] = [from.get(unit) ?? ZERO, to.get(unit) ?? ZERO]
    if (before === after) continue
    const change = { before, change: subtract(after, before), after }
    const assetId = assetOfUnit(unit)
    if (assetId === undefined) cash.push({ currency: unit, ...change })
    else assets.push({ ...nameOf(assetId), assetId: assetId < 0 ? null : assetId, ...change })
  }
  return {
    assets: assets.sort((a, b) => compare(a.name ?? '', b.name ?? '')),
    cash: cash.sort((a, b) => compare(a.currency, b.currency)),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** How a report names the assets of its drafts; `created`: those that were made for them, by their stand-ins. */
export function namesOf(
  read: Pick<ReadReport, 'assets'>,
  drafts: readonly ClassifiedDraft[],
  created: ReadonlyMap<number, number> = new Map(),
): (assetId: number) => Named {
  const assets = new Map(read.assets.map((asset) => [asset.ref, asset]))
  const refs = new Map<number, string>()
  const assetsThere = traitsOf(drafts).assets.size
  for (const { fields, draft } of drafts) {
    const id = fields.assetId === null ? undefined : (created.get(fields.assetId) ?? fields.assetId)
    if (id !== undefined && draft.asset !== undefined && !refs.has(id)) refs.set(id, draft.asset)
    if (refs.size === assetsThere) break
  }
  return (assetId) => {
    const ref = refs.get(assetId) ?? null
    const asset = assets.get(ref ?? '')
    return { ref, name: asset?.name ?? asset?.symbol ?? ref, isin: asset?.isin ?? null }
  }
}

/** The changes that booking these drafts would make, with what it does to openings. Gives the event loop back in between. */
export async function changesBy(
  ctx: Ctx,
  brokerId: number,
  read: Pick<ReadReport, 'assets'>,
  { drafts, moved }: { readonly drafts: readonly ClassifiedDraft[]; readonly moved: Moves },
): Promise<Changes> {
  const [before, untracked] = [await balancesOf(ctx, brokerId), await untrackedBrokerIds(ctx, [brokerId])]
  const after = new Map(before)
  const move = (unit: string, size: Decimal) => after.set(unit, add(after.get(unit) ?? ZERO, size))
  const yieldWhenDue = createYielder()
  for (const { fields } of drafts) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    if (fields.assetId !== null) move(unitOfAsset(fields.assetId), fields.quantity)
    if (fields.currency !== null && !untracked.has(brokerId)) move(fields.currency, fields.amount)
  }
  for (const [unit, days] of moved) for (const size of days.values()) move(unit, size)
  return changesBetween(before, after, namesOf(read, drafts))
}
