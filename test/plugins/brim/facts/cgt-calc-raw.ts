import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { sideOf } from '../recount.ts'

export default {
  'own:cgt-calc-raw/raw.csv': {
    rows: 5,
    cash: { USD: '-399.5' },
    held: { HLNF: '45' },
    kinds: { BUY: 1, DIVIDEND: 1, SELL: 1, SPLIT: 1 },
    ignored: 0,
    refused: {},
    units: { amount: 'quantity', by: 'symbol', sign: sideOf('action', /^(BUY|STOCK_SPLIT|STOCK_ACTIVITY)$/, /^SELL$/) },
  },
  'cgt-calc-raw/raw.csv': {
    rows: 17,
    cash: { USD: '-28486.600215' },
    held: { AMZN: '210', BABA: '30', FB: '104', META: '15', OPRA: '120' },
    kinds: { BUY: 8, DIVIDEND: 2, SELL: 5, SPLIT: 1 },
    ignored: 0,
    refused: {},
    recount: (rows) => {
      const values = rows.map((row) => {
        const value = new Decimal(row['price'] ?? '0').times(row['quantity'] ?? '0')
        return (row['action'] === 'BUY' ? value.negated() : value).minus(row['fees'] ?? '0')
      })
      return { USD: Decimal.sum(...values).toFixed() }
    },
    partial: 'FB, which it bought, is sold as META',
    units: { amount: 'quantity', by: 'symbol', sign: sideOf('action', /^(BUY|STOCK_SPLIT|STOCK_ACTIVITY)$/, /^SELL$/) },
  },
} satisfies BrokerFacts
