/** Trades whose files state the price and the net amount, and nothing of the costs between the two. */
import { absolute, type Book, type Decimal, decimal, multiply, negate, round, subtract, type Terms } from '#plugins/kit/index.ts'

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
  const { quoted, unit } = trade
  const [quantity, price] = [figureOf(trade.quantity), figureOf(trade.price)]
  const amount = decimal(trade.amount)
  const gross = round(multiply(absolute(quantity ?? ZERO), price ?? ZERO), 2)
  const costs = direction === 'BUY' ? subtract(negate(amount), gross) : subtract(gross, amount)
  const isPlain = price !== undefined && quoted === unit
  if (isPlain && (costs === ZERO || (direction === 'BUY' && costs > ZERO))) {
    book.trade({ ...trade, quantity, price, amount, fees: costs }, direction)
  } else {
    book.trade({ ...trade, quantity, price: undefined, amount, quoted: unit }, direction)
    book.note('info', 'costs-unknown', COSTS)
  }
}

function figureOf(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : decimal(text)
}
