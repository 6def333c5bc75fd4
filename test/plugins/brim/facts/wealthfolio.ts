import Decimal from 'decimal.js'
import type { BrokerFacts, SampleFacts } from '../facts.ts'
import type { RawRow, Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const OUT = new Set(['BUY', 'WITHDRAWAL', 'FEE', 'TAX'])

/** The amount, else units x price and the fee; what is reinvested leaves nothing. */
function ofActivities(rows: readonly RawRow[]): Record<string, string> {
  const sums: Record<string, Decimal> = {}
  for (const row of rows) {
    const kind = row['activityType'] ?? row['type'] ?? ''
    if (row['subtype'] === 'DRIP' || /^(SPLIT|TRANSFER)/.test(kind)) continue
    const price = row['unitPrice'] ?? row['unit_price'] ?? ''
    const gross = row['amount'] ? new Decimal(row['amount']) : new Decimal(price).times(row['quantity'] ?? '0')
    const net = (OUT.has(kind) ? gross.negated() : gross).minus(row['amount'] ? '0' : row['fee'] || '0')
    const currency = row['currency'] ?? ''
    sums[currency] = (sums[currency] ?? new Decimal(0)).plus(net)
  }
  return Object.fromEntries(Object.entries(sums).map(([currency, sum]) => [currency, sum.toFixed()]))
}

/** What is reinvested comes in, too; a split of nothing leaves nothing. */
const units: Recount = (rows) =>
  summed(rows, (row) => {
    const [kind, size] = [row['activityType'] ?? row['type'] ?? '', row['quantity'] ?? '']
    if (!/^(BUY|SELL|TRANSFER_IN|TRANSFER_OUT)$/.test(kind) && row['subtype'] !== 'DRIP') return []
    return [[row['symbol'] ?? '', /^(SELL|TRANSFER_OUT)$/.test(kind) ? `-${size}` : size]]
  })

const HAPPY: SampleFacts = {
  rows: 12,
  cash: { CAD: '-859.99', USD: '-3187.8' },
  held: { AAPL: '3', MSFT: '5', 'TD.TO': '10', VOO: '4' },
  kinds: { BUY: 5, DEPOSIT: 1, DIVIDEND: 2, INTEREST: 1, SELL: 2, WITHDRAWAL: 1 },
  ignored: 0,
  refused: {},
  recount: ofActivities,
  units,
}

export default {
  'own:wealthfolio/activities.csv': {
    rows: 16,
    cash: { USD: '3060.75' },
    held: { COIN: '0.5', HLNF: '57', OTHR: '3' },
    kinds: { BUY: 4, DEPOSIT: 1, DIVIDEND: 2, FEE: 3, INTEREST: 1, SELL: 1, SPLIT: 1, TRANSFER: 2, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { 14: 'unknown-type' },
  },
  'own:wealthfolio/holdings.csv': { rows: 3, cash: {}, held: {}, kinds: {}, ignored: 2, refused: 'positions-report' },
  'own:wealthfolio/statement.csv': {
    rows: 9,
    cash: { USD: '3749' },
    held: { HLNF: '41' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, SPLIT: 1, WITHDRAWAL: 1 },
    ignored: 1,
    refused: { 7: 'unclear-swap' },
  },
  'wealthfolio/happy-path.csv': HAPPY,
  'wealthfolio/semicolon-delimiter.csv': { ...HAPPY, recount: (rows) => ofActivities(rows), units },
  'wealthfolio/sample-import.csv': {
    rows: 15,
    cash: { CAD: '-1709.99', USD: '1080.05' },
    held: { AAPL: '5', GOOGL: '2', MSFT: '5', 'TD.TO': '20', VTI: '50' },
    kinds: { BUY: 4, DEPOSIT: 1, DIVIDEND: 2, FEE: 2, INTEREST: 1, SELL: 1, SPLIT: 1, TAX: 1, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: ofActivities,
    units,
  },
  'wealthfolio/sample-holdings-import.csv': {
    rows: 13,
    cash: {},
    held: {},
    kinds: {},
    ignored: 12,
    refused: 'positions-report',
  },
  'wealthfolio/messy-us-broker.csv': {
    rows: 23,
    cash: { USD: '-12542.24' },
    held: { GOOGL: '5', MSFT: '0.5', MyAntiqueWatch: '1', NET: '100', Tesla: '10' },
    kinds: { BUY: 6, DEPOSIT: 1, DIVIDEND: 2, INTEREST: 1, SELL: 2, SPLIT: 1, WITHDRAWAL: 1 },
    ignored: 2,
    refused: { 15: 'unknown-type', 17: 'unclear-swap', 20: 'invalid-date', 21: 'invalid-number' },
  },
} satisfies BrokerFacts
