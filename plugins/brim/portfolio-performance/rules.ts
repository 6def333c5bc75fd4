/** What both forms of a transaction are booked as. Amounts are sizes: an export of an account and one of a depot give them other signs. */
import { type AssetTerms, type Book, decimal, divide, formatDecimal, refuse, type Unit } from '#plugins/kit/index.ts'

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
type Terms = Parameters<Book['cash']>[1]

const size = (figure: string | undefined) => figure?.replace(/^-/, '')
const out = (figure: string | undefined) => (figure === undefined ? undefined : `-${size(figure)}`)

export function assetOf({ isin, symbol, name, wkn }: Entry): AssetTerms | undefined {
  if (isin === undefined && symbol === '' && name === '') return undefined
  const more = wkn === '' ? {} : { identifiers: [{ kind: 'WKN', value: wkn } as const] }
  return { isin, symbol, name, ...more }
}

/** Exports of accounts of 2021 were so. */
const NO_SHARES =
  'The row says no shares, as older exports of an account do. Import the export of the depot: there this trade stands with them. Do not enter it by hand as well.'

/** The gross amount in the currency of the security tells its price. */
export function trade(type: 'BUY' | 'SELL', line: Entry, book: Book, more: Terms = {}): void {
  const { gross, quoted } = line
  if (line.quantity === undefined) refuse('no-quantity', NO_SHARES)
  const quantity = size(line.quantity)
  const isPriced = gross !== undefined && quoted !== undefined && quantity !== undefined && /[1-9]/.test(quantity)
  const price = isPriced ? formatDecimal(divide(decimal(size(gross) ?? '0'), decimal(quantity))) : undefined
  const amount = type === 'BUY' ? out(line.amount) : size(line.amount)
  book.trade({ asset: assetOf(line), quantity, price, quoted: isPriced ? quoted : undefined, amount, ...more }, type)
}

export function cash(
  type: 'DEPOSIT' | 'WITHDRAWAL' | 'TRANSFER' | 'DIVIDEND' | 'INTEREST' | 'FEE' | 'TAX',
  way: 'in' | 'out',
  line: Entry,
  book: Book,
  more: Terms = {},
): void {
  const amount = way === 'in' ? size(line.amount) : out(line.amount)
  const costs = type === 'DIVIDEND' || (type === 'INTEREST' && way === 'in') ? {} : { fees: undefined, taxes: undefined }
  book.cash(type, { asset: assetOf(line), amount, ...costs, ...more })
}

export function deliver(way: 'in' | 'out', line: Entry, book: Book, more: Terms = {}): void {
  if (line.quantity === undefined) refuse('no-quantity', 'The row has no shares.')
  const quantity = way === 'in' ? size(line.quantity) : out(line.quantity)
  book.inKind('TRANSFER', { asset: assetOf(line), quantity, cost: size(line.amount), ...more })
}
