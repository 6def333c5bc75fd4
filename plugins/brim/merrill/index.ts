/** Merrill (Edge, Lynch): the activity download. */
import {
  type AssetTerms,
  day,
  isZero,
  type Line,
  layout,
  number,
  optional,
  optionOf,
  refuse,
  sizeOf,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { unclearOption } from '../north-america.ts'

const columns = {
  date: day('Trade Date'),
  settledOn: optional(day('Settlement Date')),
  status: text('Pending/Settled'),
  ...unused('Account Nickname', 'Account Registration'),
  account: text('Account #'),
  type: text('Type'),
  kind: text('Description 1'),
  text: text('Description 2'),
  symbol: text('Symbol/CUSIP #'),
  quantity: number('Quantity'),
  price: number('Price ($)'),
  amount: number('Amount ($)'),
}

type Entry = Line<typeof columns>

const activity = layout({
  name: 'Activity',
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  columns,
  defaults: { asset: assetOf, quantity: (line) => sizeOf(line.quantity) },
  skip: (line) => {
    if (/^pending$/i.test(line.status)) return 'pending: it comes again when it is settled'
    // Of a bond, whose number may look alike, it is paid and not bought.
    const isBought = isShares(line) && /^(bank )?interest$/i.test(line.kind) && line.amount?.startsWith('-') === true
    const isWithin = /^(deposit|withdrawal)$/i.test(line.kind) || isBought
    const isSweep = isWithin && /^(IIAXX|\d{9})$/.test(line.symbol)
    return isSweep ? 'moved within the account: the deposit account is its cash' : undefined
  },
  rows: {
    'Purchase|Option Purchase': 'BUY',
    'Sale|Option Sale|Sale-Option Exercised|Sale-Option Assigned': 'SELL',
    'Option Expired|Option Assigned|Option Exercised': unclearOption,
    'Dividend|Foreign Dividend': (line, book) => {
      // Shares for nothing may be those of a split; the row does not tell.
      if (!isZero(line.quantity) && isZero(line.amount))
        refuse(
          'unclear-event',
          'Shares came without money: of a split or as a dividend. Look it up at the broker and enter it by hand.',
        )
      book.cash('DIVIDEND', { description: line.kind })
    },
    'Bank Interest|Interest': (line, book) => {
      // Among the trades it is a purchase with what was earned.
      if (isShares(line)) book.trade({}, 'BUY')
      else book.cash('INTEREST', { asset: undefined, description: line.text })
    },
    'Foreign Tax Withholding': (line, book) => book.cash('TAX', { description: line.kind }),
    'Depository Bank (ADR) Fee': (line, book) => book.cash('FEE', { description: line.kind }),
    'Funds Received|Current Year Contribution': (line, book) => book.cash('DEPOSIT', { description: line.text }),
  },
})

function isShares({ type, quantity }: Entry): boolean {
  return /^securitytransactions$/i.test(type) && !isZero(quantity)
}

/** Options have symbols of Merrill's own. */
function assetOf({ kind, symbol, text }: Entry): AssetTerms {
  if (/^-*$/.test(symbol)) refuse('no-asset', 'The row names no security.')
  const share = { symbol, name: text.replace(/\s+(HOLDING|PAY ?DATE|UNSOLICITED|FRAC)\b.*$/i, '') }
  return /^option /i.test(kind) ? (optionOf(symbol) ?? { ...share, type: 'OPTION', priceQuantity: '0.01' }) : share
}

export const merrill = tableImporter(
  {
    code: 'merrill',
    name: 'Merrill',
    website: 'https://www.merrilledge.com',
    version: '2',
    description: 'The activity download of Merrill Edge and Merrill Lynch.',
    docs: 'Accounts > Activity > Download > CSV.',
    colour: '#012169',
    maturity: 'beta',
  },
  [activity],
)
