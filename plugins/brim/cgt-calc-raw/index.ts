/** The table that the UK calculator of capital gains `cgt-calc` reads from any broker (RAW). */
import { day, layout, number, product, tableImporter, text, unit } from '#plugins/kit/index.ts'

const raw = layout({
  name: 'RAW',
  exact: true,
  dates: 'ymd',
  numbers: 'dot',
  amounts: 'gross',
  signs: 'sizes',
  columns: {
    date: day('date'),
    kind: text('action'),
    symbol: text('symbol'),
    quantity: number('quantity'),
    price: number('price'),
    fees: number('fees'),
    unit: unit('currency'),
  },
  rows: {
    BUY: (_line, book) => book.trade({ amount: undefined }, 'BUY'),
    SELL: (_line, book) => book.trade({ amount: undefined }, 'SELL'),
    DIVIDEND: (line, book) => book.cash('DIVIDEND', { amount: product(line.quantity, line.price) }),
    INTEREST: (line, book) => book.cash('INTEREST', { asset: undefined, amount: product(line.quantity, line.price) }),
    // The quantity is what came in addition.
    STOCK_SPLIT: (_, book) => book.split(),
  },
})

export const cgtCalcRaw = tableImporter(
  {
    code: 'cgt-calc-raw',
    name: 'cgt-calc RAW',
    broker: 'cgt-calc',
    website: 'https://github.com/KapJI/capital-gains-calculator',
    description: 'The RAW table of transactions of the capital gains calculator cgt-calc.',
    docs: 'The file that is given to cgt-calc as --raw-file: date, action, symbol, quantity, price, fees, currency.',
    colour: '#1d4e89',
  },
  [raw],
)
