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
import { agrees, exact } from '../figures.ts'
import { refuse } from '../refuse.ts'
import type { Book } from './book.ts'
import { assetIn, CELLS, draftIn, figureIn, type Given } from './given.ts'
import { refOf } from './pages.ts'
import type { AssetTerms, Leg, Terms } from './terms.ts'

const NO_CHANGE = 'As many shares come in as go out: look up the ratio at the broker and enter the split by hand.'

/** `size` is below zero for what goes out. */
type Side = { readonly key: string; readonly asset: string | AssetTerms; readonly size: Decimal; readonly isMoney: boolean }
/** `row` names the group of its legs. */
type Swap = {
  readonly outs: readonly Leg[]
  readonly ins: readonly Leg[]
  readonly terms: Terms
  readonly row: number
  readonly money: ReadonlySet<string> | undefined
}

/** Throws RowRefusal where the legs do not tell what paid for what. */
export function bookSwap(book: Book, swap: Swap): void {
  const { terms, money } = swap
  const [given, got] = [sidesOf(swap.outs, money), sidesOf(swap.ins, money)]
  const [out, into] = [given[0], got[0]]
  const isPair = given.length === 1 && got.length === 1
  if (!out || !into) refuse('unclear-swap', 'Of a swap there must be what goes out and what comes in.')
  else if (isPair && out.isMoney && into.isMoney) bookGroup(book, 'FX_CONVERSION', [out], into, swap)
  else if (isPair && out.isMoney) pay(book, 'BUY', into, out, terms)
  else if (isPair && into.isMoney) pay(book, 'SELL', out, into, terms)
  else if (isPair && terms.amount !== undefined) sellAndBuy(book, out, into, absolute(exact(terms.amount)), terms)
  else if (got.length > 1 || into.isMoney || given.some((side) => side.isMoney))
    refuse('unclear-swap', 'These rows do not tell what paid for what. Enter the event by hand.')
  else {
    bookGroup(book, 'EXCHANGE', given, into, swap)
    const detail = 'The file states no value of this swap: what came in takes over cost and date of what went out.'
    book.note('info', 'swap-without-value', detail)
  }
}

function pay(book: Book, direction: 'BUY' | 'SELL', { asset, size }: Side, money: Side, terms: Terms): void {
  const amount = direction === 'BUY' && !book.areSizes ? negate(money.size) : money.size
  book.trade({ price: undefined, ...terms, asset, quantity: size, amount, unit: money.key, quoted: money.key }, direction)
}

function sellAndBuy(book: Book, out: Side, into: Side, amount: Decimal, terms: Terms): void {
  const plain = { ...terms, price: undefined, fees: undefined, taxes: undefined }
  book.trade({ ...plain, asset: out.asset, quantity: out.size, amount }, 'SELL')
  const paid = book.areSizes ? amount : negate(amount)
  book.trade({ ...plain, id: undefined, asset: into.asset, quantity: into.size, amount: paid }, 'BUY')
}

/** The legs of a group: money, or coins for coins. */
function bookGroup(
  book: Book,
  type: 'FX_CONVERSION' | 'EXCHANGE',
  outs: readonly Side[],
  into: Side,
  { terms, row }: Swap,
): void {
  const sides = [...outs, into]
  const coins = type === 'EXCHANGE' ? sides.map((side) => book.asset(coinOf(side))) : undefined
  const group = `${coins === undefined ? 'conversion' : 'swap'} ${row}`
  let index = 0
  for (const draft of book.begin(type, sides.length)) {
    const { key, size } = sides[index] ?? into
    const change = formatDecimal(index < outs.length ? negate(size) : size)
    if (coins === undefined) draft.currency = key
    else draft.asset = coins[index]
    draft[coins === undefined ? 'amount' : 'quantity'] = change
    draft.group = group
    draft.tags = terms.tags
    draft.description = terms.description || draft.description
    draft.account = terms.account || draft.account
    index++
  }
}

function coinOf({ asset }: Side): AssetTerms {
  return typeof asset === 'string' ? { symbol: asset, type: 'CRYPTO' } : asset
}

/** One side, several fills of one coin as one. */
function sidesOf(legs: readonly Leg[], money: ReadonlySet<string> | undefined): Side[] {
  const sides: Side[] = []
  for (const { asset, quantity } of legs) {
    const size = absolute(exact(quantity))
    if (size === ZERO) continue
    const key = typeof asset === 'string' ? asset : refOf(asset)
    const at = sides.findIndex((side) => side.key === key)
    const isMoney = typeof asset === 'string' && (money?.has(asset) ?? isCurrency(asset))
    if (at < 0) sides.push({ key, asset, size, isMoney })
    else sides[at] = { key, asset, size: add(sides[at]?.size ?? ZERO, size), isMoney }
  }
  return sides
}

/** A split where both rows are of one asset, else an exchange; the sizes are those of the rows, whose worth may stand as their amounts. */
export function bookExchange(from: Given, to: Given): void {
  const [before, after] = [absolute(figureIn(from, CELLS.quantity) ?? ZERO), absolute(figureIn(to, CELLS.quantity) ?? ZERO)]
  if (before === ZERO || after === ZERO) refuse('no-quantity', 'Both rows need a quantity other than 0.')
  const [gone, come] = [absolute(figureIn(from, CELLS.amount) ?? ZERO), absolute(figureIn(to, CELLS.amount) ?? ZERO)]
  if (gone === ZERO || come === ZERO ? gone !== come : !agrees(gone, come))
    refuse('unclear-event', 'Money moves beside the units, and the rows do not say what it is for. Enter the event by hand.')
  const [old, fresh] = [assetIn(from, true), assetIn(to, true)]
  if (old === fresh) {
    if (before === after) refuse('no-change', NO_CHANGE)
    const [quantity, ratio] = [formatDecimal(subtract(after, before)), ratioOf(before, after)]
    Object.assign(draftIn(to, 'SPLIT'), { rows: [to.line.row, from.line.row], asset: old, quantity, ratio })
  } else {
    const group = `exchange ${from.line.row}`
    Object.assign(draftIn(from, 'EXCHANGE'), { asset: old, quantity: `-${formatDecimal(before)}`, group })
    Object.assign(draftIn(to, 'EXCHANGE'), { asset: fresh, quantity: formatDecimal(after), group })
  }
}

/** `5:1` or `1:5` where the sizes make it exactly; else nothing, for the quantity says it. */
export function ratioOf(before: Decimal, after: Decimal): string | undefined {
  const [large, small] = before < after ? [after, before] : [before, after]
  const factor = divide(large, small)
  if (multiply(factor, small) !== large || factor % ONE !== 0n || factor > decimal('999999999')) return undefined
  return before < after ? `${formatDecimal(factor)}:1` : `1:${formatDecimal(factor)}`
}
