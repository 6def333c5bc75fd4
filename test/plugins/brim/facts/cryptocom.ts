import type { BrokerFacts } from '../facts.ts'
import { cut, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** Rows that pay from one code to another; of all others, as much money goes as comes. */
const money: Recount = (rows) =>
  summed(rows, (row) => {
    if (!/(exchange|purchase|purchase_commit)$/.test(row['Transaction Kind'] ?? '') || row['To Currency'] === '') return []
    const legs = [
      [row['Currency'] ?? '', row['Amount'] ?? ''],
      [row['To Currency'] ?? '', row['To Amount'] ?? ''],
    ] as const
    return legs.filter(([code]) => /^(EUR|USD)$/.test(code))
  })

/** Not what moves between the parts of the app, nor what an overall swap repeats. */
const isCoin = (code = '') => code !== '' && !/^(EUR|USD)$/.test(code)

const coins: Recount = (rows) => {
  const hasOverall = rows.some((row) => /^dynamic_coin_swap/.test(row['Transaction Kind'] ?? ''))
  return summed(rows, (row) => {
    const {
      'Transaction Kind': kind = '',
      Currency: code = '',
      Amount: amount = '',
      'To Currency': to = '',
      'To Amount': got = '',
    } = row
    const isRepeated = hasOverall ? /^(lockup_swap|crypto_wallet_swap)/.test(kind) : false
    if (
      isRepeated ||
      /lock(up)?_(lock|unlock)|dpos_(un)?lock|purchase_(un)?lock$|_bonus_exchange|swap_rebate|earn_program/.test(kind)
    )
      return []
    const legs = [[code, amount] as const, ...(to !== '' && to !== code ? [[to, got] as const] : [])]
    return legs.filter(([unit]) => isCoin(unit)).map(([unit, change]) => [unit, cut(change)] as const)
  })
}

export default {
  'own:cryptocom/wallet.csv': {
    rows: 18,
    cash: { EUR: '-57' },
    held: { BTC: '0.0005', CRO: '303', USDT: '21' },
    kinds: { BUY: 5, DEPOSIT: 1, INTEREST: 1, SELL: 5, TRANSFER: 2, WITHDRAWAL: 1 },
    ignored: 1,
    refused: {},
    recount: money,
    units: coins,
  },
  'cryptocom/etg.csv': {
    rows: 66,
    cash: {},
    held: {
      AVAX: '5',
      BTC: '0.01152324',
      CRO: '-11791.0203683',
      EGLD: '-4.15',
      ETHW: '-0.67',
      SOL: '3.3',
      USDC: '234.306749',
      USDT: '-795.068191',
      XRP: '3059.220008',
    },
    kinds: { BUY: 6, INTEREST: 49, SELL: 7, TRANSFER: 5, WITHDRAWAL: 1 },
    ignored: 3,
    refused: {},
    partial: 'it begins in the middle of a history',
    recount: money,
    units: coins,
  },
  'cryptocom/trades-rotki.csv': {
    rows: 49,
    cash: { EUR: '328.21', USD: '-15' },
    held: {
      BTC: '0.003',
      CRO: '3398.15010167167',
      DAI: '-0.000506803807',
      DOGE: '-750',
      DOT: '-0.6295092',
      ETH: '9.168074296',
      MCO: '-50',
      SOL: '10',
      UNI: '-1.3387887',
    },
    kinds: { BUY: 10, DEPOSIT: 3, EXCHANGE: 2, FEE: 1, INTEREST: 8, SELL: 7, TRANSFER: 6, WITHDRAWAL: 1 },
    ignored: 11,
    refused: {},
    partial: 'it begins in the middle of a history',
    recount: money,
    units: coins,
  },
} satisfies BrokerFacts
