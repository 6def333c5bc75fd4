/** The statement of a current account, in one currency or several. `Fee` is on top of `Amount`: the balance moves by both. */
import type { TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { type ColumnTitles, ignore, refuse, warn } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { tagsNamed } from '../income-tags.ts'
import { type Book, beginDraft, bookEach } from './book.ts'
import { accountMarks } from './marks.ts'
import { currencyIn } from './money.ts'
import { type Cells, type Figures, type RowOf, statementOf } from './rows.ts'
import { isFinished, typeOf, unfinished } from './state.ts'

/** In English, German, French, Italian, Spanish, Dutch, Polish, Portuguese; some languages leave a title in English. */
export const ACCOUNT = {
  type: ['Type', 'Art', 'Tipo', 'Rodzaj'],
  product: ['Product', 'Produkt', 'Produit', 'Prodotto', 'Producto', 'Produto'],
  started: [
    'Started Date',
    'Datum des Beginns',
    'Date de début',
    'Data di inizio',
    'Fecha de inicio',
    'Startdatum',
    'Data rozpoczęcia',
    'Data de início',
  ],
  completed: [
    'Completed Date',
    'Datum des Abschlusses',
    'Date de fin',
    'Data di completamento',
    'Fecha de finalización',
    'Datum voltooid',
    'Data zrealizowania',
    'Data de conclusão',
  ],
  description: ['Description', 'Beschreibung', 'Descrizione', 'Descripción', 'Beschrijving', 'Opis', 'Descrição'],
  amount: ['Amount', 'Betrag', 'Montant', 'Importo', 'Importe', 'Bedrag', 'Kwota', 'Montante'],
  fee: ['Fee', 'Gebühr', 'Frais', 'Costo', 'Comisión', 'Kosten', 'Opłata', 'Comissão', 'Taxa'],
  currency: ['Currency', 'Währung', 'Devise', 'Valuta', 'Divisa', 'Moneda', 'Waluta', 'Moeda'],
  state: ['State', 'Status', 'État', 'Stato', 'Estado'],
  balance: ['Balance', 'Kontostand', 'Solde', 'Saldo'],
} as const satisfies ColumnTitles<string>
export type AccountColumn = keyof typeof ACCOUNT

/** What rows of these columns have in common. */
export const ACCOUNT_ROWS = {
  dated: 'started',
  dayOf: (get: Cells<AccountColumn>) => get('completed') || get('started'),
  skip: (get: Cells<AccountColumn>) => unfinished(get('state')),
  marks: accountMarks,
} as const

type Entry = RowOf<typeof readEntry>

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

export const current = statementOf({
  name: 'Current account statement',
  confidence: 0.97,
  needed: ['type', 'started', 'completed', 'description', 'amount', 'fee', 'currency', 'state'],
  titles: ACCOUNT,
  ...ACCOUNT_ROWS,
  figures: [['amount', 'fee']],
  unreadable: 'Date, amount, currency or state of this row cannot be read. Correct it in the file or enter it by hand.',
  make: readEntry,
  book: bookEntries,
})

function readEntry(get: Cells<AccountColumn>, { amount, fee = ZERO }: Figures<AccountColumn>) {
  const currency = currencyIn(get('currency'))
  if (amount === undefined || currency === undefined || !isFinished(get('state'))) return undefined
  const texts = { type: typeOf(get('type')), product: get('product'), started: get('started'), description: get('description') }
  return { ...texts, amount, fee, currency }
}

function bookEntries(book: Book, entries: readonly Entry[]): void {
  const paired = new Set<Entry>()
  const moments = Map.groupBy(entries, (entry) => `${entry.type} ${entry.started}`)
  for (const entry of entries.filter(({ amount }) => amount < 0n)) {
    const others = moments.get(`${entry.type} ${entry.started}`) ?? []
    const counterpart = near(others, paired).find((other) => belongTogether(entry, other))
    if (!counterpart) continue
    paired.add(entry).add(counterpart)
    addPair(book, entry, counterpart)
  }
  bookEach(book, entries, (entry) => {
    if (!paired.has(entry)) addEntry(book, entry)
    addFee(book, entry)
  })
}

/** The first rows of a moment that are not paired: a bound, not a limit that real statements reach. Pairs at the front are removed. */
function near(others: Entry[], paired: ReadonlySet<Entry>): Entry[] {
  const first = others.findIndex((other) => !paired.has(other) && other.amount > 0n)
  if (first > 0) others.splice(0, first)
  return others.slice(0, MOST_NEIGHBOURS).filter((other) => !paired.has(other))
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
  const group = `fx-${Math.min(out.row, into.row)}`
  for (const entry of [out, into]) {
    if (entry.type === 'EXCHANGE') book.transactions.push({ ...draftOf(entry, 'FX_CONVERSION', entry.amount), group })
    else if (entry.fee === 0n) ignore(book, entry, 'moved between two products of the same account')
  }
}

function draftOf(entry: Entry, type: TransactionType, amount: Decimal): TransactionDraft {
  const { currency } = entry
  return { ...beginDraft(entry, entry.description), type, amount: formatDecimal(amount), currency, tags: tagsNamed(entry.type) }
}

/** Adds what the amount did. */
function addEntry(book: Book, entry: Entry): void {
  const { amount, fee } = entry
  if (amount !== 0n) book.transactions.push(draftOf(entry, movementOf(book, entry), amount))
  else if (fee === 0n) ignore(book, entry, 'no money moved')
}

function movementOf(book: Book, entry: Entry): TransactionType {
  const type = TYPES.get(entry.type)
  if (type !== undefined) return type
  if (OWN_MONEY.test(entry.type)) return entry.amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL'
  const unknown = `"${entry.type}" is not known. Enter it by hand, and report the word so that it can be added.`
  if (entry.type !== 'EXCHANGE') refuse('unknown-type', unknown)
  const detail =
    'The other currency of this exchange is not in the file; it is imported as a transfer to or from outside. Export all currencies together to keep both.'
  warn(book, entry, 'half-exchange', detail)
  return 'TRANSFER'
}

function addFee(book: Book, entry: Entry): void {
  if (entry.fee === 0n) return
  const draft = draftOf(entry, 'FEE', negate(absolute(entry.fee)))
  book.transactions.push({ ...draft, description: `Fee: ${entry.description}` })
}
