/** Writes what a row is booked as. */
import { isCurrency } from '#src/shared/currency.ts'
import { absolute, add, type Decimal, formatDecimal, negate, ONE, subtract, tryDecimal, ZERO } from '#src/shared/decimal.ts'
import type { TransactionType } from '../../brim/contract.ts'
import { squeeze } from '../text.ts'
import type { AnyLine, AssetTerms, Book, CashType, InKindType, Leg, Terms } from './book.ts'
import {
  assetOf,
  type Costs,
  commonOf,
  costsOf,
  figureIn,
  type Given,
  NO_TERMS,
  quotedIn,
  requireCurrency,
  type Source,
  textIn,
  textOf,
  unitOf,
} from './given.ts'
import type { Booking } from './layout.ts'
import { type Pages, refOf } from './pages.ts'
import { refuse } from './refuse.ts'
import { bookExchange, bookSwap } from './swap.ts'
import { figureTrade } from './trade.ts'

const INCOME: ReadonlySet<TransactionType> = new Set(['DIVIDEND', 'INTEREST'])
const GOES_OUT: ReadonlySet<TransactionType> = new Set(['WITHDRAWAL', 'FEE', 'TAX'])

const LEFT_OUT = 'The price does not belong to this amount and quantity; it follows from them.'

/** A book for one line, or for the lines of a case; `lines` are those that `skip` leaves out. */
export function openBook(source: Source, pages: Pages, line: AnyLine, lines: readonly AnyLine[]): Book {
  const given = (terms: Terms = NO_TERMS): Given => ({ source, line, terms })
  const isMoney = (code: string) => source.layout.money?.includes(code) ?? isCurrency(code)
  const book: Book = {
    options: source.options,
    areSizes: source.layout.signs === 'sizes',
    on: (other) => openBook(source, pages, other, [other]),
    trade: (terms, direction) => bookTrade(pages, given(terms), source, direction),
    cash: (type, terms) => bookCash(pages, given(terms), source, type),
    inKind: (type, terms) => bookInKind(pages, given(terms), type),
    swap: (outs: readonly Leg[], ins: readonly Leg[], terms = {}) => bookSwap(book, line.row, { outs, ins, terms, isMoney }),
    exchange: (from, to) => bookExchange(pages, { source, line: from, terms: {} }, { source, line: to, terms: {} }),
    pairOf,
    position: (terms) => bookPosition(pages, given(terms)),
    close: (terms) => bookClose(pages, given(terms)),
    asset: (terms: AssetTerms) => refOf(pages, terms, true),
    add: (draft) => {
      pages.transactions.push({ ...commonOf(given()), externalId: textIn(given(), 'id'), ...draft })
    },
    skip: (reason) => {
      for (const { row } of lines) pages.ignored.push({ row, reason })
    },
    note: (severity, code, detail) => note(pages, line, severity, code, detail),
    refuse,
  }
  return book
}

function note(pages: Pages, line: AnyLine, severity: 'info' | 'warning', code: string, detail: string): void {
  pages.issues.push({ row: line.row, severity, code, detail, text: line.cells.join(' | ').slice(0, 300) })
}

function pairOf<L extends AnyLine>(lines: readonly L[]): readonly [L, L] {
  const sign = (line: L) => {
    const quantity = 'quantity' in line && typeof line.quantity === 'string' ? line.quantity : '0'
    return quantity.startsWith('-') ? -1 : /[1-9]/.test(quantity) ? 1 : 0
  }
  const [a, b] = lines
  if (lines.length !== 2 || !a || !b || sign(a) * sign(b) !== -1)
    return refuse('no-pair', 'Of this event there must be two rows: what goes out and what comes in.')
  return sign(a) < 0 ? [a, b] : [b, a]
}

function bookTrade(pages: Pages, given: Given, { layout }: Source, forced: 'BUY' | 'SELL' | undefined): void {
  const quantity = requireQuantity(given)
  const direction = forced ?? (quantity > ZERO ? 'BUY' : 'SELL')
  if (direction === 'BUY' && quantity < ZERO) refuse('unexpected-sign', 'A purchase with a negative quantity.')
  const terms = assetOf(given, false) ?? refuse('no-asset', 'The row names no asset.')
  const [currency, quoted, costs] = [requireCurrency(given), quotedIn(given)?.currency, costsOf(given, false)]
  const stated = figureIn(given, 'amount')
  const figures = figureTrade({
    direction,
    quantity: absolute(quantity),
    price: priceOf(given, stated),
    priceQuantity: readPriceQuantity(terms),
    rate: positive(figureIn(given, 'rate')),
    isForeign: quoted !== currency,
    amount: stated === undefined ? undefined : withoutRefunds(signedAmount(layout, direction, stated), layout, costs),
    amounts: layout.amounts ?? 'net',
    costs: add(costs.fees, costs.taxes),
  })
  if (figures.proves !== undefined) pages.votes[figures.proves]++
  const asset = refOf(pages, { ...terms, currency: terms.currency ?? quoted }, true)
  pages.transactions.push({
    ...commonOf(given),
    type: direction,
    asset,
    quantity: formatDecimal(direction === 'BUY' ? quantity : negate(absolute(quantity))),
    price: figures.price === undefined ? undefined : formatDecimal(figures.price),
    priceCurrency: figures.price !== undefined && quoted !== currency ? quoted : undefined,
    fxRate: textOf(figures.rate),
    amount: formatDecimal(figures.amount),
    currency,
    fees: textOf(costs.fees),
    taxes: textOf(costs.taxes),
    externalId: textIn(given, 'id'),
  })
  if (figures.leftOut) note(pages, given.line, 'info', 'price-left-out', LEFT_OUT)
  bookRefunds(pages, given, currency, asset, costs)
}

function requireQuantity(given: Given): Decimal {
  const quantity = figureIn(given, 'quantity')
  return quantity === undefined || quantity === ZERO ? refuse('no-quantity', 'The row needs a quantity other than 0.') : quantity
}

/** A price of 0 tells nothing of an amount that the row states. */
function priceOf(given: Given, amount: Decimal | undefined): Decimal | undefined {
  const price = figureIn(given, 'price')
  return price === ZERO && amount === undefined ? price : positive(price)
}

/** Prices and rates are sizes, whatever sign a file gives them; 0 tells nothing. */
function positive(value: Decimal | undefined): Decimal | undefined {
  return value === undefined || value === ZERO ? undefined : absolute(value)
}

function readPriceQuantity({ priceQuantity }: AssetTerms): Decimal {
  const parsed = priceQuantity === undefined ? ONE : tryDecimal(priceQuantity)
  return typeof parsed === 'string' || parsed <= ZERO ? ONE : parsed
}

function signedAmount(layout: Source['layout'], type: TransactionType, amount: Decimal): Decimal {
  if (layout.signs !== 'sizes') return amount
  if (amount < ZERO && !INCOME.has(type)) refuse('unexpected-sign', `The amount ${formatDecimal(amount)} is negative.`)
  return type === 'BUY' || GOES_OUT.has(type) ? negate(amount) : amount
}

/** Money that came back is a line of its own, so a net amount is without it. */
function withoutRefunds(amount: Decimal, { amounts = 'net' }: Source['layout'], costs: Costs): Decimal {
  return amounts === 'gross' ? amount : subtract(amount, add(costs.refundedFees, costs.refundedTaxes))
}

function bookRefunds(pages: Pages, given: Given, currency: string, asset: string | undefined, costs: Costs): void {
  const back = [
    ['FEE', costs.refundedFees],
    ['TAX', costs.refundedTaxes],
  ] as const
  for (const [type, amount] of back)
    if (amount !== ZERO) pages.transactions.push({ ...commonOf(given), type, asset, amount: formatDecimal(amount), currency })
}

function bookCash(pages: Pages, given: Given, { layout }: Source, kind: CashType): void {
  const stated = figureIn(given, 'amount') ?? refuse('no-amount', 'The row has no amount.')
  const costs = costsOf(given, kind !== 'DIVIDEND' && kind !== 'INTEREST')
  const type = kind === 'MOVE' ? (stated < ZERO ? 'WITHDRAWAL' : 'DEPOSIT') : kind
  const signed = withoutRefunds(
    signedAmount(kind === 'MOVE' ? { ...layout, signs: 'ledger' } : layout, type, stated),
    layout,
    costs,
  )
  const amount = layout.amounts === 'gross' ? subtract(signed, add(costs.fees, costs.taxes)) : signed
  if (amount === ZERO && costs.fees === ZERO && costs.taxes === ZERO) {
    pages.ignored.push({ row: given.line.row, reason: 'no money moved' })
    return
  }
  if ((type === 'DEPOSIT' && amount < ZERO) || (type === 'WITHDRAWAL' && amount > ZERO))
    refuse('unexpected-sign', `A ${type} of ${formatDecimal(amount)}: the sign is wrong.`)
  const currency = requireCurrency(given)
  const terms = type === 'DEPOSIT' || type === 'WITHDRAWAL' ? undefined : assetOf(given, type !== 'DIVIDEND')
  if (type === 'DIVIDEND' && terms === undefined) refuse('no-asset', 'A dividend needs an asset, but the row names none.')
  const asset = terms === undefined ? undefined : refOf(pages, terms, false)
  const common = commonOf(given)
  const name = asset === undefined ? textIn(given, 'name') : undefined
  pages.transactions.push({
    ...common,
    type,
    asset,
    amount: formatDecimal(amount),
    currency,
    fees: textOf(costs.fees),
    taxes: textOf(costs.taxes),
    externalId: textIn(given, 'id'),
    description: common.description ?? (name === undefined ? undefined : squeeze(name).slice(0, 2000)),
    group: textIn(given, 'group'),
  })
  bookRefunds(pages, given, currency, asset, costs)
}

function bookInKind(pages: Pages, given: Given, type: InKindType): void {
  const quantity = requireQuantity(given)
  const isCost = type === 'FEE' || type === 'TAX'
  if (isCost ? quantity > ZERO : INCOME.has(type) && quantity < ZERO)
    refuse('unexpected-sign', `A ${type} of ${formatDecimal(quantity)}: the sign is wrong.`)
  const asset = refOf(pages, assetOf(given, false) ?? refuse('no-asset', 'The row names no asset.'), true)
  const comesIn = quantity > ZERO
  const cost = textIn(given, 'cost') === 'market' ? 'market' : figureIn(given, 'cost')
  pages.transactions.push({
    ...commonOf(given),
    type,
    asset,
    quantity: formatDecimal(quantity),
    costBasis: !comesIn || cost === undefined ? undefined : cost === 'market' ? cost : formatDecimal(cost),
    currency: !comesIn || cost === undefined || cost === 'market' ? undefined : requireCurrency(given),
    externalId: textIn(given, 'id'),
    group: textIn(given, 'group'),
  })
}

function bookPosition(pages: Pages, given: Given): void {
  const quantity = figureIn(given, 'quantity') ?? refuse('no-quantity', 'The row has no quantity.')
  const { date, account } = commonOf(given)
  const asset = refOf(pages, assetOf(given, false) ?? refuse('no-asset', 'The row names no asset.'), true)
  const [cost, currency] = [figureIn(given, 'cost'), unitOf(given)?.currency]
  const costs = cost === undefined ? {} : { cost: formatDecimal(cost), currency }
  pages.positions.push({ row: given.line.row, date, account, asset, quantity: formatDecimal(quantity), ...costs })
  pages.ignored.push({ row: given.line.row, reason: 'position' })
}

function bookClose(pages: Pages, given: Given): void {
  const close = figureIn(given, 'price') ?? refuse('no-price', 'The row has no price.')
  const asset = refOf(pages, assetOf(given, false) ?? refuse('no-asset', 'The row names no asset.'), false)
  const currency = quotedIn(given)?.currency ?? refuse('no-currency', 'The row does not say its currency.')
  pages.prices.push({ asset, date: commonOf(given).date, close: formatDecimal(close), currency })
}

/** Books a row as its columns stand. */
export function bookAs(source: Source, pages: Pages, line: AnyLine, type: Booking): void {
  const given: Given = { source, line, terms: NO_TERMS }
  if (type === 'BUY' || type === 'SELL') bookTrade(pages, given, source, type)
  else bookCash(pages, given, source, type)
}
