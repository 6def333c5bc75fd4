/** What the transaction history looks like, for lists and near misses. */
import type { LayoutFacts, Table } from '#plugins/brim/contract.ts'
import { fold } from '#plugins/kit/index.ts'

/** Reports for taxes that are taken by mistake: titles that only they have. They lack what was sent, received or never sold. */
const FOR_TAXES: Readonly<Record<string, readonly string[]>> = {
  'Gain/loss report': ['Tax lot ID', 'Asset name', 'Date Acquired', 'Date of Disposition'],
  'Raw transaction activity': ['Asset Acquired', 'Asset Disposed (Sold, Sent, etc)', 'Date & time'],
}

/** The report for taxes that a table is, by a header among its first rows. */
export function taxReportIn(tables: readonly Table[]): string | undefined {
  const rows = tables.flatMap((table) => table.rows.slice(0, 20)).map(({ cells }) => new Set(cells.map(fold)))
  return Object.keys(FOR_TAXES).find((name) => rows.some((row) => FOR_TAXES[name]?.every((title) => row.has(fold(title)))))
}

/** The oldest exports name the currency in the titles. */
const inCurrency = (title: string) => ['EUR', 'USD', 'GBP', 'CAD', 'AUD', 'CHF'].map((code) => `${code} ${title}`)

export const FORMATS: readonly LayoutFacts[] = [
  {
    name: 'Transaction history',
    holds: 'transactions',
    titles: [
      ...[['Timestamp'], ['Transaction Type'], ['Asset'], ['Quantity Transacted']],
      ['Price at Transaction', 'Spot Price at Transaction', ...inCurrency('Spot Price at Transaction')],
      ...[
        ['Price Currency', 'Spot Price Currency'],
        ['ID', 'Transaction ID'],
        ['Subtotal', ...inCurrency('Subtotal')],
      ],
      [
        ...['Total (inclusive of fees and/or spread)', 'Total (inclusive of fees)', 'Total'],
        ...inCurrency('Total (inclusive of fees)'),
      ],
      ['Fees and/or Spread', 'Fees', ...inCurrency('Fees')],
      ...[['Notes'], ['Sender Address'], ['Recipient Address']],
    ],
    required: 5,
    unique: ['ID', 'Transaction ID'],
  },
  ...Object.entries(FOR_TAXES).map(
    ([name, titles]): LayoutFacts => ({
      name,
      holds: 'other',
      titles: titles.map((title) => [title]),
      required: titles.length,
    }),
  ),
]
