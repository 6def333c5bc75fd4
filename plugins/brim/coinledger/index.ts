/** CoinLedger: the export of all records, of which one event may be several rows with one id. */
import { isFiat, type Line, layout, moment, number, optional, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { bookIncome, bookMove, COINS, changeOf } from '../coins.ts'

const columns = {
  ...moment('Timestamp (UTC)'),
  kind: text('Type'),
  id: text('Internal Id'),
  account: text('Platform'),
  platformId: text('Platform Id'),
  ...unused('Account Name', 'Blockchain Id'),
  side: text('Record Type'),
  coin: text('Asset'),
  quantity: number('Amount'),
  description: optional(text('Description')),
}

type Entry = Line<typeof columns>

/** What is given for what: also coins for the token of a pool, and back. */
const TRADES = /^(buy|sell|trade|swap|composite swap|add liquidity|remove liquidity)$/i

const records = layout({
  ...COINS,
  name: 'Transactions',
  dates: 'ymd',
  zone: 'UTC',
  columns,
  defaults: {
    asset: ({ coin }) => (isFiat(coin) ? undefined : coin),
    amount: ({ quantity }) => quantity,
    unit: ({ coin }) => coin,
  },
  kind: (line) => {
    requireCode(line)
    return line.kind
  },
  rows: {
    'Deposit|Withdrawal|Transfer|Manual Position|Gift Received|Gift Sent|Merchant Payment': (line, book) =>
      bookMove(book, changeOf(line)),
    'Interest|Interest Payment': (line, book) => bookIncome(book, changeOf(line), 'lending'),
    Staking: (line, book) => bookIncome(book, changeOf(line), 'staking'),
    'Mining|Income|Other Income': (line, book) => bookIncome(book, changeOf(line), 'reward'),
    'Airdrop|Hard Fork': (line, book) => bookIncome(book, changeOf(line), 'airdrop'),
    'Margin Gain|Margin Loss': (line, book) => bookIncome(book, changeOf(line), 'margin'),
    'Network Fee|Platform Fee|Fee': (line, book) => (isFiat(line.coin) ? book.cash('FEE') : book.inKind('FEE')),
    'Investment Loss|Theft Loss|Casualty Loss': (line, book) => {
      if (isFiat(line.coin)) book.cash('FEE')
      else book.inKind('ADJUSTMENT', { description: line.kind })
    },
  },
  cases: {
    key: (line) => (TRADES.test(line.kind) ? eventOf(line) : undefined),
    book: (lines, book) => {
      const legs = (side: RegExp) =>
        lines.flatMap(({ side: own, coin, quantity }) =>
          side.test(own) && quantity !== undefined ? { asset: coin, quantity } : [],
        )
      const [outs, ins, fees] = [legs(/^debit$/i), legs(/^credit$/i), lines.filter(({ side }) => /fee$/i.test(side))]
      if (outs.length === 0 || ins.length === 0 || outs.length + ins.length + fees.length < lines.length)
        refuse(
          'unclear-swap',
          'Of this event there must be a row for what goes out and one for what comes in, with the same Internal Id.',
        )
      book.swap(outs, ins)
      for (const line of fees) {
        if (isFiat(line.coin)) book.on(line).cash('FEE')
        else book.on(line).inKind('FEE')
      }
    },
  },
})

function requireCode({ coin }: Entry): void {
  if (!/^[\w.$-]+$/.test(coin)) refuse('unknown-asset', `"${coin}" is no code of a currency or coin.`)
}

/** The rows of one event bear one number. */
function eventOf(line: Entry): string {
  requireCode(line)
  return /^\w+$/.test(line.id) ? line.id : refuse('no-id', 'The row has no Internal Id, so nobody knows which rows belong to it.')
}

export const coinledger = tableImporter(
  {
    code: 'coinledger',
    name: 'CoinLedger',
    website: 'https://coinledger.io',
    version: '2',
    description: 'All transactions of all wallets and exchanges at CoinLedger.',
    docs: 'Transactions > Export (CSV).',
    colour: '#2d6cdf',
  },
  [records],
)
