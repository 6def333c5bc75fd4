/** Coins and money that came, went or were earned without a trade. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { isCurrency } from '#src/shared/currency.ts'
import { absolute, add, type Decimal, formatDecimal, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { type Book, beginDraft, coin, costOf, describe, incoming, isFiat, note } from './book.ts'
import { type Entry, RowRefusal } from './entry.ts'
import { addTrade } from './trades.ts'

/** Coins from or to another wallet, money from or to the bank: the direction is the action's, for old exports sign nothing. */
export function addMove(book: Book, entry: Entry, direction: 'in' | 'out'): void {
  if (isFiat(entry.asset, entry)) addMoney(book, entry, direction)
  else if (direction === 'in' && /\b(coinbase (earn|rewards?|learn))\b/i.test(entry.notes)) addReward(book, entry)
  else if (direction === 'in' && /\bcoinbase referral\b/i.test(entry.notes)) addGift(book, entry, 'in')
  else addCoins(book, entry, direction, 'TRANSFER')
}

/** Coins given, airdropped or given away. */
export function addGift(book: Book, entry: Entry, direction: 'in' | 'out'): void {
  if (isFiat(entry.asset, entry)) addMoney(book, entry, direction)
  else addCoins(book, entry, direction, 'ADJUSTMENT')
}

function addCoins(book: Book, entry: Entry, direction: 'in' | 'out', type: 'TRANSFER' | 'ADJUSTMENT'): void {
  const quantity = direction === 'in' ? incoming(entry) : negate(absolute(entry.quantity))
  book.transactions.push({
    ...beginDraft(book, entry),
    type,
    asset: coin(book, entry.asset, entry.currency),
    quantity: formatDecimal(quantity),
    amount: '0',
    ...(direction === 'in' ? costOf(book, entry) : {}),
    description: describe(entry),
  })
}

/** Rewards for staking, learning or holding: income in kind at the value of the moment; in money when the asset is money. */
export function addReward(book: Book, entry: Entry): void {
  const quantity = formatDecimal(incoming(entry))
  const shared = { ...beginDraft(book, entry), type: 'INTEREST', description: describe(entry) } as const
  if (isFiat(entry.asset, entry)) book.transactions.push({ ...shared, amount: quantity, currency: moneyOf(entry) })
  else {
    const asset = coin(book, entry.asset, entry.currency)
    book.transactions.push({ ...shared, asset, quantity, amount: '0', ...costOf(book, entry) })
  }
}

/** A subscription or another charge: in money, or in coins. */
export function addCharge(book: Book, entry: Entry): void {
  const quantity = formatDecimal(negate(absolute(entry.quantity)))
  const shared = { ...beginDraft(book, entry), type: 'FEE', description: describe(entry) } as const
  if (isFiat(entry.asset, entry)) book.transactions.push({ ...shared, amount: quantity, currency: moneyOf(entry) })
  else book.transactions.push({ ...shared, asset: coin(book, entry.asset, entry.currency), quantity, amount: '0' })
}

/** A card payment: coins are sold at the stated value and the money leaves; money leaves as it is. */
export function addCardPayment(book: Book, entry: Entry): void {
  if (isFiat(entry.asset, entry)) addMoney(book, entry, 'out')
  else {
    addTrade(book, entry, 'SELL')
    const sale = book.transactions.at(-1)
    if (sale?.type !== 'SELL' || sale.amount === undefined || sale.amount === '0')
      throw new RowRefusal('no-total', 'The card payment has no value. Enter it by hand.')
    const draft = { ...beginDraft(book, entry, 'paid'), type: 'WITHDRAWAL', amount: `-${sale.amount}` } as const
    book.transactions.push({ ...draft, currency: sale.currency, description: describe(entry) })
  }
}

/**
 * The quantity is what the balance changed by. A fee (the difference between total and subtotal) is a row of its own, so that the
 * owner's money is what really came from or went to the bank.
 */
function addMoney(book: Book, entry: Entry, direction: 'in' | 'out'): void {
  const currency = moneyOf(entry)
  const change = absolute(entry.quantity)
  const fee = feeOf(entry, change)
  const moved = direction === 'in' ? add(change, fee) : subtract(change, fee)
  const amount = formatDecimal(direction === 'in' ? moved : negate(moved))
  const type = direction === 'in' ? 'DEPOSIT' : 'WITHDRAWAL'
  const description = describe(entry)
  book.transactions.push({ ...beginDraft(book, entry), type, amount, currency, description })
  if (fee === 0n) return
  const draft: TransactionDraft = { ...beginDraft(book, entry, 'fee'), type: 'FEE', amount: formatDecimal(negate(fee)), currency }
  book.transactions.push({ ...draft, description })
}

function feeOf(entry: Entry, change: Decimal): Decimal {
  const { total, subtotal } = entry
  if (total === undefined || subtotal === undefined || entry.currency !== entry.asset) return ZERO
  const fee = absolute(subtract(total, subtotal))
  return fee < change ? fee : ZERO
}

function moneyOf(entry: Entry): string {
  if (!isCurrency(entry.asset)) throw new RowRefusal('unknown-currency', `"${entry.asset}" is no currency.`)
  return entry.asset
}

/** Coins or money put into another sub-account of the same account. */
export function passOver(book: Book, entry: Entry): void {
  book.ignored.push({ row: entry.row, reason: `${entry.label}: moved within Coinbase, the holding stays the same` })
}

/** Half of a staking move whose other half is not in the file. */
export function passOverHalf(book: Book, entry: Entry): void {
  passOver(book, entry)
  note(
    book,
    entry,
    'info',
    'half-of-a-pair',
    'The other half of this move within Coinbase is not in the file; the holding was left as it is.',
  )
}

/** A migration whose other half is not in the file would leave coins that no longer exist. */
export function refuseHalf(): never {
  const detail =
    'A change of one coin into another is two rows, and the other one is not in the file. Export a period that has both.'
  throw new RowRefusal('half-of-a-pair', detail)
}
