/** Trades whose files state the price and the net amount, and nothing of the costs between the two. */
import {
  absolute,
  type Book,
  type Decimal,
  decimal,
  formatDecimal,
  multiply,
  negate,
  round,
  subtract,
  type Terms,
} from '#plugins/kit/index.ts'

const COSTS = 'Fees, taxes and the rate of exchange are inside the amount. Nothing tells them apart, so the price is left out.'
const ZERO = decimal('0')

/** `amount`: signed and net, in `unit`. */
export type NetTrade = Pick<Terms, 'date' | 'asset' | 'also'> & {
  readonly quantity: string | undefined
  readonly price: string | undefined
  readonly quoted: string
  readonly amount: string
  readonly unit: string
}

/** What lies between quantity x price and the net amount: costs, where it is above zero. */
export function costsBetween(direction: 'BUY' | 'SELL', quantity: string, price: string, amount: string): Decimal {
  const [gross, net] = [absolute(multiply(decimal(quantity), decimal(price))), absolute(decimal(amount))]
  return direction === 'BUY' ? subtract(net, gross) : subtract(gross, net)
}

/** What a purchase cost beyond its price are its fees; of a sale that may be taxes too, so that only the net amount is booked of it. */
export function bookNetTrade(book: Book, trade: NetTrade, direction: 'BUY' | 'SELL'): void {
  const { price, quoted, ...terms } = trade
  const gross = round(multiply(decimal((terms.quantity ?? '0').replace('-', '')), decimal(price ?? '0')), 2)
  const net = decimal(terms.amount)
  const costs = direction === 'BUY' ? subtract(negate(net), gross) : subtract(gross, net)
  const isPlain = price !== undefined && quoted === terms.unit
  if (isPlain && (costs === ZERO || (direction === 'BUY' && costs > ZERO))) {
    book.trade({ ...terms, price, quoted, fees: formatDecimal(costs) }, direction)
  } else {
    book.trade({ ...terms, price: undefined, quoted: terms.unit }, direction)
    book.note('info', 'costs-unknown', COSTS)
  }
}
