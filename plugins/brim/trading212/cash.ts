/** Money that came, went or was earned without a trade. */
import { absolute, divide, formatDecimal, negate } from '#src/shared/decimal.ts'
import { type Book, beginDraft, describe, hasAsset, note, requireAsset } from './book.ts'
import { costFields, readCosts, readQuote, withCost } from './costs.ts'
import { type Line, type Money, numberOf, requireTotal, unitOf } from './line.ts'

/** Deposits, withdrawals and the card: the owner's money. What goes out does so whatever sign the file gives it. */
export function addMovement(book: Book, line: Line, direction: 'in' | 'out'): void {
  const total = requireTotal(line)
  if (isNothing(book, line, total)) return
  const amount = direction === 'out' ? negate(absolute(total.value)) : total.value
  if (direction === 'in' && amount < 0n)
    note(book, line, 'warning', 'sign-turned', `"${line.action}" has a negative amount and became a withdrawal.`)
  book.transactions.push({
    ...beginDraft(book, line),
    type: amount < 0n ? 'WITHDRAWAL' : 'DEPOSIT',
    amount: formatDecimal(amount),
    currency: total.currency,
    description: describe(line, line.get('merchant name'), line.get('merchant category'), charged(line)),
  })
}

/** A card deposit may have cost more than arrived; that fee never touched the balance. */
function charged(line: Line): string | undefined {
  const fee = numberOf(line, 'deposit fee')
  if (fee === undefined || fee === 0n) return undefined
  return `charged ${line.get('charge amount')} with a deposit fee of ${line.get('deposit fee')}`
}

/** Interest, tax refunds and corrections, as the file signs them. */
export function addBooking(book: Book, line: Line, type: 'INTEREST' | 'TAX' | 'FEE'): void {
  const total = requireTotal(line)
  if (isNothing(book, line, total)) return
  const costs = type === 'INTEREST' ? incomeCosts(line, total.currency) : undefined
  book.transactions.push({
    ...beginDraft(book, line),
    type,
    ...(hasAsset(line) ? { asset: requireAsset(book, line) } : {}),
    amount: formatDecimal(total.value),
    currency: total.currency,
    ...(costs ? costFields(costs) : {}),
    description: describe(line, ...(costs?.foreign ?? [])),
  })
}

/** What the broker charged, whatever sign the file gives it. */
export function addCharge(book: Book, line: Line): void {
  const total = requireTotal(line)
  if (isNothing(book, line, total)) return
  book.transactions.push({
    ...beginDraft(book, line),
    type: 'FEE',
    amount: formatDecimal(negate(absolute(total.value))),
    currency: total.currency,
    description: describe(line),
  })
}

/** A cash dividend: the total is net; tax withheld in another currency is stated in the description, for the file has no rate for it. */
export function addDividend(book: Book, line: Line): void {
  const total = requireTotal(line)
  if (isNothing(book, line, total)) return
  const costs = incomeCosts(line, total.currency)
  if (costs.foreign.length > 0) {
    const list = costs.foreign.join(', ')
    note(
      book,
      line,
      'info',
      'tax-currency',
      `The amount is net of ${list}, which the file gives no rate for; it is in the description only.`,
    )
  }
  book.transactions.push({
    ...beginDraft(book, line),
    type: 'DIVIDEND',
    asset: requireAsset(book, line),
    amount: formatDecimal(total.value),
    currency: total.currency,
    ...costFields(costs),
    description: describe(line, perShare(line), ...costs.foreign),
  })
}

function incomeCosts(line: Line, account: string) {
  const quote = readQuote(line, account)
  return withCost(readCosts(line, account, quote), line, 'withholding tax', 'tax', account, quote)
}

function perShare(line: Line): string | undefined {
  const [shares, price] = [numberOf(line, 'no. of shares'), numberOf(line, 'price / share')]
  const unit = unitOf(line, 'price / share')
  if (shares === undefined || price === undefined || !unit) return undefined
  return `${formatDecimal(shares)} shares at ${formatDecimal(divide(price, unit.divisor))} ${unit.currency}`
}

/** A later correction of a dividend. Most name the company only in their notes; the ledger keeps those without a security. */
export function addDividendAdjustment(book: Book, line: Line): void {
  if (hasAsset(line)) addDividend(book, line)
  else {
    addBooking(book, line, 'INTEREST')
    const detail =
      'A dividend adjustment without ISIN or ticker: booked as income without a security. Change it if you know which one.'
    note(book, line, 'warning', 'dividend-without-security', detail)
  }
}

/** `Result adjustment`: a tax refund when its notes speak of tax, else a correction without a reason. */
export function addAdjustment(book: Book, line: Line): void {
  if (/\btax\b/i.test(`${line.action} ${line.get('notes')}`)) addBooking(book, line, 'TAX')
  else {
    addBooking(book, line, 'FEE')
    const detail = 'The broker gives no reason for this correction; it was booked as a fee or the refund of one.'
    note(book, line, 'warning', 'adjustment-unclear', detail)
  }
}

/** Rounded to nothing by the broker: no cash moved. */
function isNothing(book: Book, line: Line, total: Money): boolean {
  if (total.value !== 0n) return false
  book.ignored.push({ row: line.number, reason: `${line.action}: the amount is 0.00, no cash moved` })
  return true
}
