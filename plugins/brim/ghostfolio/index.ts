/** Ghostfolio: the export of all activities as JSON, and the tables that its own import reads. */
import { type Book, day, layout, number, optional, product, refuse, tableImporter, text, unit } from '#plugins/kit/index.ts'
import { enteredDays } from '../entered-days.ts'
import { withNames } from './named.ts'

type Activity = {
  readonly date: string
  readonly stamp: string
  readonly kind: string
  readonly symbol: string
  readonly source: string
  readonly quantity: string | undefined
  readonly price: string | undefined
  readonly fees: string | undefined
  readonly description: string
}

/** Fees stand beside quantity x price, never inside it. */
const RULES = {
  numbers: 'dot',
  amounts: 'gross',
  signs: 'sizes',
  kind: (line: Activity) => {
    // 16/09/21 may begin with its year.
    if (/^\d{1,2}\D\d{1,2}\D\d{2}$/.test(line.stamp)) refuse('invalid-date', `The year of ${line.stamp} needs four digits.`)
    return line.kind
  },
  rows: {
    'BUY|SELL': (line: Activity, book: Book) => {
      if (/[<>]/.test(line.symbol)) refuse('invalid-symbol', `"${line.symbol}" is no symbol.`)
      book.trade({ amount: undefined }, /^buy$/i.test(line.kind) ? 'BUY' : 'SELL')
    },
    DIVIDEND: (line: Activity, book: Book) => book.cash('DIVIDEND', { amount: product(line.quantity, line.price) }),
    INTEREST: (line: Activity, book: Book) =>
      book.cash('INTEREST', { ...ofAccount(line), amount: product(line.quantity, line.price) }),
    // A fee is stated in the fee itself; quantity and price are 0.
    FEE: (line: Activity, book: Book) => {
      if (/[1-9]/.test(product(line.quantity ?? '0', line.price ?? '0')))
        refuse('unclear-fee', 'Both the fee and quantity x price state something. Enter it by hand.')
      book.cash('FEE', { ...ofAccount(line), amount: line.fees })
    },
    'ITEM|LIABILITY': { skip: 'an estimate of something that no broker holds' },
  },
} as const

/** Assets made by hand are only the title of interest and fees. */
function ofAccount(line: Activity): { asset?: undefined; description?: string } {
  const title = { description: line.description || line.symbol }
  return /^manual$/i.test(line.source) || /^fee$/i.test(line.kind) ? { asset: undefined, ...title } : {}
}

/** Coins at Yahoo: `BTC-EUR`, and `BTCUSD` as Ghostfolio writes it. */
const COINS =
  /^[A-Z0-9]{2,}(?:-?USD|-(?:USD[CT]|EUR|GBP|CHF|AUD|CAD|NZD|JPY|INR|BRL|SEK|NOK|DKK|PLN|CZK|HKD|SGD|KRW|TRY|ZAR|BTC|ETH))$/i

/** A day is the midnight that the browser sends. Coins are traded on all days, and what was made by hand is of no exchange. */
const days = enteredDays({
  titles: { date: 'date', kind: 'type|action', symbol: 'symbol|code|ticker', source: 'dataSource' },
  isListed: (get) => !/^(coingecko|manual)$/i.test(get('source')) && !COINS.test(get('symbol')),
})

const activities = layout({
  ...RULES,
  name: 'activities',
  json: 'activities',
  dates: 'ymd',
  zone: 'UTC',
  unique: ['id'],
  columns: {
    date: day('date'),
    stamp: text('date'),
    kind: text('type'),
    symbol: text('symbol'),
    source: text('dataSource'),
    quantity: number('quantity'),
    price: number('unitPrice'),
    unit: unit('currency'),
    fees: number('fee'),
    account: optional(text('accountId')),
    description: optional(text('comment')),
    id: optional(text('id')),
    other: optional(text('tags', 'tagIds')),
  },
})

const SOURCE = text('DataSource')

const table = (name: string, symbol: readonly string[], source: typeof SOURCE) =>
  layout({
    ...RULES,
    name,
    dates: 'dmy',
    columns: {
      date: day('Date'),
      stamp: text('Date'),
      kind: text('Action'),
      symbol: text(...symbol),
      source,
      quantity: number('Quantity', 'Qty'),
      price: number('Price', 'UnitPrice'),
      unit: unit('Currency', 'CCY'),
      fees: number('Fee'),
      account: optional(text('Account', 'AccountId')),
      description: optional(text('Note', 'Comment')),
      stated: optional(text('Amount')),
    },
  })

export const ghostfolio = tableImporter(
  {
    code: 'ghostfolio',
    name: 'Ghostfolio',
    website: 'https://ghostfol.io',
    version: '5',
    extensions: ['json', 'csv'],
    description: 'All activities of a Ghostfolio account, and tables in the form that Ghostfolio itself imports.',
    docs: 'Portfolio > Activities > menu at the top right > Export Activities (JSON).',
    colour: '#36cfcc',
    prepare: days.prepare,
    finish: (report, files, given) => withNames(days.finish(report, files, given), files),
  },
  [
    activities,
    table('Import table', ['Code'], optional(SOURCE)),
    table('Import table with sources', ['Symbol', 'Ticker'], SOURCE),
  ],
)
