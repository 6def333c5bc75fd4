/** Cash transactions: dividends and their taxes, interest, fees, deposits; value added tax and taxes on trades. */
import type { TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { attempt, ignore, refuse, warn } from '#plugins/kit/index.ts'
import { addDays } from '#src/shared/date.ts'
import { type Decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'
import { refOf } from './assets.ts'
import { type Book, externalId, momentOf } from './book.ts'
import { type Booked, joinTaxes, withReversals } from './dividends.ts'
import { currencyOf, dayIn, type Entry, requiredFigure, textsOf, tryFigure, value } from './entry.ts'
import { countedDetails, withoutRepeated } from './levels.ts'
import { tradeMarks } from './trade-fields.ts'

const CAPITAL = /\(return of capital\)\s*$/i

/** Days between paying and reporting; later than that the broker corrects an old booking, and the cash moves on the report date. */
const REPORTING_DAYS = 7

const TYPES: readonly (readonly [RegExp, TransactionType | 'MONEY'])[] = [
  [/^dividends?$|^payment in lieu/, 'DIVIDEND'],
  [/withholding|871\(m\)|\btax(es)?\b/, 'TAX'],
  [/interest/, 'INTEREST'],
  [/fee|commission/, 'FEE'],
  [/^other income$/, 'INTEREST'],
  [/deposit|withdrawal|disbursement|cash receipt|electronic fund transfer/, 'MONEY'],
  [/^(account|internal) (cash )?transfers?$/, 'TRANSFER'],
]

/** Books the cash transactions, joining taxes into their dividends where they match cleanly. */
export function bookCash(book: Book, entries: readonly Entry[]): void {
  const drafts: Booked[] = []
  for (const entry of countedDetails(book, entries, 'amount'))
    attempt(book, [entry], () => drafts.push(...cashDrafts(book, entry).map((draft) => ({ entry, draft }))))
  book.transactions.push(...joinTaxes(withReversals(drafts)))
}

/** What taxes that are records of their own say where. */
const SALES = { prefix: 'sales-tax', field: 'salestax', other: 'salestaxamount', texts: ['taxtype', 'taxabledescription'] }
const TRADE = { prefix: 'transaction-tax', field: 'taxamount', other: 'amount', texts: ['taxdescription'] }

/** Books value added tax on fees, and taxes on trades that do not already stand in their trade. */
export function bookTaxes(book: Book, entries: readonly Entry[], trades: readonly Entry[]): void {
  if (entries.length === 0) return
  const taxed = trades.filter((trade) => trade.kind === 'Trade' && (tryFigure(trade, 'taxes', 'tax') ?? ZERO) !== ZERO)
  const marks = new Set(taxed.flatMap(tradeMarks))
  for (const entry of withoutRepeated(book, entries)) {
    const isSales = entry.kind === 'SalesTax'
    if (!isSales && tradeMarks(entry).some((mark) => marks.has(mark))) ignore(book, entry, 'stands in the taxes of its trade')
    else attempt(book, [entry], () => book.transactions.push(...taxDrafts(book, entry, isSales)))
  }
}

function taxDrafts(book: Book, entry: Entry, isSales: boolean): TransactionDraft[] {
  const { prefix, field, other, texts } = isSales ? SALES : TRADE
  const [asset, description] = [isSales ? undefined : refOf(book.securities, entry), textsOf(entry, ...texts).join(' ')]
  const fields = { ...fieldsOf(book, entry, prefix), asset, type: 'TAX' as const, description }
  return zeroOr(book, entry, requiredFigure(entry, field, other), fields)
}

/** Interest of shares that were lent, and what borrowed money costs. */
function tagsOf(entry: Entry): TransactionDraft['tags'] {
  if (/\bSYEP\b|stock yield|securities lent|\blending\b/i.test(value(entry, 'description'))) return ['lending']
  return /broker interest paid|debit interest/i.test(value(entry, 'type')) ? ['margin'] : undefined
}

function cashDrafts(book: Book, entry: Entry): TransactionDraft[] {
  const amount = requiredFigure(entry, 'amount')
  const named = typeOf(entry)
  // The broker says in brackets what a dividend is: one that gives capital back is no income and lowers the cost.
  const isCapital = named === 'DIVIDEND' && CAPITAL.test(value(entry, 'description'))
  const type = named === 'MONEY' ? (amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL') : isCapital ? 'RETURN_OF_CAPITAL' : named
  const tags = type === 'INTEREST' ? tagsOf(entry) : undefined
  const fields = { ...fieldsOf(book, entry, 'cash'), description: value(entry, 'description') || value(entry, 'type'), tags }
  const onlyInBase =
    'The report states this gain or loss only in the base currency, not the money it comes from; it is booked as a fee or its refund.'
  if (/^currency translation/i.test(value(entry, 'type'))) warn(book, entry, 'booked-as-fee', onlyInBase)
  const asset = named === 'MONEY' || type === 'TRANSFER' ? undefined : refOf(book.securities, entry)
  if (named !== 'DIVIDEND' || asset !== undefined) return zeroOr(book, entry, amount, { ...fields, type, asset })
  const detail = 'The report does not say which security paid this dividend; it is booked as interest.'
  warn(book, entry, 'dividend-without-security', detail)
  return zeroOr(book, entry, amount, { ...fields, type: 'INTEREST' })
}

function zeroOr(book: Book, entry: Entry, amount: Decimal, draft: TransactionDraft): TransactionDraft[] {
  if (amount !== 0n) return [{ ...draft, amount: formatDecimal(amount) }]
  ignore(book, entry, 'the amount is 0')
  return []
}

function fieldsOf(book: Book, entry: Entry, prefix: string): Omit<TransactionDraft, 'type'> {
  const moment = momentOf(book, entry, bookingDay(book, entry))
  return { rows: [entry.row], ...moment, currency: currencyOf(entry, 'currency'), externalId: externalId(prefix, entry) }
}

function typeOf(entry: Entry): TransactionType | 'MONEY' {
  const name = value(entry, 'type')
  const lower = name.toLowerCase()
  for (const [pattern, type] of TYPES) if (pattern.test(lower)) return type
  const problem =
    name === '' ? 'The type is missing. Add the field Type to the query.' : `Cash transactions of the type ${name} are not known.`
  refuse('type-unknown', `${problem} Enter it by hand if it changed your cash.`)
}

/** The day of payment, unless the broker reported it before or more than a week after: then the report date, on which the cash moved. */
function bookingDay({ slashOrder }: Book, entry: Entry): string {
  const reported = dayIn(entry, slashOrder, 'reportdate')
  const paid = [dayIn(entry, slashOrder, 'settledate'), dayIn(entry, slashOrder, 'datetime', 'date')]
  const fitting = paid.find(
    (day) => day !== undefined && (reported === undefined || (day <= reported && reported <= addDays(day, REPORTING_DAYS))),
  )
  return (
    fitting ?? reported ?? refuse('date-missing', 'The booking has no date. Add the field Report Date or Date/Time to the query.')
  )
}
