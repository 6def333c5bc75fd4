/** Reports of positions: what was held, and the prices that stand beside it. */
import { type AssetTerms, type Book, parseNumber, type Terms } from '#plugins/kit/index.ts'
import { absolute, divide, multiply, tryDecimal, whole } from '#src/shared/decimal.ts'
import { dayOfPosition } from './report-day.ts'

/** So small a part of the value may be rounding. */
const ROUNDING = 200

/**
 * The price that a report of positions states, where it is for one unit: times the quantity it makes the value that stands beside it. Bonds are quoted in
 * percent, options for one of a hundred units: `undefined` for those, and where a figure is missing. `rate`: units of the price's currency for one of the value's.
 */
export function pricePerUnit(
  price: string | undefined,
  quantity: string | undefined,
  worth: string | undefined,
  rate: string | undefined = '1',
): string | undefined {
  const [one, many, stated, by] = [price, quantity, worth, rate].map((text) => tryDecimal(parseNumber(text, 'dot') ?? ''))
  if (typeof one !== 'bigint' || typeof many !== 'bigint' || one <= 0n) return undefined
  if (typeof stated !== 'bigint' || typeof by !== 'bigint') return undefined
  const value = multiply(stated, by)
  const gap = absolute(multiply(one, many)) - absolute(value)
  const allowed = divide(absolute(value), whole(ROUNDING))
  return (gap < 0n ? -gap : gap) <= allowed ? parseNumber(price, 'dot') : undefined
}

type Worth = {
  readonly price: string | undefined
  readonly quantity: string | undefined
  readonly worth: string | undefined
  readonly rate?: string | undefined
}

/** A position, and its close where the report has one for one unit. */
export function bookHeld(book: Book, terms: Pick<Terms, 'date' | 'asset' | 'cost'>, held: Worth): void {
  book.position(terms)
  const price = pricePerUnit(held.price, held.quantity, held.worth, held.rate)
  if (price !== undefined) book.close({ ...terms, price })
}

export type Named = { readonly symbol: string; readonly name: string }
/** `basis`: what all of it had cost. */
type Held = Worth & Named & { readonly date: string | undefined; readonly basis: string }

/** Books the rows of a report of positions. */
export function heldBy(assetOf: (line: Named) => AssetTerms): (line: Held, book: Book) => void {
  return (line, book) => {
    const terms = { date: dayOfPosition(line, book.options), asset: assetOf(line), cost: parseNumber(line.basis, 'dot') }
    bookHeld(book, terms, line)
  }
}
