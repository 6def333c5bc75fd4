/** `Convert`: one coin became another. Most exports tell it in one row with notes, some in a row for each coin. */
import { absolute, type Decimal, formatDecimal, maximum, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { type Book, beginDraft, coin, describe, isFiat, marketValue } from './book.ts'
import { type Entry, RowRefusal, tryNumber } from './entry.ts'
import { addLeg, type Leg } from './trades.ts'

/** A quantity of one coin, as one row states it. */
type Part = { readonly entry: Entry; readonly symbol: string; readonly quantity: Decimal }

const IN_NOTES = /^converted (\S+) ([A-Z0-9]{1,15}) to (\S+) ([A-Z0-9]{1,15})\b/i

/** Coinbase's two names of ether until 2025: changing one into the other is no trade. */
export function isEther(one: string, other: string): boolean {
  return one !== other && [one, other].every((symbol) => symbol === 'ETH' || symbol === 'ETH2')
}

/** One row: its notes have both coins, the row itself has one of them (usually the one given away), exactly. */
export function addConvert(book: Book, entry: Entry): void {
  const match = IN_NOTES.exec(entry.notes)
  const [, fromText = '', fromSymbol = '', toText = '', toSymbol = ''] = match ?? []
  const part = (text: string, symbol: string): Part => {
    const own = symbol.toUpperCase() === entry.asset
    const quantity = own ? absolute(entry.quantity) : (tryNumber(text)?.value ?? ZERO)
    return { entry, symbol: symbol.toUpperCase(), quantity }
  }
  const known = match && [fromSymbol, toSymbol].some((symbol) => symbol.toUpperCase() === entry.asset)
  if (!known || fromSymbol.toUpperCase() === toSymbol.toUpperCase()) {
    const detail = 'Neither the notes nor a second row say what these coins were converted to. Enter the conversion by hand.'
    throw new RowRefusal('convert-unclear', detail)
  }
  addSwap(book, part(fromText, fromSymbol), part(toText, toSymbol))
}

/** Two rows: what went out and what came in. */
export function addConvertPair(book: Book, out: Entry, into: Entry): void {
  addSwap(
    book,
    { entry: out, symbol: out.asset, quantity: absolute(out.quantity) },
    { entry: into, symbol: into.asset, quantity: absolute(into.quantity) },
  )
}

/**
 * A sale and a purchase at the same stated value, so that no cash is left over; what the value loses on the way (total less subtotal)
 * is the fee of the purchase.
 */
function addSwap(book: Book, from: Part, to: Part): void {
  if (from.quantity <= 0n || to.quantity <= 0n) throw new RowRefusal('no-quantity', 'One side of the conversion has no quantity.')
  if (isEther(from.symbol, to.symbol) && from.quantity === to.quantity) {
    addExchange(book, from, to)
    return
  }
  const [fiatFrom, fiatTo] = [isFiat(from.symbol, from.entry), isFiat(to.symbol, to.entry)]
  if (fiatFrom && fiatTo) throw new RowRefusal('convert-unclear', 'A conversion of money into money. Enter it by hand.')
  const description = describe(from.entry)
  const second = from.entry === to.entry ? { part: to.symbol.toLowerCase() } : {}
  const sale = { ...legOf('SELL', from) }
  const purchase = { ...legOf('BUY', to), ...second }
  if (fiatTo) addLeg(book, from.entry, { ...sale, net: to.quantity, currency: to.symbol }, description, otherRow(from, to))
  else if (fiatFrom)
    addLeg(book, to.entry, { ...purchase, net: from.quantity, currency: from.symbol }, description, otherRow(to, from))
  else {
    const value = totalOf(from.entry)
    const arrived = to.entry.subtotal ?? value
    addLeg(book, from.entry, { ...sale, net: value }, description)
    addLeg(book, to.entry, { ...purchase, net: value, fees: maximum(ZERO, subtract(value, arrived)) }, description)
  }
}

function legOf(side: 'BUY' | 'SELL', { entry, symbol, quantity }: Part): Leg {
  const price = symbol === entry.asset ? entry.price : undefined
  return { side, symbol, quantity, net: ZERO, fees: ZERO, currency: entry.currency, price }
}

function otherRow(own: Part, other: Part): readonly number[] {
  return own.entry === other.entry ? [] : [other.entry.row]
}

function totalOf(entry: Entry): Decimal {
  const value = entry.total !== undefined && entry.total > 0n ? entry.total : marketValue(entry)
  if (value === undefined || entry.currency === '')
    throw new RowRefusal('no-total', 'The conversion has no value. Enter it by hand.')
  return value
}

/** The same holding under another name: the lots keep their days and cost. */
export function addExchange(book: Book, from: Part, to: Part): void {
  const shared = {
    type: 'EXCHANGE',
    amount: '0',
    group: `exchange-${from.entry.row}`,
    description: describe(from.entry),
  } as const
  const second = from.entry === to.entry ? to.symbol.toLowerCase() : undefined
  book.transactions.push({
    ...beginDraft(book, from.entry),
    ...shared,
    asset: coin(book, from.symbol, from.entry.currency),
    quantity: formatDecimal(negate(from.quantity)),
  })
  book.transactions.push({
    ...beginDraft(book, to.entry, second),
    date: from.entry.date,
    time: from.entry.time,
    ...shared,
    asset: coin(book, to.symbol, to.entry.currency),
    quantity: formatDecimal(to.quantity),
    costShare: '1',
  })
}
