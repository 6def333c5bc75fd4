import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import type { RawRow, Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const partial = 'what it sells or splits was bought before'

/** Shares that come and go without money. */
const UNPAID = /^(stock (split|distribution)|scrip|transfer out)/i
const OUT = /^(withdrawal|(market|limit) buy|equity rights)/i

/** Totals, whose sign the file leaves out; rows with the id where a number should be stand in the order of newer exports. */
const totals: Recount = (rows) =>
  summed(rows, (row) => {
    const isMoved = /^EOF/.test(row['Price / share'] ?? '')
    const [total, currency] = isMoved ? ['Withholding tax', 'Currency (Withholding tax)'] : ['Total', 'Currency (Total)']
    const cell = (isMoved ? undefined : row['Total (GBP)']) ?? row[total] ?? ''
    return UNPAID.test(row['Action'] ?? '') || isUnknown(row) ? [] : [[row[currency] || 'GBP', signed(row, cell)]]
  })

function isUnknown(row: RawRow): boolean {
  return row['Action'] === 'Currency conversion' || row['Action'] === 'Market look'
}

function signed(row: RawRow, cell: string): Decimal {
  const value = new Decimal(cell === '' ? 0 : cell)
  return OUT.test(row['Action'] ?? '') ? value.abs().negated() : value
}

const SHARES_IN = /^((market|limit|stop|stop limit) buy|equity rights|stock distribution|scrip|stock split open)/i
const SHARES_OUT = /^((market|limit|stop|stop limit) sell|transfer out|stock split close)/i

/** Shares by ISIN, whose sign the file leaves out. */
const shares: Recount = (rows) =>
  summed(rows, (row) => {
    const action = row['Action'] ?? ''
    const isMoved = /^EOF/.test(row['Price / share'] ?? '')
    const size = new Decimal(row[isMoved ? 'Currency (Price / share)' : 'No. of shares'] || 0)
    return SHARES_IN.test(action) || SHARES_OUT.test(action)
      ? [[row['ISIN'] ?? '', SHARES_OUT.test(action) ? size.negated() : size]]
      : []
  })

export default {
  // 500 - 100 - 150 + 52; the two purchases are one order, whose id therefore names neither.
  'own:trading212/order-in-parts.csv': {
    rows: 5,
    cash: { EUR: '302' },
    held: { NL0000DDDD44: '4' },
    kinds: { BUY: 2, DEPOSIT: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'own:trading212/cash-only.csv': {
    rows: 5,
    cash: { EUR: '220' },
    held: {},
    kinds: { DEPOSIT: 2, WITHDRAWAL: 2 },
    ignored: 0,
    refused: {},
  },
  'own:trading212/header-with-pounds.csv': {
    rows: 9,
    cash: { GBP: '669.03' },
    held: { GB00AAAA1111: '40', US00BBBB2222: '6' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 2, SELL: 1, WITHDRAWAL: 1 },
    ignored: 1,
    refused: {},
    units: shares,
  },
  'own:trading212/joined-exports.csv': {
    rows: 13,
    cash: { EUR: '81.1' },
    held: { FR0000CCCC33: '0.25' },
    kinds: { BUY: 1, DEPOSIT: 1, INTEREST: 1, SELL: 1 },
    ignored: 0,
    refused: {
      '7': 'unknown-action',
      '8': 'bad-date',
      '9': 'bad-number',
      '10': 'no-total',
      '11': 'split-half',
      '12': 'too-many-cells',
      '13': 'unknown-currency',
    },
  },
  'own:trading212/net-total-utc.csv': {
    rows: 5,
    cash: { EUR: '-91.16' },
    held: { US00BBBB2222: '2' },
    kinds: { BUY: 1, DIVIDEND: 1, SELL: 1, TAX: 1 },
    ignored: 0,
    refused: {},
  },
  'own:trading212/notes-after-name.csv': {
    rows: 32,
    cash: { EUR: '1176.02', USD: '205.68' },
    held: { FR0000CCCC33: '14.5', GB00DDDD4444: '1', US00BBBB2222: '1.5', US00EEEE5555: '0.75', US00FFFF6666: '3' },
    kinds: {
      BUY: 5,
      DEPOSIT: 3,
      DIVIDEND: 4,
      EXCHANGE: 2,
      FEE: 2,
      FX_CONVERSION: 4,
      INTEREST: 3,
      SELL: 2,
      SPLIT: 1,
      TAX: 1,
      TRANSFER: 3,
      WITHDRAWAL: 2,
    },
    ignored: 0,
    refused: {},
  },
  'trading212/cgt-2020.csv': {
    rows: 9,
    cash: { GBP: '33391.3' },
    held: { IE00BK5BQW10: '1', US67066G1040: '1' },
    kinds: { BUY: 4, DEPOSIT: 2, DIVIDEND: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/cgt-2024.csv': {
    rows: 8,
    cash: { GBP: '1758.05' },
    held: {},
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, INTEREST: 1, SELL: 1, TAX: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/etg.csv': {
    rows: 14,
    cash: { EUR: '45.44' },
    held: {
      CA46500E8678: '-22.353585',
      DE000A3GK2N1: '-595',
      US00217D1000: '0.29764',
      US04634X2027: '-0.61254',
      US17275R1023: '0.029053',
      US9078181081: '11.0563304',
      US9256521090: '0.041014',
    },
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 4, INTEREST: 1, SELL: 1, SPLIT: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    partial,
    recount: totals,
    units: shares,
  },
  'trading212/investir-2021-2022.csv': {
    rows: 21,
    cash: { GBP: '7286.89' },
    held: { GB00BLDYK618: '162', US0378331005: '3', US5949181045: '2', US83088M1027: '8.720942136' },
    kinds: { BUY: 7, DEPOSIT: 2, DIVIDEND: 3, INTEREST: 2, SELL: 5, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/investir-multi-currency.csv': {
    rows: 20,
    cash: { EUR: '-155.5', GBP: '1689.27', USD: '947.32' },
    held: { NL0010273215: '1', US5949181045: '1.62439184' },
    kinds: { BUY: 4, DEPOSIT: 3, DIVIDEND: 2, INTEREST: 5, SELL: 3, WITHDRAWAL: 2 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-invalid-dir-invalid-action.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { '2': 'unknown-action' },
    recount: totals,
  },
  'trading212/sk-invalid-dir-invalid-note.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { '2': 'conversion-unclear' },
  },
  'trading212/sk-single-buy-equity-rights.csv': {
    rows: 2,
    cash: { EUR: '-60.83' },
    held: { NL0015002IE0: '11.26453044' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-buy-euro-finra-fee.csv': {
    rows: 2,
    cash: { EUR: '-205' },
    held: { FR0010828137: '14.725273' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-buy-euro-uk-taxes.csv': {
    rows: 2,
    cash: { EUR: '-10.75' },
    held: { GB0007188757: '0.18625698' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-buy-gbp.csv': {
    rows: 2,
    cash: { EUR: '-10.75' },
    held: { GB0007188757: '0.18625698' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-buy-usd.csv': {
    rows: 2,
    cash: { EUR: '-11.02' },
    held: { US67066G1040: '0.0267001' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-card-credit.csv': {
    rows: 2,
    cash: { EUR: '4.3' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-cashback.csv': {
    rows: 2,
    cash: { EUR: '1.74' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-deposit.csv': {
    rows: 2,
    cash: { EUR: '100' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-dividend-adjustment.csv': {
    rows: 2,
    cash: { EUR: '0.01' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-dividend.csv': {
    rows: 2,
    cash: { EUR: '0.02' },
    held: {},
    kinds: { DIVIDEND: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-interest.csv': {
    rows: 2,
    cash: { EUR: '0.01' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-limitbuy-usd.csv': {
    rows: 2,
    cash: { EUR: '-11.02' },
    held: { US67066G1040: '0.0267001' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-limitsell-euro.csv': {
    rows: 2,
    cash: { EUR: '12.08' },
    held: { US7561091049: '-0.253476' },
    kinds: { SELL: 1 },
    ignored: 0,
    refused: {},
    partial,
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-scrip-stock-dividend.csv': {
    rows: 2,
    cash: {},
    held: { US0378331005: '0.00543478' },
    kinds: { DIVIDEND: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-sell-euro.csv': {
    rows: 2,
    cash: { EUR: '12.08' },
    held: { US7561091049: '-0.253476' },
    kinds: { SELL: 1 },
    ignored: 0,
    refused: {},
    partial,
    recount: totals,
    units: shares,
  },
  'trading212/sk-single-withdrawal.csv': {
    rows: 2,
    cash: { EUR: '-1000' },
    held: {},
    kinds: { WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: shares,
  },
} satisfies BrokerFacts
