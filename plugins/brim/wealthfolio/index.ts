/** Wealthfolio: activities, and snapshots of holdings; beside them the statement that it takes for a test of its own import. */
import { day, isZero, layout, number, optional, product, refuse, tableImporter, text, unit, unused } from '#plugins/kit/index.ts'
import { enteredDays } from '../entered-days.ts'
import { bookMoved } from '../moved-asset.ts'

const TYPES = { CRYPTO: 'CRYPTO', BOND: 'BOND', OPTION: 'OPTION', METAL: 'COMMODITY', ETF: 'ETF', FUND: 'FUND' } as const
/** Subtypes that say more than their type. */
const SUBTYPED = /^(DIVIDEND (DRIP|DIVIDEND_IN_KIND)|INTEREST STAKING_REWARD|CREDIT (BONUS|REBATE|REFUND))$/
const OWN = /^(activityType|instrumentType|subtype)$/
/** Money among the holdings. */
const CASH = /^\$?CASH\b/i
const REINVESTED = 'dividend-reinvested'

/** Older versions stored the midnight of the user's clock; later ones store four in the afternoon, which is as late in America. */
const days = enteredDays({
  titles: { date: 'date', kind: 'activityType', instrument: 'instrumentType', money: 'accountCurrency', own: 'currency' },
  isListed: (get) => !/crypto/i.test(get('instrument')),
  isAfternoon: (get) => /^(USD|CAD|MXN|BRL|ARS|CLP|COP|PEN)$/.test(get('money') || get('own')),
})

type Named = Readonly<Record<'symbol' | 'name' | 'instrument', string>>
type Figures = Readonly<Record<'amount' | 'quantity' | 'price', string | undefined>>

const typeOf = (instrument: string) => TYPES[instrument.toUpperCase() as keyof typeof TYPES]
const assetOf = ({ symbol, name, instrument }: Named) => ({ symbol, name, type: typeOf(instrument) })
const securityOf = (line: Named) => (line.symbol === '' || CASH.test(line.symbol) ? undefined : assetOf(line))
const out = (figure: string | undefined) => (figure === undefined ? undefined : `-${figure}`)

/** The amount as it stands there, else quantity x price; 0 in place of nothing is none. */
const amountOf = ({ amount = '', quantity, price }: Figures) => (isZero(amount) ? product(quantity, price) : amount)

/** A charge may stand in its own column instead of the amount; older versions wrote it as quantity x price. */
function chargeOf({ amount, quantity, price }: Figures, own: string | undefined): string | undefined {
  if (!isZero(amount)) return amount
  return isZero(own) && !isZero(quantity) && !isZero(price) ? product(quantity, price) : own
}

/** The final amount of a trade; older versions wrote quantity x price there, without the fee. */
function totalOf({ amount, quantity, price }: Figures): string | undefined {
  const isGross = quantity !== undefined && price !== undefined && amount === product(quantity, price)
  return isZero(amount) || isGross ? undefined : amount
}

const activities = layout({
  name: 'Activities',
  dates: 'ymd',
  numbers: 'dot',
  unique: ['id'],
  columns: {
    date: day('date', 'activityDate'),
    kind: text('activityType', 'type'),
    // Of an export `symbol` is the number of the asset, and its symbol has a column of its own.
    symbol: text('assetSymbol', 'symbol'),
    quantity: number('quantity'),
    price: number('unitPrice', 'unit_price'),
    unit: unit('currency'),
    fees: number('fee'),
    amount: number('amount'),
    taxes: optional(number('tax')),
    instrument: optional(text('instrumentType')),
    subtype: optional(text('subtype')),
    description: optional(text('comment', 'notes')),
    account: optional(text('account', 'accountName')),
    isin: optional(text('isin')),
    id: optional(text('id')),
    status: optional(text('status')),
    draft: optional(text('isDraft')),
    name: optional(text('assetName')),
    ...unused(
      ...['symbol', 'assetId', 'accountId', 'accountCurrency', 'assetDataSource', 'assetPricingMode', 'assetQuoteMode'],
      ...['exchangeMic', 'fxRate', 'createdAt', 'updatedAt', 'needsReview', 'isUserModified', 'metadata', 'subRows'],
      ...['sourceSystem', 'sourceRecordId', 'sourceGroupId', 'idempotencyKey', 'importRunId'],
    ),
  },
  // Words that anybody's table may have; the spelling is Wealthfolio's own.
  when: ({ tables }) =>
    tables.some(({ rows }) => rows.slice(0, 5).some(({ cells }) => cells.some((cell) => OWN.test(cell.trim())))),
  skip: ({ status, draft }) =>
    (status !== '' && !/^posted$/i.test(status)) || /^true$/i.test(draft) ? `not final: ${status || 'draft'}` : undefined,
  kind: ({ kind, subtype }) => (SUBTYPED.test(`${kind} ${subtype}`) ? `${kind} ${subtype}` : kind),
  defaults: { asset: assetOf, amount: amountOf },
  rows: {
    BUY: (line, book) => book.trade({ amount: out(totalOf(line)) }, 'BUY'),
    SELL: (line, book) => book.trade({ amount: totalOf(line) }, 'SELL'),
    DIVIDEND: 'DIVIDEND',
    // The dividend, and shares for the same amount; no cash is left of it.
    'DIVIDEND DRIP|DIVIDEND DIVIDEND_IN_KIND': (line, book) => {
      book.cash('DIVIDEND')
      book.trade({ amount: out(amountOf(line)), fees: undefined, taxes: undefined }, 'BUY')
      const detail = `Booked as a dividend and as a purchase of ${line.quantity} for the same amount. Check that these are the shares that came in.`
      book.note('warning', REINVESTED, detail)
    },
    INTEREST: (_, book) => book.cash('INTEREST', { asset: undefined }),
    'INTEREST STAKING_REWARD': (line, book) => {
      const cost = isZero(line.amount) && isZero(line.price) ? 'market' : amountOf(line)
      book.inKind('INTEREST', { asset: { ...assetOf(line), type: 'CRYPTO' }, cost, tags: ['staking'] })
    },
    DEPOSIT: 'DEPOSIT',
    WITHDRAWAL: (line, book) => book.cash('WITHDRAWAL', { amount: out(amountOf(line)) }),
    'TRANSFER_IN|ADD_HOLDING|TRANSFER_OUT|REMOVE_HOLDING': (line, book) => {
      const [asset, sign] = [securityOf(line), /^(transfer_out|remove_holding)$/i.test(line.kind) ? '-' : ''] as const
      if (asset === undefined) book.cash('TRANSFER', { asset, amount: `${sign}${amountOf(line)}`, fees: undefined })
      else bookMoved(book, asset, line, sign)
      if (asset !== undefined && !isZero(line.fees)) book.cash('FEE', { asset, amount: out(line.fees) })
    },
    FEE: (line, book) => book.cash('FEE', { asset: securityOf(line), amount: out(chargeOf(line, line.fees)) }),
    TAX: (line, book) => book.cash('TAX', { asset: securityOf(line), amount: out(chargeOf(line, line.taxes)) }),
    // The ratio is the amount; the template of Wealthfolio has it in the quantity.
    SPLIT: (line, book) => {
      const ratio = isZero(line.amount) ? line.quantity : line.amount
      if (isZero(ratio) || ratio?.startsWith('-')) refuse('no-ratio', 'A split needs its ratio in the amount.')
      book.split({}, `${ratio}:1`)
      if (isZero(line.amount))
        book.note('warning', 'split-ratio', `The ratio ${ratio}:1 was taken from the quantity: the amount is empty.`)
    },
    'CREDIT BONUS': (_, book) => book.cash('INTEREST', { asset: undefined, tags: ['bonus'] }),
    'CREDIT REBATE|CREDIT REFUND': (line, book) => book.cash('FEE', { asset: securityOf(line) }),
    CREDIT: ({ subtype }) =>
      refuse('unknown-type', `A credit of the subtype "${subtype}" may be income or a fee that came back. Enter it by hand.`),
  },
})

/** Snapshots of holdings: positions, and the closes of their day. */
const holdings = layout({
  name: 'Holdings',
  holds: 'positions',
  instead: 'Export the activities instead: Settings > Exports > Activities (CSV).',
  exact: true,
  dates: 'ymd',
  numbers: 'dot',
  columns: {
    ...{ date: day('date'), symbol: text('symbol'), quantity: number('quantity') },
    ...{ price: optional(number('price')), average: optional(number('avgCost')) },
    unit: unit('currency'),
    account: optional(text('account')),
  },
  skip: (line) => (CASH.test(line.symbol) ? 'cash' : undefined),
  rows: {
    '*': ({ symbol, quantity, price, average, unit: own }, book) => {
      const asset = { symbol, currency: own?.currency }
      book.position({ asset, cost: average === undefined ? undefined : product(quantity, average) })
      if (price !== undefined) book.close({ asset })
    },
  },
})

/** A statement of trades with words of several brokers, money signs and days in two styles. */
const statement = layout({
  name: 'Statement',
  dates: 'mdy',
  numbers: 'dot',
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
  rows: {
    'Buy|Bought': 'BUY',
    'Sell|Sold': 'SELL',
    'DIV|Dividend': 'DIVIDEND',
    DRIP: (_, book) => {
      book.cash('DIVIDEND', { fees: undefined })
      book.trade({}, 'BUY')
      book.note('warning', REINVESTED, 'Booked as a dividend and as a purchase for the same amount: the row has no other.')
    },
    'Interest Earned|Interest': 'INTEREST',
    'Cash Deposit|Deposit': 'DEPOSIT',
    Withdrawal: (line, book) => book.cash('WITHDRAWAL', { amount: line.amount?.replace('-', '') }),
    Fee: 'FEE',
    'Stock Split': (line, book) => {
      if (!/^\d+:\d+$/.test(line.ratio)) refuse('no-ratio', `"${line.ratio}" is no ratio.`)
      book.split({}, line.ratio)
    },
    Forex: () => refuse('unclear-swap', 'The row does not say what was paid, and how much. Enter the conversion by hand.'),
  },
})

export const wealthfolio = tableImporter(
  {
    ...{ code: 'wealthfolio', name: 'Wealthfolio', website: 'https://wealthfolio.app', version: '3', colour: '#3a7d44' },
    ...days,
    description: 'Activities of Wealthfolio, its snapshots of holdings, and statements in the form of its test data.',
    docs: 'Settings > Exports > Activities (CSV).',
  },
  [activities, holdings, statement],
)
