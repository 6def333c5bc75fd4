import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow } from '../recount.ts'

/** By the number of the operation, where we go by its words. */
function countOperations(rows: readonly RawRow[]): Record<string, string> {
  const signs: Readonly<Record<string, number>> = { 0: 1, 2: 0, 5: -1, 6: 1, 16: 1 }
  const sums = rows.map((row) => figure(row['Amount'] ?? '', 'comma').times(signs[row['Operation type'] ?? ''] ?? Number.NaN))
  return { EUR: Decimal.sum(0, ...sums).toFixed() }
}

/** A loan is bought with 5 and comes back with 6. */
const lent = (rows: readonly RawRow[]) => {
  const signs: Readonly<Record<string, number>> = { 5: 1, 6: -1 }
  const sums = rows.map((row) => figure(row['Amount'] ?? '', 'comma').times(signs[row['Operation type'] ?? ''] ?? 0))
  return { 'Robocash loans EUR': Decimal.sum(0, ...sums).toFixed() }
}

export default {
  // The last row: 200.415068493 and 40 are in the two portfolios, nothing beside them; 60 are lent.
  'own:robocash/two-portfolios.csv': {
    rows: 8,
    cash: { EUR: '240.415068493' },
    held: { 'Robocash loans EUR': '60' },
    kinds: { BUY: 2, DEPOSIT: 1, INTEREST: 1, SELL: 1 },
    ignored: 2,
    refused: {},
    options: { currency: 'EUR' },
    recount: countOperations,
    units: lent,
  },
  'robocash/robocash.csv': {
    rows: 6,
    cash: { EUR: '2000.003835616' },
    held: {},
    kinds: { BUY: 1, DEPOSIT: 1, INTEREST: 1, SELL: 1 },
    ignored: 1,
    refused: {},
    options: { currency: 'EUR' },
    recount: countOperations,
    units: lent,
  },
} satisfies BrokerFacts
