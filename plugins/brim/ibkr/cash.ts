/** Cash transactions: dividends and their taxes, interest, fees, deposits; value added tax and taxes on trades. */
import type { TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { refuse } from '#plugins/kit/index.ts'
import { addDays } from '#src/shared/date.ts'
import { type Decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'
import { refOf } from './assets.ts'
import { attempt, type Book, externalId, ignore, warn } from './book.ts'
import { joinTaxes } from './dividends.ts'
import { currencyOf, dayIn, type Entry, requiredFigure, timeIn, tryFigure, value } from './entry.ts'
import { countedDetails, withoutRepeated } from './levels.ts'
import { withReversals } from './reversed-taxes.ts'
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
  const drafts: { entry: Entry; draft: TransactionDraft }[] = []
  for (const entry of countedDetails(book, entries, 'amount'))
    attempt(book, [entry], () => {
      const draft = cashDraft(book, entry)
      if (draft) drafts.push({ entry, draft })
      return []
    })
  book.transactions.push(...joinTaxes(withReversals(drafts)))
}

/** Books value added tax on fees. */
export function bookSalesTaxes(book: Book, entries: readonly Entry[]): void {
  for (const entry of withoutRepeated(book, entries))
    attempt(book, [entry], () => {
      const amount = requiredFigure(entry, 'salestax', 'salestaxamount')
      const description = [value(entry, 'taxtype'), value(entry, 'taxabledescription')].filter((text) => text !== '').join(' ')
      return zeroOr(book, entry, amount, { ...fieldsOf(book, entry, 'sales-tax'), type: 'TAX', description })
    })
}

/** Books taxes on trades that do not already stand in their trade. */
export function bookTransactionTaxes(book: Book, entries: readonly Entry[], trades: readonly Entry[]): void {
  const taxed = new Set(trades.filter((trade) => (tryFigure(trade, 'taxes', 'tax') ?? ZERO) !== ZERO).flatMap(tradeMarks))
  for (const entry of withoutRepeated(book, entries)) {
    if (tradeMarks(entry).some((mark) => taxed.has(mark))) ignore(book, entry, 'stands in the taxes of its trade')
    else
      attempt(book, [entry], () => {
        const fields = { ...fieldsOf(book, entry, 'transaction-tax'), asset: refOf(book.securities, entry) }
        return zeroOr(book, entry, requiredFigure(entry, 'taxamount', 'amount'), {
          ...fields,
          type: 'TAX',
          description: value(entry, 'taxdescription'),
        })
      })
  }
}

/** Interest of shares that were lent, and what borrowed money costs. */
function tagsOf(entry: Entry): TransactionDraft['tags'] {
  if (/\bSYEP\b|stock yield|securities lent|\blending\b/i.test(value(entry, 'description'))) return ['lending']
  return /broker interest paid|debit interest/i.test(value(entry, 'type')) ? ['margin'] : undefined
}

function cashDraft(book: Book, entry: Entry): TransactionDraft | undefined {
  const amount = requiredFigure(entry, 'amount')
  const asset = refOf(book.securities, entry)
  const named = typeOf(entry)
  const type = named === 'MONEY' ? (amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL') : paidAs(entry, named)
  const tags = type === 'INTEREST' ? tagsOf(entry) : undefined
  const fields = { ...fieldsOf(book, entry, 'cash'), description: value(entry, 'description') || value(entry, 'type'), tags }
  const onlyInBase =
    'The report states this gain or loss only in the base currency, not the money it comes from; it is booked as a fee or its refund.'
  if (/^currency translation/i.test(value(entry, 'type'))) warn(book, entry, 'booked-as-fee', onlyInBase)
  if (type === 'DEPOSIT' || type === 'WITHDRAWAL' || type === 'TRANSFER')
    return zeroOr(book, entry, amount, { ...fields, type })[0]
  if (named !== 'DIVIDEND' || asset !== undefined) return zeroOr(book, entry, amount, { ...fields, type, asset })[0]
  const detail = 'The report does not say which security paid this dividend; it is booked as interest.'
  warn(book, entry, 'dividend-without-security', detail)
  return zeroOr(book, entry, amount, { ...fields, type: 'INTEREST' })[0]
}

/** The broker says in brackets what a dividend is: one that gives capital back is no income and lowers the cost. */
function paidAs(entry: Entry, named: TransactionType): TransactionType {
  return named === 'DIVIDEND' && CAPITAL.test(value(entry, 'description')) ? 'RETURN_OF_CAPITAL' : named
}

function zeroOr(book: Book, entry: Entry, amount: Decimal, draft: TransactionDraft): TransactionDraft[] {
  if (amount !== 0n) return [{ ...draft, amount: formatDecimal(amount) }]
  ignore(book, entry, 'the amount is 0')
  return []
}

function fieldsOf(
  book: Book,
  entry: Entry,
  prefix: string,
): Pick<TransactionDraft, 'rows' | 'date' | 'time' | 'currency' | 'externalId'> {
  const date = bookingDay(book, entry)
  const moment = dayIn(entry, book.slashOrder, 'datetime')
  return {
    rows: [entry.row],
    date,
    time: moment === date ? timeIn(value(entry, 'datetime')) : undefined,
    currency: currencyOf(entry, 'currency'),
    externalId: externalId(prefix, entry),
  }
}

function typeOf(entry: Entry): TransactionType | 'MONEY' {
  const name = value(entry, 'type')
  for (const [pattern, type] of TYPES) if (pattern.test(name.toLowerCase())) return type
  const problem =
    name === '' ? 'The type is missing. Add the field Type to the query.' : `Cash transactions of the type ${name} are not known.`
  refuse('type-unknown', `${problem} Enter it by hand if it changed your cash.`)
}

/** The day of payment, unless the broker reported it before or more than a week after: then the report date, on which the cash moved. */
function bookingDay(book: Book, entry: Entry): string {
  const reported = dayIn(entry, book.slashOrder, 'reportdate')
  const paid = [dayIn(entry, book.slashOrder, 'settledate'), dayIn(entry, book.slashOrder, 'datetime', 'date')]
  const fitting = paid.find(
    (day) => day !== undefined && (reported === undefined || (day <= reported && reported <= addDays(day, REPORTING_DAYS))),
  )
  const day = fitting ?? reported
  if (day === undefined) refuse('date-missing', 'The booking has no date. Add the field Report Date or Date/Time to the query.')
  return day
}
