/** The figures of a trade: net from gross and back, and whether price and rate belong to it. */
import {
  absolute,
  add,
  type Decimal,
  divide,
  formatDecimal,
  minimum,
  multiply,
  negate,
  ONE,
  subtract,
  whole,
  ZERO,
} from '#src/shared/decimal.ts'
import { agrees } from './figures.ts'
import { refuse } from './refuse.ts'

const FOUR = whole(4)

/** What a row says of a trade. Sizes but for `amount`, which is signed; `isForeign`: the price is in another currency than the amount. */
export type TradeTerms = {
  readonly direction: 'BUY' | 'SELL'
  readonly quantity: Decimal
  readonly price: Decimal | undefined
  readonly priceQuantity: Decimal
  readonly rate: Decimal | undefined
  readonly isForeign: boolean
  readonly amount: Decimal | undefined
  readonly amounts: 'net' | 'gross'
  readonly costs: Decimal
}

/** `amount` is net and signed; a price that does not belong to it is left out; `proves`: what quantity, price and costs say of the amount. */
type TradeFigures = {
  readonly amount: Decimal
  readonly price: Decimal | undefined
  readonly rate: Decimal | undefined
  readonly proves: 'net' | 'gross' | undefined
}

/** Throws RowRefusal when there is neither an amount nor what it follows from. */
export function figureTrade(terms: TradeTerms): TradeFigures {
  const { direction, price, priceQuantity, isForeign, amount, costs } = terms
  const product = price === undefined ? undefined : multiply(terms.quantity, price)
  const value = product === undefined || priceQuantity === ONE ? product : divide(product, priceQuantity)
  if (amount === undefined) return withoutAmount(terms, value)
  const net = terms.amounts === 'net' ? amount : subtract(amount, costs)
  const gross = add(net, costs)
  if (direction === 'BUY' ? gross > ZERO : gross < ZERO)
    refuse('unexpected-sign', `A ${direction} with an amount of ${formatDecimal(amount)}: the sign or the costs are wrong.`)
  const rate = value === undefined ? undefined : rateThatFits(terms, value, absolute(gross))
  return {
    amount: net,
    price: rate === undefined ? undefined : price,
    rate: isForeign ? rate : undefined,
    proves: value === undefined ? undefined : provenBy(terms, value, absolute(amount)),
  }
}

function withoutAmount({ direction, rate, isForeign, costs, price }: TradeTerms, value: Decimal | undefined): TradeFigures {
  if (value === undefined) refuse('no-amount', 'The row has neither an amount nor a price.')
  if (isForeign && rate === undefined)
    refuse('no-rate', 'The price is in another currency than the amount, and the row has neither a rate nor an amount.')
  const gross = isForeign ? multiply(value, rate ?? ONE) : value
  const amount = subtract(direction === 'BUY' ? negate(gross) : gross, costs)
  return { amount, price, rate: isForeign ? rate : undefined, proves: undefined }
}

/** The rate, or its inverse, with which the price makes the gross amount; 1 for a price in the same currency. */
function rateThatFits({ rate, isForeign }: TradeTerms, value: Decimal, gross: Decimal): Decimal | undefined {
  if (!isForeign) return agrees(value, gross) ? ONE : undefined
  if (rate === undefined) return value === ZERO || gross === ZERO ? undefined : divide(gross, value)
  return [rate, divide(ONE, rate)].find((one) => agrees(multiply(value, one), gross, true))
}

/** Whether the amount is nearer to the value with costs or without; nothing where the price is too coarse to tell. */
function provenBy({ direction, rate, isForeign, costs }: TradeTerms, value: Decimal, size: Decimal): 'net' | 'gross' | undefined {
  if (costs <= ZERO || (isForeign && rate === undefined)) return undefined
  const inside = direction === 'BUY' ? subtract(size, costs) : add(size, costs)
  let [net, gross] = [offBy(value, inside), offBy(value, size)]
  if (isForeign && rate !== undefined) {
    const [one, other] = [multiply(value, rate), divide(value, rate)]
    net = minimum(offBy(one, inside), offBy(other, inside))
    gross = minimum(offBy(one, size), offBy(other, size))
  }
  const nearest = minimum(net, gross)
  if (nearest !== ZERO && nearest > divide(costs, FOUR)) return undefined
  return net < gross ? 'net' : 'gross'
}

function offBy(one: Decimal, other: Decimal): Decimal {
  return absolute(subtract(one, other))
}
