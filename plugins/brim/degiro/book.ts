/** What a report has been turned into so far. */
import type { AssetDraft, ParsedReport, TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { closeRowBook, isIsin, openRowBook, type RowBook, type Spot, squeeze } from '#plugins/kit/index.ts'
import { europeanTermsOf } from '#plugins/kit/option.ts'

/** A trade whose price is used only when all trades of its asset agree on how many units a price is for. */
type Priced = { readonly index: number; readonly asset: string; readonly priceQuantity: string }

export type Book = RowBook & {
  readonly priced: Priced[]
  /** The rows of conversions whose halves are of two minutes. */
  readonly acrossMinutes: Set<number>
}

/** Lines of the file that belong together as one row; the first is the one that it is shown under. */
export type Source = Omit<Spot, 'rows'> & { readonly rows: readonly [number, ...number[]] }

/** Such a row with what every draft of it has. */
export type Dated = Source & Pick<TransactionDraft, 'date' | 'time' | 'description'>

export function openBook(ignored: RowBook['ignored']): Book {
  return { ...openRowBook(ignored), priced: [], acrossMinutes: new Set() }
}

/** The lines of several rows, each once, in the order of the file, `first` in front. */
export function rowsOf(first: Source, ...others: readonly Source[]): [number, ...number[]] {
  const rest: number[] = []
  for (const source of others) if (source !== first) rest.push(...source.rows)
  if (rest.length > 1) rest.sort((a, b) => a - b)
  const rows: [number, ...number[]] = [...first.rows]
  for (const row of rest) if (row !== rows.at(-1) && !first.rows.includes(row)) rows.push(row)
  return rows
}

/** A draft of a row; `terms` may say more lines of the file, or another day. */
export function draftOf(
  { rows, date, time, description }: Dated,
  type: TransactionType,
  terms: Partial<TransactionDraft>,
): TransactionDraft {
  return { rows, type, date, time, ...terms, description }
}

type AssetFacts = Pick<AssetDraft, 'currency' | 'exchange'> & { readonly isin: string; readonly name: string }

/** The `ref` of a security (its ISIN, else its name), which becomes an asset of the file; `undefined` when the row names none. */
export function assetRef(book: Book, facts: AssetFacts): string | undefined {
  const same = book.assets.get(facts.isin === '' ? facts.name : facts.isin)
  if (same !== undefined && addsNothing(same, facts)) return same.ref
  const name = squeeze(facts.name)
  const ref = facts.isin === '' ? name : facts.isin
  if (ref === '') return undefined
  const known = book.assets.get(ref)
  const fund = /\bETFS?\b|\bUCITS\b/i.test(name) ? 'ETF' : undefined
  book.assets.set(ref, {
    ref,
    isin: isIsin(facts.isin) ? facts.isin : undefined,
    name: known?.name ?? (name === '' ? undefined : name),
    currency: known?.currency ?? facts.currency,
    exchange: known ? (known.exchange === facts.exchange ? known.exchange : undefined) : facts.exchange,
    type: known?.type ?? fund,
  })
  return ref
}

/** Its type follows from its name, so one of the same name has no other. */
function addsNothing({ isin = '', name, currency, exchange }: AssetDraft, facts: AssetFacts): boolean {
  const isSame = isin === facts.isin && name === facts.name && exchange === facts.exchange
  return isSame && (currency !== undefined || facts.currency === undefined)
}

/** The finished report: prices settled, transactions in the order of the file. */
export function closeBook(book: Book): ParsedReport {
  const wanted = new Map<string, Set<string>>()
  for (const { asset, priceQuantity } of book.priced) wanted.set(asset, (wanted.get(asset) ?? new Set()).add(priceQuantity))
  for (const [ref, quantities] of wanted) {
    const [only = '1'] = quantities
    const asset = book.assets.get(ref)
    if (!asset || quantities.size > 1 || only === '1') continue
    if (only === '100') book.assets.set(ref, { ...asset, priceQuantity: only, type: 'BOND' })
    else book.assets.set(ref, { ...asset, priceQuantity: only, type: 'OPTION', contract: europeanTermsOf(asset.name ?? '') })
  }
  for (const { index, asset, priceQuantity } of book.priced) {
    const draft = book.transactions[index]
    if (draft && priceQuantity !== '1' && (wanted.get(asset)?.size ?? 0) > 1)
      book.transactions[index] = { ...draft, price: undefined, priceCurrency: undefined, fxRate: undefined }
  }
  return closeRowBook(book, true)
}
