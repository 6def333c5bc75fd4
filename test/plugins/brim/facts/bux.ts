import type { BrokerFacts } from '../facts.ts'
import type { RawRow } from '../recount.ts'

/** A split takes the old shares back. */
const sign = ({ 'Transaction Type': type = '', 'Transfer Type': transfer = '' }: RawRow) =>
  type === 'Buy Trade' || transfer === 'ASSET_DEPOSIT' ? 1 : type === 'Sell Trade' || transfer === 'ASSET_REDEEM' ? -1 : 0

export default {
  'bux/etg.csv': {
    rows: 26,
    cash: { EUR: '-1750.98' },
    held: { IE00B1TXK627: '0.313873', NL0011821202: '49.638989', US0378331005: '6', US3755581036: '0.104172' },
    kinds: { BUY: 4, DEPOSIT: 1, DIVIDEND: 2, FEE: 7, INTEREST: 5, SPLIT: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { '2': 'no-amount', '3': 'no-amount', '20': 'unexpected-sign' },
    recount: {
      amount: 'Transaction Amount',
      by: 'Transaction Currency',
      skip: (row) => /Sell Trade|Corporate Action/.test(row['Transaction Type'] ?? ''),
    },
    partial: 'it has single rows of several years',
    balances: 'rows between are left out',
    units: {
      amount: 'Asset Quantity',
      by: 'Asset Id',
      sign,
      skip: (row) => row['Transaction Type'] === 'Sell Trade' && (row['Transaction Amount'] ?? '').startsWith('-'),
    },
  },
  'own:bux/order.csv': {
    rows: 10,
    cash: { EUR: '199.51' },
    held: { NL0000000112: '20.45', US0000000120: '10' },
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 1, FEE: 2, SPLIT: 1 },
    ignored: 0,
    refused: {},
    recount: {
      amount: 'Transaction Amount',
      by: 'Transaction Currency',
      skip: (row) => /Corporate Action/.test(row['Transaction Type'] ?? ''),
    },
    units: {
      amount: 'Asset Quantity',
      by: 'Asset Id',
      sign,
      skip: (row) => row['Transaction Type'] === 'Sell Trade' && (row['Transaction Amount'] ?? '').startsWith('-'),
    },
  },
} satisfies BrokerFacts
