import type { BrokerFacts } from '../facts.ts'
import { sideOf } from '../recount.ts'

export default {
  'own:rbc-direct-investing/activity.csv': {
    rows: 12,
    cash: { CAD: '542.1' },
    held: { MDW: '30' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, SELL: 1, SPLIT: 1 },
    ignored: 3,
    refused: {},
    recount: { amount: 'Value', by: 'Currency', header: 3 },
    units: { amount: 'Quantity', by: 'Symbol', header: 3, sign: sideOf('Activity', /^(Buy|Reorganization)$/, /^Sell$/) },
  },
  'rbc-direct-investing/activity-export.csv': {
    rows: 20,
    cash: { CAD: '-1644.1' },
    held: { VFV: '10', XEQT: '14', ZNQ: '12' },
    kinds: { BUY: 4, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, SELL: 3, SPLIT: 1 },
    ignored: 4,
    refused: {},
    recount: { amount: 'Value', by: 'Currency', header: 4 },
    units: { amount: 'Quantity', by: 'Symbol', header: 4, sign: sideOf('Activity', /^(Buy|Reorganization)$/, /^Sell$/) },
  },
  'rbc-direct-investing/activity-export-errors.csv': {
    rows: 9,
    cash: { CAD: '-409.95' },
    held: { XEQT: '10' },
    kinds: { BUY: 1 },
    ignored: 2,
    refused: { '11': 'unknown-type' },
    recount: { amount: 'Value', by: 'Currency', header: 4, skip: (row) => row['Activity'] === 'UnknownActivity' },
    units: { amount: 'Quantity', by: 'Symbol', header: 4, sign: sideOf('Activity', /^(Buy|Reorganization)$/, /^Sell$/) },
  },
} satisfies BrokerFacts
