/** What an export has been turned into so far. */
import type { AssetDraft, IgnoredRow, RowIssue, TransactionDraft } from '#plugins/brim/contract.ts'
import { squeeze } from '#plugins/kit/index.ts'
import { type Line, RowRefusal, unitOf } from './line.ts'

/** One half of a stock split, until its other half turns up. */
export type SplitHalf = { readonly line: Line; readonly side: 'open' | 'close' }

export type Book = {
  readonly transactions: TransactionDraft[]
  readonly assets: Map<string, AssetDraft>
  readonly issues: RowIssue[]
  readonly ignored: IgnoredRow[]
  readonly splits: SplitHalf[]
  /** IDs that stand in more than one row of the file: an order that was filled in parts shares one, so it names no row. */
  readonly sharedIds: ReadonlySet<string>
}

export function openBook(sharedIds: ReadonlySet<string>): Book {
  return { transactions: [], assets: new Map(), issues: [], ignored: [], splits: [], sharedIds }
}

/** What every transaction of a row starts with. `part` tells several transactions of one row apart in their external ids. */
export function beginDraft(
  book: Book,
  line: Line,
  part?: string,
): Pick<TransactionDraft, 'rows' | 'date' | 'time' | 'externalId'> {
  const id = line.get('id')
  const externalId = id === '' || book.sharedIds.has(id) ? undefined : part === undefined ? id : `${id}/${part}`
  return { rows: [line.number], date: line.date, time: line.time, externalId }
}

/** The action, the notes and whatever else a reader would want to see. */
export function describe(line: Line, ...more: readonly (string | undefined)[]): string {
  const parts = [line.action, line.get('notes'), ...more].map((part) => squeeze(part ?? '')).filter((part) => part !== '')
  return [...new Set(parts)].join('; ')
}

export function note(book: Book, line: Line, severity: 'warning' | 'info', code: string, detail: string): void {
  book.issues.push({ row: line.number, severity, code, detail, text: line.text })
}

/** The `ref` of the row's security (ISIN, else ticker), which becomes an asset of the file. Throws RowRefusal when it names none. */
export function requireAsset(book: Book, line: Line): string {
  const isin = line.get('isin').toUpperCase()
  const symbol = line.get('ticker')
  const ref = isin === '' ? symbol : isin
  if (ref === '')
    throw new RowRefusal('no-security', `"${line.action}" needs a security, but the row has neither ISIN nor ticker.`)
  const known = book.assets.get(ref)
  book.assets.set(ref, {
    ref,
    symbol: known?.symbol ?? (symbol === '' ? undefined : symbol),
    isin: /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin) ? isin : undefined,
    name: known?.name ?? (line.get('name') === '' ? undefined : squeeze(line.get('name'))),
    currency: known?.currency ?? unitOf(line, 'price / share')?.currency,
  })
  return ref
}

export function hasAsset(line: Line): boolean {
  return line.get('isin') !== '' || line.get('ticker') !== ''
}
