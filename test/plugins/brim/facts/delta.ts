import type { BrokerFacts } from '../facts.ts'
import { figure, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const SIGNS: Readonly<Record<string, readonly [base: number, quote: number]>> = {
  BUY: [1, -1],
  SELL: [-1, 1],
  DEPOSIT: [1, 0],
  WITHDRAW: [-1, 0],
  TRANSFER: [0, 0],
  DIVIDEND: [0, 1],
}

/** What is bought, what it is paid with, and the fee beside both. */
const legs =
  (ofMoney: boolean): Recount =>
  (rows) =>
    summed(rows, (row) => {
      const [base, quote] = SIGNS[row['Way'] ?? ''] ?? [0, 0]
      const code = (title: string) => (row[title] ?? '').replace(/ \(.*/, '')
      const all = [
        [code('Base currency (name)'), figure(row['Base amount'] || '0').times(base)],
        [code('Quote currency'), figure(row['Quote amount'] || '0').times(quote)],
        [code('Fee currency (name)'), figure(row['Fee amount'] || '0').negated()],
      ] as const
      return all.filter(([unit]) => unit !== '' && /^(EUR|USD)$/.test(unit) === ofMoney)
    })

export default {
  'own:delta/transactions.csv': {
    rows: 10,
    cash: { EUR: '2894.25' },
    held: { BTC: '0.0419', ETH: '0.49', HLNF: '4' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, EXCHANGE: 2, FEE: 2, INTEREST: 1, SELL: 1, TRANSFER: 1 },
    ignored: 1,
    refused: {},
    recount: legs(true),
    units: legs(false),
  },
  'delta/etg.csv': {
    rows: 8,
    cash: { USD: '3752' },
    held: { AAPL: '5', BNB: '-0.1', BTC: '-0.599', DOT: '-0.101', ETH: '10.88', SOL: '-100' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, EXCHANGE: 4, FEE: 2, INTEREST: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    partial: 'it has single examples',
    recount: legs(true),
    units: legs(false),
  },
} satisfies BrokerFacts
