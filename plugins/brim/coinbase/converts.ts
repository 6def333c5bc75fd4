/** `Convert`: one coin became another. Most exports tell it in one row with notes, some in a row for each coin. */
import { refuse } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, maximum, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { addDraft, type Book, coin, describe, isFiat, marketValue } from './book.ts'
import { type Entry, tryNumber } from './entry.ts'
import { addLeg, type Leg } from './trades.ts'

/** A quantity of one coin, as one row states it. */
export type Part = { readonly entry: Entry; readonly symbol: string; readonly quantity: Decimal }

const IN_NOTES = /^converted (\S+) ([A-Z0-9]{1,15}) to (\S+) ([A-Z0-9]{1,15})\b/i

/** Coinbase's two names of ether until 2025: changing one into the other is no trade. */
export function isEther(one: string, other: string): boolean {
  return (one === 'ETH' && other === 'ETH2') || (one === 'ETH2' && other === 'ETH')
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
  const detail = 'Neither the notes nor a second row say what these coins were converted to. Enter the conversion by hand.'
  if (!known || fromSymbol.toUpperCase() === toSymbol.toUpperCase()) refuse('convert-unclear', detail)
  addSwap(book, part(fromText, fromSymbol), part(toText, toSymbol))
}

/**
 * A sale and a purchase at the same stated value, so that no cash is left over; what the value loses on the way (total less subtotal)
 * is the fee of the purchase.
 */
export function addSwap(book: Book, from: Part, to: Part): void {
  if (from.quantity <= 0n || to.quantity <= 0n) refuse('no-quantity', 'One side of the conversion has no quantity.')
  if (isEther(from.symbol, to.symbol) && from.quantity === to.quantity) {
    addExchange(book, from, to)
    return
  }
  const [fiatFrom, fiatTo] = [isFiat(from.symbol, from.entry), isFiat(to.symbol, to.entry)]
  if (fiatFrom && fiatTo) refuse('convert-unclear', 'A conversion of money into money. Enter it by hand.')
  const [sale, purchase] = [legOf('SELL', from), { ...legOf('BUY', to), part: partOf(from, to) }]
  if (fiatTo) addLeg(book, from.entry, { ...sale, net: to.quantity, currency: to.symbol, also: to.entry.row })
  else if (fiatFrom)
    addLeg(book, to.entry, { ...purchase, net: from.quantity, currency: from.symbol, also: from.entry.row, about: from.entry })
  else {
    const value = totalOf(from.entry)
    const fees = maximum(ZERO, subtract(value, to.entry.subtotal ?? value))
    addLeg(book, from.entry, { ...sale, net: value })
    addLeg(book, to.entry, { ...purchase, net: value, fees, about: from.entry })
  }
}

/** What tells the second transaction of a row from its first. */
function partOf(from: Part, to: Part): string | undefined {
  return from.entry === to.entry ? to.symbol.toLowerCase() : undefined
}

function legOf(side: 'BUY' | 'SELL', { entry, symbol, quantity }: Part): Leg {
  const price = symbol === entry.asset ? entry.price : undefined
  return { side, symbol, quantity, net: ZERO, fees: ZERO, currency: entry.currency, price }
}

function totalOf(entry: Entry): Decimal {
  const value = entry.total !== undefined && entry.total > 0n ? entry.total : marketValue(entry)
  if (value === undefined || entry.currency === '') return refuse('no-total', 'The conversion has no value. Enter it by hand.')
  return value
}

/** The same holding under another name: the lots keep their days and cost. */
export function addExchange(book: Book, from: Part, to: Part): void {
  const { row, date, time } = from.entry
  const shared = {
    type: 'EXCHANGE',
    date,
    time,
    amount: '0',
    group: `exchange-${row}`,
    description: describe(from.entry),
  } as const
  const leg = ({ entry, symbol }: Part, quantity: Decimal, costShare?: string) => ({
    ...shared,
    asset: coin(book, symbol, entry.currency),
    quantity: formatDecimal(quantity),
    costShare,
  })
  addDraft(book, from.entry, leg(from, negate(from.quantity)))
  addDraft(book, to.entry, leg(to, to.quantity, '1'), partOf(from, to))
}
