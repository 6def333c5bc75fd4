/** What the transaction history looks like, for lists and near misses. */
import type { LayoutFacts } from '#plugins/brim/contract.ts'

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
]
