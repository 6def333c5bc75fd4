/** A statement of trades with words of several brokers, money signs and days in two styles. */
import { day, layout, number, optional, refuse, text, unit } from '#plugins/kit/index.ts'

export const statement = layout({
  name: 'Statement',
  dates: 'mdy',
  numbers: 'dot',
  amounts: 'net',
  signs: 'sizes',
  columns: {
    posted: text('Date'),
    date: day('Trade Date'),
    settledOn: optional(day('Settlement Date')),
    kind: text('Side'),
    symbol: text('Symbol'),
    name: text('Company'),
    quantity: number('Quantity'),
    price: number('Per Share Cost'),
    amount: number('Settle Amount Net'),
    ratio: text('Settle Amount Net'),
    fees: number('Fee'),
    unit: unit('Currency'),
    description: text('Notes'),
  },
  skip: ({ posted }) => (/^(total:|\*)/i.test(posted) ? 'footer' : undefined),
  kind: (line) => line.kind,
  rows: {
    'Buy|Bought': 'BUY',
    'Sell|Sold': 'SELL',
    'DIV|Dividend': 'DIVIDEND',
    DRIP: ({ symbol, name }, book) => {
      book.cash('DIVIDEND', { asset: { symbol, name }, fees: undefined })
      book.trade({}, 'BUY')
      book.note(
        'warning',
        'dividend-reinvested',
        'Booked as a dividend and as a purchase for the same amount: the row has no other.',
      )
    },
    'Interest Earned|Interest': 'INTEREST',
    'Cash Deposit|Deposit': 'DEPOSIT',
    Withdrawal: (line, book) => book.cash('WITHDRAWAL', { amount: line.amount?.replace('-', '') }),
    Fee: 'FEE',
    'Stock Split': (line, book) => {
      if (!/^\d+:\d+$/.test(line.ratio)) refuse('no-ratio', `"${line.ratio}" is no ratio.`)
      book.add({ type: 'SPLIT', asset: book.asset({ symbol: line.symbol, name: line.name }), ratio: line.ratio })
    },
    Forex: () =>
      refuse('unclear-swap', 'The row does not say which currency was paid and how much of it. Enter the conversion by hand.'),
  },
})
