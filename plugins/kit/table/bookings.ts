/** Writes what a row is booked as. */
import { absolute, add, type Decimal, formatDecimal, negate, ONE, subtract, tryDecimal, ZERO } from '#src/shared/decimal.ts'
import type { TransactionType } from '../../brim/contract.ts'
import { rowText } from '../record.ts'
import { refuse } from '../refuse.ts'
import { squeeze } from '../text.ts'
import type { AnyLine, CashType, InKindType } from './book.ts'
import {
  type Costs,
  costsOf,
  dateOf,
  draftOf,
  figureIn,
  type Given,
  MAX_DESCRIPTION,
  NO_COSTS,
  NO_TERMS,
  namesAsset,
  type OpenDraft,
  quotedIn,
  refIn,
  requireCurrency,
  type Source,
  textIn,
  textOf,
  unitOf,
  writtenIn,
} from './given.ts'
import type { Booking } from './layout.ts'
import { assetIn, type Pages } from './pages.ts'
import { figureTrade } from './trade.ts'

const INCOME: ReadonlySet<TransactionType> = new Set(['DIVIDEND', 'INTEREST', 'RETURN_OF_CAPITAL'])
const GOES_OUT: ReadonlySet<TransactionType> = new Set(['WITHDRAWAL', 'FEE', 'TAX'])

const LEFT_OUT = 'The price does not belong to this amount and quantity; it follows from them.'

/** An issue of the row, which is booked nevertheless. */
export function noteOn(pages: Pages, line: AnyLine, severity: 'info' | 'warning', code: string, detail: string): void {
  pages.issues.push({ row: line.row, severity, code, detail, text: rowText(line) })
}

/** BUY or SELL, by the sign of the quantity unless it is `forced`. Throws RowRefusal for a row whose figures do not make a trade. */
export function bookTrade(pages: Pages, given: Given, forced: 'BUY' | 'SELL' | undefined): void {
  const { layout } = given.source
  const quantity = requireQuantity(given)
  const direction = forced ?? (quantity > ZERO ? 'BUY' : 'SELL')
  if (direction === 'BUY' && quantity < ZERO) refuse('unexpected-sign', 'A purchase with a negative quantity.')
  const ref = refIn(given)
  if (ref === '' && !namesAsset(given, false)) refuse('no-asset', 'The row names no asset.')
  const [currency, quoted, costs] = [requireCurrency(given), quotedIn(given)?.currency, costsOf(given, false)]
  const stated = figureIn(given, 'amount')
  const figures = figureTrade({
    direction,
    quantity: absolute(quantity),
    price: priceOf(given, stated),
    priceQuantity: readPriceQuantity(given),
    rate: positive(figureIn(given, 'rate')),
    isForeign: quoted !== currency,
    amount: stated === undefined ? undefined : withoutRefunds(signedAmount(layout, direction, stated), layout, costs),
    amounts: layout.amounts ?? 'net',
    costs: add(costs.fees, costs.taxes),
  })
  if (figures.proves !== undefined) pages.votes[figures.proves]++
  const asset = assetIn(pages, given, true, { currency: quoted, ref })
  const draft = draftOf(given, direction)
  draft.asset = asset
  draft.quantity = writtenIn(given, 'quantity', direction === 'BUY' || quantity < ZERO ? quantity : negate(quantity))
  draft.price = figures.price === undefined ? undefined : writtenIn(given, 'price', figures.price)
  draft.priceCurrency = figures.price !== undefined && quoted !== currency ? quoted : undefined
  draft.fxRate = textOf(figures.rate)
  draft.amount = writtenIn(given, 'amount', figures.amount)
  draft.currency = currency
  writeCosts(draft, given, costs)
  draft.externalId = textIn(given, 'id')
  pages.transactions.push(draft)
  if (figures.leftOut) noteOn(pages, given.line, 'info', 'price-left-out', LEFT_OUT)
  bookRefunds(pages, given, currency, asset, costs)
}

function writeCosts(draft: OpenDraft, given: Given, { fees, taxes }: Costs): void {
  if (fees !== ZERO) draft.fees = writtenIn(given, 'fees', fees)
  if (taxes !== ZERO) draft.taxes = writtenIn(given, 'taxes', taxes)
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

/** Units that a price is for, which only the importer can give. */
function readPriceQuantity({ terms: { asset } }: Given): Decimal {
  const given = typeof asset === 'object' ? asset.priceQuantity : undefined
  const parsed = given === undefined ? ONE : tryDecimal(given)
  return typeof parsed === 'string' || parsed <= ZERO ? ONE : parsed
}

function signedAmount(layout: Source['layout'], type: TransactionType, amount: Decimal): Decimal {
  if (layout.signs !== 'sizes') return amount
  if (amount < ZERO && !INCOME.has(type)) refuse('unexpected-sign', `The amount ${formatDecimal(amount)} is negative.`)
  return type === 'BUY' || GOES_OUT.has(type) ? negate(amount) : amount
}

/** Money that came back is a line of its own, so a net amount is without it. */
function withoutRefunds(amount: Decimal, { amounts = 'net' }: Source['layout'], costs: Costs): Decimal {
  return costs === NO_COSTS || amounts === 'gross' ? amount : subtract(amount, add(costs.refundedFees, costs.refundedTaxes))
}

function bookRefunds(pages: Pages, given: Given, currency: string, asset: string | undefined, costs: Costs): void {
  if (costs === NO_COSTS) return
  const back = [
    ['FEE', costs.refundedFees],
    ['TAX', costs.refundedTaxes],
  ] as const
  for (const [type, amount] of back)
    if (amount !== ZERO)
      pages.transactions.push(Object.assign(draftOf(given, type), { asset, amount: formatDecimal(amount), currency }))
}

/** Money alone. Throws RowRefusal for an amount whose sign is not that of its kind. */
export function bookCash(pages: Pages, given: Given, kind: CashType): void {
  const { layout } = given.source
  const stated = figureIn(given, 'amount') ?? refuse('no-amount', 'The row has no amount.')
  const costs = costsOf(given, kind === 'MOVE' || !INCOME.has(kind))
  const type = kind === 'MOVE' ? (stated < ZERO ? 'WITHDRAWAL' : 'DEPOSIT') : kind
  const ownSign = kind === 'MOVE' ? stated : signedAmount(layout, type, stated)
  const signed = withoutRefunds(ownSign, layout, costs)
  const amount = layout.amounts === 'gross' ? subtract(signed, add(costs.fees, costs.taxes)) : signed
  if (amount === ZERO && costs.fees === ZERO && costs.taxes === ZERO) {
    pages.ignored.push({ row: given.line.row, reason: 'no money moved' })
    return
  }
  if ((type === 'DEPOSIT' && amount < ZERO) || (type === 'WITHDRAWAL' && amount > ZERO))
    refuse('unexpected-sign', `A ${type} of ${formatDecimal(amount)}: the sign is wrong.`)
  const currency = requireCurrency(given)
  const isOfAsset = type === 'DIVIDEND' || type === 'RETURN_OF_CAPITAL'
  const hasAsset = type !== 'DEPOSIT' && type !== 'WITHDRAWAL' && namesAsset(given, !isOfAsset)
  if (isOfAsset && !hasAsset) refuse('no-asset', `A ${type} needs an asset, but the row names none.`)
  const asset = hasAsset ? assetIn(pages, given, false) : undefined
  const draft = draftOf(given, type)
  draft.asset = asset
  draft.amount = writtenIn(given, 'amount', amount)
  draft.currency = currency
  writeCosts(draft, given, costs)
  draft.externalId = textIn(given, 'id')
  const name = hasAsset ? undefined : textIn(given, 'name')
  if (name !== undefined) draft.description ??= squeeze(name).slice(0, MAX_DESCRIPTION)
  draft.group = textIn(given, 'group')
  pages.transactions.push(draft)
  bookRefunds(pages, given, currency, asset, costs)
}

/** Coins or shares without cash. Throws RowRefusal for a sign that its kind cannot have. */
export function bookInKind(pages: Pages, given: Given, type: InKindType): void {
  const quantity = requireQuantity(given)
  const isCost = type === 'FEE' || type === 'TAX'
  if (isCost ? quantity > ZERO : INCOME.has(type) && quantity < ZERO)
    refuse('unexpected-sign', `A ${type} of ${formatDecimal(quantity)}: the sign is wrong.`)
  const asset = assetIn(pages, given, true)
  const cost = textIn(given, 'cost') === 'market' ? 'market' : figureIn(given, 'cost')
  const draft = draftOf(given, type)
  draft.asset = asset
  draft.quantity = writtenIn(given, 'quantity', quantity)
  if (quantity > ZERO && cost !== undefined) {
    draft.costBasis = cost === 'market' ? cost : formatDecimal(cost)
    draft.currency = cost === 'market' ? undefined : requireCurrency(given)
  }
  draft.externalId = textIn(given, 'id')
  draft.group = textIn(given, 'group')
  pages.transactions.push(draft)
}

/** What was held on a day; nothing is booked of it. Throws RowRefusal where quantity, day or asset are missing. */
export function bookPosition(pages: Pages, given: Given): void {
  const quantity = formatDecimal(figureIn(given, 'quantity') ?? refuse('no-quantity', 'The row has no quantity.'))
  const [date, account, asset] = [dateOf(given), textIn(given, 'account'), assetIn(pages, given, true)]
  const cost = figureIn(given, 'cost')
  const costs = cost === undefined ? {} : { cost: formatDecimal(cost), currency: unitOf(given)?.currency }
  pages.positions.push({ row: given.line.row, date, account, asset, quantity, ...costs })
  pages.ignored.push({ row: given.line.row, reason: 'position' })
}

/** A close that the file states. Throws RowRefusal where price, asset or currency are missing. */
export function bookClose(pages: Pages, given: Given): void {
  const close = formatDecimal(figureIn(given, 'price') ?? refuse('no-price', 'The row has no price.'))
  const asset = assetIn(pages, given, false)
  const currency = quotedIn(given)?.currency ?? refuse('no-currency', 'The row does not say its currency.')
  pages.prices.push({ asset, date: dateOf(given), close, currency })
}

/** Books a row as its columns stand. */
export function bookAs(source: Source, pages: Pages, line: AnyLine, type: Booking): void {
  const given: Given = { source, line, terms: NO_TERMS }
  if (type === 'BUY' || type === 'SELL') bookTrade(pages, given, type)
  else bookCash(pages, given, type)
}
