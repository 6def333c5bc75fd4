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
type Stated = { readonly [Name in 'quantity' | 'price' | 'amount' | 'accrued']?: string | undefined }
/** `asset`: what a bond is named by; the price is that of the row where it is not given. */
type BondTerms = Omit<Terms, 'asset' | 'price' | 'fees'> & {
  readonly asset: AssetTerms | undefined
  readonly price?: string | undefined
  readonly fees: string | undefined
}

/** Rows without accrued interest, or whose amount is proven to be without it, are plain trades. */
export function tradeWithAccrued(book: Book, line: Stated, direction: 'BUY' | 'SELL', terms: BondTerms): void {
  const { accrued = '0', amount = '0' } = line
  const interest = absolute(decimal(accrued))
  const change = direction === 'BUY' ? negate(interest) : interest
  const clean = subtract(decimal(amount), change)
  const [inside, beside] = [gapOf(line, terms, clean), gapOf(line, terms, decimal(amount))]
  if (isZero(accrued) || isZero(amount) || (beside !== undefined && (inside === undefined || beside.gap < inside.gap))) {
    book.trade(terms, direction)
    return
  }
  const bond = { ...terms.asset, type: 'BOND', ...(inside?.isPercent === true ? { priceQuantity: '100' } : {}) } as const
  book.trade({ ...terms, asset: bond, amount: clean }, direction)
  book.cash('INTEREST', { ...terms, asset: bond, amount: change, fees: undefined, taxes: undefined, id: undefined })
}

/** How far quantity x price, as it stands there or in percent, is from the amount without its costs; nothing where it is neither. */
function gapOf(
  { quantity, price: own }: Stated,
  { price = own, fees }: BondTerms,
  amount: Decimal,
): { readonly gap: Decimal; readonly isPercent: boolean } | undefined {
  if (quantity === undefined || price === undefined) return undefined
  const value = absolute(multiply(decimal(quantity), decimal(price)))
  const gross = absolute(add(amount, absolute(decimal(fees ?? '0'))))
  const [whole, percent] = [value, divide(value, HUNDRED)].map((one) => ({ one, gap: absolute(subtract(one, gross)) }))
  if (percent !== undefined && agrees(percent.one, gross)) return { gap: percent.gap, isPercent: true }
  return whole !== undefined && agrees(whole.one, gross) ? { gap: whole.gap, isPercent: false } : undefined
}
