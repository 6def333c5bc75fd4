/** What both forms of a transaction are booked as. Amounts are sizes: an export of an account and one of a depot give them other signs. */
import { type AssetTerms, type Book, decimal, divide, refuse, sizeOf, type Terms, type Unit } from '#plugins/kit/index.ts'

export type Entry = {
  readonly amount: string | undefined
  readonly quantity: string | undefined
  readonly gross: string | undefined
  readonly quoted: Unit | undefined
  readonly isin: string | undefined
  readonly symbol: string
  readonly name: string
  readonly wkn: string
}
type Way = 'in' | 'out'
type Rule = (line: Entry, book: Book, more?: Terms) => void

const signed = (way: Way, figure: string | undefined) => (figure && way === 'out' ? `-${sizeOf(figure)}` : sizeOf(figure))

export function assetOf({ isin, symbol, name, wkn }: Entry): AssetTerms | undefined {
  if (isin === undefined && symbol === '' && name === '') return undefined
  const more = wkn === '' ? {} : { identifiers: [{ kind: 'WKN', value: wkn } as const] }
  return { isin, symbol, name, ...more }
}

/** Exports of accounts of 2021 were so. */
const NO_SHARES =
  'The row says no shares, as older exports of an account do. Import the export of the depot: there this trade stands with them. Do not enter it by hand as well.'

/** The gross amount in the currency of the security tells its price. */
export const trade =
  (type: 'BUY' | 'SELL'): Rule =>
  (line, book, more) => {
    const { gross, quoted } = line
    const quantity = sizeOf(line.quantity) ?? refuse('no-quantity', NO_SHARES)
    const isPriced = gross !== undefined && quoted !== undefined && /[1-9]/.test(quantity)
    const price = isPriced ? divide(decimal(sizeOf(gross)), decimal(quantity)) : undefined
    const amount = signed(type === 'BUY' ? 'out' : 'in', line.amount)
    book.trade({ quantity, price, quoted: isPriced ? quoted : undefined, amount, ...more }, type)
  }

export const cash =
  (type: 'DEPOSIT' | 'WITHDRAWAL' | 'TRANSFER' | 'DIVIDEND' | 'INTEREST' | 'FEE' | 'TAX', way: Way): Rule =>
  (line, book, more) => {
    const costs = type === 'DIVIDEND' || (type === 'INTEREST' && way === 'in') ? {} : { fees: undefined, taxes: undefined }
    book.cash(type, { amount: signed(way, line.amount), ...costs, ...more })
  }

export const deliver =
  (way: Way): Rule =>
  (line, book, more) => {
    if (line.quantity === undefined) refuse('no-quantity', 'The row has no shares.')
    book.inKind('TRANSFER', { quantity: signed(way, line.quantity), cost: sizeOf(line.amount), ...more })
  }
