/** What is written of a report so far; what a row has written can be taken back. */
import type {
  AssetDraft,
  IgnoredRow,
  RowIssue,
  StatedBalance,
  StatedPosition,
  StatedPrice,
  TransactionDraft,
} from '../../brim/contract.ts'
import type { AssetTerms } from './book.ts'
import { refuse } from './refuse.ts'

type NamedAsset = { readonly draft: AssetDraft; readonly byTrade: boolean }
type Mark = readonly number[]

export type Pages = {
  readonly transactions: TransactionDraft[]
  readonly issues: RowIssue[]
  readonly ignored: IgnoredRow[]
  readonly stated: StatedBalance[]
  readonly positions: StatedPosition[]
  readonly prices: StatedPrice[]
  /** How many trades prove that costs are inside the amount, and how many that they are not. */
  readonly votes: { net: number; gross: number }
  readonly assets: Map<string, NamedAsset>
  /** Those that rows name. */
  readonly zones: Set<string>
}

export function openPages(): Pages {
  const lists = { transactions: [], issues: [], ignored: [], stated: [], positions: [], prices: [] }
  return { ...lists, votes: { net: 0, gross: 0 }, assets: new Map(), zones: new Set() }
}

function listsOf({ transactions, issues, ignored, stated, positions, prices }: Pages): readonly unknown[][] {
  return [transactions, issues, ignored, stated, positions, prices]
}

/** How far the pages are written. */
export function markOf({ transactions, issues, ignored, stated, positions, prices }: Pages): Mark {
  return [transactions.length, issues.length, ignored.length, stated.length, positions.length, prices.length]
}

/** Takes back what was written since. */
export function takeBack(pages: Pages, mark: Mark): void {
  listsOf(pages).forEach((list, index) => {
    list.length = mark[index] ?? 0
  })
}

/** The ref of an asset. Trades name it better than rows of cash, whose texts say more than its name. Throws RowRefusal for one without any name. */
export function refOf({ assets }: Pages, terms: AssetTerms, byTrade: boolean): string {
  const ref = terms.ref ?? terms.isin ?? (terms.symbol || terms.name || '')
  if (ref === '') refuse('no-asset', 'The row names no asset, but its kind needs one.')
  const known = assets.get(ref)
  if (known === undefined || (byTrade && !known.byTrade)) {
    const { isin, symbol, name, ...more } = { ...known?.draft, ...withoutBlanks(terms) }
    assets.set(ref, { draft: withoutBlanks({ ...more, ref, isin, symbol, name }), byTrade })
  }
  return ref
}

/** The assets that anything stands for, in the order of the file. */
export function usedAssets({ assets, transactions, positions, prices }: Pages): AssetDraft[] {
  const used = new Set<string | undefined>()
  for (const list of [transactions, positions, prices]) for (const { asset } of list) used.add(asset)
  return [...assets.values()].flatMap(({ draft }) => (used.has(draft.ref) ? draft : []))
}

/** An id that several rows bear names none of them, and one that a row gives to several drafts is that of the first. */
export function settleIds({ transactions }: Pages): void {
  const first = new Map<string, number>()
  const seen = new Set<string>()
  for (const { externalId, rows } of transactions) {
    if (externalId === undefined) continue
    const row = first.get(externalId)
    if (row === undefined) first.set(externalId, rows[0])
    else if (row !== rows[0]) seen.add(externalId)
  }
  transactions.forEach((draft, index) => {
    if (draft.externalId === undefined) return
    if (seen.has(draft.externalId)) transactions[index] = { ...draft, externalId: undefined }
    seen.add(draft.externalId)
  })
}

function withoutBlanks<T extends object>(terms: T): T {
  const filled = Object.entries(terms).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(filled) as T
}
