import type { BrokerFacts } from '../facts.ts'
import { type Recount, rowsBelow, withoutRepeats } from '../recount.ts'
import { summed } from '../sums.ts'

const euros = { amount: 'Amount', by: { currency: 'EUR' } } as const

/** What comments say was bought and sold, in parts of an order. */
const traded: Recount = (_rows, text) =>
  summed(withoutRepeats(rowsBelow(text, 'Comment')), (row) => {
    const [, side = '', units = ''] = /^((?:OPEN |CLOSE )?BUY) ([\d.]+)/.exec(row['Comment'] ?? '') ?? []
    return side === '' ? [] : [[row['Symbol'] ?? row['Ticker'] ?? '', side === 'CLOSE BUY' ? `-${units}` : units]]
  })

export default {
  'xtb/etg.csv': {
    rows: 47,
    cash: { EUR: '202.44' },
    held: { 'CSPX.UK': '0.1799', 'FLOA.UK': '16.7399', 'SPYL.DE': '214.5658' },
    kinds: { BUY: 12, DEPOSIT: 5, DIVIDEND: 7, FEE: 2, INTEREST: 5, SELL: 2, TAX: 6, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 4,
    refused: { '43': 'invalid-date' },
    options: { currency: 'EUR' },
    // Rows 37 to 39 are rows 23 to 25 again, with their numbers.
    recount: (rows) =>
      summed(withoutRepeats(rows), ({ Time = '', Amount = '' }) => (Time.startsWith('010.') ? [] : [['EUR', Amount]])),
    partial: 'it has single rows of several accounts',
    units: traded,
  },
  'own:xtb/orders.csv': {
    rows: 10,
    cash: { EUR: '425.12' },
    held: { 'INVE.DE': '10', 'INVT.US': '8.5' },
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, SELL: 1, TAX: 1 },
    ignored: 0,
    refused: { '9': 'unclear-trade' },
    options: { currency: 'EUR' },
    recount: { ...euros, skip: ({ Comment = '' }) => Comment.startsWith('OPEN SELL') },
    units: traded,
  },
  'own:xtb/operations-2025.csv': {
    rows: 9,
    cash: { EUR: '2016.25' },
    held: { 'INVE.PL': '300' },
    kinds: { BUY: 1, DEPOSIT: 1, INTEREST: 1, SELL: 1 },
    ignored: 1,
    refused: {},
    options: { currency: 'EUR' },
    recount: { ...euros, decimal: 'comma', header: 3, skip: ({ Type }) => Type === 'Total' },
    units: traded,
  },
  'own:xtb/whole-report.csv': {
    rows: 13,
    cash: { EUR: '477.87' },
    held: { 'INVU.US': '0.5' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 1, TAX: 3 },
    ignored: 1,
    refused: {},
    options: { currency: 'EUR' },
    recount: { ...euros, skip: ({ ID }) => ID === 'Total' },
    units: traded,
  },
  'own:xtb/polish.csv': {
    rows: 9,
    cash: { PLN: '1632.55' },
    held: { 'INVE.PL': '3' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, INTEREST: 2, SELL: 1, TAX: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    options: { currency: 'PLN' },
    recount: { ...euros, by: { currency: 'PLN' } },
    units: traded,
  },
} satisfies BrokerFacts
