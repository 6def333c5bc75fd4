import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { type Recount, rowsBelow } from '../recount.ts'
import { summed } from '../sums.ts'

const partial = 'what it sells or sends came before'

/** Money is what is paid and got for coins, and deposits and withdrawals of money; a purchase of money by itself is none. */
const totals: Recount = (_rows, text) =>
  summed(rowsBelow(text, 'Transaction Type'), (row) => {
    const at = (end: string) => Object.entries(row).find(([title]) => title.endsWith(end))?.[1] ?? ''
    const [type, asset] = [at('Transaction Type'), at('Asset')]
    const currency = at('Price Currency')
    const total = new Decimal(at('fees and/or spread)').replace(/[^\d.]/g, '') || 0)
    if (type === 'Buy' && asset !== currency) return [[currency, total.negated()]]
    if (type === 'Sell') return [[currency, total]]
    return type === 'Deposit' ? [[asset, at('Quantity Transacted')]] : []
  })

const COINS_IN = /^(buy|receive|deposit|staking income|rewards? income|learning reward)$/i
const COINS_OUT = /^(sell|send|withdrawal)$/i

/** Quantities without sign; a conversion says in its note what came in; staked coins stay where they are. */
const coins: Recount = (_rows, text) =>
  summed(rowsBelow(text, 'Transaction Type'), (row) => {
    const at = (end: string) => Object.entries(row).find(([title]) => title.endsWith(end))?.[1] ?? ''
    const [type, asset, note] = [at('Transaction Type'), at('Asset'), at('Notes')]
    const size = new Decimal(at('Quantity Transacted') || 0).abs()
    const [, gone, from = '', come, to = ''] = /^Converted ([\d.]+) (\w+) to ([\d.]+) (\w+)/.exec(note) ?? []
    if (gone !== undefined && come !== undefined)
      return [
        [from, `-${gone}`],
        [to, come],
      ]
    if (/^(EUR|USD|GBP)$/.test(asset)) return []
    if (/Deprecation/.test(type)) return [[asset, at('Quantity Transacted')]]
    return COINS_IN.test(type) ? [[asset, size]] : COINS_OUT.test(type) ? [[asset, size.negated()]] : []
  })

export default {
  'own:coinbase/currency-in-header.csv': {
    rows: 4,
    cash: { EUR: '-111.64' },
    held: { BAT: '4.5', LTC: '2' },
    kinds: { BUY: 1, INTEREST: 1 },
    ignored: 1,
    refused: {},
  },
  'own:coinbase/refused-rows.csv': {
    rows: 15,
    cash: {},
    held: { ATOM: '5' },
    kinds: { TRANSFER: 1 },
    ignored: 1,
    refused: {
      '2': 'unknown-type',
      '3': 'bad-date',
      '4': 'bad-number',
      '5': 'no-quantity',
      '6': 'no-asset',
      '7': 'unknown-currency',
      '8': 'no-total',
      '9': 'total-unclear',
      '10': 'convert-unclear',
      '11': 'pair-without-quantity',
      '12': 'half-of-a-pair',
      '13': 'unexpected-sign',
    },
  },
  'own:coinbase/signed-with-id.csv': {
    rows: 30,
    cash: { EUR: '938.23', USD: '37.9' },
    held: {
      ADA: '15.5',
      BTC: '-0.0005',
      ETH: '0.300012345678',
      LTC: '1.5',
      MATIC: '-40.5',
      POL: '40.5',
      SOL: '1.5',
      USDC: '51.5969',
    },
    kinds: { BUY: 5, DEPOSIT: 1, EXCHANGE: 6, FEE: 3, FX_CONVERSION: 2, INTEREST: 3, SELL: 5, TRANSFER: 4, WITHDRAWAL: 2 },
    ignored: 2,
    refused: {},
    partial,
  },
  'own:coinbase/spot-price-preamble.csv': {
    rows: 19,
    cash: { GBP: '290.02' },
    held: { ETH: '0.03000001', ETH2: '0.000025', GRT: '410.25', XLM: '12' },
    kinds: { ADJUSTMENT: 1, BUY: 2, DEPOSIT: 1, INTEREST: 3, SELL: 2, TRANSFER: 2, WITHDRAWAL: 1 },
    ignored: 1,
    refused: {},
  },
  'coinbase/etg.csv': {
    rows: 9,
    cash: { EUR: '-70', USD: '-70' },
    held: { BTC: '-0.00029567', ETH: '0.007923387238', ETH2: '-0.007862899326', XRP: '156.145683' },
    kinds: { BUY: 3, EXCHANGE: 4, INTEREST: 2, SELL: 1 },
    ignored: 0,
    refused: {},
    partial,
    recount: totals,
    units: coins,
  },
  'coinbase/sk-invalid-dir-invalid-type.csv': {
    rows: 5,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { '9': 'unknown-type' },
    recount: totals,
  },
  'coinbase/sk-retail-eth2-deprecation.csv': {
    rows: 5,
    cash: {},
    held: { ETH: '0.000001113544', ETH2: '-0.000001113544' },
    kinds: { EXCHANGE: 2 },
    ignored: 0,
    refused: {},
    partial,
    recount: totals,
    units: coins,
  },
  'coinbase/sk-retail-staking-transfer.csv': {
    rows: 5,
    cash: {},
    held: {},
    kinds: {},
    ignored: 2,
    refused: {},
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-buy-alt.csv': {
    rows: 4,
    cash: { EUR: '-4.85' },
    held: { ETH: '0.00213232' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-buy.csv': {
    rows: 5,
    cash: { EUR: '-4.85' },
    held: { ETH: '0.00213232' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-buyfiatfromfiat-bugcoinbase.csv': {
    rows: 5,
    cash: {},
    held: {},
    kinds: {},
    ignored: 1,
    refused: {},
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-deposit.csv': {
    rows: 5,
    cash: { EUR: '10' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-learningreward.csv': {
    rows: 5,
    cash: {},
    held: { GRT: '6.40204865' },
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-receive.csv': {
    rows: 5,
    cash: {},
    held: { ETH: '0.00000001' },
    kinds: { TRANSFER: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-sell.csv': {
    rows: 5,
    cash: { EUR: '10' },
    held: { USDC: '-11.275271' },
    kinds: { SELL: 1 },
    ignored: 0,
    refused: {},
    partial,
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-stakereward-2025.csv': {
    rows: 4,
    cash: {},
    held: { USDC: '0.002727' },
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-stakereward-alt-2025.csv': {
    rows: 4,
    cash: {},
    held: { ATOM: '0.001588522705' },
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: coins,
  },
  'coinbase/sk-single-stakereward.csv': {
    rows: 5,
    cash: {},
    held: { ETH2: '0.00002103' },
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: totals,
    units: coins,
  },
} satisfies BrokerFacts
