/** The broker's own export: every row with its gross amount, and fees and taxes beside it, negative where they cost something. */
import { type Book, isZero, layout, plus, refuse, sizeOf } from '#plugins/kit/index.ts'
import { deliver, event, exchange, isPurchase, merge, migrate, redeem, stemOf, subscribe } from './events.ts'
import { assetOf, bookRefunds, columns, paid, type Row, requireAsset, settle } from './rows.ts'

type Tag = 'card' | 'cashback' | 'bonus'

export const statement = layout({
  name: 'Transaction export',
  dates: 'ymd',
  numbers: 'dot',
  amounts: 'gross',
  unique: ['id'],
  columns,
  // What is negative was paid.
  defaults: { asset: assetOf, fees: ({ fees }) => paid(fees), taxes: ({ taxes }) => paid(taxes) },
  rows: {
    // A purchase at an IPO has no amount.
    'IPO_SUBSCRIPTION|BUY': {
      ...event(({ kind, amount, symbol }) => (isPurchase(kind) && amount !== undefined ? undefined : symbol), subscribe),
      alone: trade,
    },
    'SELL|PRIVATE_MARKET_BUY|PRIVATE_MARKET_SELL': trade,
    'SAVINGS_PLAN_EXECUTED|BENEFITS_SPARE_CHANGE_EXECUTION|BENEFITS_SAVEBACK_EXECUTION': trade,
    'DIVIDEND|DISTRIBUTION|DIVIDEND_EQUIVALENT_PAYMENT|EARNINGS': (line, book) => income(line, book, 'DIVIDEND'),
    'INTEREST_PAYMENT|BOND_ACCRUED_INTEREST|COUPON_PAYMENT': (line, book) => income(line, book, 'INTEREST'),
    'EXCHANGE|ADDITIONAL_INCOME|COMPENSATION': otherIncome,
    // Taxes on income that no row pays out: the amount is 0, and the tax alone moves cash.
    'PRE_DETERMINED_TAX_BASE|SEC_ACCOUNT|TAX_OPTIMIZATION|TAX': (line, book) => wholeSum(line, book, 'TAX'),
    'FEE|CARD_ORDERING_FEE|ROUND_UP_FEE|ROUND_UP_SAVINGS_FEE': (line, book) => wholeSum(line, book, 'FEE'),
    'CUSTOMER_INPAYMENT|CUSTOMER_INBOUND|CUSTOMER_OUTBOUND_REQUEST|CUSTOMER_OUTBOUND|CUSTOMER_INPAYMENT_REVERSAL': move,
    'TRANSFER_INBOUND|TRANSFER_OUTBOUND|TRANSFER_INSTANT_INBOUND|TRANSFER_INSTANT_OUTBOUND|TRANSFER_IN|TRANSFER_OUT': move,
    'TRANSFER_DIRECT_DEBIT_INBOUND|VIBAN_TRANSFER_INBOUND|VIBAN_TRANSFER_OUTBOUND|GENERAL_INBOUND|MANUAL_CASH_TRANSFER|GIFT':
      move,
    'CARD_TRANSACTION|CARD_TRANSACTION_INTERNATIONAL|CARD_TRANSACTION_REFUND|CARD_TRANSACTION_REFUND_REVERSAL|CARD_REFUND': (
      line,
      book,
    ) => move(line, book, 'card'),
    BENEFITS_SAVEBACK: (line, book) => income(line, book, 'INTEREST', 'cashback'),
    'BONUS|STOCKPERK|REFERRAL|KINDERGELD_BONUS|PEA_MARKETING': (line, book) => income(line, book, 'INTEREST', 'bonus'),
    'CAPITAL_INC_CASH|INSTRUCTION|OTHER_EXECUTION|PAYMENT|MANUAL|CFD_ORDER|CITI_TRADING|TRADING_CITI|CRYPTO_TRADING': unclear,
    // The shares that come on top of those that were held.
    SPLIT: (_, book) => book.split(),
    'FREE_RECEIPT|FREE_DELIVERY': (_, book) => book.inKind('TRANSFER', { cost: 'market' }),
    // What it bought is paid by a negative dividend: `corrections.ts` puts them together.
    DIVIDEND_REINVESTMENT: reinvest,
    'FINAL_MATURITY|EARLY_REDEMPTION|REDEMPTION|WARRANT_EXERCISE|TILG': event(({ symbol }) => symbol, redeem),
    MIGRATION: event(({ symbol }) => symbol, migrate),
    'SHARE_EXCHANGE|ADR_DISCONTINUATION|REORGANISATION|REVERSE_SPLIT|TAX_EXCHANGE': event(
      ({ kind, date }) => `${kind} ${date}`,
      exchange,
    ),
    // The units go on one day and the money may come on another.
    'MERGER|OFFER|LIQUIDATION_PROCEEDS': event(({ kind }) => kind, merge),
    'STOCK_DIVIDEND|STOCK_DIVIDEND_CANCELLED|SPIN_OFF|SPIN_OFF_CANCELLED|WORTHLESS|WORTHLESS_CANCELLED': event(
      ({ kind, date, symbol, quantity }) => [stemOf(kind), date, symbol, sizeOf(quantity)].join(' '),
      deliver,
    ),
  },
})

/** The side follows from the money, or from the units where there is none. Rows of cash have units without a sign. */
function trade(line: Row, book: Book): void {
  const { kind, amount, quantity } = line
  if (amount === undefined)
    refuse('no-amount', 'A trade without an amount: its money was booked before, as a pre-payment. Correct the holding by hand.')
  if (quantity === undefined) refuse('no-quantity', 'The row does not say how many units were traded. Enter it by hand.')
  const isOut = quantity.startsWith('-')
  const isSale = isZero(amount) ? isOut : !amount.startsWith('-')
  const side = isSale ? 'SELL' : 'BUY'
  const named = /(?:buy|sell)$/i.exec(kind)?.[0].toUpperCase() ?? side
  if (named !== side || (isOut !== isSale && line.category === 'TRADING'))
    refuse('unexpected-sign', `A ${kind} of ${quantity} units for ${amount}: type and signs contradict each other.`)
  settle(line, book, side, quantity)
}

/** A negative dividend is a correction, of which `corrections.ts` makes what it is; an amount of 0 has a tax alone. What comes back of taxes is a line of its own. */
function income(line: Row, book: Book, type: 'DIVIDEND' | 'INTEREST', tag?: Tag): void {
  if (isZero(line.amount)) {
    wholeSum(line, book, 'TAX')
    return
  }
  const isCorrection = line.amount?.startsWith('-') === true && type === 'DIVIDEND'
  const tags = isCorrection ? (['correction'] as const) : tag === undefined ? undefined : [tag]
  book.cash(type, { tags })
  bookRefunds(line, book, tags)
}

/** What it was paid for is not in the report. */
function otherIncome(line: Row, book: Book): void {
  income(line, book, line.symbol === '' ? 'INTEREST' : 'DIVIDEND')
  const detail = `The report does not say what this ${line.kind} was paid for: it is booked as income. Where it was paid for fractions of units, make it a sale of them.`
  if (!isZero(line.amount)) book.note('warning', 'check-income', detail)
}

function reinvest(line: Row, book: Book): void {
  const { quantity, amount } = line
  if (isZero(quantity) || quantity?.startsWith('-') || !isZero(amount))
    refuse('unclear-reinvestment', 'A reinvestment should bring units, and its money stand in another row. Enter it by hand.')
  book.add({ type: 'BUY', asset: book.asset(requireAsset(line)), quantity })
}

function unclear(line: Row): never {
  const moved = `${plus(line.amount, line.fees, line.taxes)} ${line.unit?.currency ?? ''}`.trimEnd()
  return refuse('unclear-cash', `The report does not say what the ${moved} of this ${line.kind} are for. Enter it by hand.`)
}

function move(line: Row, book: Book, tag?: Tag): void {
  const description = [line.name, line.description].filter((part) => part !== '').join(': ')
  const terms = { description, tags: tag === undefined ? undefined : [tag] }
  if (isZero(line.amount)) {
    wholeSum(line, book, 'FEE')
    return
  }
  book.cash('MOVE', terms)
  if (!isZero(line.fees)) book.cash('FEE', { ...terms, asset: undefined, amount: line.fees })
  if (!isZero(line.taxes)) book.cash('TAX', { ...terms, asset: undefined, amount: line.taxes })
}

function wholeSum(line: Row, book: Book, type: 'FEE' | 'TAX'): void {
  if (/^(corporate_action|delivery)$/i.test(line.category))
    refuse('unknown-type', `A ${line.kind} of units is no booking that this importer knows. Enter it by hand.`)
  book.cash(type, { amount: plus(line.amount, line.fees, line.taxes) })
}
