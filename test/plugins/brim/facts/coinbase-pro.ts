import type { BrokerFacts } from '../facts.ts'
import type { RawRow } from '../recount.ts'
import { summed } from '../sums.ts'

/** Titles begin with a capital letter or not. */
const titled = (row: RawRow, what: 'amount' | 'unit') =>
  Object.entries(row).find(([title]) => (what === 'amount' ? /^amount$/i : /^amount\/balance unit$/i).test(title))?.[1] ?? ''

export default {
  'own:coinbase-pro/fills.csv': {
    rows: 4,
    cash: { EUR: '-241.8' },
    held: { BTC: '0.00598', ETH: '0.05' },
    kinds: { BUY: 1, EXCHANGE: 2, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'total', by: 'price/fee/total unit', skip: (row) => row['price/fee/total unit'] !== 'EUR' },
  },
  'own:coinbase-pro/statement.csv': {
    rows: 13,
    cash: { EUR: '258.3' },
    held: { BTC: '0.00098', ETH: '0.05' },
    kinds: { BUY: 1, DEPOSIT: 1, EXCHANGE: 2, FEE: 1, SELL: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'amount', by: 'amount/balance unit', skip: (row) => row['amount/balance unit'] !== 'EUR' },
    units: (rows) => summed(rows, (row) => (titled(row, 'unit') === 'EUR' ? [] : [[titled(row, 'unit'), titled(row, 'amount')]])),
  },
  'coinbase-pro/rotki.csv': {
    rows: 22,
    cash: {},
    held: { BTC: '4.62208578', ETH: '18.5' },
    kinds: { EXCHANGE: 10, TRANSFER: 6 },
    ignored: 0,
    refused: {},
    units: (rows) => summed(rows, (row) => (titled(row, 'unit') === 'EUR' ? [] : [[titled(row, 'unit'), titled(row, 'amount')]])),
  },
} satisfies BrokerFacts
