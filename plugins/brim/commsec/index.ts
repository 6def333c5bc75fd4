/** CommSec: confirmations of trades, and transactions of the trading account, where what was traded stands in the text. */
import {
  type Book,
  day,
  decimal,
  formatDecimal,
  layout,
  number,
  optional,
  refuse,
  subtract,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'

type Entry = {
  readonly details: string
  readonly debit: string | undefined
  readonly credit: string | undefined
  readonly reference: string
}

const TRADE = /^(B|BUY|S|SELL) ([\d,]+) ([A-Z0-9]+) @ ([\d.]+)$/i
/** Money from or to a bank, and such a transfer that was rejected. */
const MOVED = /^(Direct Transfer|Rej D\/Tsfer)\b(?!.*\b(fees?|charges?)\b)/i

const confirmations = layout({
  name: 'Confirmations',
  dates: 'dmy',
  numbers: 'dot',
  signs: 'sizes',
  currency: 'AUD',
  columns: {
    symbol: text('Code'),
    name: optional(text('Company')),
    date: day('Date'),
    type: text('Type'),
    quantity: number('Quantity'),
    price: number('Unit Price ($)'),
    fees: number('Brokerage+GST ($)'),
    ...unused('Trade Value ($)', 'GST ($)', 'Contract Note'),
    amount: number('Total Value ($)'),
  },
  kind: (line) => line.type,
  rows: { Buy: 'BUY', Sell: 'SELL' },
})

const account = layout({
  name: 'Transactions',
  dates: 'dmy',
  numbers: 'dot',
  currency: 'AUD',
  columns: {
    date: day('Date'),
    reference: text('Reference'),
    details: text('Details'),
    debit: number('Debit($)', 'Debit ($)'),
    credit: number('Credit($)', 'Credit ($)'),
    balance: optional(text('Balance($)', 'Balance ($)')),
  },
  kind: ({ details }) => {
    if (TRADE.test(details)) return 'trade'
    return MOVED.test(details) ? 'moved' : details
  },
  rows: { trade, moved: (line, book) => book.cash('MOVE', { amount: changeOf(line), description: line.details, id: undefined }) },
})

function changeOf({ debit, credit }: Entry): string {
  return formatDecimal(subtract(decimal(credit ?? '0'), decimal(debit ?? '0')))
}

/** The brokerage is inside, and not stated. */
function trade(line: Entry, book: Book): void {
  const { details, reference } = line
  const [, word = '', quantity, symbol, price] = TRADE.exec(details) ?? []
  if (symbol === undefined) refuse('no-asset', `"${details}" names no share.`)
  const figures = {
    asset: symbol,
    quantity: quantity?.replaceAll(',', ''),
    price,
    amount: changeOf(line),
    id: reference,
    description: details,
  }
  book.trade(figures, /^b/i.test(word) ? 'BUY' : 'SELL')
}

export const commsec = tableImporter(
  {
    code: 'commsec',
    name: 'CommSec',
    website: 'https://www.commsec.com.au',
    version: '2',
    maturity: 'beta',
    description:
      'Purchases and sales at CommSec, from the confirmations or from the transactions of the account: take one of them, not both.',
    docs: 'Portfolio > Accounts > Confirmations (or Transactions), choose the period, then Downloads > CSV.',
    colour: '#ffcc00',
  },
  [confirmations, account],
)
