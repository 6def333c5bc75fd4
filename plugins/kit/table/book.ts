/** What a row can be booked as. */
import type { Decimal } from '#src/shared/decimal.ts'
import type {
  AssetDraft,
  ImportOptions,
  RowIssue,
  TransactionDraft,
  TransactionTag,
  TransactionType,
} from '../../brim/contract.ts'
import type { Unit } from './columns.ts'

type Size = string | Decimal

/** An asset as the row names it. The ref is the ISIN, else the symbol, else the name. */
export type AssetTerms = Omit<AssetDraft, 'ref'> & { readonly ref?: string }

/**
 * What a line is booked with. Whatever is not given is taken from the column of that name; `undefined` says that there is none. Numbers are
 * decimal texts or exact decimals; `amount`, `fees`, `taxes` and `cost` are in `unit`, `price` is in `quoted` (default `unit`), `rate` = units of `unit` for one of
 * `quoted`, or the other way round: whichever fits.
 */
export type Terms = {
  readonly date?: string | undefined
  readonly time?: string | undefined
  readonly account?: string | undefined
  readonly settledOn?: string | undefined
  /** A text is a symbol. Default: the columns `isin`, `symbol` and `name`. */
  readonly asset?: string | AssetTerms | undefined
  readonly quantity?: Size | undefined
  readonly price?: Size | undefined
  readonly quoted?: string | Unit | undefined
  readonly rate?: Size | undefined
  readonly amount?: Size | undefined
  readonly unit?: string | Unit | undefined
  readonly fees?: Size | undefined
  readonly taxes?: Size | undefined
  /** What came in without a purchase had cost; `market`: the close of the day. */
  readonly cost?: Size | undefined
  readonly id?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly TransactionTag[] | undefined
  readonly reverses?: string | undefined
  readonly group?: string | undefined
  /** Further rows that it was made of. */
  readonly also?: readonly AnyLine[] | undefined
}

export type CashType = Exclude<TransactionType, 'BUY' | 'SELL' | 'FX_CONVERSION' | 'SPLIT' | 'EXCHANGE' | 'ADJUSTMENT'> | 'MOVE'
export type InKindType = 'TRANSFER' | 'DIVIDEND' | 'INTEREST' | 'FEE' | 'TAX' | 'ADJUSTMENT'

/** One side of a swap: a code (money or a coin, as the layout says) or an asset, and how much of it; its sign does not matter. */
export type Leg = { readonly asset: string | AssetTerms; readonly quantity: Size }

/** Any line, of whatever columns. */
export type AnyLine = { readonly row: number; readonly cells: readonly string[] }

/** What is written of one row, or of one case: all of it, or none when anything refuses. */
export type Book = {
  readonly options: ImportOptions
  /** The layout says that amounts have no sign. */
  readonly areSizes: boolean
  /** The same book with another line of the case for what is not given. */
  readonly on: (line: AnyLine) => Book
  /** BUY or SELL, by `direction`, else by the sign of the quantity. Without an amount: price x quantity x rate, and costs. */
  readonly trade: (terms?: Terms, direction?: 'BUY' | 'SELL') => void
  /** Money alone; its sign is checked, 0.00 is ignored. Fees and taxes count for income, else only when they are given here. */
  readonly cash: (type: CashType, terms?: Terms) => void
  /** Coins or shares without cash, by the sign of the quantity. */
  readonly inKind: (type: InKindType, terms?: Terms) => void
  /** FX_CONVERSION, BUY, SELL or EXCHANGE, by what is money; `amount` and `unit` of `terms`: what a swap of coins was worth. */
  readonly swap: (outs: readonly Leg[], ins: readonly Leg[], terms?: Terms) => void
  /** SPLIT when both lines are of one asset, else EXCHANGE. */
  readonly exchange: (from: AnyLine, to: AnyLine) => void
  /** The line that goes out and the one that comes in; refuses when there are not exactly these two. */
  readonly pairOf: <L extends AnyLine>(lines: readonly L[]) => readonly [from: L, to: L]
  /** What was held on a day; `cost` is what all of it had cost. Nothing is booked of it. */
  readonly position: (terms?: Terms) => void
  /** A close that the file states. */
  readonly close: (terms: Terms) => void
  /** The ref of an asset, for `add`. */
  readonly asset: (terms: AssetTerms) => string
  /** A draft of one's own; the row, day, time and account of the line where it has none. */
  readonly add: (draft: Partial<TransactionDraft> & Pick<TransactionDraft, 'type'>) => void
  /** Nothing is made of the row, or of the case, and why. */
  readonly skip: (reason: string) => void
  readonly note: (severity: Exclude<RowIssue['severity'], 'error'>, code: string, detail: string) => void
  readonly refuse: (code: string, detail: string) => never
}
