/** Scalable Capital: the transactions of the broker, whose amounts are quantity x price, with fee and tax beside them. */
import {
  add,
  type Book,
  clock,
  day,
  decimal,
  isin,
  type Line,
  layout,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'

const columns = {
  date: day('date'),
  time: optional(clock('time')),
  status: text('status'),
  id: text('reference'),
  name: text('description'),
  className: text('assetType'),
  kind: text('type'),
  isin: isin('isin'),
  quantity: number('shares'),
  price: number('price'),
  amount: number('amount'),
  fees: number('fee'),
  taxes: number('tax'),
  unit: unit('currency'),
}

type Row = Line<typeof columns>

const isSwitch = ({ kind, id }: { readonly kind: string; readonly id: string }) =>
  /^security transfer$/i.test(kind) && /^(wwum|switch)-/i.test(id)

const transactions = layout({
  name: 'Transactions',
  dates: 'ymd',
  zone: 'Europe/Berlin',
  numbers: 'comma',
  amounts: 'gross',
  columns,
  skip: ({ status }) => (/^executed$/i.test(status) ? undefined : `not executed (${status})`),
  rows: {
    'Buy|Savings plan': (line, book) => trade(line, book, 'BUY'),
    Sell: (line, book) => trade(line, book, 'SELL'),
    'Deposit|Withdrawal': 'MOVE',
    Distribution: (line, book) => earn(line, book, 'DIVIDEND'),
    Interest: (line, book) => earn(line, book, 'INTEREST'),
    Fee: 'FEE',
    Taxes: 'TAX',
    'Security transfer': (_, book) => book.inKind('TRANSFER'),
  },
  // The custodian changed: what went out of one came to the other a day later.
  cases: {
    key: (line) => (isSwitch(line) ? (line.isin ?? '') : undefined),
    book: (lines, book) => {
      const left = lines.map(({ quantity }) => decimal(quantity ?? '0')).reduce(add)
      if (left !== 0n)
        refuse(
          'no-pair',
          'The security went to another custodian, and its other row is not in this report: export a longer period.',
        )
      book.skip('moved from one custodian to the other')
    },
  },
})

function earn({ kind, taxes }: Row, book: Book, type: 'DIVIDEND' | 'INTEREST'): void {
  if (/[1-9]/.test(taxes ?? ''))
    refuse(
      'unclear-tax',
      `The row does not say whether the tax is inside the amount of the ${kind.toLowerCase()}. Enter it by hand.`,
    )
  book.cash(type)
}

/** The kind of the row tells which way the money goes; the sign of the amount does not always. */
function trade(line: Row, book: Book, direction: 'BUY' | 'SELL'): void {
  const size = (line.amount ?? refuse('no-amount', 'The row has no amount.')).replace('-', '')
  const quantity = line.quantity?.replace('-', '')
  book.trade({ quantity, amount: direction === 'BUY' ? `-${size}` : size }, direction)
}

export const scalable = tableImporter(
  {
    code: 'scalable',
    name: 'Scalable Capital',
    website: 'https://scalable.capital',
    version: '2',
    languages: ['en', 'de'],
    description: 'Transactions of the broker account at Scalable Capital.',
    docs: 'Broker > Transactions > Export (CSV).',
    colour: '#28ebcf',
  },
  [transactions],
)
