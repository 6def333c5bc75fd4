import type { StatedBalance, TransactionDraft } from '#plugins/brim/contract.ts'
import { fromMinorUnit } from '../../shared/currency.ts'
import { type Decimal, decimal, divide, whole, ZERO } from '../../shared/decimal.ts'
import { type CompletedDraft, isByRatio } from '../matching/validate.ts'
import type { Flow, Statement } from './stated-walk.ts'

/** A draft with its figures in ISO units. */
export type Moved = {
  readonly draft: TransactionDraft
  readonly quantity: Decimal
  readonly amount: Decimal
  readonly currency: string | null
}

/** Keys of the balances of a section: by unit, and by account where any of them names one. */
export type Keys = { readonly of: (account: string | undefined, unit: string) => string; readonly known: ReadonlySet<string> }

type Span = { first: number; last: number; into: Span | undefined }
type SpanOf = (row: number) => { readonly first: number; readonly last: number }

const SEPARATOR = '\n'

export function keysOf(balances: readonly StatedBalance[]): Keys {
  const byAccount = balances.some(({ account }) => account !== undefined)
  const of = (account: string | undefined, unit: string) => `${byAccount ? (account ?? '') : ''}${SEPARATOR}${unit}`
  return { of, known: new Set(balances.map(({ account, unit }) => of(account, currencyOf(unit)))) }
}

/** The account and the unit of a key. */
export function named(key: string): { readonly account: string | null; readonly unit: string } {
  const at = key.indexOf(SEPARATOR)
  return { account: at === 0 ? null : key.slice(0, at), unit: key.slice(at + 1) }
}

export function statementOf({ row, date, account, unit, amount }: StatedBalance, keys: Keys): Statement {
  const figure = divide(decimal(amount), whole(fromMinorUnit(unit)?.divisor ?? 1))
  return { key: keys.of(account, currencyOf(unit)), row, date, amount: figure }
}

/** What a draft moves of the balances that are stated, over the rows of its event. */
export function flowsOf({ draft, quantity, amount, currency }: Moved, keys: Keys, spanOf: SpanOf): Flow[] {
  const ratio = isByRatio(draft) ? draft.ratio : undefined
  const ofAsset = draft.asset === undefined ? undefined : keys.of(draft.account, draft.asset)
  const ofCash = currency === null ? undefined : keys.of(draft.account, currency)
  const { first, last } = spanOf(draft.rows[0])
  const flows: Flow[] = []
  if (ofAsset !== undefined && keys.known.has(ofAsset) && (quantity !== ZERO || ratio !== undefined))
    flows.push({ key: ofAsset, first, last, change: quantity, ratio })
  if (ofCash !== undefined && keys.known.has(ofCash) && amount !== ZERO) flows.push({ key: ofCash, first, last, change: amount })
  return flows
}

/** From which row to which an event stands: drafts that share a row, directly or over others, are one. Rows outside of the section do not count. */
export function spansOf(drafts: readonly Moved[], { from, until }: { readonly from: number; readonly until: number }): SpanOf {
  const spans = new Map<number, Span>()
  for (const { draft } of drafts) {
    if (draft.rows.length === 1) continue
    const rows = draft.rows.filter((row) => row >= from && row < until)
    const span: Span = { first: draft.rows[0], last: draft.rows[0], into: undefined }
    for (const row of rows) {
      const other = rootOf(spans.get(row) ?? { first: row, last: row, into: undefined })
      span.first = Math.min(span.first, other.first)
      span.last = Math.max(span.last, other.last)
      other.into = span
      spans.set(row, span)
    }
  }
  return (row) => rootOf(spans.get(row) ?? { first: row, last: row, into: undefined })
}

function rootOf(span: Span): Span {
  let root = span
  while (root.into !== undefined && root.into !== root) root = root.into
  return root
}

export function movedBy({ draft, fields }: CompletedDraft): Moved {
  return { draft, quantity: fields.quantity, amount: fields.amount, currency: fields.currency }
}

/** What a draft moves that the caller leaves out: the file has it all the same. */
export function movedByRaw(draft: TransactionDraft): Moved {
  const unit = draft.currency === undefined ? undefined : fromMinorUnit(draft.currency)
  return {
    draft,
    quantity: decimal(draft.quantity ?? '0'),
    amount: divide(decimal(draft.amount ?? '0'), whole(unit?.divisor ?? 1)),
    currency: unit?.currency ?? draft.currency ?? null,
  }
}

function currencyOf(unit: string): string {
  return fromMinorUnit(unit)?.currency ?? unit
}
