import {
  absolute,
  add,
  type Decimal,
  decimal,
  divide,
  maximum,
  multiply,
  multiplyDivide,
  negate,
  ONE,
  subtract,
  ZERO,
} from '../shared/decimal.ts'
import type { Fault } from '../shared/errors.ts'
import type { RuleFacts } from './rules.ts'
import type { TransactionFields, TransactionInput } from './transaction.ts'

type Numbers = Pick<TransactionFields, 'quantity' | 'price' | 'priceCurrency' | 'fxRate' | 'amount' | 'fees' | 'taxes'>
type Refusal = { readonly fault: Fault; readonly code?: string }

const SMALLEST_TOLERANCE = decimal('0.02')
const TOLERANCE = decimal('0.002')
const TOLERANCE_WITH_RATE = decimal('0.005')

/** Fills in the numbers of a line. For trades: amount = -(quantity x price x fxRate / priceQuantity) - fees - taxes, whichever of price, rate and amount is missing. */
export function completeTrade(input: TransactionInput, facts: RuleFacts): Numbers | Refusal {
  const quantity = input.quantity ?? quantityOfSplit(input, facts)
  if (typeof quantity !== 'bigint') return quantity
  const costs = { fees: input.fees ?? ZERO, taxes: input.taxes ?? ZERO }
  const foreign = input.priceCurrency != null && input.priceCurrency !== input.currency
  const base = {
    quantity,
    ...costs,
    price: input.price ?? null,
    priceCurrency: foreign ? (input.priceCurrency ?? null) : null,
    fxRate: foreign ? (input.fxRate ?? null) : null,
  }
  if ((input.type !== 'BUY' && input.type !== 'SELL') || quantity === ZERO) {
    return { ...base, amount: input.amount ?? negate(add(costs.fees, costs.taxes)) }
  }
  if (input.amount == null) return withAmount(base, input, facts)
  if (base.price === null) return { ...base, amount: input.amount, price: derivedPrice(base, input.amount, facts) }
  return withRate({ ...base, price: base.price, amount: input.amount }, foreign, facts)
}

function withAmount(base: Omit<Numbers, 'amount'>, input: TransactionInput, facts: RuleFacts): Numbers | Refusal {
  if (base.price === null) return { fault: { pointer: '/amount', detail: 'Give the amount, or the price to compute it from.' } }
  if (base.priceCurrency !== null && base.fxRate === null) {
    return {
      fault: {
        pointer: '/fx_rate',
        detail: `Give the amount, or the rate: units of ${input.currency ?? 'currency'} for one ${base.priceCurrency}.`,
      },
    }
  }
  return { ...base, amount: negate(add(grossValue(base.quantity, base.price, base.fxRate, facts), add(base.fees, base.taxes))) }
}

function withRate(trade: Numbers & { price: Decimal }, foreign: boolean, facts: RuleFacts): Numbers | Refusal {
  const gross = negate(add(trade.amount, add(trade.fees, trade.taxes)))
  if (foreign && trade.fxRate === null) {
    const inPriceCurrency = grossValue(trade.quantity, trade.price, null, facts)
    return { ...trade, fxRate: inPriceCurrency === ZERO || gross === ZERO ? null : absolute(divide(gross, inPriceCurrency)) }
  }
  const expected = grossValue(trade.quantity, trade.price, trade.fxRate, facts)
  const allowed = maximum(SMALLEST_TOLERANCE, multiply(absolute(gross), trade.fxRate === null ? TOLERANCE : TOLERANCE_WITH_RATE))
  if (absolute(subtract(expected, gross)) <= allowed) return trade
  return {
    code: 'transaction/amount-mismatch',
    fault: {
      pointer: '/amount',
      detail:
        'Does not fit: amount must be -(quantity x price x fx_rate) - fees - taxes. Check the signs, the fees and the price.',
    },
  }
}

/** v(q): quantity x price x fxRate / priceQuantity, in the currency of the amount. */
function grossValue(quantity: Decimal, price: Decimal, fxRate: Decimal | null, facts: RuleFacts): Decimal {
  const value = facts.priceQuantity === ONE ? multiply(quantity, price) : multiplyDivide(quantity, price, facts.priceQuantity)
  return fxRate === null ? value : multiply(value, fxRate)
}

function derivedPrice(base: Omit<Numbers, 'amount'>, amount: Decimal, facts: RuleFacts): Decimal | null {
  const gross = negate(add(amount, add(base.fees, base.taxes)))
  if (base.priceCurrency !== null && base.fxRate === null) return null
  const local = base.fxRate === null ? gross : divide(gross, base.fxRate)
  return multiplyDivide(local, facts.priceQuantity, base.quantity)
}

function quantityOfSplit(input: TransactionInput, facts: RuleFacts): Decimal | Refusal {
  if (input.type !== 'SPLIT' || input.ratio == null) return ZERO
  const match = /^(\d{1,9}(?:\.\d{1,9})?):(\d{1,9}(?:\.\d{1,9})?)$/.exec(input.ratio)
  const [after, before] = [decimal(match?.[1] ?? '0'), decimal(match?.[2] ?? '0')]
  if (after === ZERO || before === ZERO)
    return { fault: { pointer: '/ratio', detail: 'Must look like "10:1": ten new units for one old.' } }
  if (facts.holding === ZERO)
    return {
      fault: { pointer: '/ratio', detail: 'Nothing was held at the end of the day before, so there is nothing to split.' },
    }
  return subtract(multiplyDivide(facts.holding, after, before), facts.holding)
}
