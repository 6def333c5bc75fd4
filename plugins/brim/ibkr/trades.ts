/** Trades of securities, options, futures and funds. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { agrees, attempt, info, refuse, warn } from '#plugins/kit/index.ts'
import {
  absolute,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  negate,
  subtract,
  sum,
  ZERO,
} from '#src/shared/decimal.ts'
import { categoryOf, factorOf, refOf } from './assets.ts'
import { afterCosts, type Book, externalId, externalIdPart } from './book.ts'
import { isCancellation, withoutCancelled } from './cancellations.ts'
import { conversionDrafts } from './conversions.ts'
import { type Costs, costDrafts, costsOf } from './costs.ts'
import { currencyOf, type Entry, figure, value } from './entry.ts'
import { countedTrades } from './levels.ts'
import { signedQuantity, tradeDays } from './trade-fields.ts'

/** Settled by daily margin: the report's net cash of a trade is its commission alone. */
const MARGIN_CATEGORIES = new Set(['FUT', 'CFD'])
const NO_SECURITY =
  'It is not clear which security or currency pair was traded. Add the fields Symbol, ISIN and Asset Class to the query and export again.'
const NO_AMOUNT = 'It is not clear what the trade came to. Add the fields Trade Price, Multiplier and Proceeds to the query.'
const FULL_VALUE =
  'The contract is settled by margin: the broker moved only the commission, this ledger books the whole value as bought or sold. Until the contract is closed the cash balance differs from the broker by that value; the worth of the account does not.'

/** Books the most detailed level of the trades, without those that are cancelled. */
export function bookTrades(book: Book, entries: readonly Entry[]): void {
  for (const entry of withoutCancelled(book, countedTrades(book, entries)))
    attempt(book, [entry], () => {
      const drafts = categoryOf(entry) === 'CASH' ? conversionDrafts(book, entry) : tradeDrafts(book, entry)
      book.transactions.push(...drafts)
    })
}

function tradeDrafts(book: Book, entry: Entry): TransactionDraft[] {
  const asset = refOf(book.securities, entry) ?? refuse('security-missing', NO_SECURITY)
  const quantity = signedQuantity(entry)
  if (quantity === 0n) refuse('quantity-zero', 'The trade has a quantity of 0.')
  const currency = currencyOf(entry, 'currency')
  const costs = costsOf(entry, [currency])
  const principal = principalOf(book, entry, quantity, costs)
  const id = externalId('trade', entry)
  const goods = { ...tradeDays(book, entry), asset }
  const many = formatDecimal(quantity)
  if (isCancellation(entry)) {
    const taken = { rows: [entry.row] as const, ...goods, currency, externalId: id, quantity: many }
    return reversalDrafts(taken, quantity, principal, costs)
  }
  const trade: TransactionDraft = {
    rows: [entry.row],
    type: quantity > 0n ? 'BUY' : 'SELL',
    ...goods,
    quantity: many,
    ...priceFields(book, entry, quantity, principal),
    ...afterCosts(principal, currency, costs.fees, costs.taxes),
    externalId: id,
  }
  if (MARGIN_CATEGORIES.has(categoryOf(entry))) warn(book, entry, 'booked-at-full-value', FULL_VALUE)
  return [trade, ...costDrafts(costs, trade), ...accruedDrafts(entry, trade, principal, costs)]
}

/** What a cancelled trade of an earlier report and its costs were, turned round. */
function reversalDrafts(
  taken: Omit<TransactionDraft, 'type'> & { readonly currency: string },
  quantity: Decimal,
  principal: Decimal,
  costs: Costs,
): TransactionDraft[] {
  const within = costs.apart.filter(({ currency }) => currency === taken.currency)
  const apart = costs.apart.filter(({ currency }) => currency !== taken.currency)
  const cost = (type: 'FEE' | 'TAX', size: Decimal) =>
    sum([size, ...within.flatMap((one) => (one.type === type ? negate(one.amount) : []))])
  const amounts = afterCosts(principal, taken.currency, cost('FEE', costs.fees), cost('TAX', costs.taxes))
  const trade = { ...taken, type: quantity > 0n ? ('SELL' as const) : ('BUY' as const), ...amounts }
  return [trade, ...costDrafts({ apart }, taken)].map((draft) => ({ ...draft, reverses: 'same' }))
}

/** What the broker paid (+) or took (-) for the goods alone. Of proceeds, net cash and quantity x price two must agree. */
function principalOf(book: Book, entry: Entry, quantity: Decimal, costs: Costs): Decimal {
  const proceeds = figure(entry, 'proceeds')
  const priced = pricedOf(book, entry, quantity)
  const net = netOf(entry, costs)
  const accrued = figure(entry, 'accruedint', 'accruedinterest') ?? ZERO
  if (proceeds === undefined) {
    if (net === undefined && priced !== undefined) return priced
    if (net !== undefined && (priced === undefined || fits(priced, net))) return net
    refuse('amount-missing', NO_AMOUNT)
  }
  if (net === undefined || isSame(proceeds, net) || isSame(proceeds, subtract(net, accrued))) {
    if (priced !== undefined && !fits(priced, proceeds)) {
      const stated = `${value(entry, 'quantity')} x ${value(entry, 'tradeprice', 'price')}`
      const detail = `${stated} is not the ${formatDecimal(absolute(proceeds))} that was booked; the booked amount counts.`
      info(book, entry, 'price-differs', detail)
    }
    return proceeds
  }
  if (fits(priced, proceeds)) {
    const detail = `The report's net cash of ${value(entry, 'netcash')} does not follow from its proceeds of ${formatDecimal(proceeds)} and its costs. Quantity, price and proceeds agree with each other and count.`
    warn(book, entry, 'net-cash-differs', detail)
    return proceeds
  }
  if (fits(priced, net)) return net
  refuse('amounts-contradict', `Price, proceeds and net cash contradict each other. Enter the trade by hand.`)
}

function netOf(entry: Entry, costs: Costs): Decimal | undefined {
  const netCash = MARGIN_CATEGORIES.has(categoryOf(entry)) ? undefined : figure(entry, 'netcash')
  return netCash === undefined ? undefined : subtract(netCash, costs.inNetCash)
}

function pricedOf(book: Book, entry: Entry, quantity: Decimal): Decimal | undefined {
  const price = figure(entry, 'tradeprice', 'price')
  const factor = factorOf(book.securities, entry)
  if (isForeignPrice(entry)) return undefined
  return price === undefined || factor === undefined ? undefined : negate(multiply(multiply(quantity, price), factor))
}

/** The price as the trade says it; in another currency than the booking's (Transaction History) with the rate that follows from both. */
function priceFields(
  book: Book,
  entry: Entry,
  quantity: Decimal,
  principal: Decimal,
): Pick<TransactionDraft, 'price' | 'priceCurrency' | 'fxRate'> {
  const price = figure(entry, 'tradeprice', 'price')
  const factor = factorOf(book.securities, entry)
  if (price === undefined || price <= 0n || factor === undefined)
    return price === ZERO && principal === ZERO ? { price: '0' } : {}
  if (!isForeignPrice(entry)) return fits(pricedOf(book, entry, quantity), principal) ? { price: formatDecimal(price) } : {}
  const value = absolute(multiply(multiply(quantity, price), factor))
  const fxRate = formatDecimal(divide(absolute(principal), value))
  return { price: formatDecimal(price), priceCurrency: currencyOf(entry, 'pricecurrency'), fxRate }
}

function isForeignPrice(entry: Entry): boolean {
  const priceCurrency = value(entry, 'pricecurrency')
  return priceCurrency !== '' && priceCurrency !== value(entry, 'currency')
}

/** Accrued interest of a bond when the trade's net cash holds it; where it does not, the broker books it as a cash transaction. */
function accruedDrafts(entry: Entry, trade: TransactionDraft, principal: Decimal, costs: Costs): TransactionDraft[] {
  const accrued = figure(entry, 'accruedint', 'accruedinterest')
  const net = netOf(entry, costs)
  if (accrued === undefined || accrued === 0n || net === undefined) return []
  const rest = subtract(net, principal)
  if (!fits(rest, accrued) || fits(rest, ZERO)) return []
  const { rows, date, time, asset, currency } = trade
  const [amount, id] = [formatDecimal(accrued), externalIdPart(trade.externalId, 'accrued')]
  return [{ rows, type: 'INTEREST', date, time, asset, amount, currency, externalId: id, description: 'Accrued interest' }]
}

function isSame(a: Decimal, b: Decimal): boolean {
  return absolute(subtract(a, b)) <= decimal('0.02')
}

function fits(a: Decimal | undefined, b: Decimal | undefined): boolean {
  return a !== undefined && b !== undefined && agrees(a, b)
}
