/** Movements of the securities dossier at Fineco. The currency column is that of the price; the row proves which one the amount is in. */
import {
  type AssetTerms,
  absolute,
  add,
  agrees,
  type Book,
  type Decimal,
  day,
  decimal,
  divide,
  isin,
  isZero,
  type Line,
  multiply,
  number,
  optional,
  refuse,
  text,
  unit,
} from '#plugins/kit/index.ts'

/** The columns of its table. */
export const columns = {
  date: day('Operazione'),
  settledOn: optional(day('Data valuta')),
  kind: text('Descrizione'),
  name: optional(text('Titolo')),
  isin: isin('Isin'),
  sign: text('Segno'),
  quantity: number('Quantita', 'Quantità'),
  unit: unit('Divisa'),
  price: number('Prezzo'),
  rate: number('Cambio'),
  amount: number('Controvalore'),
  entry: optional(number('Commissioni Fondi Sw/Ingr/Uscita')),
  bank: optional(number('Commissioni Fondi Banca Corrispondente')),
  manager: optional(number('Spese Fondi Sgr')),
  broker: number('Commissioni amministrato'), // beside the amount
}

type Row = Line<typeof columns>

const HOME = 'EUR'
const ZERO = decimal('0')
const ONE = decimal('1')
const HUNDRED = decimal('100')

const quotedIn = ({ unit }: Row) => unit?.currency ?? HOME
const isConverted = (row: Row) => quotedIn(row) !== HOME && !isZero(row.rate) && sizeOf(row.rate) !== ONE
const sizeOf = (figure: string | undefined): Decimal => absolute(decimal(figure ?? '0'))

/** A purchase or sale, by its sign: A (acquisto) or V (vendita). */
export function trade(row: Row, book: Book): void {
  const sign = row.sign.toUpperCase()
  if (sign !== 'A' && sign !== 'V') refuse('unknown-sign', `"${row.sign}" is neither A (purchase) nor V (sale).`)
  settle(row, book, sign === 'A' ? 'BUY' : 'SELL')
}

/** Dividends and coupons come as they were paid out, after taxes that no column has. */
export function earn(row: Row, book: Book, type: 'DIVIDEND' | 'INTEREST'): void {
  const currency = quotedIn(row)
  if (isConverted(row)) refuse('unclear-currency', `Paid in ${HOME} or ${currency}: the row does not say. Enter it by hand.`)
  book.cash(type, { amount: sizeOf(row.amount), unit: currency, asset: assetOf(row, false) })
  chargeApart(row, book)
}

/** Fees are in euros and come beside the amount. */
export function settle(row: Row, book: Book, direction: 'BUY' | 'SELL'): void {
  const [quantity, amount] = [sizeOf(row.quantity), sizeOf(row.amount)]
  const { currency, perHundred } = settledIn(row, quantity, amount)
  const fees = currency === HOME ? feesOf(row) : undefined
  book.trade({ asset: assetOf(row, perHundred), unit: currency, quoted: row.unit ?? HOME, quantity, amount, fees }, direction)
  if (currency !== HOME) chargeApart(row, book)
}

function chargeApart(row: Row, book: Book): void {
  const fees = feesOf(row)
  if (fees !== 0n) book.cash('FEE', { amount: fees, unit: HOME, asset: assetOf(row, false) })
}

function feesOf({ entry, bank, manager, broker }: Row): Decimal {
  let sum = ZERO
  for (const fee of [entry, bank, manager, broker]) {
    if (fee === undefined || isZero(fee)) continue
    if (fee.startsWith('-')) refuse('unexpected-sign', 'A fee of the row is negative. Enter it by hand.')
    sum = add(sum, decimal(fee))
  }
  return sum
}

/** In which currency the amount is, and whether the price is a percentage: price x quantity makes it in the currency of the price, or with the rate in euros. Throws RowRefusal where it makes neither. */
function settledIn(row: Row, quantity: Decimal, booked: Decimal): { readonly currency: string; readonly perHundred: boolean } {
  const [currency, isForeign] = [quotedIn(row), isConverted(row)]
  const value = multiply(quantity, sizeOf(row.price))
  const rate = isForeign ? sizeOf(row.rate) : undefined
  for (const perHundred of [false, true])
    if (makes(perHundred ? divide(value, HUNDRED) : value, rate, booked))
      return { currency: isForeign ? HOME : currency, perHundred }
  // Accrued interest is no part of the price of a bond, which is nevertheless a hundred times too large.
  if (currency === HOME) return { currency, perHundred: multiply(booked, decimal('10')) < value }
  return refuse('unclear-currency', `Price and rate prove neither ${HOME} nor ${currency} for the amount. Enter it by hand.`)
}

/** Whether a value is what was booked, with the rate or its inverse where there is one. */
function makes(value: Decimal, rate: Decimal | undefined, booked: Decimal): boolean {
  if (rate === undefined) return agrees(value, booked)
  return agrees(divide(value, rate), booked, true) || agrees(multiply(value, rate), booked, true)
}

function assetOf({ isin, name }: Row, perHundred: boolean): AssetTerms {
  return perHundred ? { isin, name, type: 'BOND', priceQuantity: '100' } : { isin, name }
}
