import type { BrokerFacts } from '../facts.ts'
import { figure, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const ONE = { rows: 2, ignored: 0, refused: {} }
const NOTHING_BEFORE = 'it has one case'

const SIGNS: Readonly<Record<string, readonly [units: number, money: number]>> = {
  ...{ Buy: [1, -1], Valuable: [1, -1], Sell: [-1, 1], Receive: [1, 0], StakingReward: [1, 0], Send: [-1, 0], GiftAsset: [1, 0] },
  ...{
    CashDeposit: [0, 1],
    Dividend: [0, 1],
    Interest: [0, 1],
    GiftFiat: [0, 1],
    CashWithdrawal: [0, -1],
    Fee: [0, -1],
    Tax: [0, -1],
  },
}

const units: Recount = (rows) =>
  summed(rows, (row) => {
    const [sign] = SIGNS[row['ActivityType'] ?? ''] ?? [0]
    return sign === 0 ? [] : [[row['ISIN'] || row['Symbol'] || '', figure(row['Quantity'] ?? '').times(sign)]]
  })

/** Quantity x price, less fee and tax. */
const money: Recount = (rows) =>
  summed(rows, (row) => {
    const [size, price, fee, tax] = ['Quantity', 'UnitPrice', 'Fee', 'Tax'].map((title) => figure(row[title] || '0'))
    const [, sign] = SIGNS[row['ActivityType'] ?? ''] ?? [0, 0]
    return [[row['Currency'] ?? '', size!.times(price!).times(sign).minus(fee!).minus(tax!)]]
  })

export default {
  'own:sidekick-generic/activities.csv': {
    rows: 11,
    cash: { EUR: '1379.3' },
    held: { ATOM: '0.5', DE0009999995: '12', Voucher: '1' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 3, INTEREST: 2, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 1,
    refused: {},
    recount: money,
    units,
  },
  'own:sidekick-generic/splits.csv': { ...ONE, cash: {}, held: {}, kinds: { SPLIT: 1 } },
  'sidekick-generic/double-fee.csv': {
    ...ONE,
    cash: { USD: '-3.25' },
    held: {},
    kinds: { FEE: 2 },
    units,
    recount: money,
  },
  'sidekick-generic/single-buy.csv': {
    ...ONE,
    cash: { USD: '-12.123956333' },
    held: { US67066G1040: '0.0267001' },
    kinds: { BUY: 1 },
    recount: money,
    units,
  },
  'sidekick-generic/single-buy-with-asset-type.csv': {
    ...ONE,
    cash: { USD: '-50.1' },
    held: { US67066G1040: '0.5' },
    kinds: { BUY: 1 },
    recount: money,
    units,
  },
  'sidekick-generic/single-buy-with-multiple-subclasses.csv': {
    ...ONE,
    cash: { USD: '-50.1' },
    held: { US67066G1040: '0.5' },
    kinds: { BUY: 1 },
    recount: money,
    units,
  },
  'sidekick-generic/single-deposit.csv': {
    ...ONE,
    cash: { USD: '1000' },
    held: {},
    kinds: { DEPOSIT: 1 },
    units,
    recount: money,
  },
  'sidekick-generic/single-dividend.csv': {
    ...ONE,
    cash: { EUR: '0.067669' },
    held: {},
    kinds: { DIVIDEND: 1 },
    units,
    recount: money,
  },
  'sidekick-generic/single-fee.csv': {
    ...ONE,
    cash: { USD: '-0.25' },
    held: {},
    kinds: { FEE: 1 },
    units,
    recount: money,
  },
  'sidekick-generic/single-gift-fiat.csv': {
    ...ONE,
    cash: { USD: '25' },
    held: {},
    kinds: { INTEREST: 1 },
    units,
    recount: money,
  },
  'sidekick-generic/single-interest.csv': {
    ...ONE,
    cash: { USD: '3.3' },
    held: {},
    kinds: { INTEREST: 1 },
    units,
    recount: money,
  },
  'sidekick-generic/single-receive.csv': {
    ...ONE,
    cash: { USD: '-0.02' },
    held: { US67066G1040: '0.0267001' },
    kinds: { FEE: 1, TRANSFER: 1 },
    recount: money,
    units,
  },
  'sidekick-generic/single-sell.csv': {
    ...ONE,
    cash: { USD: '12.083956333' },
    held: { US67066G1040: '-0.0267001' },
    kinds: { SELL: 1 },
    partial: NOTHING_BEFORE,
    recount: money,
    units,
  },
  'sidekick-generic/single-send.csv': {
    ...ONE,
    cash: { USD: '-0.02' },
    held: { US67066G1040: '-0.0267001' },
    kinds: { FEE: 1, TRANSFER: 1 },
    partial: NOTHING_BEFORE,
    recount: money,
    units,
  },
  'sidekick-generic/single-tax.csv': {
    ...ONE,
    cash: { USD: '-0.25' },
    held: {},
    kinds: { TAX: 1 },
    units,
    recount: money,
  },
  'sidekick-generic/single-valuable.csv': {
    ...ONE,
    cash: { EUR: '-250' },
    held: { Giftcard: '1' },
    kinds: { BUY: 1 },
    units,
    recount: money,
  },
  'sidekick-generic/single-withdrawal.csv': {
    ...ONE,
    cash: { USD: '-10' },
    held: {},
    kinds: { WITHDRAWAL: 1 },
    units,
    recount: money,
  },
  'sidekick-generic/split-single-split.csv': { ...ONE, cash: {}, held: {}, kinds: { SPLIT: 1 } },
  'sidekick-generic/invalid.csv': { ...ONE, cash: {}, held: {}, kinds: {}, refused: { 2: 'unknown-type' } },
} satisfies BrokerFacts
