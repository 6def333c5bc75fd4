/** Fidelity: reports of positions, which are refused with the report to take instead. */
import { layout, number, optional, text } from '#plugins/kit/index.ts'

const HISTORY = 'Take the history instead: Activity & Orders > History > Download (CSV).'

export const statement = layout({
  name: 'Statement',
  holds: 'positions',
  instead: HISTORY,
  dates: 'mdy',
  numbers: 'dot',
  columns: {
    symbol: text('Symbol/CUSIP'),
    name: text('Description'),
    quantity: number('Quantity'),
    price: number('Price'),
    before: number('Beginning Value'),
    after: number('Ending Value'),
    cost: text('Cost Basis'),
  },
})

export const positions = layout({
  name: 'Portfolio Positions',
  holds: 'positions',
  instead: HISTORY,
  dates: 'mdy',
  numbers: 'dot',
  columns: {
    account: text('Account Number'),
    accountName: text('Account Name'),
    symbol: text('Symbol'),
    name: text('Description'),
    quantity: number('Quantity'),
    price: text('Last Price'),
    worth: text('Current Value'),
    change: optional(text('Last Price Change')),
    today: optional(text("Today's Gain/Loss Dollar")),
    todayShare: optional(text("Today's Gain/Loss Percent")),
    gain: optional(text('Total Gain/Loss Dollar')),
    gainShare: optional(text('Total Gain/Loss Percent')),
    share: optional(text('Percent Of Account')),
    basis: optional(text('Cost Basis Total')),
    average: optional(text('Average Cost Basis')),
    type: optional(text('Type')),
  },
})
