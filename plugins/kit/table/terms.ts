/** What a row can be booked with. */
import type { Decimal } from '#src/shared/decimal.ts'
import type { AssetDraft, TransactionTag, TransactionType } from '../../brim/contract.ts'
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

/** `MOVE`: DEPOSIT or WITHDRAWAL, by the sign of the amount. */
export type CashType = Exclude<TransactionType, 'BUY' | 'SELL' | 'FX_CONVERSION' | 'SPLIT' | 'EXCHANGE' | 'ADJUSTMENT'> | 'MOVE'
export type InKindType = 'TRANSFER' | 'DIVIDEND' | 'INTEREST' | 'FEE' | 'TAX' | 'ADJUSTMENT'

/** One side of a swap: a code (money or a coin, as the layout says) or an asset, and how much of it; its sign does not matter. */
export type Leg = { readonly asset: string | AssetTerms; readonly quantity: Size }

/** Any line, of whatever columns. */
export type AnyLine = { readonly row: number; readonly cells: readonly string[] }
