/** Delta: the CSV template of transactions, which is also its export. */
import { type Book, FIAT, isFiat, type Line, layout, moment, number, optional, tableImporter, text } from '#plugins/kit/index.ts'

const columns = {
  ...moment('Date'),
  kind: text('Way'),
  quantity: number('Base amount'),
  base: text('Base currency (name)'),
  type: text('Base type'),
  money: number('Quote amount'),
  moneyUnit: text('Quote currency'),
  exchange: text('Exchange'),
  from: text('Sent/Received from'),
  to: optional(text('Sent to')),
  paid: number('Fee amount'),
  paidUnit: text('Fee currency (name)'),
  broker: optional(text('Broker')),
  description: optional(text('Notes')),
}

type Entry = Line<typeof columns>

const TYPES = ['CRYPTO', 'STOCK', 'FUND', 'INDEX', 'COMMODITY'] as const
const EARNED: readonly (readonly [RegExp, 'airdrop' | 'reward' | 'staking'])[] = [
  [/^(airdrop|fork)/i, 'airdrop'],
  [/^mining/i, 'reward'],
  [/^(dividends|staking)/i, 'staking'],
]
const isFigure = (figure: string | undefined) => figure !== undefined && /[1-9]/.test(figure)
/** `SOL (Solana)`: the code, and the name where two assets share one. */
const codeOf = (cell: string) => cell.replace(/\s*\(.*$/, '')
const accountOf = ({ broker, exchange, type }: Entry) => broker || (/^(crypto|fiat|forex)$/i.test(type) ? exchange : '')

const transactions = layout({
  name: 'Transactions',
  dates: 'ymd',
  numbers: 'dot',
  amounts: 'gross',
  money: FIAT,
  columns,
  defaults: { asset: assetOf, account: accountOf },
  rows: {
    'BUY|SELL': (line, book) => {
      const { quantity = '0', money = '0' } = line
      const unit = codeOf(line.moneyUnit)
      const base = { asset: /^(fiat|forex)$/i.test(line.type) ? codeOf(line.base) : assetOf(line), quantity }
      const quote = { asset: isFiat(unit) ? unit : { symbol: unit, type: 'CRYPTO' as const }, quantity: money }
      const [outs, ins] = /^buy$/i.test(line.kind) ? [[quote], [base]] : [[base], [quote]]
      book.swap(outs, ins, { fees: feesIn(line, unit) })
      payFee(line, book, unit)
    },
    'DEPOSIT|WITHDRAW': move,
    TRANSFER: { skip: 'moved between own wallets' },
    DIVIDEND: (line, book) => {
      book.cash('DIVIDEND', { amount: line.money, unit: line.moneyUnit, fees: feesIn(line, line.moneyUnit) })
      payFee(line, book, line.moneyUnit)
    },
  },
})

function assetOf({ base, type }: Entry) {
  const name = /\((.+)\)\s*$/.exec(base)?.[1]
  return { symbol: codeOf(base), name, type: TYPES.find((one) => one === type.toUpperCase()) }
}

/** The fee, where it is money of the currency of the amount: amounts are without it. */
function feesIn({ paid, paidUnit }: Entry, unit: string): string | undefined {
  return isFigure(paid) && isFiat(unit) && codeOf(paidUnit) === unit ? paid : undefined
}

function payFee(line: Entry, book: Book, unit: string): void {
  const code = codeOf(line.paidUnit)
  if (!isFigure(line.paid) || feesIn(line, unit) !== undefined) return
  if (isFiat(code)) book.cash('FEE', { asset: undefined, amount: `-${line.paid}`, unit: code })
  else book.inKind('FEE', { asset: { symbol: code, type: 'CRYPTO' }, quantity: `-${line.paid}` })
}

function move(line: Entry, book: Book): void {
  const { quantity = '0', from } = line
  const comesIn = /^deposit$/i.test(line.kind)
  const [tag] = EARNED.flatMap(([pattern, one]) => (comesIn && pattern.test(from) ? one : []))
  const signed = comesIn ? quantity : `-${quantity}`
  if (/^fiat$/i.test(line.type)) book.cash(comesIn ? 'DEPOSIT' : 'WITHDRAWAL', { amount: signed, unit: codeOf(line.base) })
  else if (tag !== undefined) book.inKind('INTEREST', { cost: 'market', tags: [tag] })
  else book.inKind('TRANSFER', { quantity: signed, cost: 'market' })
  payFee(line, book, '')
}

export const delta = tableImporter(
  {
    code: 'delta',
    name: 'Delta',
    website: 'https://delta.app',
    description: 'All transactions of a portfolio in Delta.',
    docs: 'Portfolio > ... > Export (CSV), or the CSV template of Delta.',
    colour: '#1b1d2a',
  },
  [transactions],
)
