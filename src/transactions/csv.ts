import type { AssetLabel } from '../assets/service.ts'
import { csvHeader, csvRows } from '../shared/csv.ts'
import type { TransactionText } from './list.ts'

/** The columns of the export, in order; `broker_generic_csv` reads them again. */
const CSV_COLUMNS = [
  'id',
  'broker_id',
  'type',
  'date',
  'time',
  'settled_on',
  'asset_id',
  'symbol',
  'isin',
  'name',
  'quantity',
  'price',
  'price_currency',
  'fx_rate',
  'amount',
  'currency',
  'fees',
  'taxes',
  'cost_basis',
  'ratio',
  'cost_share',
  'group_id',
  'external_id',
  'report_id',
  'description',
  'tags',
  'account',
  'lots',
  'created_at',
  'updated_at',
] as const

const TEXTS = ['symbol', 'name', 'external_id', 'description', 'tags', 'account']

/** The header line. */
export function exportHeader(): string {
  return csvHeader(CSV_COLUMNS)
}

/** Lines as rows of the export. */
export function exportRows(lines: readonly TransactionText[], labelOf: (assetId: number) => AssetLabel | undefined): string {
  const rows = lines.map((line) => {
    const label = typeof line.asset_id === 'number' ? labelOf(line.asset_id) : undefined
    const lots = line.lots?.map(({ lot_id, quantity }) => `${lot_id}:${quantity}`).join(';')
    return { ...line, symbol: label?.symbol, isin: label?.isin, name: label?.name, tags: line.tags.join(';'), lots }
  })
  return csvRows({ columns: CSV_COLUMNS, rows, texts: TEXTS })
}
