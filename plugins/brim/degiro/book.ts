/** What a report has been turned into so far. */
import type { AssetDraft, IgnoredRow, ParsedReport, RowIssue, TransactionDraft } from '#plugins/brim/contract.ts'
import { squeeze } from '#plugins/kit/index.ts'
import { type Decimal, formatDecimal } from '#src/shared/decimal.ts'

/** A trade whose price is used only when all trades of its asset agree on how many units a price is for. */
type Priced = { readonly index: number; readonly asset: string; readonly priceQuantity: string }

export type Book = {
  readonly transactions: TransactionDraft[]
  readonly assets: Map<string, AssetDraft>
  readonly issues: RowIssue[]
  readonly ignored: IgnoredRow[]
  readonly priced: Priced[]
}

/** Lines of the file that belong together as one row; the first is the one that it is shown under. */
export type Source = { readonly rows: readonly [number, ...number[]]; readonly raw: string }

export function openBook(): Book {
  return { transactions: [], assets: new Map(), issues: [], ignored: [], priced: [] }
}

export function ignore(book: Book, source: Source, reason: string): void {
  for (const row of source.rows) book.ignored.push({ row, reason })
}

/** Gives a row up with a reason; the lines that continue it are ignored with it. */
export function refuse(book: Book, source: Source, code: string, detail: string): void {
  const [first, ...rest] = source.rows
  book.issues.push({ row: first, severity: 'error', code, detail, text: source.raw })
  for (const row of rest) book.ignored.push({ row, reason: `continues row ${first}` })
}

export function note(book: Book, source: Source, severity: 'warning' | 'info', code: string, detail: string): void {
  book.issues.push({ row: source.rows[0], severity, code, detail, text: source.raw })
}

/** The lines of several rows, each once, in the order of the file, `first` in front. */
export function rowsOf(first: Source, ...others: readonly Source[]): [number, ...number[]] {
  const rest = new Set(others.flatMap((source) => source.rows))
  for (const row of first.rows) rest.delete(row)
  return [...first.rows, ...[...rest].sort((a, b) => a - b)]
}

type AssetFacts = Pick<AssetDraft, 'currency' | 'exchange'> & { readonly isin: string; readonly name: string }

/** The `ref` of a security (its ISIN, else its name), which becomes an asset of the file; `undefined` when the row names none. */
export function assetRef(book: Book, facts: AssetFacts): string | undefined {
  const name = squeeze(facts.name)
  const ref = facts.isin === '' ? name : facts.isin
  if (ref === '') return undefined
  const known = book.assets.get(ref)
  const fund = /\bETFS?\b|\bUCITS\b/i.test(name) ? 'ETF' : undefined
  book.assets.set(ref, {
    ref,
    isin: /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(facts.isin) ? facts.isin : undefined,
    name: known?.name ?? (name === '' ? undefined : name),
    currency: known?.currency ?? facts.currency,
    exchange: known ? (known.exchange === facts.exchange ? known.exchange : undefined) : facts.exchange,
    type: known?.type ?? fund,
  })
  return ref
}

/** The decimal as a text, `undefined` for zero: drafts leave out what does not move. */
export function orNothing(value: Decimal): string | undefined {
  return value === 0n ? undefined : formatDecimal(value)
}

/** Adds a trade with a price that is meant for `priceQuantity` units. */
export function addPriced(book: Book, draft: TransactionDraft, asset: string, priceQuantity: string): void {
  book.priced.push({ index: book.transactions.length, asset, priceQuantity })
  book.transactions.push(draft)
}

/** The finished report: prices settled, transactions in the order of the file. */
export function closeBook(book: Book): ParsedReport {
  const wanted = new Map<string, Set<string>>()
  for (const { asset, priceQuantity } of book.priced) wanted.set(asset, (wanted.get(asset) ?? new Set()).add(priceQuantity))
  for (const [ref, quantities] of wanted) {
    const [only = '1'] = quantities
    const asset = book.assets.get(ref)
    if (!asset || quantities.size > 1 || only === '1') continue
    book.assets.set(ref, { ...asset, priceQuantity: only, type: only === '100' ? 'BOND' : 'OPTION' })
  }
  for (const { index, asset, priceQuantity } of book.priced) {
    const draft = book.transactions[index]
    if (draft && priceQuantity !== '1' && (wanted.get(asset)?.size ?? 0) > 1)
      book.transactions[index] = { ...draft, price: undefined, priceCurrency: undefined, fxRate: undefined }
  }
  const used = new Set(book.transactions.map((draft) => draft.asset))
  return {
    transactions: book.transactions.toSorted((a, b) => a.rows[0] - b.rows[0]),
    assets: [...book.assets.values()].filter((asset) => used.has(asset.ref)),
    issues: book.issues,
    ignored: book.ignored.toSorted((a, b) => a.row - b.row),
  }
}
