/** What a row, or a case, is booked as. */
import { absolute, type Decimal, formatDecimal, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import type { ImportOptions, TransactionDraft, TransactionType } from '../../brim/contract.ts'
import { textOf } from '../figures.ts'
import { refuse } from '../refuse.ts'
import { note } from '../row-book.ts'
import { figureTrade } from '../trade-figures.ts'
import {
  assetIn,
  CELLS,
  costsIn,
  dateIn,
  draftIn,
  figureIn,
  type Given,
  givenBy,
  positive,
  priceIn,
  priceQuantityIn,
  quotedIn,
  refIn,
  requireCurrency,
  type Source,
  said,
  textIn,
  unitIn,
} from './given.ts'
import type { Layout } from './layout.ts'
import { nameAsset, type OpenDraft } from './pages.ts'
import { bookExchange, bookSwap } from './swap.ts'
import type { AnyLine, AssetTerms, CashType, InKindType, Leg, Terms } from './terms.ts'

type Draft = Pick<TransactionDraft, 'type'> & Partial<TransactionDraft>

const INCOME: ReadonlySet<TransactionType> = new Set(['DIVIDEND', 'INTEREST', 'RETURN_OF_CAPITAL'])
const LEFT_OUT = 'The price does not belong to this amount and quantity; it follows from them.'
const GOES_OUT: ReadonlySet<TransactionType> = new Set(['WITHDRAWAL', 'FEE', 'TAX'])

/** A book for one line, or for the `lines` of a case. */
export function openBook(source: Source, line: AnyLine, lines?: readonly AnyLine[]): Book {
  return new LineBook(source, line, lines)
}

/** What is written of one row, or of one case: all of it, or none when anything refuses. */
export type Book = LineBook

/** A class, because one is opened for each row: its functions are made once. */
class LineBook {
  private readonly source: Source
  private readonly line: AnyLine
  private readonly lines: readonly AnyLine[] | undefined

  constructor(source: Source, line: AnyLine, lines: readonly AnyLine[] | undefined) {
    this.source = source
    this.line = line
    this.lines = lines
  }

  get options(): ImportOptions {
    return this.source.options
  }

  /** The layout says that amounts have no sign. */
  get areSizes(): boolean {
    return this.source.layout.signs === 'sizes'
  }

  /** The same book with another line of the case for what is not given. */
  on(other: AnyLine): Book {
    return openBook(this.source, other)
  }

  /** BUY or SELL, by `direction`, else by the sign of the quantity. Without an amount: price x quantity x rate, and costs. */
  trade(terms?: Terms, direction?: 'BUY' | 'SELL'): void {
    const given = givenBy(this.source, this.line, terms)
    const { layout, pages } = this.source
    const quantity = requireQuantity(given)
    const type = direction ?? (quantity > ZERO ? 'BUY' : 'SELL')
    if (type === 'BUY' && quantity < ZERO) refuse('unexpected-sign', 'A purchase with a negative quantity.')
    const [currency, quoted, costs] = [requireCurrency(given), quotedIn(given)?.currency, costsIn(given, false)]
    const stated = figureIn(given, CELLS.amount)
    const price = priceIn(given, stated)
    const figures = figureTrade({
      direction: type,
      quantity: absolute(quantity),
      price,
      priceQuantity: priceQuantityIn(given),
      rate: positive(figureIn(given, CELLS.rate)),
      isForeign: quoted !== currency,
      amount: stated === undefined ? undefined : signedAmount(layout, type, stated),
      amounts: layout.amounts ?? 'net',
      costs: costs.sum,
    })
    const asset = assetIn(given, true, refIn(given), quoted)
    if (figures.proves !== undefined) pages.votes[figures.proves]++
    const isPriced = figures.price !== undefined
    const draft = draftIn(given, type)
    draft.asset = asset
    draft.quantity = formatDecimal(type === 'BUY' || quantity < ZERO ? quantity : negate(quantity))
    draft.price = isPriced ? formatDecimal(figures.price) : undefined
    draft.priceCurrency = isPriced && quoted !== currency ? quoted : undefined
    draft.fxRate = textOf(figures.rate)
    draft.amount = formatDecimal(figures.amount)
    draft.currency = currency
    draft.fees = costs.fees
    draft.taxes = costs.taxes
    if (price !== undefined && !isPriced) this.note('info', 'price-left-out', LEFT_OUT)
  }

  /** Money alone; its sign is checked, 0.00 is ignored where no units came with it. Fees and taxes count for income, else only when they are given here. */
  cash(kind: CashType, terms?: Terms): void {
    const given = givenBy(this.source, this.line, terms)
    const { layout, pages } = this.source
    const stated = figureIn(given, CELLS.amount) ?? refuse('no-amount', 'The row has no amount.')
    const type = kind !== 'MOVE' ? kind : stated < ZERO ? 'WITHDRAWAL' : 'DEPOSIT'
    const costs = costsIn(given, !INCOME.has(type))
    const signed = kind === 'MOVE' ? stated : signedAmount(layout, type, stated)
    const amount = layout.amounts === 'gross' ? subtract(signed, costs.sum) : signed
    if (amount === ZERO && costs.sum === ZERO) {
      if (!('amount' in given.terms) && figureIn(given, CELLS.quantity))
        refuse('no-amount', `The row has units and no money, so that it may be no ${type} in cash. Enter it by hand.`)
      pages.ignored.push({ row: this.line.row, reason: 'no money moved' })
      return
    }
    if ((type === 'DEPOSIT' && amount < ZERO) || (type === 'WITHDRAWAL' && amount > ZERO))
      refuse('unexpected-sign', `A ${type} of ${formatDecimal(amount)}: the sign is wrong.`)
    const currency = requireCurrency(given)
    const isOfAsset = type === 'DIVIDEND' || type === 'RETURN_OF_CAPITAL'
    const ref = type === 'DEPOSIT' || type === 'WITHDRAWAL' ? '' : refIn(given, !isOfAsset)
    const asset = ref === '' ? undefined : assetIn(given, false, ref)
    if (isOfAsset && asset === undefined) refuse('no-asset', `A ${type} needs an asset, but the row names none.`)
    const name = asset === undefined ? textIn(given, CELLS.name) : undefined
    const draft = draftIn(given, type)
    draft.asset = asset
    draft.amount = formatDecimal(amount)
    draft.currency = currency
    draft.fees = costs.fees
    draft.taxes = costs.taxes
    draft.description ??= said(name)
    draft.group = textIn(given, CELLS.group)
  }

  /** Coins or shares without cash, by the sign of the quantity. */
  inKind(type: InKindType, terms?: Terms): void {
    const given = givenBy(this.source, this.line, terms)
    const quantity = requireQuantity(given)
    if (type === 'FEE' || type === 'TAX' ? quantity > ZERO : INCOME.has(type) && quantity < ZERO)
      refuse('unexpected-sign', `A ${type} of ${formatDecimal(quantity)}: the sign is wrong.`)
    const asset = assetIn(given, true)
    const cost = textIn(given, CELLS.cost) === 'market' ? 'market' : figureIn(given, CELLS.cost)
    const costBasis = cost === undefined || quantity < ZERO ? undefined : typeof cost === 'string' ? cost : formatDecimal(cost)
    const currency = costBasis === undefined || costBasis === 'market' ? undefined : requireCurrency(given)
    const draft = draftIn(given, type)
    draft.asset = asset
    draft.quantity = formatDecimal(quantity)
    draft.costBasis = costBasis
    draft.currency = currency
    draft.group = textIn(given, CELLS.group)
  }

  /** SPLIT, by its `ratio`, else by the units that it added. */
  split(terms?: Terms, ratio?: string): void {
    const given = givenBy(this.source, this.line, terms)
    const added = ratio === undefined ? figureIn(given, CELLS.quantity) : undefined
    if (ratio === undefined && !added) refuse('no-quantity', 'The split does not say how many units it added.')
    Object.assign(draftIn(given, 'SPLIT'), { asset: assetIn(given, true), quantity: textOf(added), ratio })
  }

  /** FX_CONVERSION, BUY, SELL or EXCHANGE, by what is money; `amount` and `unit` of `terms`: what a swap of coins was worth. */
  swap(outs: readonly Leg[], ins: readonly Leg[], terms: Terms = {}): void {
    bookSwap(this, { outs, ins, terms, row: this.line.row, money: this.source.money })
  }

  /** SPLIT when both lines are of one asset, else EXCHANGE; `terms` of both. */
  exchange(from: AnyLine, to: AnyLine, terms?: Terms): void {
    bookExchange(givenBy(this.source, from, terms), givenBy(this.source, to, terms))
  }

  /** The line that goes out and the one that comes in; refuses when there are not exactly these two. */
  pairOf<L extends AnyLine>(lines: readonly L[]): readonly [from: L, to: L] {
    const sizeOf = (line: L) => figureIn(givenBy(this.source, line), CELLS.quantity) ?? ZERO
    const [from, to] = [lines.find((line) => sizeOf(line) < ZERO), lines.find((line) => sizeOf(line) > ZERO)]
    if (lines.length === 2 && from !== undefined && to !== undefined) return [from, to]
    return refuse('no-pair', 'Of this event there must be two rows: what goes out and what comes in.')
  }

  /** What was held on a day; `cost` is what all of it had cost. Nothing is booked of it. */
  position(terms?: Terms): void {
    const given = givenBy(this.source, this.line, terms)
    const quantity = formatDecimal(figureIn(given, CELLS.quantity) ?? refuse('no-quantity', 'The row has no quantity.'))
    const [date, account, asset] = [dateIn(given), textIn(given, CELLS.account), assetIn(given, true)]
    const cost = figureIn(given, CELLS.cost)
    const costs = cost === undefined ? {} : { cost: formatDecimal(cost), currency: unitIn(given)?.currency }
    this.source.pages.positions.push({ row: this.line.row, date, account, asset, quantity, ...costs })
    this.skip('position')
  }

  /** A close that the file states. */
  close(terms: Terms): void {
    const given = givenBy(this.source, this.line, terms)
    const close = formatDecimal(figureIn(given, CELLS.price) ?? refuse('no-price', 'The row has no price.'))
    const currency = quotedIn(given)?.currency ?? refuse('no-currency', 'The row does not say its currency.')
    this.source.pages.prices.push({ asset: assetIn(given, false), date: dateIn(given), close, currency })
  }

  /** The ref of an asset, for `add`. */
  asset(terms: AssetTerms): string {
    return nameAsset(this.source.pages, terms, true)
  }

  /** A draft of one's own, with the row, day, time and account of the line where it has none; `others` have other figures. */
  add(draft: Draft, ...others: readonly Partial<Draft>[]): void {
    const [first, ...copies] = this.begin(draft.type, others.length + 1)
    Object.assign(first, draft)
    for (const [index, copy] of copies.entries()) Object.assign(copy, draft, others[index])
  }

  /** So many drafts with what the line says of each. */
  begin(type: TransactionType, count: number): [OpenDraft, ...OpenDraft[]] {
    const { transactions } = this.source.pages
    const drafts: [OpenDraft, ...OpenDraft[]] = [draftIn(givenBy(this.source, this.line), type)]
    while (drafts.length < count) {
      const copy = { ...drafts[0] }
      drafts.push(copy)
      transactions.push(copy)
    }
    return drafts
  }

  /** Nothing is made of the row, or of the case, and why. */
  skip(reason: string): void {
    for (const { row } of this.lines ?? [this.line]) this.source.pages.ignored.push({ row, reason })
  }

  note(severity: 'info' | 'warning', code: string, detail: string): void {
    note(this.source.pages, this.line, severity, code, detail)
  }
}

function requireQuantity(given: Given): Decimal {
  return figureIn(given, CELLS.quantity) || refuse('no-quantity', 'The row needs a quantity other than 0.')
}

function signedAmount({ signs }: Layout, type: TransactionType, amount: Decimal): Decimal {
  if (signs !== 'sizes') return amount
  if (amount < ZERO && !INCOME.has(type)) refuse('unexpected-sign', `The amount ${formatDecimal(amount)} is negative.`)
  return type === 'BUY' || GOES_OUT.has(type) ? negate(amount) : amount
}
