/** Money that came, went or was earned without a trade. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { ignore, info, inUnit, refuse, textOf, warn } from '#plugins/kit/index.ts'
import { isCurrency } from '#src/shared/currency.ts'
import { absolute, type Decimal, formatDecimal, negate, subtract, tryDecimal } from '#src/shared/decimal.ts'
import { tagsNamed } from '../income-tags.ts'
import {
  assetOf,
  type Book,
  beginDraft,
  describe,
  hasAsset,
  type Line,
  type Money,
  moneyAt,
  numberOf,
  requireAsset,
  requireTotal,
  unitOf,
} from './line.ts'
import { incomeCosts } from './trades.ts'

type Direction = 'in' | 'out'
type CashDraft = Pick<TransactionDraft, 'type'> & Partial<TransactionDraft>

/** One row of money as the file signs it, but for what `make` says; 0.00 moved nothing. */
function addCash(book: Book, line: Line, make: (total: Money) => CashDraft): void {
  const total = requireTotal(line)
  if (total.value === 0n) ignore(book, line, `${line.action}: the amount is 0.00, no cash moved`)
  else {
    const own = make(total)
    const cash = { amount: formatDecimal(total.value), currency: total.currency, description: describe(line) }
    const tags = tagsNamed(line.action)
    book.transactions.push({ ...beginDraft(book, line), ...cash, tags, ...own })
  }
}

const signed = (value: Decimal, direction: Direction) =>
  formatDecimal(direction === 'in' ? absolute(value) : negate(absolute(value)))

/** Deposits, withdrawals and the card: the owner's money. What goes out does so whatever sign the file gives it. */
export function addMovement(book: Book, line: Line, direction: Direction): void {
  addCash(book, line, ({ value }) => {
    const detail = `"${line.action}" has a negative amount and became a withdrawal.`
    if (direction === 'in' && value < 0n) warn(book, line, 'sign-turned', detail)
    const isOut = direction === 'out' || value < 0n
    const description = describe(line, line.get('merchant name'), line.get('merchant category'), charged(line))
    return { type: isOut ? 'WITHDRAWAL' : 'DEPOSIT', amount: signed(value, isOut ? 'out' : 'in'), description }
  })
}

/** A card deposit may have cost more than arrived; that fee never touched the balance. */
function charged(line: Line): string | undefined {
  const fee = numberOf(line, 'deposit fee')
  if (fee === undefined || fee === 0n) return undefined
  return `charged ${line.get('charge amount')} with a deposit fee of ${line.get('deposit fee')}`
}

/** Cash from or to another account: one leg. */
export function addCashTransfer(book: Book, line: Line, direction: Direction): void {
  addCash(book, line, ({ value }) => ({ type: 'TRANSFER', amount: signed(value, direction) }))
}

/** What the broker charged, whatever sign the file gives it. */
export function addCharge(book: Book, line: Line): void {
  addCash(book, line, ({ value }) => ({ type: 'FEE', amount: signed(value, 'out') }))
}

export function addInterest(book: Book, line: Line): void {
  addCash(book, line, ({ currency }) => {
    const { fees, taxes, foreign } = incomeCosts(line, currency)
    const asset = assetOf(book, line)
    return { type: 'INTEREST', asset, fees: textOf(fees), taxes: textOf(taxes), description: describe(line, ...foreign) }
  })
}

/** A cash dividend: the total is net; tax withheld in another currency is in the description only where the row does not prove a rate for it. */
export function addDividend(book: Book, line: Line): void {
  addCash(book, line, ({ currency }) => {
    const { fees, taxes, foreign } = incomeCosts(line, currency)
    const detail = `The amount is net of ${foreign.join(', ')}, which the row proves no rate for; it is in the description only.`
    if (foreign.length > 0) info(book, line, 'tax-currency', detail)
    const asset = requireAsset(book, line)
    const description = describe(line, perShare(line), ...foreign)
    // In brackets the broker says what kind it is: capital that comes back is no income and lowers the cost.
    const type = /\(return of capital\b/i.test(line.action) ? 'RETURN_OF_CAPITAL' : 'DIVIDEND'
    return { type, asset, fees: textOf(fees), taxes: textOf(taxes), description }
  })
}

function perShare(line: Line): string | undefined {
  const [shares, price] = [numberOf(line, 'no. of shares'), numberOf(line, 'price / share')]
  const unit = unitOf(line, 'price / share')
  if (shares === undefined || price === undefined || !unit) return undefined
  return `${formatDecimal(shares)} shares at ${formatDecimal(inUnit(price, unit))} ${unit.currency}`
}

/** A later correction of a dividend. Most name the company only in their notes; the ledger keeps those without a security. */
export function addDividendAdjustment(book: Book, line: Line): void {
  const detail =
    'A dividend adjustment without ISIN or ticker: booked as income without a security. Change it if you know which one.'
  if (!hasAsset(line)) {
    addInterest(book, line)
    warn(book, line, 'dividend-without-security', detail)
  } else addDividend(book, line)
}

/** `Result adjustment`, as the file signs it: a tax refund when its notes speak of tax, else a correction without a reason. */
export function addAdjustment(book: Book, line: Line): void {
  const isTax = /\btax\b/i.test(`${line.action} ${line.get('notes')}`)
  addCash(book, line, () => ({ type: isTax ? 'TAX' : 'FEE', asset: assetOf(book, line) }))
  const detail = 'The broker gives no reason for this correction; it was booked as a fee or the refund of one.'
  if (!isTax) warn(book, line, 'adjustment-unclear', detail)
}

type Conversion = { readonly from: Money; readonly to: Money }

/** `0.50 GBP -> 0.58 EUR`, as the notes of exports up to 2023 tell it. */
const IN_NOTES = /^\s*(\d+(?:\.\d+)?)\s*([A-Z]{3})\s*->\s*(\d+(?:\.\d+)?)\s*([A-Z]{3})\s*$/

/**
 * `Currency conversion`: two legs of one group. The fee is charged on top, in its own currency: it lowers the leg in that currency, or is a FEE of
 * its own. Throws RowRefusal when the row does not say both amounts.
 */
export function addConversion(book: Book, line: Line): void {
  const unclear = `The conversion says neither in its columns nor in its notes ("${line.get('notes')}") what left and what arrived. Enter it by hand.`
  const { from, to } = fromColumns(line) ?? fromNotes(line) ?? refuse('conversion-unclear', unclear)
  const fee = moneyAt(line, 'currency conversion fee', to.currency)
  const cost = fee && absolute(fee.value)
  const [group, description] = [`conversion-${line.row}`, describe(line)]
  for (const { value, currency } of [{ ...from, value: negate(from.value) }, to]) {
    const fees = cost !== undefined && fee?.currency === currency ? cost : undefined
    const draft = { ...beginDraft(book, line, currency === to.currency ? 'to' : undefined), type: 'FX_CONVERSION' } as const
    const amount = formatDecimal(fees === undefined ? value : subtract(value, fees))
    book.transactions.push({ ...draft, amount, currency, fees: textOf(fees), group, description })
  }
  if (cost && fee.currency !== from.currency && fee.currency !== to.currency) {
    const cash = { amount: formatDecimal(negate(cost)), currency: fee.currency }
    book.transactions.push({ ...beginDraft(book, line, 'fee'), type: 'FEE', ...cash, description: describe(line, 'fee') })
  }
  if (fee && fee.value > 0n)
    info(book, line, 'conversion-fee', 'The fee of this conversion was taken as charged on top of the two amounts.')
}

function fromColumns(line: Line): Conversion | undefined {
  const [from, to] = [moneyAt(line, 'currency conversion from amount'), moneyAt(line, 'currency conversion to amount')]
  return from && to && positive({ ...from, value: absolute(from.value) }, { ...to, value: absolute(to.value) })
}

function fromNotes(line: Line): Conversion | undefined {
  const [, fromText = '', fromCurrency = '', toText = '', toCurrency = ''] = IN_NOTES.exec(line.get('notes')) ?? []
  const [from, to] = [tryDecimal(fromText), tryDecimal(toText)]
  if (typeof from === 'string' || typeof to === 'string' || !isCurrency(fromCurrency) || !isCurrency(toCurrency)) return undefined
  return positive({ value: from, currency: fromCurrency }, { value: to, currency: toCurrency })
}

function positive(from: Money, to: Money): Conversion | undefined {
  return from.value > 0n && to.value > 0n && from.currency !== to.currency ? { from, to } : undefined
}
