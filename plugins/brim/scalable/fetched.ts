/** The table of a browser script that reads the list of transactions: amounts are net, and what has no name there is called as the list calls it. */
import { type Book, clock, day, isin, isZero, type Line, layout, number, plus, refuse, text, unit } from '#plugins/kit/index.ts'

const columnsIn = (language: 0 | 1) => ({
  date: day((['Datum', 'Date'] as const)[language]),
  time: clock((['Uhrzeit', 'Time'] as const)[language]),
  kind: text((['Typ', 'Type'] as const)[language]),
  name: text((['Wertpapiername', 'Security Name'] as const)[language]),
  isin: isin('ISIN'),
  amount: number((['Wert', 'Value'] as const)[language]),
  quantity: number((['Stück', 'Shares'] as const)[language]),
  unit: unit((['Buchungswährung', 'Transaction Currency'] as const)[language]),
  fees: number((['Gebühren', 'Fees'] as const)[language]),
  taxes: number((['Steuern', 'Taxes'] as const)[language]),
  gross: number((['Bruttobetrag', 'Gross Amount'] as const)[language]),
  description: text((['Notiz', 'Note'] as const)[language]),
})

type Row = Line<ReturnType<typeof columnsIn>>

const shared = {
  zone: 'Europe/Berlin',
  rows: {
    'Kauf|Buy': (line: Row, book: Book) => book.trade({ description: undefined, id: line.description }, 'BUY'),
    'Verkauf|Sell': (line: Row, book: Book) => book.trade({ description: undefined, id: line.description }, 'SELL'),
    'Einlage|Deposit': 'MOVE',
    'Entnahme|Removal': 'WITHDRAWAL',
    'Dividende|Dividend': 'DIVIDEND',
    'Zinsen|Interest': 'INTEREST',
    FEE: 'FEE',
    'TAX|Steuerrückerstattung|Tax Refund': 'TAX',
  },
  // Units that move without a name: of those that go out and come in again nothing is made.
  cases: {
    key: (line: Row) => (line.kind === '' ? (line.isin ?? `row ${line.row}`) : undefined),
    book: (lines: readonly Row[], book: Book) =>
      leaveOut(
        lines.map(({ amount, quantity = '0' }) => (amount?.startsWith('-') ? `-${quantity.replace('-', '')}` : quantity)),
        book,
      ),
  },
} as const

export const fetched = [
  layout({ ...shared, columns: columnsIn(0), name: 'Transactions Exporter (German)', dates: 'dmy', numbers: 'comma' }),
  layout({ ...shared, columns: columnsIn(1), name: 'Transactions Exporter (English)', dates: 'mdy', numbers: 'dot' }),
]

/** Units that go out and come in again, as when the custodian changed. Rows without units may be money. */
export function leaveOut(quantities: readonly (string | undefined)[], book: Book): void {
  if (!isZero(plus(...quantities)) || quantities.some(isZero))
    refuse(
      'no-pair',
      'These units moved, and what came or went in their place is not in this report: export a longer period, or enter it by hand.',
    )
  book.skip('out and in again')
}
