/** What was given for what: conversions of money, purchases and sales of coins, swaps, and one share for another. */
import {
  absolute,
  add,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  ONE,
  subtract,
  tryDecimal,
  ZERO,
} from '#src/shared/decimal.ts'
import type { AssetTerms, Book, Leg, Terms } from './book.ts'
import { assetOf, commonOf, figureIn, type Given, textIn } from './given.ts'
import { type Pages, refOf } from './pages.ts'
import { refuse } from './refuse.ts'

type Side = { readonly key: string; readonly asset: string | AssetTerms; readonly size: Decimal; readonly isMoney: boolean }
type Swap = {
  readonly outs: readonly Leg[]
  readonly ins: readonly Leg[]
  readonly terms: Terms
  readonly isMoney: (code: string) => boolean
}

/** Throws RowRefusal where the legs do not tell what paid for what. */
export function bookSwap(book: Book, row: number, { outs, ins, terms, isMoney }: Swap): void {
  const [given, got] = [sidesOf(outs, isMoney), sidesOf(ins, isMoney)]
  const [[out, ...otherOuts], [into, ...otherIns]] = [given, got]
  const isPair = otherOuts.length === 0 && otherIns.length === 0
  const ofCoins = [...given, ...got].every((side) => !side.isMoney)
  if (!out || !into) refuse('unclear-swap', 'Of a swap there must be what goes out and what comes in.')
  else if (isPair && out.isMoney && into.isMoney) convert(book, row, out, into, terms)
  else if (isPair && out.isMoney) pay(book, 'BUY', into, out, terms)
  else if (isPair && into.isMoney) pay(book, 'SELL', out, into, terms)
  else if (isPair && terms.amount !== undefined) sellAndBuy(book, out, into, terms.amount, terms)
  else if (ofCoins && otherIns.length === 0) takeOver(book, row, given, into, terms)
  else refuse('unclear-swap', 'These rows do not tell what paid for what. Enter the event by hand.')
}

function convert(book: Book, row: number, out: Side, into: Side, terms: Terms): void {
  const common = { ...withoutFigures(terms), type: 'FX_CONVERSION', group: `conversion ${row}` } as const
  book.add({ ...common, amount: `-${formatDecimal(out.size)}`, currency: out.key })
  book.add({ ...common, amount: formatDecimal(into.size), currency: into.key })
}

function pay(book: Book, direction: 'BUY' | 'SELL', { asset, size }: Side, money: Side, terms: Terms): void {
  const amount = `${direction === 'BUY' && !book.areSizes ? '-' : ''}${formatDecimal(money.size)}`
  const figures = { asset, quantity: formatDecimal(size), amount, unit: money.key, quoted: money.key }
  book.trade({ price: undefined, ...terms, ...figures }, direction)
}

function sellAndBuy(book: Book, out: Side, into: Side, value: string, terms: Terms): void {
  const amount = value.replace(/^-/, '')
  const plain = { ...terms, price: undefined, fees: undefined, taxes: undefined }
  book.trade({ ...plain, asset: out.asset, quantity: formatDecimal(out.size), amount }, 'SELL')
  const paid = book.areSizes ? amount : `-${amount}`
  book.trade({ ...plain, id: undefined, asset: into.asset, quantity: formatDecimal(into.size), amount: paid }, 'BUY')
}

function takeOver(book: Book, row: number, outs: readonly Side[], into: Side, terms: Terms): void {
  const group = `swap ${row}`
  for (const side of outs) book.add(leg(book, side, `-${formatDecimal(side.size)}`, group, terms))
  book.add({ ...leg(book, into, formatDecimal(into.size), group, terms), externalId: undefined })
  const detail = 'The file states no value of this swap: what came in takes over cost and date of what went out.'
  book.note('info', 'swap-without-value', detail)
}

function leg(book: Book, { asset }: Side, quantity: string, group: string, terms: Terms): Parameters<Book['add']>[0] {
  const ref = book.asset(typeof asset === 'string' ? { symbol: asset, type: 'CRYPTO' } : asset)
  return { ...withoutFigures(terms), type: 'EXCHANGE', asset: ref, quantity, group }
}

function withoutFigures({ tags, description, account }: Terms): Pick<Terms, 'tags' | 'description' | 'account'> {
  const texts = { ...(tags === undefined ? {} : { tags }), ...(description === undefined ? {} : { description }) }
  return account === undefined || account === '' ? texts : { ...texts, account }
}

/** One side, several fills of one coin as one. */
function sidesOf(legs: readonly Leg[], isMoney: (code: string) => boolean): Side[] {
  const sides = new Map<string, Side>()
  for (const { asset, quantity } of legs) {
    const key = typeof asset === 'string' ? asset : (asset.ref ?? asset.isin ?? asset.symbol ?? asset.name ?? '')
    const size = tryDecimal(quantity)
    if (typeof size === 'string') return refuse('invalid-number', `${quantity} has more digits than can be held.`)
    const known = sides.get(key)
    const sum = add(known?.size ?? ZERO, absolute(size))
    if (sum !== ZERO) sides.set(key, { key, asset, size: sum, isMoney: typeof asset === 'string' && isMoney(asset) })
  }
  return [...sides.values()]
}

/** A split where both rows are of one asset, else an exchange; the sizes are those of the rows. */
export function bookExchange(pages: Pages, from: Given, to: Given): void {
  const sizes = [from, to].map((given) => absolute(figureIn(given, 'quantity') ?? ZERO))
  const [before = ZERO, after = ZERO] = sizes
  if (before === ZERO || after === ZERO) refuse('no-quantity', 'Both rows need a quantity other than 0.')
  const [old, new_] = [from, to].map((given) =>
    refOf(pages, assetOf(given, false) ?? refuse('no-asset', 'The row names no asset.'), true),
  )
  if (old === new_) {
    const common = commonOf(to)
    const change = subtract(after, before)
    if (change === ZERO) refuse('no-change', 'As many units come in as go out, of the same asset.')
    pages.transactions.push({
      ...common,
      rows: [to.line.row, from.line.row],
      type: 'SPLIT',
      asset: old,
      quantity: formatDecimal(change),
      ratio: ratioOf(before, after),
      externalId: textIn(to, 'id'),
    })
    return
  }
  const group = `exchange ${from.line.row}`
  for (const [given, asset, quantity] of [
    [from, old, `-${formatDecimal(before)}`],
    [to, new_, formatDecimal(after)],
  ] as const)
    pages.transactions.push({ ...commonOf(given), type: 'EXCHANGE', asset, quantity, group, externalId: textIn(given, 'id') })
}

/** `5:1` or `1:5` where the sizes make it exactly; else nothing, for the quantity says it. */
export function ratioOf(before: Decimal, after: Decimal): string | undefined {
  const [large, small] = before < after ? [after, before] : [before, after]
  const factor = divide(large, small)
  if (multiply(factor, small) !== large || factor % ONE !== 0n || factor > decimal('999999999')) return undefined
  return before < after ? `${formatDecimal(factor)}:1` : `1:${formatDecimal(factor)}`
}
