/** Prices in other currencies, and the fees and taxes that stand beside a total. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { minorUnits } from '#src/shared/currency.ts'
import { absolute, add, type Decimal, divide, formatDecimal, multiply, round, ZERO } from '#src/shared/decimal.ts'
import { type Line, type Money, moneyAt, numberOf, unitOf } from './line.ts'

/** `fxRate` = units of the total's currency for one of `currency`; absent when they are the same. */
export type Quote = { readonly price: Decimal; readonly currency: string; readonly fxRate: Decimal | undefined }

/** In the currency of the total; `foreign` are those that the row gives no rate for, as text. */
export type Costs = { readonly fees: Decimal; readonly taxes: Decimal; readonly foreign: readonly string[] }

export const NO_COSTS: Costs = { fees: ZERO, taxes: ZERO, foreign: [] }

/**
 * The price in an ISO currency, with the broker's rate turned round: the file gives units of the price's currency (pence count as such)
 * for one of the account's. `undefined` when there is no price, or no rate between two currencies.
 */
export function readQuote(line: Line, account: string): Quote | undefined {
  const price = numberOf(line, 'price / share')
  const unit = unitOf(line, 'price / share')
  if (price === undefined || price <= 0n || !unit) return undefined
  const quote = { price: divide(price, unit.divisor), currency: unit.currency }
  if (unit.currency === account) return { ...quote, fxRate: undefined }
  const rate = numberOf(line, 'exchange rate')
  return rate === undefined || rate <= 0n ? undefined : { ...quote, fxRate: divide(unit.divisor, rate) }
}

/** The cost columns of a trade, whatever their sign; a cost without a currency is in the account's. */
export function readCosts(line: Line, account: string, quote: Quote | undefined): Costs {
  return line.layout.costs.reduce((costs, { title, kind }) => withCost(costs, line, title, kind, account, quote), NO_COSTS)
}

/** `costs` and one more column. */
export function withCost(
  costs: Costs,
  line: Line,
  title: string,
  kind: 'fee' | 'tax',
  account: string,
  quote: Quote | undefined,
): Costs {
  const cost = moneyAt(line, title, account)
  if (cost === undefined || cost.value === 0n) return costs
  const converted = toAccount(cost, account, quote)
  if (converted === undefined) {
    const text = `${title} ${formatDecimal(absolute(cost.value))} ${cost.currency}`
    return { ...costs, foreign: [...costs.foreign, text] }
  }
  return kind === 'fee' ? { ...costs, fees: add(costs.fees, converted) } : { ...costs, taxes: add(costs.taxes, converted) }
}

/** One in the currency of the price is converted with the row's own rate, to whole cents. */
function toAccount(cost: Money, account: string, quote: Quote | undefined): Decimal | undefined {
  if (cost.currency === account) return absolute(cost.value)
  if (cost.currency !== quote?.currency || quote.fxRate === undefined) return undefined
  return round(multiply(absolute(cost.value), quote.fxRate), minorUnits(account) ?? 2)
}

export function priceFields(quote: Quote | undefined): Partial<TransactionDraft> {
  if (!quote) return {}
  if (quote.fxRate === undefined) return { price: formatDecimal(quote.price) }
  return { price: formatDecimal(quote.price), priceCurrency: quote.currency, fxRate: formatDecimal(quote.fxRate) }
}

export function costFields(costs: Costs): Partial<TransactionDraft> {
  return {
    ...(costs.fees === 0n ? {} : { fees: formatDecimal(costs.fees) }),
    ...(costs.taxes === 0n ? {} : { taxes: formatDecimal(costs.taxes) }),
  }
}
