/** Coins and money that came, went or were earned without a trade. */
import { ignore, info, refuse } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { addDraft, type Book, coin, costOf, incoming, isFiat, requireMoney } from './book.ts'
import type { Entry } from './entry.ts'
import { addTrade } from './trades.ts'

type Direction = 'in' | 'out'

/** Coins from or to another wallet, money from or to the bank: the direction is the action's, for old exports sign nothing. */
export function addMove(book: Book, entry: Entry, direction: Direction): void {
  if (isFiat(entry.asset, entry)) addMoney(book, entry, direction)
  else if (direction === 'in' && /\b(coinbase (earn|rewards?|learn))\b/i.test(entry.notes)) addReward(book, entry)
  else if (direction === 'in' && /\bcoinbase referral\b/i.test(entry.notes)) addGift(book, entry, 'in')
  else addCoins(book, entry, direction, 'TRANSFER')
}

/** Coins given, airdropped or given away. */
export function addGift(book: Book, entry: Entry, direction: Direction): void {
  if (isFiat(entry.asset, entry)) addMoney(book, entry, direction)
  else addCoins(book, entry, direction, 'ADJUSTMENT')
}

function addCoins(book: Book, entry: Entry, direction: Direction, type: 'TRANSFER' | 'ADJUSTMENT' | 'INTEREST' | 'FEE'): void {
  const quantity = formatDecimal(direction === 'in' ? incoming(entry) : negate(absolute(entry.quantity)))
  const asset = coin(book, entry.asset, entry.currency)
  addDraft(book, entry, { type, asset, quantity, amount: '0', ...(direction === 'in' ? costOf(book, entry) : {}) })
}

/** Rewards for staking, learning or holding: income in kind at the value of the moment; in money when the asset is money. */
export function addReward(book: Book, entry: Entry): void {
  if (!isFiat(entry.asset, entry)) addCoins(book, entry, 'in', 'INTEREST')
  else addDraft(book, entry, { type: 'INTEREST', amount: formatDecimal(incoming(entry)), currency: requireMoney(entry.asset) })
}

/** A subscription or another charge: in money, or in coins. */
export function addCharge(book: Book, entry: Entry): void {
  const amount = formatDecimal(negate(absolute(entry.quantity)))
  if (!isFiat(entry.asset, entry)) addCoins(book, entry, 'out', 'FEE')
  else addDraft(book, entry, { type: 'FEE', amount, currency: requireMoney(entry.asset) })
}

/** A card payment: coins are sold at the stated value and the money leaves; money leaves as it is. */
export function addCardPayment(book: Book, entry: Entry): void {
  if (isFiat(entry.asset, entry)) addMoney(book, entry, 'out')
  else {
    addTrade(book, entry, 'SELL')
    const { type, amount, currency } = book.transactions.at(-1) ?? {}
    if (type !== 'SELL' || amount === undefined || amount === '0')
      refuse('no-total', 'The card payment has no value. Enter it by hand.')
    addDraft(book, entry, { type: 'WITHDRAWAL', amount: `-${amount}`, currency }, 'paid')
  }
}

/**
 * The quantity is what the balance changed by. A fee (the difference between total and subtotal) is a row of its own, so that the
 * owner's money is what really came from or went to the bank.
 */
function addMoney(book: Book, entry: Entry, direction: Direction): void {
  const currency = requireMoney(entry.asset)
  const change = absolute(entry.quantity)
  const fee = feeOf(entry, change)
  const amount = direction === 'in' ? add(change, fee) : subtract(fee, change)
  const type = direction === 'in' ? 'DEPOSIT' : 'WITHDRAWAL'
  addDraft(book, entry, { type, amount: formatDecimal(amount), currency })
  if (fee !== 0n) addDraft(book, entry, { type: 'FEE', amount: formatDecimal(negate(fee)), currency }, 'fee')
}

function feeOf({ total, subtotal, currency, asset }: Entry, change: Decimal): Decimal {
  if (total === undefined || subtotal === undefined || currency !== asset) return ZERO
  const fee = absolute(subtract(total, subtotal))
  return fee < change ? fee : ZERO
}

/** Coins or money put into another sub-account of the same account. */
export function passOver(book: Book, entry: Entry): void {
  ignore(book, entry, `${entry.label}: moved within Coinbase, the holding stays the same`)
}

/** Half of a staking move whose other half is not in the file. */
export function passOverHalf(book: Book, entry: Entry): void {
  const detail = 'The other half of this move within Coinbase is not in the file; the holding was left as it is.'
  passOver(book, entry)
  info(book, entry, 'half-of-a-pair', detail)
}

/** A migration whose other half is not in the file would leave coins that no longer exist. */
export function refuseHalf(): never {
  const detail =
    'A change of one coin into another is two rows, and the other one is not in the file. Export a period that has both.'
  return refuse('half-of-a-pair', detail)
}
