import { selectBrokerIds, writableBrokers } from '../../access/service.ts'
import { listAssetLabels, namedUserIds } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { listSplits } from '../../prices/service.ts'
import { runTask } from '../../task.ts'
import type { UnbookedSplit } from '../unbooked/unbooked.ts'
import { unbookedTask } from './proposals.task.ts'

type Named = { readonly id: number; readonly name: string }

/** A transaction that a broker has not booked, as it would. `source` = who says so; `enteredBy` = where that is a user whom the caller sees. */
export type Proposal = {
  readonly split: UnbookedSplit
  readonly broker: Named
  readonly asset: Named
  readonly source: string
  readonly enteredBy: number | null
}

/** The day in the catalogue, the broker, the asset. */
export type ProposalKey = readonly [string, number, number]

type Wanted = {
  readonly brokerIds: readonly number[] | undefined
  readonly limit: number
  readonly after: ProposalKey | undefined
  readonly signal?: AbortSignal
}
type Page = { readonly rows: readonly Proposal[]; readonly next: ProposalKey | null; readonly total: number }

/** What the reports count though brokers have not booked it, at those where the caller may book it, oldest first. */
export async function listProposals(ctx: Ctx, { brokerIds, limit, after, signal }: Wanted): Promise<Page> {
  const names = new Map((await writableBrokers(ctx)).map(({ brokerId, name }) => [brokerId, name]))
  const ids = (await selectBrokerIds(ctx, brokerIds)).filter((id) => names.has(id)).sort((a, b) => a - b)
  const found = ids.length === 0 ? [] : (await runTask(ctx, unbookedTask, ids, signal)).toSorted(byKey)
  const rest = after === undefined ? found : found.filter((split) => compare(keyOf(split), after) > 0)
  const page = rest.slice(0, limit)
  const last = rest.length > limit ? page.at(-1) : undefined
  const rows = await proposalsOf(ctx, page, names)
  return { rows, next: last === undefined ? null : keyOf(last), total: found.length }
}

async function proposalsOf(ctx: Ctx, splits: readonly UnbookedSplit[], names: ReadonlyMap<number, string>): Promise<Proposal[]> {
  const assetIds = [...new Set(splits.map(({ assetId }) => assetId))]
  const labels = await listAssetLabels(ctx, assetIds)
  const until = splits.at(-1)?.listedOn ?? ''
  const listed = await listSplits(ctx.reader, assetIds, until)
  const named = await namedUserIds(
    ctx,
    [...listed.values()].flat().map(({ createdBy }) => createdBy ?? null),
  )
  return splits.map((split) => {
    const { brokerId, assetId, listedOn } = split
    const event = listed.get(assetId)?.find(({ date }) => date === listedOn)
    const label = labels.get(assetId)
    const enteredBy = event?.createdBy ?? null
    return {
      split,
      broker: { id: brokerId, name: names.get(brokerId) ?? '' },
      asset: { id: assetId, name: label?.name || label?.symbol || '' },
      source: event?.source ?? '',
      enteredBy: enteredBy !== null && named.has(enteredBy) ? enteredBy : null,
    }
  })
}

function keyOf({ listedOn, brokerId, assetId }: UnbookedSplit): ProposalKey {
  return [listedOn, brokerId, assetId]
}

function byKey(a: UnbookedSplit, b: UnbookedSplit): number {
  return compare(keyOf(a), keyOf(b))
}

function compare([day, broker, asset]: ProposalKey, [otherDay, otherBroker, otherAsset]: ProposalKey): number {
  return day === otherDay ? broker - otherBroker || asset - otherAsset : day < otherDay ? -1 : 1
}
