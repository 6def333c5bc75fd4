/** interactive investor: the transaction history of an account in pounds, where the description tells what a row is, and the portfolio. */
import { day, layout, number, optional, parseNumber, present, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { bookNetTrade } from '../net-trade.ts'
import { dayOfPosition, positionsDay } from '../report-day.ts'

/** Money of other accounts, as conversions call it. */
const MONEY: Readonly<Partial<Record<string, string>>> = {
  ...{ 'u.s. dollar': 'USD', euro: 'EUR', 'australian dollar': 'AUD', 'canadian dollar': 'CAD', 'swiss franc': 'CHF' },
  ...{ 'hong kong dollar': 'HKD', 'singapore dollar': 'SGD', 'swedish krona': 'SEK' },
}
/** `120 HARBOUR  Del   4.82 S Date 01/07/26`: the price is cut to two places, and the date is that of settlement. */
const TRADE = /^[\d,.]+\s+(\S.*?)\s+(?:(?:Del|NoTf)\s+)?[\d,]*\.?\d+\s+S Date\s+\d\d\/\d\d\/\d\d$/i
const DIVIDEND = /^Div\s+(?:[\d,.]+\s+)?(\S.*?)(?:\s+[A-Z]{3}[\d.]+)?$/i
const SEDOL = /^[B-DF-HJ-NP-TV-Z\d]{6}\d$/

type Named = Readonly<Record<'code' | 'sedol', string>>
type Moved = Readonly<Record<'debit' | 'credit', string>>

const filled = (cell: string) => (/^n\/a$/i.test(cell) ? '' : cell)

/** What was paid or received. Accounts in other money have the same columns; the sign of the money alone says so. */
function amountOf({ debit, credit }: Moved): string {
  const [paid, received] = [filled(debit), filled(credit)]
  const cell = paid || received || refuse('no-amount', 'The row has neither a debit nor a credit.')
  if (paid !== '' && received !== '') refuse('no-amount', 'The row has both a debit and a credit.')
  if (!cell.includes('£')) refuse('unknown-currency', `Only accounts in pounds are read, but "${cell}" has no £.`)
  const size = parseNumber(cell, 'dot')
  if (size === undefined || size.startsWith('-')) return refuse('invalid-number', `"${cell}" is no amount.`)
  return paid === '' ? size : `-${size}`
}

function assetOf(line: Named, description: string, pattern: RegExp) {
  const [symbol, sedol] = [filled(line.code), filled(line.sedol)]
  const ref = symbol || sedol || refuse('no-asset', 'The row has neither a symbol nor a SEDOL.')
  const identifiers = SEDOL.test(sedol) ? [{ kind: 'SEDOL', value: sedol } as const] : undefined
  return { ref, symbol, name: pattern.exec(description)?.[1], identifiers }
}

const history = layout({
  name: 'Transaction history',
  ...{ dates: 'dmy', zone: 'Europe/London', numbers: 'dot', currency: 'GBP', stated: true },
  columns: {
    ...{ date: day('Date'), settledOn: optional(day('Settlement Date')), code: text('Symbol'), sedol: text('Sedol') },
    ...{ quantity: number('Quantity'), price: number('Price'), description: text('Description'), ...present('Reference') },
    ...{ debit: text('Debit'), credit: text('Credit'), balance: number('Running Balance') },
  },
  defaults: { amount: amountOf },
  kind: ({ description }) => description,
  rows: { 'Gross interest': 'INTEREST' },
  phrases: [
    [
      TRADE,
      (line, book) => {
        const { description, price, quantity = refuse('no-quantity', 'The row has no quantity.') } = line
        const amount = amountOf(line)
        const direction = amount.startsWith('-') ? 'BUY' : 'SELL'
        const name = TRADE.exec(description)?.[1]?.toLowerCase() ?? ''
        const money = filled(line.code) === '' && filled(line.sedol) === '' ? MONEY[name.replace(/s$/, '')] : undefined
        const [pounds, others] = [{ asset: 'GBP', quantity: amount } as const, { asset: money ?? '', quantity } as const]
        if (money === undefined) {
          const asset = assetOf(line, description, TRADE)
          bookNetTrade(book, { asset, quantity, price, quoted: 'GBP', amount, unit: 'GBP' }, direction)
        } else if (direction === 'BUY') book.swap([pounds], [others])
        else book.swap([others], [pounds])
      },
    ],
    [DIVIDEND, (line, book) => book.cash('DIVIDEND', { asset: assetOf(line, line.description, DIVIDEND) })],
    [/^total monthly fee\b/i, 'FEE'],
    [/^(?:\d{4}\/\d\d )?(?:isa )?subscription(?: re \S+)?$/i, 'MOVE'],
    [/^(?:debit card payment|cash received)\b/i, 'MOVE'],
    [/^trf from\b/i, 'TRANSFER'],
  ],
})

const portfolio = layout({
  name: 'Portfolio',
  holds: 'positions',
  instead: 'Take the transaction history: Portfolio > Transaction history, choose the account and a period, then download.',
  ...{ dates: 'dmy', numbers: 'dot', currency: 'GBP' },
  columns: {
    ...{ symbol: text('Symbol'), name: text('Name'), quantity: number('Qty'), cost: number('Book Cost') },
    ...present('Price', 'Market Value £'),
    ...unused('Market Value', 'Average Price', 'Change', 'Chg %', 'Day Gain/Loss', 'Day Gain/Loss %'),
    ...unused('Gain', 'Gain %', 'Gain/Loss', 'Gain/Loss %'),
  },
  skip: ({ symbol }) => (symbol === '' || symbol === 'Totals' ? 'total' : undefined),
  rows: { '*': (_, book) => book.position({ date: dayOfPosition({ date: undefined }, book.options) }) },
})

export const interactiveInvestor = tableImporter(
  {
    ...{ code: 'interactive-investor', name: 'interactive investor', website: 'https://www.ii.co.uk', colour: '#ff5a00' },
    description: 'Transaction history of an account in pounds at interactive investor. Of the portfolio it shows what is held.',
    docs: 'Portfolio > Transaction history, choose the account and a period, then download (CSV).',
    maturity: 'beta',
    options: [positionsDay],
  },
  [history, portfolio],
)
