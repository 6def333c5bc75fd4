/** What is written of a report so far; what a row has written can be taken back. */
import type { AssetDraft, IgnoredRow, RowIssue, StatedBalance, StatedPosition, StatedPrice } from '../../brim/contract.ts'
import { refuse } from '../refuse.ts'
import type { FindRepeat } from '../repeats.ts'
import type { AssetTerms } from './book.ts'
import { assetOf, type Given, namesAsset, type OpenDraft, refIn, refOfTerms } from './given.ts'
import type { Layout } from './layout.ts'

type NamedAsset = { readonly draft: AssetDraft; readonly byTrade: boolean }

export type Pages = {
  readonly transactions: OpenDraft[]
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
  /** Of the file at hand, by layout: its sheets and sections may overlap. */
  readonly repeats: Map<Layout, FindRepeat>
  /** All of the lists. */
  readonly lists: readonly unknown[][]
  /** How long they were when the row at hand, or the case, began. */
  readonly mark: number[]
}

export function openPages(): Pages {
  const lists = { transactions: [], ignored: [], issues: [], stated: [], positions: [], prices: [] }
  return {
    ...lists,
    lists: Object.values(lists),
    votes: { net: 0, gross: 0 },
    assets: new Map(),
    zones: new Set(),
    repeats: new Map(),
    mark: [],
  }
}

/** A row, or a case, begins: what is written from here on can be taken back. */
export function markPages({ lists, mark }: Pages): void {
  for (let i = 0; i < lists.length; i++) mark[i] = lists[i]?.length ?? 0
}

/** Takes back what was written since. */
export function takeBack({ lists, mark }: Pages): void {
  for (const [index, list] of lists.entries()) list.length = mark[index] ?? 0
}

/** What is known of the asset of a row: in which currency it trades, where nothing else says it, and its ref. */
type Known = { readonly currency?: string | undefined; readonly ref?: string }

/** The ref of the asset that the row names. Throws RowRefusal for a row that names none. */
export function assetIn(pages: Pages, given: Given, byTrade: boolean, { currency, ref = refIn(given) }: Known = {}): string {
  if (isSettled(pages.assets.get(ref), byTrade)) return ref
  if (!namesAsset(given, false)) return refuse('no-asset', 'The row names no asset.')
  const terms = assetOf(given)
  return refOf(pages, currency === undefined ? terms : { ...terms, currency: terms.currency ?? currency }, byTrade)
}

function isSettled(known: NamedAsset | undefined, byTrade: boolean): boolean {
  return known !== undefined && (known.byTrade || !byTrade)
}

/** The ref of an asset. Trades name it better than rows of cash, whose texts say more than its name. Throws RowRefusal for one without any name. */
export function refOf({ assets }: Pages, terms: AssetTerms, byTrade: boolean): string {
  const ref = refOfTerms(terms)
  if (ref === '') refuse('no-asset', 'The row names no asset, but its kind needs one.')
  const known = assets.get(ref)
  if (!isSettled(known, byTrade)) {
    const { isin, symbol, name, ...more } = { ...known?.draft, ...withoutBlanks(terms) }
    assets.set(ref, { draft: withoutBlanks({ ...more, ref, isin, symbol, name }), byTrade })
  }
  return ref
}

/** The assets that anything stands for, in the order of the file. */
export function usedAssets({ assets, transactions, positions, prices }: Pages): AssetDraft[] {
  const unused = new Set(assets.keys())
  for (const list of [transactions, positions, prices])
    for (const { asset } of list) {
      if (unused.size === 0) break
      if (asset !== undefined) unused.delete(asset)
    }
  return [...assets.values()].flatMap(({ draft }) => (unused.has(draft.ref) ? [] : draft))
}

/** An id that several rows bear names none of them, and one that a row gives to several drafts is that of the first. */
export function settleIds({ transactions }: Pages): void {
  const first = new Map<string, OpenDraft>()
  const shared: OpenDraft[] = []
  for (const draft of transactions) {
    const { externalId, rows } = draft
    if (externalId === undefined) continue
    const known = first.get(externalId)
    if (known === undefined) {
      first.set(externalId, draft)
      continue
    }
    draft.externalId = undefined
    if (known.rows[0] !== rows[0]) shared.push(known)
  }
  for (const draft of shared) draft.externalId = undefined
}

function withoutBlanks<T extends object>(terms: T): T {
  const filled = Object.entries(terms).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(filled) as T
}
