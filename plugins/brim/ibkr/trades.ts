/** Trades of securities, options, futures and funds. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { agrees, attempt, info, refuse, warn } from '#plugins/kit/index.ts'
import { absolute, type Decimal, decimal, divide, formatDecimal, multiply, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { categoryOf, factorOf, refOf } from './assets.ts'
import { afterCosts, type Book, externalId, externalIdPart } from './book.ts'
import { isCancellation, withoutCancelled } from './cancellations.ts'
import { conversionDrafts } from './conversions.ts'
import { currencyOf, type Entry, figure, value } from './entry.ts'
import { countedTrades } from './levels.ts'
import { type Costs, costDrafts, costsOf, signedQuantity, tradeDays } from './trade-fields.ts'

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
  const isReversal = isCancellation(entry)
  const costs = costsOf(entry, [currency], isReversal)
  const stated = statedOf(book, entry, quantity, costs)
  const principal = principalOf(book, entry, stated)
  const id = externalId('trade', entry)
  const goods = { ...tradeDays(book, entry), asset }
  const many = formatDecimal(quantity)
  const type: TransactionDraft['type'] = quantity > 0n === isReversal ? 'SELL' : 'BUY'
  const amounts = afterCosts(principal, currency, costs.fees, costs.taxes)
  if (isReversal) {
    const taken = { rows: [entry.row] as const, ...goods, currency, externalId: id, quantity: many, type, ...amounts }
    return [taken, ...costDrafts(costs, taken)].map((draft) => ({ ...draft, reverses: 'same' }))
  }
  const price = priceFields(entry, stated, principal)
  const trade = { rows: [entry.row] as const, type, ...goods, quantity: many, ...price, ...amounts, externalId: id }
  if (MARGIN_CATEGORIES.has(categoryOf(entry))) warn(book, entry, 'booked-at-full-value', FULL_VALUE)
  return [trade, ...costDrafts(costs, trade), ...accruedDrafts(trade, stated, principal)]
}

/** What the report says that came or went for the goods, signed: `net` is net cash without the costs, `worth` quantity x price. */
function statedOf(book: Book, entry: Entry, quantity: Decimal, costs: Costs) {
  const proceeds = figure(entry, 'proceeds')
  const price = figure(entry, 'tradeprice', 'price')
  const factor = factorOf(book.securities, entry)
  const worth = price === undefined || factor === undefined ? undefined : negate(multiply(multiply(quantity, price), factor))
  const netCash = MARGIN_CATEGORIES.has(categoryOf(entry)) ? undefined : figure(entry, 'netcash')
  const net = netCash === undefined ? undefined : subtract(netCash, costs.inNetCash)
  return { proceeds, price, worth, net, accrued: figure(entry, 'accruedint', 'accruedinterest') ?? ZERO }
}

type Stated = ReturnType<typeof statedOf>

/** What the broker paid (+) or took (-) for the goods alone. Of proceeds, net cash and quantity x price two must agree. */
function principalOf(book: Book, entry: Entry, { proceeds, worth, net, accrued }: Stated): Decimal {
  const priced = isForeignPrice(entry) ? undefined : worth
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

/** The price as the trade says it; in another currency than the booking's (Transaction History) with the rate that follows from both. */
function priceFields(entry: Entry, { price, worth }: Stated, principal: Decimal): Partial<TransactionDraft> {
  if (price === undefined || price <= 0n || worth === undefined) return price === ZERO && principal === ZERO ? { price: '0' } : {}
  if (!isForeignPrice(entry)) return fits(worth, principal) ? { price: formatDecimal(price) } : {}
  if (worth === ZERO) return {}
  const fxRate = formatDecimal(divide(absolute(principal), absolute(worth)))
  return { price: formatDecimal(price), priceCurrency: currencyOf(entry, 'pricecurrency'), fxRate }
}

function isForeignPrice(entry: Entry): boolean {
  const priceCurrency = value(entry, 'pricecurrency')
  return priceCurrency !== '' && priceCurrency !== value(entry, 'currency')
}

/** Accrued interest of a bond when the trade's net cash holds it; where it does not, the broker books it as a cash transaction. */
function accruedDrafts(trade: TransactionDraft, { accrued, net }: Stated, principal: Decimal): TransactionDraft[] {
  if (accrued === 0n || net === undefined) return []
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
