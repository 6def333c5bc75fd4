/** Bonds whose net amount has the interest in it that had accrued: that is income of its own, below zero where it was bought. */
import {
  type AssetTerms,
  absolute,
  add,
  agrees,
  type Book,
  type Decimal,
  decimal,
  divide,
  isZero,
  multiply,
  negate,
  subtract,
  type Terms,
} from '#plugins/kit/index.ts'

const HUNDRED = decimal('100')

/** What the row says of the trade; `amount` is signed, all others are sizes. */
type Stated = Readonly<Record<'quantity' | 'price' | 'amount' | 'accrued' | 'costs', string | undefined>>

/** `asset`: what a bond is named by. Rows without accrued interest, or whose amount is proven to be without it, are plain trades. */
export function tradeWithAccrued(book: Book, terms: Terms, direction: 'BUY' | 'SELL', asset: AssetTerms, stated: Stated): void {
  const { accrued = '0', amount = '0' } = stated
  const interest = absolute(decimal(accrued))
  const change = direction === 'BUY' ? negate(interest) : interest
  const clean = subtract(decimal(amount), change)
  const [inside, beside] = [gapOf(stated, clean), gapOf(stated, decimal(amount))]
  if (isZero(accrued) || isZero(amount) || (beside !== undefined && (inside === undefined || beside.gap < inside.gap))) {
    book.trade(terms, direction)
    return
  }
  const bond = { ...asset, type: 'BOND', ...(inside?.isPercent === true ? { priceQuantity: '100' } : {}) } as const
  book.trade({ ...terms, asset: bond, amount: clean }, direction)
  book.cash('INTEREST', { ...terms, asset: bond, amount: change, fees: undefined, taxes: undefined, id: undefined })
}

/** How far quantity x price, as it stands there or in percent, is from the amount without its costs; nothing where it is neither. */
function gapOf(
  { quantity, price, costs }: Stated,
  amount: Decimal,
): { readonly gap: Decimal; readonly isPercent: boolean } | undefined {
  if (quantity === undefined || price === undefined) return undefined
  const value = absolute(multiply(decimal(quantity), decimal(price)))
  const gross = absolute(add(amount, absolute(decimal(costs ?? '0'))))
  const [own, percent] = [value, divide(value, HUNDRED)].map((one) => ({ one, gap: absolute(subtract(one, gross)) }))
  if (percent !== undefined && agrees(percent.one, gross)) return { gap: percent.gap, isPercent: true }
  return own !== undefined && agrees(own.one, gross) ? { gap: own.gap, isPercent: false } : undefined
}
