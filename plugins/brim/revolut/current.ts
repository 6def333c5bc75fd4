/** The statement of a current account, in one currency or several. `Fee` is on top of `Amount`: the balance moves by both. */
import type { ParsedReport, Table, TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { commonStyle, type Header, headerRows, readRecords, wholeEvents } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { type Book, closeBook, ignore, openBook, type Place, refuse, warn } from './book.ts'
import type { AccountColumn } from './layout.ts'
import { accountMarks, marksBy } from './marks.ts'
import { currencyIn, dayOrder, figureOf, type Stamp, stampOf } from './money.ts'
import { isFinished, typeOf, unfinished } from './state.ts'

type Entry = Place &
  Stamp & {
    readonly type: string
    readonly product: string
    readonly started: string
    readonly description: string
    readonly amount: Decimal
    readonly fee: Decimal
    readonly currency: string
  }

const MOST_NEIGHBOURS = 200
const OWN_MONEY =
  /^(TOPUP|TOP_UP|CARD_PAYMENT|CARD_REFUND|CARD_CREDIT|CARD_CHARGEBACK(_REVERSAL)?|TRANSFER|ATM|REFUND|REV_PAYMENT|BANK_TRANSFER|DIRECT_DEBIT|CHEQUE|CASH)$/
const TYPES: ReadonlyMap<string, TransactionType> = new Map([
  ['INTEREST', 'INTEREST'],
  ['CASHBACK', 'INTEREST'],
  ['REWARD', 'INTEREST'],
  ['FEE', 'FEE'],
  ['CHARGE', 'FEE'],
  ['CHARGE_REFUND', 'FEE'],
  ['FEE_REFUND', 'FEE'],
  ['TAX', 'TAX'],
])

export function parseCurrent(table: Table, header: Header<AccountColumn>): ParsedReport {
  const book = openBook(headerRows(table, header))
  const entries = readEntries(table, header, book)
  const paired = new Set<Entry>()
  const moments = Map.groupBy(entries, (entry) => `${entry.type} ${entry.started}`)
  for (const entry of entries.filter(({ amount }) => amount < 0n)) {
    const others = moments.get(`${entry.type} ${entry.started}`) ?? []
    const counterpart = near(others, paired).find((other) => belongTogether(entry, other))
    if (!counterpart) continue
    paired.add(entry).add(counterpart)
    addPair(book, entry, counterpart)
  }
  for (const entry of entries) if (paired.has(entry) || addEntry(book, entry)) addFee(book, entry)
  return wholeEvents(closeBook(book), marksBy(readRecords(table, header), accountMarks))
}

/** The first rows of a moment that are not paired: a bound, not a limit that real statements reach. Pairs at the front are removed. */
function near(others: Entry[], paired: ReadonlySet<Entry>): Entry[] {
  const first = others.findIndex((other) => !paired.has(other) && other.amount > 0n)
  if (first > 0) others.splice(0, first)
  return others.slice(0, MOST_NEIGHBOURS).filter((other) => !paired.has(other))
}

function readEntries(table: Table, header: Header<AccountColumn>, book: Book): Entry[] {
  const records = readRecords(table, header)
  const order = dayOrder(records.map((record) => record.get('started')))
  const style = commonStyle(records.flatMap((record) => [record.get('amount'), record.get('fee')]))
  return records.flatMap((record) => {
    const reason = unfinished(record.get('state'))
    if (reason !== undefined) {
      ignore(book, record, reason)
      return []
    }
    const stamp = stampOf(record.get('completed') || record.get('started'), order)
    const [amount, fee] = [
      figureOf(record.get('amount'), style),
      record.get('fee') === '' ? ZERO : figureOf(record.get('fee'), style),
    ]
    const currency = currencyIn(record.get('currency'))
    if (!stamp || amount === undefined || fee === undefined || currency === undefined || !isFinished(record.get('state'))) {
      refuse(
        book,
        record,
        'unreadable-row',
        'Date, amount, currency or state of this row cannot be read. Correct it in the file or enter it by hand.',
      )
      return []
    }
    const texts = {
      type: typeOf(record.get('type')),
      product: record.get('product'),
      started: record.get('started'),
      description: record.get('description'),
    }
    return [{ ...record, ...stamp, ...texts, amount, fee, currency }]
  })
}

/** Of one type and moment: the two rows of an exchange between two currencies, or of a transfer between two products (current account, savings, pocket). */
function belongTogether(out: Entry, into: Entry): boolean {
  if (into.amount <= 0n) return false
  if (out.type === 'EXCHANGE') return out.currency !== into.currency
  return (
    out.type === 'TRANSFER' &&
    out.currency === into.currency &&
    out.product !== into.product &&
    out.amount === negate(into.amount)
  )
}

function addPair(book: Book, out: Entry, into: Entry): void {
  const group = `fx-${Math.min(out.number, into.number)}`
  for (const entry of [out, into]) {
    if (entry.type === 'EXCHANGE') book.transactions.push({ ...draftOf(entry, 'FX_CONVERSION', entry.amount), group })
    else if (entry.fee === 0n) ignore(book, entry, 'moved between two products of the same account')
  }
}

function draftOf(entry: Entry, type: TransactionType, amount: Decimal): TransactionDraft {
  const { date, time, currency, description } = entry
  return { rows: [entry.number], type, date, time, amount: formatDecimal(amount), currency, description }
}

/** Adds what the amount did; answers whether the row could be read that far. */
function addEntry(book: Book, entry: Entry): boolean {
  const type = TYPES.get(entry.type)
  if (entry.amount === 0n) {
    if (entry.fee === 0n) ignore(book, entry, 'no money moved')
  } else if (type !== undefined) book.transactions.push(draftOf(entry, type, entry.amount))
  else if (OWN_MONEY.test(entry.type))
    book.transactions.push(draftOf(entry, entry.amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL', entry.amount))
  else if (entry.type === 'EXCHANGE') {
    const detail =
      'The other currency of this exchange is not in the file; it is imported as a transfer to or from outside. Export all currencies together to keep both.'
    warn(book, entry, 'half-exchange', detail)
    book.transactions.push(draftOf(entry, 'TRANSFER', entry.amount))
  } else {
    refuse(
      book,
      entry,
      'unknown-type',
      `"${entry.type}" is not known. Enter it by hand, and report the word so that it can be added.`,
    )
    return false
  }
  return true
}

function addFee(book: Book, entry: Entry): void {
  if (entry.fee === 0n) return
  const draft = draftOf(entry, 'FEE', negate(absolute(entry.fee)))
  book.transactions.push({ ...draft, description: `Fee: ${entry.description}` })
}
