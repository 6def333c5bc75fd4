import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { figure, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const partial = 'what it sells was bought before'

/** Totals have their own sign but for trades. */
const trading: Recount = (rows) =>
  summed(rows, (row) => {
    const total = figure(row['Total Amount'] || '0')
    return [[row['Currency'] ?? '', /^BUY/.test(row['Type'] ?? '') ? total.negated() : total]]
  })

/** Amounts without signs: the code tells. */
const statement: Recount = (rows) =>
  summed(rows, (row) => {
    const amount = new Decimal(row['Amount'] ?? 0)
    return [['USD', /^(BUY|SELL CANCEL|DIVNRA|DIVTW)$/.test(row['Activity Type'] ?? '') ? amount.negated() : amount]]
  })

/** Value and fees of purchases and sales; the currency stands in the cell by its sign. */
const coins: Recount = (rows) =>
  summed(rows, (row) => {
    const [value = '', fees = ''] = [row['Value'], row['Fees']]
    const currency = value.includes('€') ? 'EUR' : value.includes('$') ? 'USD' : 'SEK'
    const [paid, cost] = [value, fees].map((cell) => new Decimal(cell.replace(/[^\d.]/g, '') || 0)) as [Decimal, Decimal]
    if (row['Type'] === 'Buy') return [[currency, paid.plus(cost).negated()]]
    return row['Type'] === 'Sell' ? [[currency, paid.minus(cost)]] : []
  })

/** What is completed, less the fees. */
const account: Recount = (rows) =>
  summed(rows, (row) =>
    row['State'] === 'COMPLETED' ? [[row['Currency'] ?? '', new Decimal(row['Amount'] ?? 0).minus(row['Fee'] ?? 0)]] : [],
  )

/** Coins that are staked are held as before; what is sent and received at once stays, too. */
const coinUnits: Recount = (rows) =>
  summed(rows, (row) => {
    const size = new Decimal(row['Quantity'] ?? 0)
    if (!/^(Buy|Sell|Staking reward)$/.test(row['Type'] ?? '')) return []
    return [[row['Symbol'] ?? '', row['Type'] === 'Sell' ? size.negated() : size]]
  })

/** Sales are signed or not. */
const statementUnits: Recount = (rows) =>
  summed(rows, (row) => {
    const size = new Decimal(row['Quantity'] ?? 0)
    return [[row['Symbol'] ?? '', row['Activity Type'] === 'SELL' ? size.abs().negated() : size]]
  })

/** What moves between companies of the broker is held as before. */
const shares: Recount = (rows) =>
  summed(rows, (row) => {
    const size = figure((row['Quantity'] || '0').replace(',', '.'))
    if (!/^(BUY|SELL|STOCK SPLIT)/.test(row['Type'] ?? '')) return []
    return [[row['Ticker'] ?? '', /^SELL/.test(row['Type'] ?? '') ? size.negated() : size]]
  })

export default {
  'own:revolut/account-two-currencies.csv': {
    rows: 15,
    cash: { CHF: '539.22', EUR: '163.4' },
    held: {},
    kinds: { DEPOSIT: 2, FEE: 3, FX_CONVERSION: 2, INTEREST: 1, TRANSFER: 1, WITHDRAWAL: 2 },
    ignored: 4,
    refused: { '15': 'unknown-type' },
  },
  'own:revolut/crypto-2022.csv': {
    rows: 10,
    cash: { EUR: '-402.35' },
    held: { DOT: '18.4' },
    kinds: { BUY: 2, DEPOSIT: 1, INTEREST: 1, SELL: 2, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 3,
    refused: {},
  },
  'own:revolut/crypto-2025.csv': {
    rows: 14,
    cash: { EUR: '-400.19' },
    held: { BTC: '0.007', DOT: '2', ETH: '0.7503' },
    kinds: { BUY: 1, FEE: 1, INTEREST: 2, SELL: 2, TRANSFER: 2, WITHDRAWAL: 1 },
    ignored: 4,
    refused: { '13': 'unknown-type', '14': 'incomplete-trade' },
  },
  'own:revolut/statement-codes.csv': {
    rows: 18,
    cash: { USD: '244.95' },
    held: { LNTR: '-1', NEWN: '2.5', OLDN: '-2.5', ORCH: '2', QRRY: '6' },
    kinds: { ADJUSTMENT: 1, BUY: 2, DEPOSIT: 1, DIVIDEND: 1, EXCHANGE: 2, SELL: 1, SPLIT: 1, TAX: 1, WITHDRAWAL: 1 },
    ignored: 2,
    refused: { '15': 'half-corporate-action', '17': 'unknown-type' },
    partial,
  },
  'own:revolut/trading-first-csv.csv': {
    rows: 5,
    cash: { USD: '20.98' },
    held: { GLCR: '0.25' },
    kinds: { BUY: 1, DEPOSIT: 1, FEE: 1, SELL: 1 },
    ignored: 0,
    refused: {},
  },
  'own:revolut/trading-iso-codes.csv': {
    rows: 23,
    cash: { EUR: '12.5', USD: '951.69' },
    held: { NEWCO: '2.4', OLDCO: '-6', PART: '2', QRRY: '36' },
    kinds: {
      ADJUSTMENT: 1,
      BUY: 2,
      DEPOSIT: 1,
      DIVIDEND: 1,
      EXCHANGE: 2,
      FEE: 3,
      INTEREST: 1,
      RETURN_OF_CAPITAL: 1,
      SELL: 2,
      SPLIT: 1,
      TAX: 1,
      WITHDRAWAL: 1,
    },
    ignored: 1,
    refused: { '17': 'half-merger', '21': 'incomplete-trade', '23': 'unknown-type' },
    partial,
  },
  'own:revolut/trading-signs.csv': {
    rows: 5,
    cash: { EUR: '905.43' },
    held: { HRBR: '0.75' },
    kinds: { BUY: 1, DEPOSIT: 1, FEE: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    units: shares,
  },
  'revolut/crypto-etg.csv': {
    rows: 14,
    cash: { EUR: '-20.38', SEK: '-159.01', USD: '-10.24' },
    held: { BTC: '0.00163011', ETH: '0.00442906' },
    kinds: { BUY: 6, INTEREST: 3, SELL: 1 },
    ignored: 3,
    refused: {},
    recount: coins,
    units: coinUnits,
  },
  'revolut/current-account-chf.csv': {
    rows: 8,
    cash: { CHF: '193.93' },
    held: {},
    kinds: { DEPOSIT: 1, FEE: 1, TRANSFER: 1, WITHDRAWAL: 5 },
    ignored: 0,
    refused: {},
    recount: account,
  },
  'revolut/invest-2020-old-columns.csv': {
    rows: 325,
    cash: { USD: '381589.86' },
    held: { AAPL: '0.14467501', AMD: '111.01657683', NVDA: '64', TST: '15', VTRS: '5' },
    kinds: { ADJUSTMENT: 1, BUY: 162, DIVIDEND: 7, RETURN_OF_CAPITAL: 1, SELL: 146, SPLIT: 1 },
    ignored: 2,
    refused: {},
    recount: statement,
    units: statementUnits,
  },
  'revolut/invest-etg.csv': {
    rows: 13,
    cash: { EUR: '-70', USD: '-30.42' },
    held: { MA: '-0.1998348', MSFT: '0.76672417', O: '1.63453043', TSLA: '0.72649598' },
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, SELL: 1, SPLIT: 1, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 2,
    refused: {},
    partial,
    recount: trading,
    units: shares,
  },
} satisfies BrokerFacts
