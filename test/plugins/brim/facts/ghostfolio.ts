import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { type RawRow, type Recount, sideOf } from '../recount.ts'
import { summed } from '../sums.ts'

const MSFT = { MSFT: '5' }
const NOTHING = { cash: {}, held: {}, kinds: {}, ignored: 0 }

function ofTable(rows: readonly RawRow[]): Record<string, string> {
  let sum = new Decimal(0)
  for (const row of rows) {
    const value = new Decimal(row['Price'] ?? '0').times(row['Quantity'] ?? '0')
    sum = sum.plus(row['Action'] === 'dividend' ? value : value.negated()).minus(row['Fee'] ?? '0')
  }
  return { USD: sum.toFixed() }
}

type Activity = { readonly type: string; readonly symbol: string; readonly currency: string } & Record<
  'quantity' | 'unitPrice' | 'fee',
  number
>
const activitiesOf = (text: string) =>
  (JSON.parse(text).activities as Activity[]).filter(
    ({ type, fee, quantity }) => fee + quantity > 0 && !/ITEM|LIABILITY/.test(type),
  )

const unitsOf: Recount = (_rows, text) =>
  summed([{}], () =>
    activitiesOf(text)
      .filter(({ type }) => /^(BUY|SELL)$/.test(type))
      .map(({ type, symbol, quantity }) => [symbol, new Decimal(quantity).times(type === 'BUY' ? 1 : -1)] as const),
  )

/** Quantity x price and the fee beside it; a hundredth of it in cents. */
const moneyOf: Recount = (_rows, text) =>
  summed([{}], () =>
    activitiesOf(text).map(({ type, currency, quantity, unitPrice, fee }) => {
      const value = new Decimal(quantity).times(unitPrice).times(type === 'BUY' ? -1 : 1)
      const isCents = currency === 'ZAc'
      return [isCents ? 'ZAR' : currency, value.minus(fee).dividedBy(isCents ? 100 : 1)] as const
    }),
  )

export default {
  'own:ghostfolio/table.csv': {
    rows: 8,
    cash: { EUR: '-287.7' },
    held: { HLNF: '6' },
    kinds: { BUY: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 1 },
    ignored: 1,
    refused: { 8: 'invalid-date' },
  },
  // -202.5 - 4.5, 110 - 4.5, 3 and -12
  'own:ghostfolio/export.json': {
    rows: 5,
    cash: { CHF: '-110.5' },
    held: { 'LAUB.SW': '5' },
    kinds: { BUY: 1, DIVIDEND: 1, FEE: 1, SELL: 1 },
    ignored: 1,
    refused: {},
    recount: moneyOf,
    units: unitsOf,
  },
  'ghostfolio/ok-sample.json': {
    rows: 5,
    cash: { USD: '-501557.8' },
    held: { '7e91b7d4-1430-4212-8380-289a06c9bbc1': '1', ...MSFT },
    kinds: { BUY: 2, DIVIDEND: 1, FEE: 1 },
    ignored: 0,
    refused: { 5: 'no-quantity' },
    recount: moneyOf,
    units: unitsOf,
  },
  'ghostfolio/ok-without-accounts.json': {
    rows: 4,
    cash: { USD: '-501508.8' },
    held: { '7e91b7d4-1430-4212-8380-289a06c9bbc1': '1', ...MSFT },
    kinds: { BUY: 2, DIVIDEND: 1 },
    ignored: 0,
    refused: { 1: 'no-quantity' },
    recount: moneyOf,
    units: unitsOf,
  },
  'ghostfolio/ok-500-activities.json': {
    rows: 500,
    cash: { USD: '-14635.8' },
    held: { AAPL: '422', AMZN: '433', GOOG: '364', META: '437', MSFT: '382', NFLX: '386', TSLA: '434' },
    kinds: { BUY: 500 },
    ignored: 0,
    refused: {},
    recount: (_rows, text) => {
      const { activities } = JSON.parse(text) as { activities: { quantity: number; unitPrice: number; fee: number }[] }
      const paid = activities.map(({ quantity, unitPrice, fee }) => new Decimal(unitPrice).times(quantity).plus(fee))
      return {
        USD: Decimal.sum(...paid)
          .negated()
          .toFixed(),
      }
    },
    units: unitsOf,
  },
  'ghostfolio/ok-derived-currency.json': {
    rows: 1,
    cash: { ZAR: '-543.75' },
    held: { 'JSE.JO': '5' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: moneyOf,
    units: unitsOf,
  },
  'ghostfolio/ok-novn-buy-and-sell-partially.json': {
    rows: 2,
    cash: { CHF: '-70.12' },
    held: { 'NOVN.SW': '1' },
    kinds: { BUY: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: moneyOf,
    units: unitsOf,
  },
  'ghostfolio/ok-sample.csv': {
    rows: 6,
    cash: { USD: '-501557.8' },
    held: { ...MSFT, 'Penthouse Apartment': '1' },
    kinds: { BUY: 2, DIVIDEND: 1, FEE: 1 },
    ignored: 0,
    refused: { 6: 'no-quantity' },
    recount: ofTable,
    units: { amount: 'Quantity', by: 'Code', sign: sideOf('Action', /^buy$/, /^sell$/) },
  },
  'ghostfolio/ok-btcusd.csv': {
    rows: 2,
    cash: { USD: '-44558.42' },
    held: { BTCUSD: '1' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: ofTable,
    units: { amount: 'Quantity', by: 'Code', sign: sideOf('Action', /^buy$/, /^sell$/) },
  },
  'ghostfolio/ok-penthouse-apartment.csv': {
    rows: 2,
    cash: { USD: '-500000' },
    held: { 'Penthouse Apartment': '1' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: ofTable,
    units: { amount: 'Quantity', by: 'Code', sign: sideOf('Action', /^buy$/, /^sell$/) },
  },
  'ghostfolio/ok-vti-buy-on-ibkr.csv': {
    rows: 2,
    cash: { USD: '-3474.9041' },
    held: { US9229087690: '17' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    plugin: 'ibkr',
    recount: { amount: 'NetCash', by: 'CurrencyPrimary' },
    units: { amount: 'Quantity', by: 'ISIN' },
  },
  'ghostfolio/not-ok-invalid-type.json': {
    rows: 1,
    ...NOTHING,
    refused: { 1: 'unknown-type' },
  },
  'ghostfolio/not-ok-invalid-date.json': {
    rows: 1,
    ...NOTHING,
    refused: { 1: 'invalid-date' },
  },
  'ghostfolio/not-ok-invalid-currency.csv': { rows: 2, ...NOTHING, refused: { 2: 'unknown-currency' } },
  'ghostfolio/not-ok-invalid-date-yy.csv': { rows: 2, ...NOTHING, refused: { 2: 'invalid-date' } },
  'ghostfolio/not-ok-invalid-fee.csv': { rows: 2, ...NOTHING, refused: { 2: 'invalid-number' } },
  'ghostfolio/not-ok-invalid-symbol.csv': { rows: 2, ...NOTHING, refused: { 2: 'invalid-symbol' } },
} satisfies BrokerFacts
