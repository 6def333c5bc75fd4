/** Buys and sells, for money or for another coin. */
import { agrees, ignore, info, refuse, textOf, warn } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, maximum, multiply, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { addDraft, type Book, coin, describe, isFiat, requireMoney } from './book.ts'
import { type Entry, tryNumber } from './entry.ts'

type Side = 'BUY' | 'SELL'

/** One side of a trade. `net` is what was paid or received, costs included, without sign; `also` is a second row that it was made of. */
export type Leg = {
  readonly side: Side
  readonly symbol: string
  readonly quantity: Decimal
  readonly net: Decimal
  readonly fees: Decimal
  readonly currency: string
  readonly price?: Decimal | undefined
  readonly part?: string | undefined
  readonly also?: number
  /** Which row describes it, where it is another one. */
  readonly about?: Entry
}

/** What the notes say was given or got for the coins: `Bought 0.4 ETH for 994.2 USDC on ETH-USDC at 2480 USDC/ETH`. */
type Counterpart = { readonly symbol: string; readonly quantity: Decimal | undefined }

const IN_NOTES = /^(?:bought|sold) \S+ \S+ for (?:[^\d\s]{1,3} ?)?(\d[\d.,]*(?:e-?\d+)?) ([A-Z0-9]{2,10})\b/i
const PAIR = /\bon [A-Z0-9]{1,15}-([A-Z0-9]{1,15})\b/i
const NO_TOTAL = 'The row has no total, so what it did to the cash balance is unknown.'
const UNCLEAR_TOTAL =
  'The total of this sale is larger than its subtotal, so it is not clear whether the fee was paid from it. Enter it by hand.'

/** `Buy`, `Sell` and their `Advanced Trade` namesakes. */
export function addTrade(book: Book, entry: Entry, side: Side): void {
  if (side === 'BUY' && entry.quantity < 0n)
    refuse('unexpected-sign', `"${entry.label}" adds coins, but its quantity is negative.`)
  const other = counterpartOf(entry)
  if (isFiat(entry.asset, entry)) addMoneyTrade(book, entry, side)
  else if (other === undefined || other.symbol === entry.currency) addLeg(book, entry, legOf(book, entry, side))
  else if (other.quantity === undefined) {
    const detail = `The coins were traded for ${other.symbol}, but the row does not say for how many. Enter the trade by hand.`
    refuse('pair-without-quantity', detail)
  } else if (isFiat(other.symbol, entry)) addForeignTrade(book, entry, side, other.symbol, other.quantity)
  else addCoinTrade(book, entry, side, other.symbol, other.quantity)
}

function counterpartOf({ notes }: Entry): Counterpart | undefined {
  const [, quantity = '', stated] = IN_NOTES.exec(notes) ?? []
  if (stated !== undefined) return { symbol: stated.toUpperCase(), quantity: tryNumber(quantity)?.value }
  const pair = PAIR.exec(notes)?.[1]
  return pair === undefined ? undefined : { symbol: pair.toUpperCase(), quantity: undefined }
}

/** The row in its own currency: the total is what was paid or received, the rest of the subtotal is what it cost. */
function legOf(book: Book, entry: Entry, side: Side): Leg {
  const { total, subtotal, currency, price } = entry
  if (total === undefined || currency === '') return refuse('no-total', NO_TOTAL)
  const leg = { side, symbol: entry.asset, quantity: absolute(entry.quantity), net: total, currency, price }
  if (subtotal === undefined) {
    const fees = entry.fees ?? ZERO
    return { ...leg, fees: side === 'BUY' && fees > total ? ZERO : fees }
  }
  const fees = side === 'BUY' ? subtract(total, subtotal) : subtract(subtotal, total)
  if (fees < 0n && !agrees(total, subtotal)) checkTotal(book, entry, side)
  return { ...leg, fees: maximum(fees, ZERO) }
}

/** A sale that brings more than its coins were worth may have its fee on the wrong side: only the notes can confirm such a total. */
function checkTotal(book: Book, entry: Entry, side: Side): void {
  const other = counterpartOf(entry)
  const confirmed = other?.quantity !== undefined && other.symbol === entry.currency && other.quantity === entry.total
  if (side === 'SELL' && !confirmed) refuse('total-unclear', UNCLEAR_TOTAL)
  warn(book, entry, 'total-unusual', 'Total and subtotal differ the wrong way round for a fee; the total counts.')
}

/** Adds one leg; the price is used when it agrees with the money, else it follows from the money (a spread is in no column of its own). */
export function addLeg(book: Book, entry: Entry, leg: Leg): void {
  const { side, quantity, net, fees, price, also = entry.row } = leg
  const gross = side === 'BUY' ? subtract(net, fees) : add(net, fees)
  const isAgreed = price !== undefined && price > 0n && agrees(multiply(quantity, price), gross)
  const draft = {
    rows: also === entry.row ? ([entry.row] as const) : ([entry.row, also] as const),
    type: side,
    asset: coin(book, leg.symbol, entry.currency),
    quantity: formatDecimal(side === 'BUY' ? quantity : negate(quantity)),
    price: isAgreed ? formatDecimal(price) : undefined,
    amount: formatDecimal(side === 'BUY' ? negate(net) : net),
    currency: leg.currency,
    fees: textOf(fees),
    description: describe(leg.about ?? entry),
  }
  addDraft(book, entry, draft, leg.part)
}

/** A trade against another coin: both are sold and bought at the value that the row states, so that no cash is left over. */
function addCoinTrade(book: Book, entry: Entry, side: Side, symbol: string, quantity: Decimal): void {
  const { net, currency, ...leg } = legOf(book, entry, side)
  const other = side === 'BUY' ? 'SELL' : 'BUY'
  addLeg(book, entry, { ...leg, net, currency })
  addLeg(book, entry, { side: other, symbol, quantity, net, fees: ZERO, currency, part: symbol.toLowerCase() })
}

/** A trade for money in another currency than the one that the report values it in: the notes have the money. */
function addForeignTrade(book: Book, entry: Entry, side: Side, code: string, net: Decimal): void {
  const [currency, quantity] = [requireMoney(code), absolute(entry.quantity)]
  addLeg(book, entry, { side, symbol: entry.asset, quantity, net, fees: ZERO, currency })
  const detail = `Paid in ${currency}, but valued in ${entry.currency}: the amount is from the notes and has the fee in it.`
  info(book, entry, 'fee-currency', detail)
}

/** Money for money: nothing at all when both are the same currency (Coinbase books card payments so), else a conversion. */
function addMoneyTrade(book: Book, entry: Entry, side: Side): void {
  const { asset, currency, label } = entry
  const total = entry.total ?? entry.subtotal ?? refuse('no-total', NO_TOTAL)
  const quantity = absolute(entry.quantity)
  const [came, went] = side === 'BUY' ? [quantity, total] : [total, quantity]
  const change = subtract(came, went)
  if (asset !== currency) addConversion(book, entry, side, quantity, total)
  else if (change > 0n) refuse('total-unclear', `${asset} for ${asset} cannot bring more than it cost.`)
  else if (change === 0n) ignore(book, entry, `${label}: ${asset} for ${asset} changes no balance`)
  else addDraft(book, entry, { type: 'FEE', amount: formatDecimal(change), currency })
}

function addConversion(book: Book, entry: Entry, side: Side, quantity: Decimal, total: Decimal): void {
  const [asset, isBuy] = [requireMoney(entry.asset), side === 'BUY']
  const shared = { type: 'FX_CONVERSION', group: `conversion-${entry.row}` } as const
  addDraft(book, entry, { ...shared, amount: formatDecimal(isBuy ? quantity : negate(quantity)), currency: asset })
  addDraft(book, entry, { ...shared, amount: formatDecimal(isBuy ? negate(total) : total), currency: entry.currency }, 'for')
}
