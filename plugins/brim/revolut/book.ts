/** What a statement has been turned into so far. */
import type { AssetType, TransactionDraft } from '#plugins/brim/contract.ts'
import { agrees, type RowBook, type Spot, squeeze } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, multiply, negate } from '#src/shared/decimal.ts'

/** `unpriced`: rows whose price does not give their amount. */
export type Book = RowBook & { readonly unpriced: number[] }

type AssetFacts = { readonly currency?: string | undefined; readonly name?: string; readonly type?: AssetType }

/** The `ref` of an asset by its ticker (bonds have their ISIN there); its currency is stated only while all rows agree on it. */
export function assetRef({ assets }: Book, symbol: string, { currency, name = '', type }: AssetFacts): string {
  const known = assets.get(symbol)
  const isin = /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(symbol)
  const agreed = known === undefined || known.currency === currency || currency === undefined
  assets.set(symbol, {
    ref: symbol,
    symbol: isin ? undefined : symbol,
    isin: isin ? symbol : undefined,
    name: known?.name ?? (squeeze(name) || undefined),
    currency: known === undefined ? currency : agreed ? known.currency : undefined,
    type: type ?? (isin ? 'BOND' : undefined),
  })
  return symbol
}

/** Sizes: `value` is what the trade was worth, `net` what it did to the balance. */
type Trade = {
  readonly quantity: Decimal
  readonly price: Decimal | undefined
  readonly value: Decimal
  readonly net?: Decimal
}

/** Adds a trade; the price is used where it gives the value. */
export function addPriced(
  book: Book,
  { row }: Spot,
  draft: Omit<TransactionDraft, 'type'>,
  type: 'BUY' | 'SELL',
  { quantity, price, value, net = value }: Trade,
): void {
  const isPriced = price !== undefined && price !== 0n && agrees(absolute(multiply(quantity, price)), absolute(value))
  if (!isPriced) book.unpriced.push(row)
  book.transactions.push({
    ...draft,
    type,
    quantity: formatDecimal(type === 'BUY' ? quantity : negate(quantity)),
    price: isPriced ? formatDecimal(absolute(price)) : undefined,
    amount: formatDecimal(type === 'BUY' ? negate(net) : net),
  })
}
