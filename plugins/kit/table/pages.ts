/** What is written of a report so far. */
import type { RowIssue, TransactionDraft } from '../../brim/contract.ts'
import { refuse } from '../refuse.ts'
import type { FindRepeat } from '../repeats.ts'
import { openRowBook, type RowBook } from '../row-book.ts'
import type { Layout } from './layout.ts'
import type { AssetTerms } from './terms.ts'

/** A draft that is being written. */
export type OpenDraft = { -readonly [K in keyof TransactionDraft]: TransactionDraft[K] }

export type Pages = Omit<RowBook, 'transactions'> & {
  readonly transactions: OpenDraft[]
  /** How many trades prove that costs are inside the amount, and how many that they are not. */
  readonly votes: { net: number; gross: number }
  /** The refs of assets that a trade has named. */
  readonly traded: Set<string>
  /** Of the file at hand, by layout: its sheets and sections may overlap. */
  readonly repeats: Map<Layout, FindRepeat>
  /** Titles of columns that nobody reads, of which it was said. */
  readonly unread: Set<string>
  /** Rows of which a column that nobody reads says that they did not take place. */
  readonly undone: RowIssue[]
}

export function openPages(): Pages {
  return { ...openRowBook(), votes: { net: 0, gross: 0 }, traded: new Set(), repeats: new Map(), unread: new Set(), undone: [] }
}

/** The ISIN, else the symbol, else the name. Throws RowRefusal for an asset without any. */
export function refOf({ ref, isin, symbol, name }: AssetTerms): string {
  return (ref ?? isin ?? (symbol || name)) || refuse('no-asset', 'The row names no asset, but its kind needs one.')
}

/** Whether nothing is to be learnt of an asset: trades name it better than rows of cash, whose texts say more than its name. */
export function isNamed({ assets, traded }: Pages, ref: string, byTrade: boolean): boolean {
  return (byTrade ? traded : assets).has(ref)
}

/** Writes an asset down, and answers with its ref. `others`: what it is where the terms do not say it. */
export function nameAsset(pages: Pages, terms: AssetTerms, byTrade: boolean, others?: Partial<AssetTerms>): string {
  const ref = refOf(terms)
  if (isNamed(pages, ref, byTrade)) return ref
  const { isin, symbol, name, ...more } = { ...pages.assets.get(ref), ...filled(others ?? {}), ...filled(terms) }
  pages.assets.set(ref, filled({ ...more, ref, isin, symbol, name }))
  if (byTrade) pages.traded.add(ref)
  return ref
}

/** Without what is `undefined` or empty. */
export function filled<T extends object>(terms: T): T {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined && value !== '')) as T
}

/** An id that several rows bear names none of them, and one that a row gives to several drafts is that of the first. */
export function settleIds({ transactions }: Pages): void {
  const first = new Map<string, OpenDraft>()
  for (const draft of transactions) {
    if (draft.externalId === undefined) continue
    const known = first.get(draft.externalId)
    if (known === undefined) first.set(draft.externalId, draft)
    else draft.externalId = undefined
    if (known !== undefined && known.rows[0] !== draft.rows[0]) known.externalId = undefined
  }
}
