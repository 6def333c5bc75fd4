/** Shares or coins that moved without money, as trackers write it: units, and a price for what one of them had cost. */
import { type AssetTerms, type Book, isZero, product, refuse } from '#plugins/kit/index.ts'

type Units = { readonly quantity: string | undefined; readonly price: string | undefined }

/** `sign`: `-` of those that went out; `unpriced`: what they had cost where the row has no price. */
export function bookMoved(book: Book, asset: AssetTerms, { quantity, price }: Units, sign: '' | '-', unpriced?: 'market'): void {
  if (quantity === undefined) refuse('no-quantity', 'The row has no quantity.')
  const cost = isZero(price) ? unpriced : product(quantity, price)
  book.inKind('TRANSFER', { asset, quantity: `${sign}${quantity}`, cost })
}
