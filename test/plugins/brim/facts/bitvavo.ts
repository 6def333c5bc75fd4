import type { BrokerFacts } from '../facts.ts'
import { cut, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** Euros that move, and what was paid or received for coins. */
const euros: Recount = (rows) =>
  summed(rows, (row) => {
    if (!/^(Completed|Distributed)$/.test(row['Status'] ?? '') || row['Type'] === 'invalid') return []
    return row['Currency'] === 'EUR' ? [['EUR', row['Amount'] ?? '']] : [['EUR', row['Received / Paid Amount'] ?? '']]
  })

/** Coins of what is completed; fees in coins are inside. */
const coins: Recount = (rows) =>
  summed(rows, (row) =>
    row['Currency'] === 'EUR' || !/^(Completed|Distributed)$/.test(row['Status'] ?? '')
      ? []
      : [[row['Currency'] ?? '', cut(row['Amount'] ?? '')]],
  )

export default {
  'own:bitvavo/history.csv': {
    rows: 9,
    cash: { EUR: '103.16' },
    held: { ADA: '12.5', ETH: '0.00004' },
    kinds: { BUY: 1, DEPOSIT: 1, FEE: 1, INTEREST: 2, SELL: 1, TRANSFER: 2 },
    ignored: 1,
    refused: {},
    recount: euros,
    units: coins,
  },
  'bitvavo/etg.csv': {
    rows: 35,
    cash: {},
    held: { ADA: '0.361357', BTC: '0.00072401', ETH: '0.00005365' },
    kinds: { BUY: 10, DEPOSIT: 6, FEE: 4, INTEREST: 9, SELL: 2, TRANSFER: 6, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: euros,
    units: coins,
  },
  'bitvavo/sk-invalid-dir-invalid-type.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { 2: 'unknown-type' },
    recount: euros,
  },
  'bitvavo/sk-single-affiliate.csv': {
    rows: 2,
    cash: { EUR: '0.03' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: euros,
    units: coins,
  },
  'bitvavo/sk-single-buy.csv': {
    rows: 2,
    cash: { EUR: '-25' },
    held: { STORJ: '34.75825253' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: euros,
    units: coins,
  },
  'bitvavo/sk-single-campaign.csv': {
    rows: 2,
    cash: { EUR: '10' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: euros,
    units: coins,
  },
  'bitvavo/sk-single-deposit.csv': {
    rows: 2,
    cash: { EUR: '1' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: euros,
    units: coins,
  },
  'bitvavo/sk-single-receive.csv': {
    rows: 2,
    cash: {},
    held: { ATOM: '15.586311' },
    kinds: { TRANSFER: 1 },
    ignored: 0,
    refused: {},
    recount: euros,
    units: coins,
  },
  'bitvavo/sk-single-sell.csv': {
    rows: 2,
    cash: { EUR: '25.93' },
    held: { ADA: '-45.802549' },
    kinds: { SELL: 1 },
    ignored: 0,
    refused: {},
    partial: 'it is a single row',
    recount: euros,
    units: coins,
  },
  'bitvavo/sk-single-send.csv': {
    rows: 2,
    cash: {},
    held: { XLM: '-87.339658' },
    kinds: { TRANSFER: 1 },
    ignored: 0,
    refused: {},
    uneven: [2],
    partial: 'it is a single row',
    recount: euros,
    units: coins,
  },
  'bitvavo/sk-single-stakingreward.csv': {
    rows: 2,
    cash: {},
    held: { AXS: '0.00000272' },
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: euros,
    units: coins,
  },
} satisfies BrokerFacts
