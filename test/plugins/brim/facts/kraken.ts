import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import type { Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const MONEY = /^Z?(EUR|USD)(\.[MF])?$/
const moneyOf = (code = '') => code.replace(/^Z/, '').replace(/\..*$/, '')

/** Of booked rows, the amount less the fee. */
const ledgers: Recount = (rows) =>
  summed(rows, (row) =>
    row['txid'] !== '' && MONEY.test(row['asset'] ?? '') && row['type'] !== 'nfttrade'
      ? [[moneyOf(row['asset']), new Decimal(row['amount'] ?? 0).minus(row['fee'] ?? 0)]]
      : [],
  )

/** Of pairs that end in money, cost and fee of purchases and what is left of sales. */
const trades: Recount = (rows) =>
  summed(rows, (row) => {
    const [, quote] = /(EUR|USD)$/.exec(row['pair'] ?? '') ?? []
    const [cost, fee] = [new Decimal(row['cost'] ?? 0), new Decimal(row['fee'] ?? 0)]
    if (quote === undefined || Number(row['margin']) !== 0) return []
    return [[quote, row['type'] === 'buy' ? cost.plus(fee).negated() : cost.minus(fee)]]
  })

/** XXBT, XBT.F: all of them are BTC, in whatever wallet. */
const coinOf = (code = '') =>
  code
    .replace(/\d*\..*$/, '')
    .replace(/^X(?=X?[A-Z]{3}$)/, '')
    .replace('XBT', 'BTC')

const ledgerCoins: Recount = (rows) =>
  summed(rows, (row) =>
    row['txid'] !== '' && !MONEY.test(row['asset'] ?? '')
      ? [[coinOf(row['asset']), new Decimal(row['amount'] ?? 0).minus(row['fee'] ?? 0)]]
      : [],
  )

/** The volume of the first code; what is paid in coins goes out with its fee. */
const tradedCoins: Recount = (rows) =>
  summed(rows, (row) => {
    const [, base = '', quote = ''] = /^(.{3,}?)\/?(Z?EUR|Z?USD|XBT)$/.exec(row['pair'] ?? '') ?? []
    const [volume, cost, fee] = [row['vol'], row['cost'], row['fee']].map((cell) => new Decimal(cell ?? 0)) as [
      Decimal,
      Decimal,
      Decimal,
    ]
    if (Number(row['margin']) !== 0) return []
    const isBuy = row['type'] === 'buy'
    const paid = isBuy ? cost.plus(fee).negated() : cost.minus(fee)
    return [[coinOf(base), isBuy ? volume : volume.negated()], ...(quote === 'XBT' ? [['BTC', paid] as const] : [])]
  })

export default {
  'own:kraken/ledgers.csv': {
    rows: 22,
    cash: { EUR: '243.96' },
    held: { BTC: '0.004001', DOT: '15.017', ETH: '0.01795', KFEE: '88' },
    kinds: { BUY: 2, DEPOSIT: 1, EXCHANGE: 2, FEE: 6, INTEREST: 3, WITHDRAWAL: 1 },
    ignored: 6,
    // A trade of pictures is nothing that the importer knows.
    refused: { 22: 'unknown-type' },
    recount: ledgers,
    units: ledgerCoins,
  },
  'own:kraken/trades.csv': {
    rows: 7,
    cash: { EUR: '-209.5434', USD: '-19.13' },
    held: { BTC: '0.0039974', DOT: '3', ETH: '0.02', XTZ: '10' },
    kinds: { BUY: 3, EXCHANGE: 2, SELL: 1 },
    ignored: 0,
    // Row 7 is a margin trade, which moves no coins.
    refused: { 7: 'margin-trade' },
    recount: trades,
    units: tradedCoins,
  },
  'kraken/ledgers-uabean.csv': {
    rows: 9,
    cash: {},
    held: { USDC: '1001.12345678' },
    kinds: { INTEREST: 1, TRANSFER: 1 },
    ignored: 6,
    refused: {},
    recount: ledgers,
    units: ledgerCoins,
  },
  'kraken/trades-stocks-fixture.csv': {
    rows: 4,
    cash: { EUR: '-100.26', USD: '-81.97' },
    held: { BTC: '0.01', ETH: '-0.1', SOL: '1' },
    kinds: { BUY: 2, SELL: 1 },
    ignored: 0,
    refused: {},
    partial: 'the ether that it sells was bought before',
    recount: trades,
    units: tradedCoins,
  },
} satisfies BrokerFacts
