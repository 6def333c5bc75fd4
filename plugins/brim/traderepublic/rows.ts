/** The rows of the export, and what all of them are booked with. */
import {
  type AssetTerms,
  type Book,
  day,
  isIsin,
  isinOrSymbol,
  isZero,
  type Line,
  number,
  optional,
  refuse,
  sizeOf,
  type Terms,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'

export const columns = {
  moment: text('datetime'),
  date: day('date'),
  account: text('account_type'),
  category: text('category'),
  kind: text('type'),
  className: text('asset_class'),
  name: text('name'),
  symbol: text('symbol'),
  quantity: number('shares'),
  price: number('price'),
  amount: number('amount'),
  fees: number('fee'),
  taxes: number('tax'),
  unit: unit('currency'),
  description: text('description'),
  id: text('transaction_id'),
  ...unused('original_amount', 'original_currency', 'fx_rate'),
  settledOn: optional(day('value_date')),
  ...unused('counterparty_name', 'counterparty_iban', 'payment_reference', 'mcc_code'),
}

export type Row = Line<typeof columns>

const TYPES = new Map<string, AssetTerms['type']>(
  Object.entries({ STOCK: 'STOCK', FUND: 'FUND', PRIVATE_FUND: 'FUND', BOND: 'BOND', CRYPTO: 'CRYPTO', DERIVATIVE: 'WARRANT' }),
)

/** By its ISIN; coins have codes. */
export function assetOf({ symbol, name, className }: Row): AssetTerms | undefined {
  if (symbol === '') return undefined
  const type = TYPES.get(className)
  if (type !== undefined && type !== 'CRYPTO' && !isIsin(symbol)) refuse('invalid-isin', `"${symbol}" is no ISIN.`)
  return { ...(type === 'CRYPTO' ? { symbol } : isinOrSymbol(symbol)), name, ...(type === undefined ? {} : { type }) }
}

export function requireAsset(line: Row): AssetTerms {
  return assetOf(line) ?? refuse('no-asset', 'The row names no security. Enter it by hand.')
}

/** A trade, with costs that came back. */
export function settle(line: Row, book: Book, direction: 'BUY' | 'SELL', quantity: string, terms?: Terms): void {
  book.trade({ ...terms, quantity }, direction)
  bookRefunds(line, book)
}

/** What is negative was paid. */
export const paid = (cost = '') => (cost.startsWith('-') ? sizeOf(cost) : undefined)
const isRefund = (cost = '-') => !cost.startsWith('-') && !isZero(cost)

/** What came back is a line of its own. */
export function bookRefunds({ fees, taxes }: Row, book: Book, tags?: Terms['tags']): void {
  if (isRefund(fees)) book.cash('FEE', { amount: fees, tags, id: undefined })
  if (isRefund(taxes)) book.cash('TAX', { amount: taxes, tags, id: undefined })
}
