/** The columns of a Coinbase transaction history, in every layout since 2019. */
import { fold, remembered, squeeze, trimmed } from '#plugins/kit/index.ts'

type Column = 'id' | 'timestamp' | 'type' | 'asset' | 'quantity' | 'currency' | 'price' | 'subtotal' | 'total' | 'fees' | 'notes'

export type Layout = {
  readonly columns: Readonly<Partial<Record<Column, number>>>
  /** Named by the header of the oldest layout (`EUR Subtotal`); newer ones have a column. */
  readonly currency: string | undefined
  /** A type as written, and in lower case for comparing: the same texts for the same type. */
  readonly typeOf: (cell: string) => { readonly label: string; readonly type: string }
}

const TITLES: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'transaction id'],
  timestamp: ['timestamp'],
  type: ['transaction type'],
  asset: ['asset'],
  quantity: ['quantity transacted'],
  currency: ['price currency', 'spot price currency'],
  price: ['price at transaction', 'spot price at transaction'],
  subtotal: ['subtotal'],
  total: ['total (inclusive of fees and/or spread)', 'total (inclusive of fees)', 'total'],
  fees: ['fees and/or spread', 'fees'],
  notes: ['notes'],
}
const NAMED = 'transaction type'
const LONGEST_TYPE = 60
const REQUIRED: readonly Column[] = ['timestamp', 'type', 'asset', 'quantity']

/** Reads a header row; `undefined` when it is none of this broker's transaction history. */
export function readLayout(cells: readonly string[]): Layout | undefined {
  if (!cells.some((cell) => cell.length >= NAMED.length && trimmed(cell).length === NAMED.length && fold(cell) === NAMED))
    return undefined
  const columns: Partial<Record<Column, number>> = {}
  let currency: string | undefined
  cells.forEach((cell, index) => {
    const own = /^([A-Z]{3}) (Spot Price at Transaction|Subtotal|Total .*|Fees.*)$/.exec(cell.trim())
    if (own) currency = own[1] as string
    const title = fold(own ? (own[2] as string) : cell)
    const column = (Object.keys(TITLES) as Column[]).find((name) => TITLES[name].includes(title))
    if (column !== undefined) columns[column] ??= index
  })
  if (!REQUIRED.every((column) => columns[column] !== undefined)) return undefined
  if (columns.currency === undefined && currency === undefined) return undefined
  if (columns.total === undefined && columns.price === undefined) return undefined
  const typeOf = remembered((cell) => ({ label: squeeze(cell), type: squeeze(cell).toLowerCase() }), LONGEST_TYPE)
  return { columns, currency, typeOf }
}

/** The trimmed cell of a column, `''` when there is none. */
export function cellOf(cells: readonly string[], layout: Layout, column: Column): string {
  const index = layout.columns[column]
  return index === undefined ? '' : trimmed(cells[index])
}
