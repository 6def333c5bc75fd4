import type { BrokerFacts } from '../facts.ts'
import { type Recount, rowsBelow } from '../recount.ts'
import { summed } from '../sums.ts'

/** Written with semicolons, a part of two rows has more commas than these. */

/** By what the descriptions of contract notes begin with; B and S say what was done. */
const units: Recount = (_rows, text) =>
  summed(rowsBelow(text, 'Reference'), (row) => {
    const [, side = ''] = /^([BS])\d+$/.exec(row['Reference'] ?? '') ?? []
    const name = (row['Description'] ?? '').replace(/ [\d.,]+ @ .*$/, '')
    return side === '' ? [] : [[name, side === 'S' ? `-${row['Quantity']}` : (row['Quantity'] ?? '')]]
  })

export default {
  // 5000 - 2512.95 - 200 + 638.05 - 2.15 + 1.37 + 7.24 - 100: pounds, while the prices beside them are pence.
  'own:hargreaves-lansdown/summary.csv': {
    rows: 14,
    cash: { GBP: '2831.56' },
    held: { 'Harbour Global Equity UCITS ETF': '150', 'Harbour Income Fund Class A - Accumulation': '100.5' },
    kinds: { BUY: 2, DEPOSIT: 1, FEE: 1, INTEREST: 1, SELL: 1, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { 7: 'no-quantity' },
    recount: { amount: 'Value (£)', by: { currency: 'GBP' }, header: 4, skip: (row) => row['Reference'] === 'RDP CR' },
    units,
  },
  'own:hargreaves-lansdown/account-summary.csv': {
    rows: 12,
    cash: {},
    held: {},
    kinds: {},
    ignored: 3,
    refused: 'positions-report',
  },
  'hargreaves-lansdown/transaction-summary.csv': {
    rows: 10,
    cash: { GBP: '-55018.97' },
    held: { 'Vanguard FTSE Developed World UCITS ETF': '3563' },
    kinds: { BUY: 1, DEPOSIT: 1, FEE: 1, INTEREST: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Value (£)', by: { currency: 'GBP' }, header: 4, encoding: 'windows-1252' },
    units,
  },
} satisfies BrokerFacts
