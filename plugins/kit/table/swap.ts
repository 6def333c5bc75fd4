/** What was given for what: conversions of money, purchases and sales of coins, swaps, and one share for another. */
import { isCurrency } from '#src/shared/currency.ts'
import {
  absolute,
  add,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  negate,
  ONE,
  subtract,
  ZERO,
} from '#src/shared/decimal.ts'
import { refuse } from '../refuse.ts'
import type { AnyLine, AssetTerms, Book, Leg, Terms } from './book.ts'
import { draftOf, exact, figureIn, type Given, NO_TERMS, refOfTerms, textIn } from './given.ts'
import { assetIn, type Pages } from './pages.ts'

type Side = { readonly key: string; readonly asset: string | AssetTerms; readonly size: Decimal; readonly isMoney: boolean }
type Swap = {
  readonly outs: readonly Leg[]
  readonly ins: readonly Leg[]
  readonly terms: Terms
  readonly money: ReadonlySet<string> | undefined
}

/** Throws RowRefusal where the legs do not tell what paid for what. */
export function bookSwap(book: Book, pages: Pages, row: number, { outs, ins, terms, money }: Swap): void {
  const [given, got] = [sidesOf(outs, money), sidesOf(ins, money)]
  const [[out, ...otherOuts], [into, ...otherIns]] = [given, got]
  const isPair = otherOuts.length === 0 && otherIns.length === 0
  if (!out || !into) refuse('unclear-swap', 'Of a swap there must be what goes out and what comes in.')
  else if (isPair && out.isMoney && into.isMoney) convert(book, row, out, into, terms)
  else if (isPair && out.isMoney) pay(book, 'BUY', into, out, terms)
  else if (isPair && into.isMoney) pay(book, 'SELL', out, into, terms)
  else if (isPair && terms.amount !== undefined) sellAndBuy(book, out, into, terms.amount, terms)
  else if (otherIns.length === 0 && !into.isMoney && !given.some((side) => side.isMoney))
    takeOver(book, pages, row, given, into, terms)
  else refuse('unclear-swap', 'These rows do not tell what paid for what. Enter the event by hand.')
}

function convert(book: Book, row: number, out: Side, into: Side, terms: Terms): void {
  const common = { ...withoutFigures(terms), type: 'FX_CONVERSION', group: `conversion ${row}` } as const
  book.add({ ...common, amount: `-${formatDecimal(out.size)}`, currency: out.key })
  book.add({ ...common, amount: formatDecimal(into.size), currency: into.key })
}

function pay(book: Book, direction: 'BUY' | 'SELL', { asset, size }: Side, money: Side, terms: Terms): void {
  const amount = direction === 'BUY' && !book.areSizes ? negate(money.size) : money.size
  book.trade({ price: undefined, ...terms, asset, quantity: size, amount, unit: money.key, quoted: money.key }, direction)
}

function sellAndBuy(book: Book, out: Side, into: Side, value: Leg['quantity'], terms: Terms): void {
  const amount = absolute(exact(value))
  const plain = { ...terms, price: undefined, fees: undefined, taxes: undefined }
  book.trade({ ...plain, asset: out.asset, quantity: out.size, amount }, 'SELL')
  const paid = book.areSizes ? amount : negate(amount)
  book.trade({ ...plain, id: undefined, asset: into.asset, quantity: into.size, amount: paid }, 'BUY')
}

function takeOver(book: Book, pages: Pages, row: number, outs: readonly Side[], into: Side, terms: Terms): void {
  const common = { ...withoutFigures(terms), type: 'EXCHANGE', group: `swap ${row}` } as const
  for (const side of outs) book.add({ ...common, asset: refOfSide(book, side), quantity: `-${formatDecimal(side.size)}` })
  // What comes in stands in the same row, whose cells were read for what goes out.
  const last = pages.transactions.at(-1)
  if (last === undefined) return
  const [asset, quantity] = [refOfSide(book, into), formatDecimal(into.size)]
  pages.transactions.push({ ...last, asset, quantity, externalId: undefined })
  const detail = 'The file states no value of this swap: what came in takes over cost and date of what went out.'
  book.note('info', 'swap-without-value', detail)
}

function refOfSide(book: Book, { asset }: Side): string {
  return book.asset(typeof asset === 'string' ? { symbol: asset, type: 'CRYPTO' } : asset)
}

function withoutFigures({ tags, description, account }: Terms): Pick<Terms, 'tags' | 'description' | 'account'> {
  if (tags === undefined && description === undefined && (account ?? '') === '') return NO_TERMS
  const texts = { ...(tags === undefined ? {} : { tags }), ...(description === undefined ? {} : { description }) }
  return account === undefined || account === '' ? texts : { ...texts, account }
}

/** One side, several fills of one coin as one. */
function sidesOf(legs: readonly Leg[], money: ReadonlySet<string> | undefined): Side[] {
  const sides: Side[] = []
  for (const { asset, quantity } of legs) {
    const key = typeof asset === 'string' ? asset : refOfTerms(asset)
    const size = absolute(exact(quantity))
    if (size === ZERO) continue
    const at = sides.findIndex((side) => side.key === key)
    const isMoney = typeof asset === 'string' && (money?.has(asset) ?? isCurrency(asset))
    if (at < 0) sides.push({ key, asset, size, isMoney })
    else sides[at] = { key, asset, size: add(sides[at]?.size ?? ZERO, size), isMoney }
  }
  return sides
}

/** The line that goes out and the one that comes in. Throws RowRefusal where there are not exactly these two. */
export function pairOf<L extends AnyLine>(lines: readonly L[]): readonly [L, L] {
  const sign = (line: L) => {
    const quantity = 'quantity' in line && typeof line.quantity === 'string' ? line.quantity : '0'
    return quantity.startsWith('-') ? -1 : /[1-9]/.test(quantity) ? 1 : 0
  }
  const [a, b] = lines
  if (lines.length !== 2 || !a || !b || sign(a) * sign(b) !== -1)
    return refuse('no-pair', 'Of this event there must be two rows: what goes out and what comes in.')
  return sign(a) < 0 ? [a, b] : [b, a]
}

/** A split where both rows are of one asset, else an exchange; the sizes are those of the rows. */
export function bookExchange(pages: Pages, from: Given, to: Given): void {
  const sizes = [from, to].map((given) => absolute(figureIn(given, 'quantity') ?? ZERO))
  const [before = ZERO, after = ZERO] = sizes
  if (before === ZERO || after === ZERO) refuse('no-quantity', 'Both rows need a quantity other than 0.')
  const [old, new_] = [assetIn(pages, from, true), assetIn(pages, to, true)]
  if (old === new_) {
    const draft = draftOf(to, 'SPLIT')
    const change = subtract(after, before)
    if (change === ZERO) refuse('no-change', 'As many units come in as go out, of the same asset.')
    const figures = { asset: old, quantity: formatDecimal(change), ratio: ratioOf(before, after), externalId: textIn(to, 'id') }
    pages.transactions.push(Object.assign(draft, { rows: [to.line.row, from.line.row], ...figures }))
    return
  }
  const group = `exchange ${from.line.row}`
  for (const [given, asset, quantity] of [
    [from, old, `-${formatDecimal(before)}`],
    [to, new_, formatDecimal(after)],
  ] as const)
    pages.transactions.push(
      Object.assign(draftOf(given, 'EXCHANGE'), { asset, quantity, group, externalId: textIn(given, 'id') }),
    )
}

/** `5:1` or `1:5` where the sizes make it exactly; else nothing, for the quantity says it. */
export function ratioOf(before: Decimal, after: Decimal): string | undefined {
  const [large, small] = before < after ? [after, before] : [before, after]
  const factor = divide(large, small)
  if (multiply(factor, small) !== large || factor % ONE !== 0n || factor > decimal('999999999')) return undefined
  return before < after ? `${formatDecimal(factor)}:1` : `1:${formatDecimal(factor)}`
}
