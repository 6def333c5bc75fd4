import Papa from 'papaparse'
import type { AssetLabel } from '../assets/service.ts'
import type { TransactionText } from './list.ts'

/** The columns of the export, in order; `broker_generic_csv` reads them again. */
export const CSV_COLUMNS = [
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
  'created_at',
  'updated_at',
] as const

const TEXTS = new Set<string>(['symbol', 'name', 'external_id', 'description', 'tags'])
const DANGEROUS = /^'*[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/u

/** The header line. */
export function csvHeader(): string {
  return `${CSV_COLUMNS.join(',')}\r\n`
}

/** Lines as CSV rows (RFC 4180). Free texts that a spreadsheet would run as a formula get an apostrophe in front. */
export function csvRows(lines: readonly TransactionText[], labelOf: (assetId: number) => AssetLabel | undefined): string {
  if (lines.length === 0) return ''
  const rows = lines.map((line) => {
    const label = typeof line.asset_id === 'number' ? labelOf(line.asset_id) : undefined
    const all: Readonly<Record<string, unknown>> = {
      ...line,
      symbol: label?.symbol,
      isin: label?.isin,
      name: label?.name,
      tags: line.tags.join(';'),
    }
    return CSV_COLUMNS.map((column) => cell(column, all[column]))
  })
  return `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`
}

function cell(column: string, value: unknown): string {
  const text = value == null ? '' : String(value)
  return TEXTS.has(column) && DANGEROUS.test(text) ? `'${text}` : text
}
