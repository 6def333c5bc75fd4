import { ZERO } from '../../shared/decimal.ts'
import { NEW } from './duplicates.ts'
import type { CompletedDraft } from './validate.ts'

/** What occurs among drafts: most reports have hardly any of it, and what is not there need not be looked for one by one. */
export type Traits = {
  readonly isOfOneFile: boolean
  readonly brokers: ReadonlySet<number>
  readonly assets: ReadonlySet<number>
  readonly currencies: ReadonlySet<string>
  /** Those that they take something out of. */
  readonly outgoing: { readonly assets: ReadonlySet<number>; readonly currencies: ReadonlySet<string> }
  /** The days of the first and the last; of none, in no order. */
  readonly firstDay: string
  readonly lastDay: string
  readonly hasGroups: boolean
  readonly hasSplits: boolean
  readonly hasTransfers: boolean
  readonly hasReversals: boolean
  readonly hasLots: boolean
  readonly hasMarketValues: boolean
  /** Something of the ledger or of another file is like one of them. */
  readonly hasDuplicates: boolean
}

const known = new WeakMap<readonly CompletedDraft[], Traits>()

/** The traits of a list, which must not change afterwards: looked for once. */
export function traitsOf(drafts: readonly CompletedDraft[]): Traits {
  const found = known.get(drafts) ?? findTraits(drafts)
  known.set(drafts, found)
  return found
}

/** Written out: it runs for every line of an import. */
function findTraits(drafts: readonly CompletedDraft[]): Traits {
  const [brokers, assets, currencies] = [new Set<number>(), new Set<number>(), new Set<string>()]
  const outgoing = { assets: new Set<number>(), currencies: new Set<string>() }
  const has = { groups: false, splits: false, transfers: false, reversals: false, lots: false, market: false, duplicates: false }
  const file = drafts[0]?.file
  let isOfOneFile = true
  let [firstDay, lastDay] = ['9999-12-31', '0000-01-01']
  for (const entry of drafts) {
    const { fields, draft } = entry
    const { assetId, currency, date, type } = fields
    if (entry.file !== file) isOfOneFile = false
    brokers.add(fields.brokerId)
    if (assetId !== null) {
      assets.add(assetId)
      if (fields.quantity < ZERO) outgoing.assets.add(assetId)
    }
    if (currency !== null) {
      currencies.add(currency)
      if (fields.amount < ZERO) outgoing.currencies.add(currency)
    }
    if (date < firstDay) firstDay = date
    if (date > lastDay) lastDay = date
    if (type === 'SPLIT') has.splits = true
    else if (type === 'TRANSFER') has.transfers = true
    if (draft.group !== undefined) has.groups = true
    if (draft.reverses !== undefined) has.reversals = true
    if (draft.lots !== undefined) has.lots = true
    if (draft.costBasis === 'market') has.market = true
    if (entry.duplicate !== NEW) has.duplicates = true
  }
  return {
    ...{ isOfOneFile, brokers, assets, currencies, outgoing, firstDay, lastDay },
    ...{ hasGroups: has.groups, hasSplits: has.splits, hasTransfers: has.transfers, hasReversals: has.reversals },
    ...{ hasLots: has.lots, hasMarketValues: has.market, hasDuplicates: has.duplicates },
  }
}
