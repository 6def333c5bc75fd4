import type { BrokerFacts } from '../facts.ts'
import { figure, type Recount, rowsBelow } from '../recount.ts'
import { summed } from '../sums.ts'

/** What is bought, and what is paid or got for it; older files state the commission beside the price of all of it. */
const legs =
  (ofMoney: boolean): Recount =>
  (_rows, text) =>
    summed(rowsBelow(text, text.includes('OrderUuid') ? 'OrderUuid' : 'TXID'), (row) => {
      const [quoted = '', traded = ''] = (row['Exchange'] ?? '').split('-')
      const isBuy = /BUY|Bought/.test(row['Type'] ?? row['Transaction'] ?? '')
      const [price, fee] = [figure(row['Price'] || '0'), figure(row['CommissionPaid'] || '0')]
      const total =
        row['Total (Quote)'] === undefined ? (isBuy ? price.plus(fee) : price.minus(fee)) : figure(row['Total (Quote)'])
      const all = [
        [row['Base'] ?? traded, figure(row['Quantity'] ?? row['Quantity (Base)'] ?? '').times(isBuy ? 1 : -1)],
        [row['Quote'] ?? quoted, total.times(isBuy ? -1 : 1)],
      ] as const
      return all.filter(([code]) => /^(EUR|USD)$/.test(code) === ofMoney)
    })

export default {
  'own:bittrex/orders-2018.csv': {
    rows: 4,
    cash: { USD: '-98.245' },
    held: { ADA: '300', BTC: '0.01506975' },
    kinds: { BUY: 1, EXCHANGE: 4 },
    ignored: 0,
    refused: {},
    recount: legs(true),
    units: legs(false),
  },
  'own:bittrex/orders.csv': {
    rows: 7,
    cash: { USD: '-98.245' },
    held: { ADA: '300', BTC: '0.01506975' },
    kinds: { BUY: 2, EXCHANGE: 2, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: legs(true),
    units: legs(false),
  },
  'own:bittrex/transfers.csv': {
    rows: 3,
    cash: {},
    held: { ADA: '49.75' },
    kinds: { TRANSFER: 2 },
    ignored: 0,
    refused: {},
    units: { amount: 'Amount', by: 'Currency' },
  },
  'bittrex/order-history-old.csv': {
    rows: 2,
    cash: {},
    held: { BTC: '0.01', USDT: '-12' },
    kinds: { EXCHANGE: 2 },
    ignored: 0,
    refused: {},
    partial: 'it begins in the middle of a history',
    recount: legs(true),
    units: legs(false),
  },
  'bittrex/order-history.csv': {
    rows: 6,
    cash: {},
    held: { BTC: '-0.09513653', EDGELESS: '-857.78221905', SWT: '731.28354007' },
    kinds: { EXCHANGE: 4 },
    ignored: 0,
    refused: {},
    partial: 'it begins in the middle of a history',
    recount: legs(true),
    units: legs(false),
  },
} satisfies BrokerFacts
