/** What importers of coin exchanges share: which codes are money, and how coins and money that move, are earned or traded are booked. */

import { exact } from '#plugins/kit/figures.ts'
import {
  add,
  type Book,
  type Decimal,
  decimal,
  FIAT,
  formatDecimal,
  isFiat,
  isZero,
  type Leg,
  negate,
  plus,
  refuse,
  sizeOf,
  subtract,
  type Terms,
} from '#plugins/kit/index.ts'
import { ZERO } from '#src/shared/decimal.ts'
import type { TransactionTag } from './contract.ts'

/** What a trade changes: `quantity` is signed and without the fee, `fee` is a size in the same code. */
export type Change = { readonly code: string; readonly quantity: string; readonly fee?: string | undefined }
/** The same, also with exact decimals. */
type Traded = { readonly code: string; readonly quantity: string | Decimal; readonly fee?: string | Decimal | undefined }
export type OpenLeg = { readonly asset: string; quantity: Decimal }

/** What all layouts of an exchange say: codes that are no money are coins. */
export const COINS = { numbers: 'dot', money: FIAT, assetType: 'CRYPTO' } as const

export { minus, negated, sizeOf } from '#plugins/kit/index.ts'

/** Exact decimals, which a trade takes as they are: to write each down and read it again takes longer than all else. */
export function sumOf(a: string | undefined, b: string | undefined): Decimal {
  return add(figureOf(a), figureOf(b))
}

export function differenceOf(a: string | undefined, b: string | undefined): Decimal {
  return subtract(figureOf(a), figureOf(b))
}

/** A figure that the row must have. */
export function required(value: string | undefined, what: string): string {
  return value ?? refuse('no-quantity', `The row has no ${what}.`)
}

/** The code of a coin or currency that the row must have. */
export function requiredCode(code: string): string {
  if (code === '') refuse('no-asset', 'The row does not say which coin or currency it is about.')
  return /^[\w.$+-]+$/.test(code) ? code : refuse('unknown-asset', `"${code}" is no code of a coin or currency.`)
}

/** What a row changes, which it must say. */
export function changeOf({ coin, quantity }: { readonly coin: string; readonly quantity: string | undefined }) {
  return { code: requiredCode(coin), quantity: required(quantity, 'amount') }
}

/** A fee that came beside a trade, if there was one. */
export function feesOf(code: string, fee: string | undefined): readonly Change[] {
  return isZero(fee) ? [] : [{ code: requiredCode(code), quantity: '0', fee }]
}

/** The code of the currency that a value is in. */
export function requiredCurrency(code: string): string {
  return /^[A-Z]{3}$/.test(code) ? code : refuse('unknown-currency', `"${code}" is no currency.`)
}

const UNFINISHED = /^(pending|cancel|reject|declin|fail|error|expir|(wallet_)?process|in progress|wait|await|open|new)/i

/** Why nothing is made of a row that is not `finished`; a status that tells neither refuses it. */
export function unfinished(status: string, finished: RegExp): string | undefined {
  if (finished.test(status)) return undefined
  if (UNFINISHED.test(status)) return `status ${status}`
  return refuse('unknown-status', `"${status}" does not tell whether anything moved. Enter the row by hand if it did.`)
}

/** Money or coins that come in or go out; `fee`: what goes beside it. */
export function bookMove(book: Book, { code, quantity, fee }: Change, terms: Terms = {}): void {
  if (isZero(quantity) && !isZero(fee)) bookFee(book, { code, quantity: fee ?? '0' }, terms)
  if (isZero(quantity) && !isZero(fee)) return
  if (isFiat(code)) book.cash('MOVE', { ...terms, amount: quantity, unit: code })
  else book.inKind('TRANSFER', { ...terms, asset: code, quantity })
  if (fee !== undefined) bookFee(book, { code, quantity: fee }, terms)
}

/** What moved holds its fee: the rest goes in or out, and the fee is a line of its own. */
export function bookMoveWithFeeInside(book: Book, { code, quantity, fee = '0' }: Change, terms: Terms = {}): void {
  bookMove(book, { code, quantity: plus(quantity, fee), fee }, terms)
}

/** A fee of this size; one that came back is negative. */
export function bookFee(book: Book, { code, quantity }: Traded, terms: Terms = {}): void {
  const size = exact(quantity)
  if (size === ZERO) return
  const change = negate(size)
  if (isFiat(code)) book.cash('FEE', { ...terms, id: undefined, amount: book.areSizes ? size : change, unit: code })
  else if (size < ZERO)
    book.inKind('ADJUSTMENT', { ...terms, id: undefined, asset: code, quantity: change, tags: ['correction'] })
  else book.inKind('FEE', { ...terms, id: undefined, asset: code, quantity: change })
}

/** Income in coins or money; what is taken back is a cost. Its cost basis is the stated `value`, else the close of the day. */
export function bookIncome(
  book: Book,
  { code, quantity, fee }: Change,
  tag: TransactionTag,
  value?: { readonly amount: string | undefined; readonly unit: string },
): void {
  const type = quantity.startsWith('-') ? 'FEE' : 'INTEREST'
  const amount = isZero(value?.amount) ? undefined : sizeOf(value?.amount)
  const unit = amount === undefined ? '' : requiredCurrency(value?.unit ?? '')
  if (isFiat(code)) book.cash(type, { amount: quantity, unit: code, tags: [tag] })
  else if (amount === undefined) book.inKind(type, { asset: code, quantity, tags: [tag], cost: 'market' })
  else book.inKind(type, { asset: code, quantity, tags: [tag], cost: amount, unit })
  if (fee !== undefined) bookFee(book, { code, quantity: fee })
}

/** A trade: net by code, with fees of its own codes inside; fees in other codes, and those of a conversion of money, are lines of their own. */
export function bookTrade(book: Book, changes: readonly Traded[], terms: Terms = {}): void {
  const legs: OpenLeg[] = []
  for (const { code, quantity } of changes) {
    const size = figureOf(quantity)
    if (size !== ZERO) addTo(legs, code, size)
  }
  const isConversion = legs.every(({ asset }) => isFiat(asset))
  const apart: Change[] = []
  let fees = ZERO
  for (const { code, fee } of changes) {
    if (fee === undefined) continue
    const leg = isConversion ? undefined : legOf(legs, code)
    if (leg === undefined) {
      apart.push({ code, quantity: typeof fee === 'string' ? fee : formatDecimal(fee) })
      continue
    }
    const size = figureOf(fee)
    leg.quantity = subtract(leg.quantity, size)
    if (isFiat(code)) fees = add(fees, size)
  }
  const [outs, ins]: [Leg[], Leg[]] = [[], []]
  for (const leg of legs) (leg.quantity < ZERO ? outs : ins).push(leg)
  book.swap(outs, ins, { ...terms, fees: fees === ZERO ? undefined : fees })
  for (const fee of apart) bookFee(book, fee, terms)
}

/** A trade on a market: `base` and `quote` are sizes. */
export function bookPair(
  book: Book,
  isBuy: boolean,
  changes: readonly [base: Traded, quote: Traded, ...fees: Traded[]],
  terms?: Terms,
): void {
  const given = isBuy ? 1 : 0
  const signed = changes.map((change, at): Traded => {
    const { code, quantity, fee } = change
    return at === given ? { code, quantity: negate(figureOf(quantity)), fee } : change
  })
  bookTrade(book, signed, terms)
}

function figureOf(size: string | Decimal | undefined = ZERO): Decimal {
  return typeof size === 'string' ? decimal(size) : size
}

/** Adds to the leg of this code, or begins it. */
function addTo(legs: OpenLeg[], asset: string, size: Decimal): void {
  const leg = legOf(legs, asset)
  if (leg === undefined) legs.push({ asset, quantity: size })
  else leg.quantity = add(leg.quantity, size)
}

export function legOf<L extends OpenLeg>(legs: readonly L[], code: string): L | undefined {
  for (const leg of legs) if (leg.asset === code) return leg
  return undefined
}
