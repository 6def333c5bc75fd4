/** The figures of a trade: net from gross and back, and whether price and rate belong to it. */
import {
  absolute,
  add,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  minimum,
  multiply,
  negate,
  ONE,
  subtract,
  ZERO,
} from '#src/shared/decimal.ts'
import { agrees } from '../figures.ts'
import { refuse } from '../refuse.ts'

const FOUR = decimal('4')

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

export type TradeFigures = {
  /** Net, signed. */
  readonly amount: Decimal
  readonly price: Decimal | undefined
  readonly rate: Decimal | undefined
  /** The file has a price that does not belong to the amount. */
  readonly leftOut: boolean
  /** What quantity, price and costs prove of the amount. */
  readonly proves: 'net' | 'gross' | undefined
}

/** Throws RowRefusal when there is neither an amount nor what it follows from. */
export function figureTrade(terms: TradeTerms): TradeFigures {
  const { direction, amount, amounts, costs } = terms
  const product = terms.price === undefined ? undefined : multiply(terms.quantity, terms.price)
  const value = product === undefined || terms.priceQuantity === ONE ? product : divide(product, terms.priceQuantity)
  if (amount === undefined) return withoutAmount(terms, value)
  const net = amounts === 'net' ? amount : subtract(amount, costs)
  const gross = absolute(add(net, costs))
  const proves = value === undefined ? undefined : provenBy(terms, value, absolute(amount))
  if (direction === 'BUY' ? add(net, costs) > ZERO : add(net, costs) < ZERO)
    refuse('unexpected-sign', `A ${direction} with an amount of ${formatDecimal(amount)}: the sign or the costs are wrong.`)
  if (terms.price === undefined || value === undefined)
    return { amount: net, price: undefined, rate: undefined, leftOut: false, proves }
  const rate = rateThatFits(terms, value, gross)
  if (rate === undefined) return { amount: net, price: undefined, rate: undefined, leftOut: true, proves }
  return { amount: net, price: terms.price, rate: terms.isForeign ? rate : undefined, leftOut: false, proves }
}

function withoutAmount({ direction, rate, isForeign, costs, price }: TradeTerms, value: Decimal | undefined): TradeFigures {
  if (value === undefined) refuse('no-amount', 'The row has neither an amount nor a price.')
  if (isForeign && rate === undefined)
    refuse('no-rate', 'The price is in another currency than the amount, and the row has neither a rate nor an amount.')
  const gross = isForeign ? multiply(value, rate ?? ONE) : value
  const amount = subtract(direction === 'BUY' ? negate(gross) : gross, costs)
  return { amount, price, rate: isForeign ? rate : undefined, leftOut: false, proves: undefined }
}

/** The rate, or its inverse, with which the price makes the gross amount; 1 for a price in the same currency. */
function rateThatFits({ rate, isForeign }: TradeTerms, value: Decimal, gross: Decimal): Decimal | undefined {
  if (!isForeign) return agrees(value, gross) ? ONE : undefined
  if (rate === undefined || rate === ZERO) return value === ZERO || gross === ZERO ? undefined : divide(gross, value)
  if (agrees(multiply(value, rate), gross, true)) return rate
  const inverse = divide(ONE, rate)
  return agrees(multiply(value, inverse), gross, true) ? inverse : undefined
}

/** Whether the amount is nearer to the value with costs or without; nothing where the price is too coarse to tell. */
function provenBy({ direction, rate, isForeign, costs }: TradeTerms, value: Decimal, size: Decimal): 'net' | 'gross' | undefined {
  if (costs <= ZERO || (isForeign && (rate === undefined || rate === ZERO))) return undefined
  const hasRate = isForeign && rate !== undefined
  const [one, other] = hasRate ? [multiply(value, rate), divide(value, rate)] : [value, value]
  const without = direction === 'BUY' ? subtract(size, costs) : add(size, costs)
  const net = minimum(absolute(subtract(one, without)), absolute(subtract(other, without)))
  const gross = minimum(absolute(subtract(one, size)), absolute(subtract(other, size)))
  if (minimum(net, gross) > divide(costs, FOUR)) return undefined
  return net < gross ? 'net' : 'gross'
}
