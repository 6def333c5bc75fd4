/** Snapshots of holdings: positions, and the closes of their day. */
import { day, layout, number, optional, product, text, unit } from '#plugins/kit/index.ts'

/** Money among the holdings. */
export const CASH = /^\$?CASH\b/i
const SNAPSHOT = /^(date|symbol|quantity|price|avgCost|currency|account)?$/

export const holdings = layout({
  name: 'Holdings',
  holds: 'positions',
  instead: 'Export the activities instead: Settings > Exports > Activities (CSV).',
  when: ({ tables: [table] }) => table?.rows[0]?.cells.every((title) => SNAPSHOT.test(title)) === true,
  dates: 'ymd',
  numbers: 'dot',
  columns: {
    date: day('date'),
    symbol: text('symbol'),
    quantity: number('quantity'),
    price: optional(number('price')),
    average: optional(number('avgCost')),
    unit: unit('currency'),
    account: optional(text('account')),
  },
  kind: (line) => (CASH.test(line.symbol) ? 'cash' : 'holding'),
  rows: {
    cash: { skip: 'cash' },
    holding: (line, book) => {
      const asset = { symbol: line.symbol, currency: line.unit?.currency }
      book.position({ asset, cost: line.average === undefined ? undefined : product(line.quantity, line.average) })
      if (line.price !== undefined) book.close({ asset })
    },
  },
})
