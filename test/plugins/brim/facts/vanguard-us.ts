import type { BrokerFacts } from '../facts.ts'

export default {
  'own:vanguard-us/download.csv': {
    rows: 9,
    cash: { USD: '305' },
    held: { MDWX: '30.5' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, SELL: 1 },
    ignored: 2,
    refused: {},
    recount: { amount: 'Net Amount', by: { currency: 'USD' }, header: 2, skip: (row) => row['Transaction Type'] === 'Sweep in' },
    units: { amount: 'Shares', by: 'Symbol', header: 2, skip: (row) => row['Transaction Type'] === 'Sweep in' },
  },
  'own:vanguard-us/holdings.csv': {
    ...{ rows: 3, cash: {}, held: {}, kinds: {}, ignored: 2 },
    options: { positions_day: '2026-06-30' },
    refused: 'positions-report',
  },
  'vanguard-us/stocks-fixture.csv': {
    rows: 8,
    cash: { USD: '-831.5' },
    held: { VTI: '6' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, SELL: 1 },
    ignored: 2,
    refused: {},
    recount: { amount: 'Net Amount', by: { currency: 'USD' }, header: 2, skip: (row) => row['Transaction Type'] === 'Sweep in' },
    units: { amount: 'Shares', by: 'Symbol', header: 2, skip: (row) => row['Transaction Type'] === 'Sweep in' },
  },
} satisfies BrokerFacts
