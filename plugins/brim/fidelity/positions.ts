/** Fidelity: reports of positions, which are refused with the report to take instead, or open a portfolio. */
import { type AssetTerms, day, layout, number, optional, optionOf, text, unused } from '#plugins/kit/index.ts'
import { heldBy, type Named } from '../per-unit.ts'
import { isText, REPORT_DAY } from '../report-day.ts'

const shared = {
  holds: 'positions',
  instead: 'Take the history instead: Activity & Orders > History > Download (CSV).',
  dates: 'mdy',
  numbers: 'dot',
  currency: 'USD',
  rows: { '*': heldBy(assetOf) },
} as const

function assetOf({ symbol, name }: Named): AssetTerms {
  // SPAXX** is the fund of the core account.
  return { ...(optionOf(symbol) ?? { symbol: symbol.replace(/\*+$/, '') }), name }
}

export const statement = layout({
  ...shared,
  name: 'Statement',
  columns: {
    symbol: text('Symbol/CUSIP'),
    name: text('Description'),
    quantity: number('Quantity'),
    price: number('Price'),
    before: optional(number('Beginning Value')),
    worth: number('Ending Value'),
    basis: text('Cost Basis'),
    date: optional(day(REPORT_DAY)),
  },
  skip: (line) => {
    if (isText(line)) return 'disclaimer'
    if (/^(sub)?total of /i.test(line.symbol)) return 'total'
    // The core account: each of its dollars is a unit, and none of them had a cost.
    return !/\d/.test(line.basis) && line.price === '1' ? 'cash' : undefined
  },
})

export const positions = layout({
  ...shared,
  name: 'Portfolio Positions',
  columns: {
    account: text('Account Number'),
    accountName: optional(text('Account Name')),
    symbol: text('Symbol'),
    name: text('Description'),
    quantity: number('Quantity'),
    price: text('Last Price'),
    worth: text('Current Value'),
    ...unused('Last Price Change', "Today's Gain/Loss Dollar", "Today's Gain/Loss Percent", 'Total Gain/Loss Dollar'),
    ...unused('Total Gain/Loss Percent', 'Percent Of Account', 'Average Cost Basis', 'Type'),
    basis: optional(text('Cost Basis Total')),
    date: optional(day(REPORT_DAY)),
  },
  // Money and what is pending have a value, but no quantity.
  skip: (line) => (isText(line) ? 'disclaimer' : line.quantity === undefined ? 'cash' : undefined),
})
