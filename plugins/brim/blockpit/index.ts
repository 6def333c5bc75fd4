/** Blockpit: the transactions of all wallets that it tracks. */
import {
  type Book,
  type Line,
  layout,
  moment,
  negated,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { bookFee, bookIncome, bookMove, bookTrade, type Change, COINS, feesOf, required, requiredCode } from '../coins.ts'
import type { TransactionTag } from '../contract.ts'

const columns = {
  number: text('Blockpit ID'),
  ...moment('Timestamp'),
  account: text('Integration'),
  kind: text('Transaction Type'),
  outCoin: text('Outgoing Asset'),
  given: number('Outgoing Amount'),
  inCoin: text('Incoming Asset'),
  got: number('Incoming Amount'),
  feeCoin: text('Fee Asset'),
  fee: number('Fee Amount'),
  description: optional(text('Note')),
  ...unused('Source Type', 'Source Name', 'Transaction ID', 'Merge ID'),
}

type Entry = Line<typeof columns>

const transactions = layout({
  ...COINS,
  name: 'Transactions',
  dates: 'dmy',
  columns,
  rows: {
    Trade: (line, book) => bookTrade(book, [outOf(line), intoOf(line), ...feesOf(line.feeCoin, line.fee)]),
    'Deposit|NonTaxableIn': (line, book) => withFee(line, book, () => bookMove(book, intoOf(line))),
    'Withdrawal|NonTaxableOut|Gift': (line, book) => withFee(line, book, () => bookMove(book, outOf(line))),
    Airdrop: (line, book) => earn(line, book, 'airdrop'),
    Bounties: (line, book) => earn(line, book, 'reward'),
    Staking: (line, book) => earn(line, book, 'staking'),
    Lending: (line, book) => earn(line, book, 'lending'),
    Margin_trading_profit: (line, book) => earn(line, book, 'margin'),
    Margin_trading_loss: (line, book) => withFee(line, book, () => bookIncome(book, outOf(line), 'margin')),
    'Fee|Margin_trading_fee': (line, book) =>
      withFee(line, book, () => bookFee(book, { ...outOf(line), quantity: negated(outOf(line).quantity) })),
  },
})

/** Amounts have no sign. */
function sized(figure: string | undefined, what: string): string {
  const size = required(figure, what)
  return size.startsWith('-') ? refuse('unexpected-sign', `An ${what} of ${size}: the sign is wrong.`) : size
}

function outOf({ outCoin, given }: Entry): Change {
  return { code: requiredCode(outCoin), quantity: negated(sized(given, 'outgoing amount')) }
}

function intoOf({ inCoin, got }: Entry): Change {
  return { code: requiredCode(inCoin), quantity: sized(got, 'incoming amount') }
}

/** The fee comes beside the amounts. */
function withFee(line: Entry, book: Book, main: () => void): void {
  main()
  for (const { code, fee = '0' } of feesOf(line.feeCoin, line.fee)) bookFee(book, { code, quantity: fee })
}

function earn(line: Entry, book: Book, tag: TransactionTag): void {
  withFee(line, book, () => bookIncome(book, intoOf(line), tag))
}

export const blockpit = tableImporter(
  {
    code: 'blockpit',
    name: 'Blockpit',
    website: 'https://www.blockpit.io',
    version: '2',
    extensions: ['csv', 'xlsx'],
    description: 'Transactions of all wallets and exchanges that Blockpit tracks; each line names its integration.',
    docs: 'Transactions > Export, CSV.',
    colour: '#1d2a57',
    maturity: 'beta',
  },
  [transactions],
)
