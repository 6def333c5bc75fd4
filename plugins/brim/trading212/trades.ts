/** Purchases and sales: the cash from the total column, the price used where it agrees with it. Prices in other currencies, and fees and taxes beside a total. */
import { agrees, info, inUnit, textOf, warn } from '#plugins/kit/index.ts'
import { minorUnits } from '#src/shared/currency.ts'
import {
  absolute,
  add,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  negate,
  round,
  whole,
  ZERO,
} from '#src/shared/decimal.ts'
import type { CostColumn } from './layout.ts'
import {
  type Book,
  beginDraft,
  describe,
  type Line,
  type Money,
  moneyAt,
  numberOf,
  requireAsset,
  requireShares,
  requireTotal,
  unitOf,
} from './line.ts'

type Side = 'BUY' | 'SELL'

/** `fxRate` = units of the total's currency for one of `currency`; absent when they are the same. */
type Quote = { readonly price: Decimal; readonly currency: string; readonly fxRate: Decimal | undefined }

/** In the currency of the total; `foreign` are those that the row gives no rate for, as text. */
type Costs = { readonly fees: Decimal; readonly taxes: Decimal; readonly foreign: readonly string[] }

const WITHHELD: CostColumn = { title: 'withholding tax', kind: 'tax' }
/** One less than a decimal has. */
const MOST_PLACES = 11

const NO_COSTS: Costs = { fees: ZERO, taxes: ZERO, foreign: [] }

/** `Market buy`, `Limit sell` and the like as a BUY or a SELL. */
export function addTrade(book: Book, line: Line, type: Side): void {
  const shares = requireShares(line)
  const total = requireTotal(line)
  const amount = type === 'BUY' ? negate(absolute(total.value)) : total.value
  const quote = readQuote(line, total.currency)
  const costs = plausibleCosts(book, line, type, amount, readCosts(line, total.currency, quote))
  const gross = grossOf(type, amount, costs)
  const agreed = quote && agrees(worthOf(quote, shares), gross, quote.fxRate !== undefined) ? quote : undefined
  if (quote && !agreed) noteLeftOut(book, line, total, quote)
  book.transactions.push({
    ...beginDraft(book, line),
    type,
    asset: requireAsset(book, line),
    quantity: formatDecimal(type === 'BUY' ? shares : negate(shares)),
    price: agreed && formatDecimal(agreed.price),
    priceCurrency: agreed?.fxRate === undefined ? undefined : agreed.currency,
    fxRate: agreed?.fxRate && formatDecimal(agreed.fxRate),
    amount: formatDecimal(amount),
    currency: total.currency,
    fees: textOf(costs.fees),
    taxes: textOf(costs.taxes),
    description: describe(line, ...costs.foreign),
  })
}

/** What the shares were worth before costs: what a purchase cost without them, what a sale would have brought. */
function grossOf(type: Side, amount: Decimal, { fees, taxes }: Costs): Decimal {
  const gross = add(amount, add(fees, taxes))
  return type === 'BUY' ? negate(gross) : gross
}

function plausibleCosts(book: Book, line: Line, type: Side, amount: Decimal, costs: Costs): Costs {
  const list = costs.foreign.join(', ')
  if (list !== '') info(book, line, 'cost-currency', `Part of the amount, but without a rate not shown as costs: ${list}.`)
  if (grossOf(type, amount, costs) >= 0n) return costs
  warn(book, line, 'costs-above-total', 'Fees and taxes are larger than the total; they are not shown as costs.')
  return NO_COSTS
}

function worthOf({ price, fxRate }: Quote, shares: Decimal): Decimal {
  const value = multiply(shares, price)
  return fxRate === undefined ? value : multiply(value, fxRate)
}

function noteLeftOut(book: Book, line: Line, total: Money, quote: Quote): void {
  const price = `${formatDecimal(quote.price)} ${quote.currency}`
  const stated = `${formatDecimal(total.value)} ${total.currency}`
  const detail = `Shares x price (${price}) at the stated rate is not the total of ${stated}: the total counts, the price follows from it.`
  info(book, line, 'price-left-out', detail)
}

/**
 * The price in an ISO currency, with the broker's rate turned round: the file gives units of the price's currency (pence count as such)
 * for one of the account's. `undefined` when there is no price, or no rate between two currencies.
 */
function readQuote(line: Line, account: string): Quote | undefined {
  const price = numberOf(line, 'price / share')
  const unit = unitOf(line, 'price / share')
  if (price === undefined || price <= 0n || !unit) return undefined
  const quote = { price: inUnit(price, unit), currency: unit.currency }
  if (unit.currency === account) return { ...quote, fxRate: undefined }
  const rate = numberOf(line, 'exchange rate')
  return rate === undefined || rate <= 0n ? undefined : { ...quote, fxRate: divide(whole(unit.divisor), rate) }
}

/** The costs of income: like those of a trade, and the tax withheld. */
export function incomeCosts(line: Line, account: string): Costs {
  return readCosts(line, account, readQuote(line, account) ?? impliedQuote(line, account), [WITHHELD])
}

/**
 * Dividends have no rate. Their price is what a share paid after the tax that was withheld: shares x price is the total before other costs. Only where
 * the rounding of both cannot move a cent of the tax.
 */
function impliedQuote(line: Line, account: string): Quote | undefined {
  const [shares, price, tax] = [numberOf(line, 'no. of shares'), numberOf(line, 'price / share'), numberOf(line, WITHHELD.title)]
  const [unit, total] = [unitOf(line, 'price / share'), moneyAt(line, 'total', account) ?? moneyAt(line, 'gross total', account)]
  if (!unit || !shares || !price || !tax || total === undefined || total.currency !== account) return undefined
  const worth = multiply(shares, inUnit(price, unit))
  if (shares <= ZERO || worth <= ZERO || total.value <= ZERO) return undefined
  const fxRate = divide(total.value, worth)
  const share = add(
    divide(halfUnit(line.get('price / share')), price),
    divide(halfUnit(line.get('total') || '0.00'), total.value),
  )
  const slack = multiply(multiply(absolute(tax), fxRate), share)
  return slack < halfUnit('0.00') ? { price: inUnit(price, unit), currency: unit.currency, fxRate } : undefined
}

/** Half of the last place that a number is written with. */
function halfUnit(text: string): Decimal {
  const places = /\.(\d*)$/.exec(text)?.[1]?.length ?? 0
  return decimal(`0.${'0'.repeat(Math.min(places, MOST_PLACES))}5`)
}

/** The cost columns of a row, whatever their sign; a cost without a currency is in the account's. */
function readCosts(line: Line, account: string, quote: Quote | undefined, more: readonly CostColumn[] = []): Costs {
  const sums = { fee: ZERO, tax: ZERO }
  const foreign: string[] = []
  for (const { title, kind } of [...line.layout.costs, ...more]) {
    const cost = moneyAt(line, title, account)
    if (cost === undefined || cost.value === 0n) continue
    const converted = toAccount(cost, account, quote)
    if (converted === undefined) foreign.push(`${title} ${formatDecimal(absolute(cost.value))} ${cost.currency}`)
    else sums[kind] = add(sums[kind], converted)
  }
  return { fees: sums.fee, taxes: sums.tax, foreign }
}

/** One in the currency of the price is converted with the row's own rate, to whole cents. */
function toAccount({ value, currency }: Money, account: string, quote: Quote | undefined): Decimal | undefined {
  if (currency === account) return absolute(value)
  if (currency !== quote?.currency || quote.fxRate === undefined) return undefined
  return round(multiply(absolute(value), quote.fxRate), minorUnits(account) ?? 2)
}
