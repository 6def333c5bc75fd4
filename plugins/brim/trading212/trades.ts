/** Purchases and sales: the cash from the total column, the price used where it agrees with it. */
import { absolute, add, type Decimal, decimal, formatDecimal, maximum, multiply, negate, subtract } from '#src/shared/decimal.ts'
import { type Book, beginDraft, describe, note, requireAsset } from './book.ts'
import { type Costs, costFields, NO_COSTS, priceFields, type Quote, readCosts, readQuote } from './costs.ts'
import { type Line, type Money, requireShares, requireTotal } from './line.ts'

const CENTS = decimal('0.02')
const SAME_CURRENCY_SHARE = decimal('0.002')
const CONVERTED_SHARE = decimal('0.005')

/** `Market buy`, `Limit sell` and the like as a BUY or a SELL. */
export function addTrade(book: Book, line: Line, side: 'BUY' | 'SELL'): void {
  const shares = requireShares(line)
  const total = requireTotal(line)
  const amount = side === 'BUY' ? negate(absolute(total.value)) : total.value
  const quote = readQuote(line, total.currency)
  const costs = plausibleCosts(book, line, side, amount, quote, total.currency)
  const gross = grossOf(side, amount, costs)
  const agreed = quote !== undefined && agrees(quote, shares, gross) ? quote : undefined
  if (agreed === undefined && quote !== undefined) noteLeftOut(book, line, total, quote)
  book.transactions.push({
    ...beginDraft(book, line),
    type: side,
    asset: requireAsset(book, line),
    quantity: formatDecimal(side === 'BUY' ? shares : negate(shares)),
    ...priceFields(agreed),
    amount: formatDecimal(amount),
    currency: total.currency,
    ...costFields(costs),
    description: describe(line, ...costs.foreign),
  })
}

/** What the shares were worth before costs: what a purchase cost without them, what a sale would have brought. */
function grossOf(side: 'BUY' | 'SELL', amount: Decimal, costs: Costs): Decimal {
  const all = add(costs.fees, costs.taxes)
  return side === 'BUY' ? subtract(negate(amount), all) : add(amount, all)
}

function plausibleCosts(
  book: Book,
  line: Line,
  side: 'BUY' | 'SELL',
  amount: Decimal,
  quote: Quote | undefined,
  account: string,
): Costs {
  const costs = readCosts(line, account, quote)
  if (costs.foreign.length > 0) {
    const list = costs.foreign.join(', ')
    note(book, line, 'info', 'cost-currency', `Part of the amount, but without a rate not shown as costs: ${list}.`)
  }
  if (grossOf(side, amount, costs) >= 0n) return costs
  note(book, line, 'warning', 'costs-above-total', 'Fees and taxes are larger than the total; they are not shown as costs.')
  return NO_COSTS
}

/** Whether shares x price x rate is the gross value, within what rounded totals and rates explain. */
function agrees(quote: Quote, shares: Decimal, gross: Decimal): boolean {
  const value = multiply(shares, quote.price)
  const converted = quote.fxRate === undefined ? value : multiply(value, quote.fxRate)
  const share = quote.fxRate === undefined ? SAME_CURRENCY_SHARE : CONVERTED_SHARE
  return absolute(subtract(converted, gross)) <= maximum(CENTS, multiply(absolute(gross), share))
}

function noteLeftOut(book: Book, line: Line, total: Money, quote: Quote): void {
  const price = `${formatDecimal(quote.price)} ${quote.currency}`
  const stated = `${formatDecimal(total.value)} ${total.currency}`
  const detail = `Shares x price (${price}) at the stated rate is not the total of ${stated}: the total counts, the price follows from it.`
  note(book, line, 'info', 'price-left-out', detail)
}
