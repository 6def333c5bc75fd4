/** EstateGuru: the account statement in English and German. A row counts from its confirmation; the day of payment is when it was due. */
import {
  type Book,
  clock,
  day,
  layout,
  loansOf,
  made,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  type Unit,
  unit,
} from '#plugins/kit/index.ts'

type Entry = { readonly amount: string | undefined; readonly unit: Unit | undefined }

const loans = loansOf('EstateGuru')
const principal = (line: Entry, book: Book) => loans.principal(book, line)
const interest = (line: Entry, book: Book) => loans.cash(book, 'INTEREST', line)
const fee = (line: Entry, book: Book) => loans.cash(book, 'FEE', line)

type Marks = { readonly status: string; readonly kind: string; readonly amountText: string }

/** Money that was promised and came back, or is still on its way, never moved. */
function unfinished({ status, kind, amountText }: Marks): string | undefined {
  if (kind === '' && status === '' && amountText === '') return 'closing balance'
  if (/^(?:approved|genehmigt)$/i.test(status)) return undefined
  if (/^(?:returned|zurückgekehrt|cancell?ed|aufgehoben)$/i.test(status)) return `status ${status}`
  return refuse('unknown-status', `"${status}" is no status that this importer knows. Enter the row by hand if its money moved.`)
}

const statement = layout({
  name: 'Account statement',
  dates: 'dmy',
  numbers: 'proven',
  unique: ['id'],
  columns: {
    id: text('UniqueId', 'ID'),
    secondary: optional(text('Secondary Market')),
    code: optional(text('Loan Code')),
    due: optional(text('Zahlungsdatum', 'Payment Date')),
    date: optional(day('Bestätigungsdatum', 'Confirmation Date')),
    time: clock('Bestätigungsdatum', 'Confirmation Date'),
    // "Investment(Auto Invest)"
    kind: made(text('Cashflow-Typ', 'Cash Flow Type'), (kind) => kind.replace(/(?<=\S)\s*\(.*\)$/, '')),
    status: text('Cashflow-Status', 'Cash Flow Status'),
    description: optional(text('Projektname', 'Project Name')),
    unit: unit('Währung', 'Currency'),
    amount: number('Betrag', 'Amount'),
    amountText: text('Betrag', 'Amount'),
    balance: optional(number('Verfügbar für Investitionen', 'Balance')),
  },
  skip: unfinished,
  rows: {
    'Deposit|Einzahlung': 'DEPOSIT',
    'Withdrawal|Auszahlung': 'WITHDRAWAL',
    'Investment|Investition|Principal|Hauptbetrag|Secondary Market': principal,
    'Interest|Zins|Indemnity|Entschädigung|Penalty|Strafe': interest,
    'Secondary Market Profit|Gewinn auf dem Zweitmarkt': interest,
    'Fee|AUM|AUM fee|Vermögensverwaltungsgebühr|Sale fee|Verkaufsgebühr': fee,
    'Withdraw fee|Abhebegebühr': (_, book) => book.cash('FEE'),
    'Secondary Market Loss': fee,
    'Bonus|EG Bonus|Sondervergütung|Referral|Empfehlung|Empfehlungsbonus': (_, book) =>
      book.cash('INTEREST', { tags: ['bonus'] }),
  },
  stated: true,
})

export const estateguru = tableImporter(
  {
    code: 'estateguru',
    name: 'EstateGuru',
    website: 'https://estateguru.co',
    version: '2',
    extensions: ['csv', 'xlsx'],
    languages: ['en', 'de'],
    description: 'Account statement of EstateGuru: investments, principal, interest, bonuses and fees.',
    docs: 'Account > Account balance (Kontostand) > Details > Download detailed report, as CSV or Excel.',
    colour: '#00856f',
    maturity: 'beta',
  },
  [statement],
)
