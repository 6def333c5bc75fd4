import type { BrokerFacts } from '../facts.ts'
import { cellsOf, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** Two columns have the same title; what vests stands in the second. */
const released: Recount = (_rows, text) => {
  const [titles = [], ...records] = cellsOf(text)
  const at =
    titles.lastIndexOf('Released Qty') >= 0 && records.some((cells) => cells[titles.indexOf('Released Qty')])
      ? titles.indexOf('Released Qty')
      : titles.lastIndexOf('Vested Qty.')
  return summed(
    records.map((cells) => ({ symbol: cells[1] ?? '', type: cells[0] ?? '', units: cells[at] ?? '' })),
    ({ symbol = '', type, units = '' }) => (type === 'Vest Schedule' && units !== '' ? [[symbol, units]] : []),
  )
}

export default {
  'own:etrade/activity.csv': {
    rows: 20,
    cash: { USD: '3421.22' },
    held: { HLTP: '126.1', MDW: '60' },
    kinds: { BUY: 5, SELL: 2, DIVIDEND: 1, INTEREST: 2, FEE: 1, SPLIT: 1, DEPOSIT: 1 },
    ignored: 3,
    refused: {},
    recount: { amount: 'Amount $', by: { currency: 'USD' }, header: 3 },
    partial: 'an option is written',
  },
  'own:etrade/transactions.csv': {
    rows: 11,
    cash: { USD: '4724.49' },
    held: { HLTP: '7', MDWFX: '0.5', HLTP191227P00050000: '-1' },
    kinds: { BUY: 2, SELL: 2, DIVIDEND: 1, INTEREST: 1, DEPOSIT: 1 },
    ignored: 2,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 1 },
    partial: 'an option is written',
  },
  'own:etrade/benefits.csv': {
    rows: 7,
    cash: {},
    held: { HLTP: '30' },
    kinds: { TRANSFER: 2 },
    ignored: 2,
    refused: {},
    units: released,
  },
  'etrade/benefit-history-2024.xlsx': {
    rows: 7,
    cash: {},
    held: { FOO: '150' },
    kinds: { TRANSFER: 2 },
    ignored: 2,
    refused: {},
    units: released,
  },
} satisfies BrokerFacts
