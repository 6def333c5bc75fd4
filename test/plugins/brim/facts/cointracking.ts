import type { BrokerFacts } from '../facts.ts'
import { cellsOf, figure, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const fixedColumns = 'three columns have one title'

/** What is bought and sold; the fee is for information. */
const legs =
  (ofMoney: boolean): Recount =>
  (_rows, text) =>
    summed(
      cellsOf(text)
        .slice(1)
        .map(([type = '', buy = '', bought = '', sell = '', sold = '']) => ({ type, buy, bought, sell, sold })),
      ({ type = '', buy = '', bought = '', sell = '', sold = '' }) => {
        const all = [[bought, buy, 1] as const, [sold, sell, -1] as const]
        if (type === 'Trade' && !/[1-9]/.test(buy)) return []
        return all
          .filter(([code, amount]) => /\d/.test(amount) && /^(EUR|USD)$/.test(code) === ofMoney)
          .map(([code, amount, sign]) => [code, figure(amount).times(sign)] as const)
      },
    )

export default {
  'own:cointracking/trades.csv': {
    rows: 9,
    cash: { EUR: '615' },
    held: { BTC: '0.0045', ETH: '0.419' },
    kinds: { BUY: 1, DEPOSIT: 1, EXCHANGE: 2, FEE: 1, INTEREST: 2, SELL: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    fixedColumns,
    recount: legs(true),
    units: legs(false),
  },
  'cointracking/etg.csv': {
    rows: 7,
    cash: { EUR: '-400' },
    held: { BTC: '0.0054' },
    kinds: { BUY: 2, INTEREST: 1, SELL: 1, TRANSFER: 2 },
    ignored: 0,
    refused: {},
    fixedColumns,
    recount: legs(true),
    units: legs(false),
  },
  'cointracking/trades-rotki.csv': {
    rows: 13,
    cash: { EUR: '-10.99' },
    held: { AXS: '2', BTC: '0.33776476', ETH: '4.13865589', XMR: '5' },
    kinds: { BUY: 1, INTEREST: 4, TRANSFER: 6 },
    ignored: 0,
    // It buys 0 BTC.
    refused: { 10: 'unclear-swap' },
    fixedColumns,
    recount: legs(true),
    units: legs(false),
  },
} satisfies BrokerFacts
