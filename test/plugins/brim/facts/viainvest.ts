import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow } from '../recount.ts'

function countSides(rows: readonly RawRow[]): Record<string, string> {
  const read = (text = '') => (text === '' ? new Decimal(0) : figure(text, 'comma'))
  const sums = rows.map((row) => read(row['Credit (€)']).minus(read(row['Debit (€)'])))
  return { EUR: Decimal.sum(0, ...sums).toFixed() }
}

/** What is invested comes in, principal goes out. */
const lent = (rows: readonly RawRow[]) => {
  const read = (text = '') => (text === '' ? new Decimal(0) : figure(text, 'comma'))
  const moved = rows.filter((row) => /invested|principal/.test(row['Transaction type'] ?? ''))
  const sums = moved.map((row) => read(row['Debit (€)']).minus(read(row['Credit (€)'])))
  return { 'Viainvest loans EUR': Decimal.sum(0, ...sums).toFixed() }
}

export default {
  'own:viainvest/transactions.csv': {
    rows: 7,
    cash: { EUR: '1227.3' },
    held: { 'Viainvest loans EUR': '25' },
    kinds: { BUY: 1, DEPOSIT: 1, INTEREST: 2, SELL: 1, TAX: 1 },
    ignored: 0,
    refused: {},
    recount: countSides,
  },
  'viainvest/viainvest.csv': {
    rows: 7,
    cash: { EUR: '1000.43' },
    held: { 'Viainvest loans EUR': '-0.24' },
    kinds: { BUY: 1, DEPOSIT: 1, INTEREST: 2, SELL: 2 },
    ignored: 0,
    refused: {},
    partial: 'the credit line that was repaid is older',
    recount: countSides,
    units: lent,
  },
} satisfies BrokerFacts
