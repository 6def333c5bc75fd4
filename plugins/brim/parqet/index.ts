/** Parqet: the export of all activities of a portfolio. */
import {
  type Book,
  clock,
  day,
  isinOrSymbol,
  type Line,
  layout,
  negated,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'

const columns = {
  date: day('date'),
  time: clock('time'),
  price: number('price'),
  quantity: number('shares'),
  amount: number('amount'),
  taxes: number('tax'),
  fees: number('fee'),
  kind: text('type'),
  account: optional(text('broker')),
  assets: text('assettype'),
  identifier: text('identifier'),
  wkn: optional(text('wkn')),
  unit: unit('currency'),
  name: text('holdingname'),
  ...unused('datetime', 'realizedgains', 'originalcurrency', 'fxrate', 'holding', 'holdingnickname', 'exchange'),
  ...unused('avgholdingperiod'),
}

type Activity = Line<typeof columns>

const activities = layout({
  name: 'Activities',
  dates: 'dmy',
  zone: 'Europe/Berlin',
  numbers: 'proven',
  amounts: 'gross',
  columns,
  defaults: { asset: assetOf, taxes: (line) => (isRefunded(line) ? undefined : line.taxes) },
  rows: {
    Buy: (line, book) => book.trade({ amount: negated(line.amount) }, 'BUY'),
    Sell: (line, book) => {
      book.trade({}, 'SELL')
      bookRefund(line, book)
    },
    Dividend: (line, book) => {
      book.cash('DIVIDEND')
      bookRefund(line, book)
    },
    Interest: (line, book) => {
      book.cash('INTEREST', { asset: undefined, description: line.name })
      bookRefund(line, book)
    },
    'TransferIn|Deposit': (line, book) => {
      if (isCash(line)) return book.cash('DEPOSIT')
      if (line.quantity?.startsWith('-')) refuse('unexpected-sign', 'Fewer than no shares came in. Enter it by hand.')
      book.inKind('TRANSFER', { cost: line.amount })
    },
    'TransferOut|Withdrawal': (line, book) => {
      if (isCash(line)) return book.cash('WITHDRAWAL', { amount: negated(line.amount) })
      if (line.quantity?.startsWith('-')) refuse('unexpected-sign', 'Fewer than no shares went out. Enter it by hand.')
      book.inKind('TRANSFER', { quantity: negated(line.quantity) })
    },
  },
})

const isCash = ({ assets }: Activity) => /^cash$/i.test(assets)
const isRefunded = ({ taxes }: Activity) => taxes?.startsWith('-') === true

function assetOf({ identifier, wkn, name, assets }: Activity) {
  const identifiers = wkn === '' ? undefined : [{ kind: 'WKN', value: wkn } as const]
  return { ...isinOrSymbol(identifier), name, identifiers, type: /^crypto/i.test(assets) ? ('CRYPTO' as const) : undefined }
}

/** A tax below zero came back, with a sale at a loss for instance: it is a line of its own. */
function bookRefund(line: Activity, book: Book): void {
  if (isRefunded(line)) book.cash('TAX', { ...(isCash(line) ? { asset: undefined } : {}), amount: negated(line.taxes) })
}

export const parqet = tableImporter(
  {
    code: 'parqet',
    name: 'Parqet',
    website: 'https://www.parqet.com',
    version: '2',
    description: 'All activities of a portfolio at Parqet.',
    docs: 'Portfolio > Activities > Export (CSV).',
    colour: '#009991',
  },
  [activities],
)
