/** What a statement has been turned into so far. */
import type { AssetDraft, AssetType, IgnoredRow, ParsedReport, RowIssue, TransactionDraft } from '#plugins/brim/contract.ts'
import { squeeze } from '#plugins/kit/index.ts'

export type Book = {
  readonly transactions: TransactionDraft[]
  readonly assets: Map<string, AssetDraft>
  readonly issues: RowIssue[]
  readonly ignored: IgnoredRow[]
  /** Rows whose price does not give their amount. */
  readonly unpriced: number[]
}

/** A row of the file, as far as a book needs to know it. */
export type Place = { readonly number: number; readonly text: string }

export function openBook(ignored: readonly IgnoredRow[]): Book {
  return { transactions: [], assets: new Map(), issues: [], ignored: [...ignored], unpriced: [] }
}

export function ignore(book: Book, place: Place, reason: string): void {
  book.ignored.push({ row: place.number, reason })
}

export function refuse(book: Book, place: Place, code: string, detail: string): void {
  book.issues.push({ row: place.number, severity: 'error', code, detail, text: place.text })
}

export function warn(book: Book, place: Place, code: string, detail: string): void {
  book.issues.push({ row: place.number, severity: 'warning', code, detail, text: place.text })
}

/** The `ref` of an asset by its ticker (bonds have their ISIN there); its currency is stated only while all rows agree on it. */
export function assetRef(
  book: Book,
  symbol: string,
  facts: { currency?: string | undefined; name?: string; type?: AssetType },
): string {
  const known = book.assets.get(symbol)
  const isin = /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(symbol)
  const name = squeeze(facts.name ?? '')
  const agreed = known === undefined || known.currency === facts.currency || facts.currency === undefined
  book.assets.set(symbol, {
    ref: symbol,
    symbol: isin ? undefined : symbol,
    isin: isin ? symbol : undefined,
    name: known?.name ?? (name === '' ? undefined : name),
    currency: known === undefined ? facts.currency : agreed ? known.currency : undefined,
    type: facts.type ?? (isin ? 'BOND' : undefined),
  })
  return symbol
}

/** The finished report, transactions in the order of the file. */
export function closeBook(book: Book): ParsedReport {
  const [first] = book.unpriced
  const issues = [...book.issues]
  if (first !== undefined) {
    const some = book.unpriced.slice(0, 20).join(', ')
    const detail = `In ${book.unpriced.length} rows quantity x price does not give the amount; the amount stays and the price derived from it (rows ${some}${book.unpriced.length > 20 ? ', ...' : ''}).`
    issues.push({ row: null, severity: 'info', code: 'price-left-out', detail })
  }
  const used = new Set(book.transactions.map((draft) => draft.asset))
  return {
    transactions: book.transactions.toSorted((a, b) => a.rows[0] - b.rows[0]),
    assets: [...book.assets.values()].filter((asset) => used.has(asset.ref)),
    issues,
    ignored: book.ignored.toSorted((a, b) => a.row - b.row),
  }
}
