/** Movements of the securities dossier at Fineco. The currency column is that of the price; the row proves which one the amount is in. */
import {
  absolute,
  agrees,
  type Book,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  negate,
  refuse,
  sum,
  type Unit,
} from '#plugins/kit/index.ts'

export type Row = {
  readonly name: string
  readonly isin: string | undefined
  readonly sign: string
  readonly quantity: string | undefined
  readonly unit: Unit | undefined
  readonly price: string | undefined
  readonly rate: string | undefined
  readonly amount: string | undefined
  readonly entry: string | undefined
  readonly bank: string | undefined
  readonly manager: string | undefined
  readonly broker: string | undefined
}
/** In which currency the amount is; `perHundred`: the price is a percentage. */
type Settled = { readonly currency: string; readonly rate?: string | undefined; readonly perHundred: boolean }

const HOME = 'EUR'
const HUNDRED = decimal('100')
const ONE = decimal('1')

const sizeOf = (figure: string | undefined): Decimal => absolute(decimal(figure ?? '0'))

/** A purchase or sale, by its sign: A (acquisto) or V (vendita). */
export function trade(row: Row, book: Book): void {
  const sign = row.sign.toUpperCase()
  if (sign === 'A') settle(row, book, 'BUY')
  else if (sign === 'V') settle(row, book, 'SELL')
  else refuse('unknown-sign', `"${row.sign}" is neither A (purchase) nor V (sale).`)
}

/** What a bond or a fund pays back at its end. */
export function redeem(row: Row, book: Book): void {
  settle(row, book, 'SELL')
}

/** Dividends and coupons come as they were paid out, after taxes that no column has. */
export function earn(row: Row, book: Book, type: 'DIVIDEND' | 'INTEREST'): void {
  const { currency } = row.unit ?? { currency: HOME }
  if (currency !== HOME && sizeOf(row.rate) !== ONE && sizeOf(row.rate) !== decimal('0'))
    refuse('unclear-currency', `The row does not say whether it paid ${HOME} or ${currency}. Enter it by hand.`)
  book.cash(type, { amount: formatDecimal(sizeOf(row.amount)), unit: currency, asset: assetOf(row, false) })
  chargeApart(row, book)
}

/** Fees are in euros and come beside the amount. */
function settle(row: Row, book: Book, direction: 'BUY' | 'SELL'): void {
  const { currency, rate, perHundred } = settledIn(row)
  const size = formatDecimal(sizeOf(row.amount))
  const fees = currency === HOME ? formatDecimal(feesOf(row)) : undefined
  const amount = direction === 'BUY' ? `-${size}` : size
  const quantity = formatDecimal(sizeOf(row.quantity))
  book.trade(
    { asset: assetOf(row, perHundred), quantity, amount, unit: currency, quoted: row.unit ?? HOME, rate, fees },
    direction,
  )
  if (currency !== HOME) chargeApart(row, book)
}

function chargeApart(row: Row, book: Book): void {
  const fees = feesOf(row)
  if (fees !== decimal('0')) book.cash('FEE', { amount: formatDecimal(negate(fees)), unit: HOME, asset: assetOf(row, false) })
}

function feesOf({ entry, bank, manager, broker }: Row): Decimal {
  const fees = [entry, bank, manager, broker].map((fee) => decimal(fee ?? '0'))
  if (fees.some((fee) => fee < decimal('0'))) refuse('unexpected-sign', 'A fee of the row is negative. Enter it by hand.')
  return sum(fees)
}

/** Price x quantity makes the amount in the currency of the price, or with the rate in euros. Throws RowRefusal where it makes neither. */
function settledIn({ quantity, price, rate, amount, unit }: Row): Settled {
  const currency = unit?.currency ?? HOME
  const [value, booked, factor] = [multiply(sizeOf(quantity), sizeOf(price)), sizeOf(amount), sizeOf(rate)]
  const isForeign = currency !== HOME && factor !== ONE && factor !== decimal('0')
  for (const perHundred of [false, true]) {
    const own = perHundred ? divide(value, HUNDRED) : value
    if (!isForeign && agrees(own, booked)) return { currency, perHundred }
    if (isForeign && [divide(own, factor), multiply(own, factor)].some((one) => agrees(one, booked, true)))
      return { currency: HOME, rate, perHundred }
  }
  // Accrued interest is no part of the price of a bond, which is nevertheless a hundred times too large.
  if (currency === HOME) return { currency, perHundred: multiply(booked, decimal('10')) < value }
  return refuse(
    'unclear-currency',
    `Price and rate do not prove whether the amount is in ${HOME} or ${currency}. Enter it by hand.`,
  )
}

function assetOf({ isin, name }: Row, perHundred: boolean) {
  return { isin, name, ...(perHundred ? ({ type: 'BOND', priceQuantity: '100' } as const) : {}) }
}
