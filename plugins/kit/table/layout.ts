/** A kind of file as data: what is recognised, and what its rows mean. */
import type { AssetType, ReportHead, Table } from '../../brim/contract.ts'
import type { DayOrder } from '../date.ts'
import type { NumberStyle } from '../number.ts'
import type { Book } from './book.ts'
import type { Columns } from './columns.ts'
import type { CashType, Terms } from './terms.ts'

/** A row by the names of its columns. A cell is read on first use; one that cannot be read refuses the row (RowRefusal). A spread copy has no columns. */
export type Line<C extends Columns> = {
  readonly [K in keyof C]: NonNullable<C[K]> extends { readonly value?: infer T } ? T : never
} & {
  /** As the user sees it. */
  readonly row: number
  /** As they stand in the file. */
  readonly cells: readonly string[]
}

/** A function of lines of one's own columns, which the layer calls with those of any. */
type Way<A extends readonly unknown[], R = void> = { bivarianceHack(...args: A): R }['bivarianceHack']

type AloneRule<C extends Columns> = CashType | 'BUY' | 'SELL' | { readonly skip: string } | Way<[line: Line<C>, book: Book]>

/** Rows of these kinds that share a key are one event: all of them are booked, or none. Those without one are booked `alone`. */
type EventRule<C extends Columns> = {
  readonly key: Way<[line: Line<C>], string | undefined>
  readonly book: Way<[lines: readonly [Line<C>, ...Line<C>[]], book: Book]>
  readonly alone?: AloneRule<C>
}

export type RowRule<C extends Columns> = AloneRule<C> | EventRule<C>

export type LayoutSpec<C extends Columns> = {
  readonly name: string
  readonly columns: C
  /** Default `transactions`. `positions` and `other` claim a file in order to refuse it with the sentence `instead`. */
  readonly holds?: 'transactions' | 'positions' | 'other'
  /** Which report to take instead, and where it is found. */
  readonly instead?: string
  /** Titles of further columns that differ from user to user, in lower case: they count as known. */
  readonly varying?: RegExp
  /** The list of records of a JSON or XML file that it reads, by its path. */
  readonly json?: string
  /** Only tables whose first row has no other titles, all in this spelling: other programs have columns of the same words. */
  readonly exact?: boolean
  /** What else must hold for a table with these titles, where another broker has the same ones. */
  readonly when?: (file: ReportHead, table: Table) => boolean
  readonly dates: DayOrder
  /** An IANA zone. */
  readonly zone?: string
  /** `proven`: by the whole file, which is refused where it proves nothing or both. */
  readonly numbers: NumberStyle | { readonly csv: NumberStyle; readonly sheet: NumberStyle } | 'proven'
  /** Whether fees and taxes are inside the amount (`net`, the default). The trades must prove it wherever they can. */
  readonly amounts?: 'net' | 'gross'
  /** `sizes`: amounts have no sign, the kind of the row tells it. Default: `ledger`, money that goes out is negative. */
  readonly signs?: 'ledger' | 'sizes'
  /** Where no column says it. */
  readonly currency?: string | { readonly option: string }
  /** Codes that are money; everything else in a unit column is then a coin. */
  readonly money?: readonly string[]
  readonly assetType?: AssetType
  /** What rows are booked with where it is not given, and is more than the column of that name. */
  readonly defaults?: { readonly [K in keyof Terms]?: Way<[line: Line<C>], Terms[K]> }
  /** How the rows are ordered, where the format fixes it. */
  readonly order?: 'oldest-first' | 'newest-first'
  /** Why nothing is made of a row. */
  readonly skip?: Way<[line: Line<C>], string | undefined>
  /** Default: the column `kind`. */
  readonly kind?: Way<[line: Line<C>], string>
  /** By kind: `'Buy|Achat': 'BUY'`, compared without case and accents; `*` for any other. */
  readonly rows?: Readonly<Record<string, RowRule<C>>>
  /** Kinds that are sentences: the first pattern that fits. */
  readonly phrases?: readonly (readonly [RegExp, RowRule<C>])[]
  /** Rows that make sense only together, whatever their kinds: all rows of one key are booked, or none. Not beside rules of events. */
  readonly cases?: {
    readonly key: Way<[line: Line<C>], string | undefined>
    /** Default: the first of them is booked by its kind, and the others are parts of it. */
    readonly book?: Way<[lines: readonly [Line<C>, ...Line<C>[]], book: Book]>
    /** Their rows may stand in several files of a set. */
    readonly acrossFiles?: boolean
  }
  /**
   * Columns of a number that the broker gives to one row only: a row that says the same in every cell as one above it, under the same number, is that row
   * again, and left out. Not for numbers of orders, whose fills may honestly be alike.
   */
  readonly unique?: readonly (keyof C & string)[]
  /** The column `balance` has the running balance, in `balanceUnit`, else in the currency of the row. A text that cannot be read says nothing. */
  readonly stated?: boolean
}

/** Any layout; its functions take lines of its own columns only. */
export type Layout = LayoutSpec<Columns>

/** Describes a kind of file. The types of `line` follow from the columns. */
export function layout<const C extends Columns>(spec: LayoutSpec<C>): Layout {
  return spec
}
