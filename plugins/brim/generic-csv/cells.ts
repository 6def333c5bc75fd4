/** The cells of a row by our names. Read for every row of long files: plain property reads, no look-ups. */
import type { Row } from '#plugins/brim/contract.ts'
import { withoutGuard } from '#src/shared/csv.ts'
import type { Field, Layout } from './columns.ts'
import { pairIn } from './pair.ts'

/** Trimmed; `''` when there is none. Defaults of the mapping stand in for empty cells, except for the type. */
export type Cells = Readonly<Record<Field, string>>

/** One cell of a row, as in `Cells`. */
export function cellOf(row: Row, field: Field, layout: Layout, defaults: ReadonlyMap<Field, string>): string {
  return filled(row, layout.places.get(field) ?? -1, field === 'type' ? '' : (defaults.get(field) ?? ''))
}

export function createCellReader(layout: Layout, defaults: ReadonlyMap<Field, string>): (row: Row) => Cells {
  const at = placesOf(layout)
  const absent = (field: Field) => defaults.get(field) ?? ''
  const [symbol, isin, name, assetType] = [absent('symbol'), absent('isin'), absent('name'), absent('asset_type')]
  const [exchange, currency, priceCurrency] = [absent('exchange'), absent('currency'), absent('price_currency')]
  const read = (row: Row): Cells => ({
    date: filled(row, at.date, ''),
    time: filled(row, at.time, ''),
    settled_on: filled(row, at.settled_on, ''),
    type: filled(row, at.type, ''),
    symbol: text(row, at.symbol, symbol),
    pair: filled(row, at.pair, ''),
    isin: text(row, at.isin, isin),
    name: text(row, at.name, name),
    asset_type: filled(row, at.asset_type, assetType),
    exchange: text(row, at.exchange, exchange),
    quantity: filled(row, at.quantity, ''),
    price: filled(row, at.price, ''),
    price_currency: filled(row, at.price_currency, priceCurrency),
    fx_rate: filled(row, at.fx_rate, ''),
    amount: filled(row, at.amount, ''),
    gross: filled(row, at.gross, ''),
    currency: filled(row, at.currency, currency),
    fees: filled(row, at.fees, ''),
    fee_currency: filled(row, at.fee_currency, ''),
    taxes: filled(row, at.taxes, ''),
    cost_basis: filled(row, at.cost_basis, ''),
    ratio: text(row, at.ratio, ''),
    cost_share: filled(row, at.cost_share, ''),
    group: text(row, at.group, ''),
    external_id: text(row, at.external_id, ''),
    description: text(row, at.description, ''),
    tags: text(row, at.tags, ''),
    account: text(row, at.account, ''),
    status: filled(row, at.status, ''),
    id: filled(row, at.id, ''),
    lots: filled(row, at.lots, ''),
  })
  return at.pair < 0 ? read : (row) => withPair(read(row))
}

/** What the pair of a row tells, where it has no cells of its own for it. A text that is no pair stays the name of an asset. */
function withPair(cells: Cells): Cells {
  const pair = pairIn(cells.pair)
  if (cells.symbol !== '' || cells.pair === '') return cells
  if (pair === undefined) return { ...cells, symbol: cells.pair }
  const { base: symbol, quote } = pair
  return {
    ...{ ...cells, symbol, asset_type: cells.asset_type || 'CRYPTO' },
    ...{ currency: cells.currency || quote, price_currency: cells.price_currency || quote },
  }
}

function placesOf({ places }: Layout): Readonly<Record<Field, number>> {
  const at = (field: Field) => places.get(field) ?? -1
  return {
    date: at('date'),
    time: at('time'),
    settled_on: at('settled_on'),
    type: at('type'),
    symbol: at('symbol'),
    pair: at('pair'),
    isin: at('isin'),
    name: at('name'),
    asset_type: at('asset_type'),
    exchange: at('exchange'),
    quantity: at('quantity'),
    price: at('price'),
    price_currency: at('price_currency'),
    fx_rate: at('fx_rate'),
    amount: at('amount'),
    gross: at('gross'),
    currency: at('currency'),
    fees: at('fees'),
    fee_currency: at('fee_currency'),
    taxes: at('taxes'),
    cost_basis: at('cost_basis'),
    ratio: at('ratio'),
    cost_share: at('cost_share'),
    group: at('group'),
    external_id: at('external_id'),
    description: at('description'),
    tags: at('tags'),
    account: at('account'),
    status: at('status'),
    id: at('id'),
    lots: at('lots'),
  }
}

/** Without the guard of our own exports. Most rows have none of most texts. */
function text(row: Row, place: number, otherwise: string): string {
  const cell = filled(row, place, otherwise)
  return cell === '' ? cell : withoutGuard(cell)
}

function filled(row: Row, place: number, otherwise: string): string {
  if (place < 0) return otherwise
  const cell = row.cells[place]
  return cell === undefined || cell === '' ? otherwise : cell.trim() || otherwise
}
