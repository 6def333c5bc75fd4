import type { BrokerFacts } from '../facts.ts'
import { type Recount, withoutRepeats } from '../recount.ts'
import { summed } from '../sums.ts'

const MONEY: Readonly<Record<string, string>> = { EUR: 'EUR', EURX: 'EUR', GBP: 'GBP', GBPX: 'GBP', USD: 'USD' }
/** Kinds whose input is money that comes in or goes out. */
const MOVING = /^(exchangedepositedon|withdrawexchanged|exchange|interest|fixedterminterest|liquidation)$/

const money: Recount = (rows) =>
  summed(withoutRepeats(rows), (row) => {
    const kind = (row['Type'] ?? '').replaceAll(' ', '').toLowerCase()
    const [input, output] = [MONEY[row['Input Currency'] ?? row['Currency'] ?? ''], MONEY[row['Output Currency'] ?? '']]
    if (/^rejected/.test(row['Details'] ?? '') || row['Details'] === 'approved / USDC') return []
    return [
      ...(input !== undefined && MOVING.test(kind) ? [[input, row['Input Amount'] ?? row['Amount'] ?? ''] as const] : []),
      ...(output !== undefined && kind === 'exchange' ? [[output, row['Output Amount'] ?? ''] as const] : []),
      ...(/^(liquidation|manualsellorder)$/.test(kind) ? [['USD', row['USD Equivalent'] ?? ''] as const] : []),
    ]
  })

/** Kinds whose input is a coin that comes in or goes out. */
const COINS =
  /^(deposit|topupcrypto|withdrawal|exchange|interest|fixedterminterest|dualinvestmentinterest|cashback|exchangecashback|referralbonus|dividend|manualsellorder)$/

const coins: Recount = (rows) =>
  summed(withoutRepeats(rows), (row) => {
    const kind = (row['Type'] ?? '').replaceAll(' ', '').toLowerCase()
    const coin = (code = '') => (code in MONEY ? [] : [code.replace('NEXONEXO', 'NEXO')])
    if (/^rejected/.test(row['Details'] ?? '') || !COINS.test(kind)) return []
    return [
      ...coin(row['Input Currency'] ?? row['Currency']).map(
        (code) => [code, row['Input Amount'] ?? row['Amount'] ?? ''] as const,
      ),
      ...(kind === 'exchange' ? coin(row['Output Currency']).map((code) => [code, row['Output Amount'] ?? ''] as const) : []),
    ]
  })

export default {
  'own:nexo/transactions.csv': {
    rows: 17,
    cash: { EUR: '30.12', USD: '42.5' },
    held: { BTC: '0.000502', NEXO: '0.1', USDC: '2' },
    kinds: { BUY: 2, DEPOSIT: 1, FEE: 1, INTEREST: 4, SELL: 2, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 6,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/rotki-corrupt.csv': {
    rows: 18,
    cash: { EUR: '-1990.79', USD: '-10' },
    held: { BTC: '0.0005', ETH: '10', NEXO: '43.9238649', USDC: '1' },
    kinds: { DEPOSIT: 1, DIVIDEND: 2, INTEREST: 4, TRANSFER: 3, WITHDRAWAL: 1 },
    ignored: 3,
    // Older reports name one currency only: rows 7 and 11 do not say what the money became, and row 5 lacks the row that the money came.
    refused: { 5: 'no-deposit', 7: 'unclear-exchange', 11: 'unclear-exchange' },
    partial: 'it begins in the middle of a history',
    recount: money,
    units: coins,
  },
  'nexo/rotki.csv': {
    rows: 40,
    cash: { EUR: '-547.99', GBP: '-5583.2679317', USD: '930.7676743' },
    held: { BTC: '0.01009881', ETH: '0.00178799', LUNA2: '2.73209017', MATIC: '3055', NEXO: '5.47250073', USDC: '1816.26066193' },
    kinds: { BUY: 2, DEPOSIT: 1, FX_CONVERSION: 2, INTEREST: 12, SELL: 1, TRANSFER: 5, WITHDRAWAL: 2 },
    ignored: 14,
    // Row 8 does not say whether the card took money or made a debt.
    refused: { 8: 'unclear-card-payment' },
    partial: 'it begins in the middle of a history',
    recount: money,
    units: coins,
  },
  'nexo/sk-invalid-dir-invalid-action.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { 2: 'unknown-type' },
  },
  'nexo/sk-receivesend-single-withdrawal.csv': {
    rows: 2,
    cash: {},
    held: { ETH: '-0.03876226' },
    kinds: { FEE: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    partial: 'it is a single row',
    recount: money,
    units: coins,
  },
  'nexo/sk-single-buy.csv': {
    rows: 2,
    cash: { EUR: '-150' },
    held: { USDC: '161.90485771' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-single-cashback-crypto.csv': {
    rows: 2,
    cash: {},
    held: { BTC: '0.0000004' },
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-single-deposit.csv': {
    rows: 3,
    cash: { EUR: '150' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 1,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-single-dual-invest.csv': {
    rows: 4,
    cash: {},
    held: { BTC: '0.000016' },
    kinds: { INTEREST: 1 },
    ignored: 2,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-single-exchange.csv': {
    rows: 2,
    cash: {},
    held: { BTC: '-0.00707603', USDT: '339.64944' },
    kinds: { BUY: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    partial: 'it is a single row',
    recount: money,
    units: coins,
  },
  'nexo/sk-single-interest-crypto.csv': {
    rows: 2,
    cash: {},
    held: { USDC: '0.001843' },
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-single-interest.csv': {
    rows: 2,
    cash: { EUR: '0.00140202' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-single-lock-fix-term.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 1,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-single-receive.csv': {
    rows: 2,
    cash: {},
    held: { OP: '9.3283582' },
    kinds: { TRANSFER: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-single-referralbonus-approved.csv': {
    rows: 2,
    cash: {},
    held: { BTC: '0.00096332' },
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-single-sell.csv': {
    rows: 2,
    cash: { EUR: '150' },
    held: { USDC: '-161.90485771' },
    kinds: { SELL: 1 },
    ignored: 0,
    refused: {},
    partial: 'it is a single row',
    recount: money,
    units: coins,
  },
  'nexo/sk-single-withdrawal.csv': {
    rows: 3,
    cash: { EUR: '-149.41' },
    held: {},
    kinds: { WITHDRAWAL: 1 },
    ignored: 1,
    refused: {},
    recount: money,
    units: coins,
  },
  'nexo/sk-specials-single-interest-crypto.csv': {
    rows: 2,
    cash: {},
    held: { BTC: '0.00000083' },
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units: coins,
  },
} satisfies BrokerFacts
