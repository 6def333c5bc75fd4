/** Buys and sells, for money or for another coin. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { isCurrency } from '#src/shared/currency.ts'
import {
  absolute,
  add,
  type Decimal,
  decimal,
  formatDecimal,
  maximum,
  multiply,
  negate,
  subtract,
  ZERO,
} from '#src/shared/decimal.ts'
import { type Book, beginDraft, coin, describe, isFiat, note } from './book.ts'
import { type Entry, RowRefusal, tryNumber } from './entry.ts'

type Side = 'BUY' | 'SELL'

/** One side of a trade. `net` is what was paid or received, costs included, without sign. */
export type Leg = {
  readonly side: Side
  readonly symbol: string
  readonly quantity: Decimal
  readonly net: Decimal
  readonly fees: Decimal
  readonly currency: string
  readonly price?: Decimal | undefined
  readonly part?: string
}

/** What the notes say was given or got for the coins: `Bought 0.4 ETH for 994.2 USDC on ETH-USDC at 2480 USDC/ETH`. */
type Counterpart = { readonly symbol: string; readonly quantity: Decimal | undefined }

const CENTS = decimal('0.02')
const SHARE = decimal('0.002')
const IN_NOTES = /^(?:bought|sold) \S+ \S+ for (?:[^\d\s]{1,3} ?)?(\d[\d.,]*(?:e-?\d+)?) ([A-Z0-9]{2,10})\b/i
const PAIR = /\bon [A-Z0-9]{1,15}-([A-Z0-9]{1,15})\b/i

/** `Buy`, `Sell` and their `Advanced Trade` namesakes. */
export function addTrade(book: Book, entry: Entry, side: Side): void {
  if (side === 'BUY' && entry.quantity < 0n)
    throw new RowRefusal('unexpected-sign', `"${entry.label}" adds coins, but its quantity is negative.`)
  const other = counterpartOf(entry)
  if (isFiat(entry.asset, entry)) addMoneyTrade(book, entry, side)
  else if (other === undefined || other.symbol === entry.currency) addLeg(book, entry, legOf(book, entry, side))
  else if (other.quantity === undefined) {
    const detail = `The coins were traded for ${other.symbol}, but the row does not say for how many. Enter the trade by hand.`
    throw new RowRefusal('pair-without-quantity', detail)
  } else if (isFiat(other.symbol, entry)) addForeignTrade(book, entry, side, other.symbol, other.quantity)
  else addCoinTrade(book, entry, side, other.symbol, other.quantity)
}

function counterpartOf(entry: Entry): Counterpart | undefined {
  const stated = IN_NOTES.exec(entry.notes)
  const pair = PAIR.exec(entry.notes)?.[1]?.toUpperCase()
  const symbol = stated?.[2]?.toUpperCase()
  if (symbol === undefined) return pair === undefined ? undefined : { symbol: pair, quantity: undefined }
  return { symbol, quantity: tryNumber(stated?.[1] ?? '')?.value }
}

/** The row in its own currency: the total is what was paid or received, the rest of the subtotal is what it cost. */
function legOf(book: Book, entry: Entry, side: Side): Leg {
  const { total, subtotal } = entry
  if (total === undefined || entry.currency === '')
    throw new RowRefusal('no-total', 'The row has no total, so what it did to the cash balance is unknown.')
  const leg = {
    side,
    symbol: entry.asset,
    quantity: absolute(entry.quantity),
    net: total,
    currency: entry.currency,
    price: entry.price,
  }
  if (subtotal === undefined) {
    const fees = entry.fees ?? ZERO
    return { ...leg, fees: side === 'BUY' && fees > total ? ZERO : fees }
  }
  const fees = side === 'BUY' ? subtract(total, subtotal) : subtract(subtotal, total)
  if (fees < negate(maximum(CENTS, multiply(subtotal, SHARE)))) checkTotal(book, entry, side)
  return { ...leg, fees: maximum(fees, ZERO) }
}

/** A sale that brings more than its coins were worth may have its fee on the wrong side: only the notes can confirm such a total. */
function checkTotal(book: Book, entry: Entry, side: Side): void {
  const other = counterpartOf(entry)
  const confirmed = other?.quantity !== undefined && other.symbol === entry.currency && other.quantity === entry.total
  if (side === 'SELL' && !confirmed) {
    const detail =
      'The total of this sale is larger than its subtotal, so it is not clear whether the fee was paid from it. Enter it by hand.'
    throw new RowRefusal('total-unclear', detail)
  }
  note(book, entry, 'warning', 'total-unusual', 'Total and subtotal differ the wrong way round for a fee; the total counts.')
}

/** Adds one leg; the price is used when it agrees with the money, else it follows from the money (a spread is in no column of its own). */
export function addLeg(
  book: Book,
  entry: Entry,
  leg: Leg,
  description = describe(entry),
  otherRows: readonly number[] = [],
): void {
  const gross = leg.side === 'BUY' ? subtract(leg.net, leg.fees) : add(leg.net, leg.fees)
  const value = leg.price === undefined ? undefined : multiply(leg.quantity, leg.price)
  const agrees = value !== undefined && absolute(subtract(value, gross)) <= maximum(CENTS, multiply(gross, SHARE))
  const stated: Partial<TransactionDraft> =
    agrees && leg.price !== undefined && leg.price > 0n ? { price: formatDecimal(leg.price) } : {}
  book.transactions.push({
    ...beginDraft(book, entry, leg.part),
    rows: [entry.row, ...otherRows],
    type: leg.side,
    asset: coin(book, leg.symbol, entry.currency),
    quantity: formatDecimal(leg.side === 'BUY' ? leg.quantity : negate(leg.quantity)),
    ...stated,
    amount: formatDecimal(leg.side === 'BUY' ? negate(leg.net) : leg.net),
    currency: leg.currency,
    ...(leg.fees > 0n ? { fees: formatDecimal(leg.fees) } : {}),
    description,
  })
}

/** A trade against another coin: both are sold and bought at the value that the row states, so that no cash is left over. */
function addCoinTrade(book: Book, entry: Entry, side: Side, symbol: string, quantity: Decimal): void {
  const leg = legOf(book, entry, side)
  const other: Side = side === 'BUY' ? 'SELL' : 'BUY'
  addLeg(book, entry, leg)
  addLeg(book, entry, {
    side: other,
    symbol,
    quantity,
    net: leg.net,
    fees: ZERO,
    currency: leg.currency,
    part: symbol.toLowerCase(),
  })
}

/** A trade for money in another currency than the one that the report values it in: the notes have the money. */
function addForeignTrade(book: Book, entry: Entry, side: Side, currency: string, net: Decimal): void {
  if (!isCurrency(currency)) throw new RowRefusal('unknown-currency', `"${currency}" is no currency.`)
  addLeg(book, entry, { side, symbol: entry.asset, quantity: absolute(entry.quantity), net, fees: ZERO, currency })
  const detail = `Paid in ${currency}, but valued in ${entry.currency}: the amount is from the notes and has the fee in it.`
  note(book, entry, 'info', 'fee-currency', detail)
}

/** Money for money: nothing at all when both are the same currency (Coinbase books card payments so), else a conversion. */
function addMoneyTrade(book: Book, entry: Entry, side: Side): void {
  const total = entry.total ?? entry.subtotal
  if (total === undefined)
    throw new RowRefusal('no-total', 'The row has no total, so what it did to the cash balance is unknown.')
  const quantity = absolute(entry.quantity)
  if (entry.asset !== entry.currency) addConversion(book, entry, side, quantity, total)
  else {
    const change = side === 'BUY' ? subtract(quantity, total) : subtract(total, quantity)
    if (change > 0n) throw new RowRefusal('total-unclear', `${entry.asset} for ${entry.asset} cannot bring more than it cost.`)
    if (change === 0n)
      book.ignored.push({ row: entry.row, reason: `${entry.label}: ${entry.asset} for ${entry.asset} changes no balance` })
    else {
      const draft = { ...beginDraft(book, entry), type: 'FEE', amount: formatDecimal(change), currency: entry.currency } as const
      book.transactions.push({ ...draft, description: describe(entry) })
    }
  }
}

function addConversion(book: Book, entry: Entry, side: Side, quantity: Decimal, total: Decimal): void {
  if (!isCurrency(entry.asset)) throw new RowRefusal('unknown-currency', `"${entry.asset}" is no currency.`)
  const sign = side === 'BUY' ? quantity : negate(quantity)
  const shared = { type: 'FX_CONVERSION', group: `conversion-${entry.row}`, description: describe(entry) } as const
  const other = side === 'BUY' ? negate(total) : total
  book.transactions.push({ ...beginDraft(book, entry), ...shared, amount: formatDecimal(sign), currency: entry.asset })
  book.transactions.push({ ...beginDraft(book, entry, 'for'), ...shared, amount: formatDecimal(other), currency: entry.currency })
}
