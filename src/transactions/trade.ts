import {
  absolute,
  add,
  type Decimal,
  decimal,
  divide,
  divideHalfEven,
  formatDecimal,
  maximum,
  multiply,
  multiplyDivide,
  negate,
  ONE,
  subtract,
  tryDecimal,
  ZERO,
} from '../shared/decimal.ts'
import type { Fault } from '../shared/errors.ts'
import type { RuleFacts } from './rules.ts'
import type { TransactionFields, TransactionInput } from './transaction.ts'

/** The numbers of a line, all of them known. */
export type Numbers = Pick<TransactionFields, 'quantity' | 'price' | 'priceCurrency' | 'fxRate' | 'amount' | 'fees' | 'taxes'>
type Unpriced = Omit<Numbers, 'amount'>
type Refusal = { readonly fault: Fault; readonly code?: string }

const SMALLEST_TOLERANCE = decimal('0.02')
const TOLERANCE = decimal('0.002')
/** 28 digits are enough for whatever is smaller. */
const FEW_DIGITS = decimal('10000000000000000')
const TOLERANCE_WITH_RATE = decimal('0.005')

/**
 * Fills in the numbers of a line. For trades: amount = -(quantity x price x fxRate / priceQuantity) - fees - taxes, whichever of price,
 * rate and amount is missing. The amount of any other line that moves cash must be given.
 */
export function completeTrade(input: TransactionInput, facts: RuleFacts): Numbers | Refusal {
  const quantity = isSizedByRatio(input) ? quantityOfSplit(input, facts) : (input.quantity ?? ZERO)
  if (typeof quantity !== 'bigint') return quantity
  const foreign = isForeign(input)
  const given = {
    quantity,
    price: input.price ?? null,
    priceCurrency: foreign ? (input.priceCurrency ?? null) : null,
    fxRate: foreign ? (input.fxRate ?? null) : null,
    amount: input.amount ?? ZERO,
    fees: input.fees ?? ZERO,
    taxes: input.taxes ?? ZERO,
  }
  if ((input.type !== 'BUY' && input.type !== 'SELL') || quantity === ZERO) {
    const amount = input.amount ?? (quantity === ZERO ? ZERO : negate(add(given.fees, given.taxes)))
    return isTooLong(amount) ? tooLong('/fees', 'amount') : { ...given, amount }
  }
  if (input.amount == null) return withAmount(given, input, facts)
  if (facts.asStored) return given
  return given.price === null ? withPrice(given, facts) : withRate(given, given.price, facts)
}

/** Whether the price is in another currency than the amount. */
export function isForeign(input: Pick<TransactionInput, 'currency' | 'priceCurrency'>): boolean {
  return input.priceCurrency != null && input.priceCurrency !== input.currency
}

function withAmount(base: Unpriced, input: TransactionInput, facts: RuleFacts): Numbers | Refusal {
  if (base.price === null) return { fault: { pointer: '/amount', detail: 'Give the amount, or the price to compute it from.' } }
  if (base.priceCurrency !== null && base.fxRate === null) {
    return {
      fault: {
        pointer: '/fx_rate',
        detail: `Give the amount, or the rate: units of ${input.currency ?? 'currency'} for one ${base.priceCurrency}.`,
      },
    }
  }
  const amount = negate(add(grossValue(base.quantity, base.price, base.fxRate, facts), add(base.fees, base.taxes)))
  return isTooLong(amount) ? tooLong('/price', 'amount') : { ...base, amount }
}

function withPrice(trade: Numbers, facts: RuleFacts): Numbers | Refusal {
  if (trade.priceCurrency !== null && trade.fxRate === null) return trade
  const price = derivedPrice(trade, facts)
  if (price < ZERO) return mismatch('The fees and taxes are more than the amount: amount is net, after them. Check the signs.')
  return isTooLong(price) ? tooLong('/amount', 'price') : { ...trade, price }
}

function withRate(trade: Numbers, price: Decimal, facts: RuleFacts): Numbers | Refusal {
  const gross = grossOf(trade)
  const [rate, tolerance] = trade.priceCurrency === null ? [null, TOLERANCE] : [trade.fxRate, TOLERANCE_WITH_RATE]
  if (trade.priceCurrency !== null && rate === null) return withDerivedRate(trade, price, gross, facts)
  // Most figures fit as they are: that is seen without a division.
  if (rate === null && facts.priceQuantity === ONE && trade.quantity * price === gross * ONE) return trade
  const expected = grossValue(trade.quantity, price, rate, facts)
  if (expected === gross) return trade
  const allowed = maximum(SMALLEST_TOLERANCE, multiply(absolute(gross), tolerance))
  if (absolute(subtract(expected, gross)) <= allowed || price === derivedPrice(trade, facts)) return trade
  return mismatch(
    'Does not fit: amount must be -(quantity x price x fx_rate) - fees - taxes. Check the signs, the fees and the price.',
  )
}

function withDerivedRate(trade: Numbers, price: Decimal, gross: Decimal, facts: RuleFacts): Numbers | Refusal {
  const value = grossValue(trade.quantity, price, null, facts)
  if (value === ZERO && absolute(gross) <= SMALLEST_TOLERANCE) return trade
  if (value === ZERO || gross === ZERO || value > ZERO !== gross > ZERO) {
    return mismatch('Does not fit the price: amount must be -(quantity x price x fx_rate) - fees - taxes. Check the signs.')
  }
  const fxRate = divide(gross, value)
  if (isTooLong(fxRate)) return tooLong('/amount', 'fx_rate')
  return { ...trade, fxRate: fxRate === ZERO ? null : fxRate }
}

function mismatch(detail: string): Refusal {
  return { code: 'transaction/amount-mismatch', fault: { pointer: '/amount', detail } }
}

function tooLong(pointer: string, what: string): Refusal {
  return { fault: { pointer, detail: `The ${what} that follows from it has more than 28 significant digits.` } }
}

function isTooLong(value: Decimal): boolean {
  if (absolute(value) < FEW_DIGITS) return false
  return tryDecimal(formatDecimal(value)) === 'too-many-digits'
}

/** v(q) as the amount has it: what the trade was worth before fees and taxes, with the sign of the quantity. */
function grossOf(trade: Pick<Numbers, 'amount' | 'fees' | 'taxes'>): Decimal {
  return negate(add(trade.amount, add(trade.fees, trade.taxes)))
}

/** v(q): quantity x price x fxRate / priceQuantity, in the currency of the amount; rounded once. */
function grossValue(quantity: Decimal, price: Decimal, fxRate: Decimal | null, facts: RuleFacts): Decimal {
  if (fxRate === null && facts.priceQuantity === ONE) return multiply(quantity, price)
  return divideHalfEven(quantity * price * (fxRate ?? ONE), facts.priceQuantity * ONE) as Decimal
}

function derivedPrice(trade: Numbers, facts: RuleFacts): Decimal {
  return divideHalfEven(grossOf(trade) * facts.priceQuantity * ONE, trade.quantity * (trade.fxRate ?? ONE)) as Decimal
}

/** The new and the old units of a ratio such as `10:1`; `undefined` when it is none. */
export function readRatio(text: string): { readonly after: Decimal; readonly before: Decimal } | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,9})?):(\d{1,9}(?:\.\d{1,9})?)$/.exec(text)
  const [after, before] = [decimal(match?.[1] ?? '0'), decimal(match?.[2] ?? '0')]
  return after === ZERO || before === ZERO ? undefined : { after, before }
}

/** What a split moves of a holding; 0 for a text that is no ratio. */
export function changeByRatio(text: string, holding: Decimal): Decimal {
  const ratio = readRatio(text)
  return ratio === undefined ? ZERO : subtract(multiplyDivide(holding, ratio.after, ratio.before), holding)
}

/** Whether the quantity of a line follows from a ratio and what is held. */
export function isSizedByRatio({ type, ratio, quantity }: TransactionInput): boolean {
  return type === 'SPLIT' && ratio != null && (quantity ?? ZERO) === ZERO
}

/** Of nothing a split makes nothing, and its ratio is for what was sold before it and bought again after it. */
function quantityOfSplit(input: TransactionInput, facts: RuleFacts): Decimal | Refusal {
  const ratio = readRatio(input.ratio ?? '')
  if (ratio === undefined || facts.holding === ZERO) return ZERO
  const after = multiplyDivide(facts.holding, ratio.after, ratio.before)
  const change = subtract(after, facts.holding)
  return isTooLong(after) || isTooLong(change) ? tooLong('/ratio', 'quantity') : change
}
