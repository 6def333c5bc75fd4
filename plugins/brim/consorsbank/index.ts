/** Consorsbank: the bookings of an account. */
import { type Book, day, layout, number, optional, tableImporter, text, unit, unused } from '#plugins/kit/index.ts'
import { bookMoneySide, bookPlainMoney, SECURITIES_OPTION } from '../money-side.ts'

/** No public report shows how trades and income are named here: whatever sounds like them is never just money that moved. */
function booking({ kind }: { readonly kind: string }, book: Book): void {
  if (/wertpapier|effekten|order/i.test(kind)) bookMoneySide(book)
  else bookPlainMoney(book, kind)
}

const format = { dates: 'dmy', numbers: 'comma', zone: 'Europe/Berlin' } as const
const columns = {
  date: day('Buchung'),
  settledOn: optional(day('Valuta')),
  name: text('Sender / Empfänger'),
  iban: optional(text('IBAN', 'IBAN / Konto-Nr.')),
  bic: optional(text('BIC', 'BIC / BLZ')),
  kind: text('Buchungstext'),
  description: text('Verwendungszweck'),
  ...unused('Kategorie', 'Stichwörter', 'Umsatz geteilt'),
}

const bookings = layout({
  ...format,
  name: 'Kontoumsätze',
  columns: { ...columns, amount: number('Betrag'), unit: unit('Währung') },
  rows: { '*': booking },
})

const older = layout({
  ...format,
  name: 'Kontoumsätze in EUR',
  currency: 'EUR',
  columns: { ...columns, amount: number('Betrag in EUR') },
  rows: { '*': booking },
})

export const consorsbank = tableImporter(
  {
    code: 'consorsbank',
    name: 'Consorsbank',
    website: 'https://www.consorsbank.de',
    version: '2',
    languages: ['de'],
    description: 'Bookings of an account at Consorsbank; purchases and sales stand there without their quantities.',
    docs: 'Konto > Umsätze > Exportieren > CSV, in a browser.',
    colour: '#0080a6',
    maturity: 'beta',
    options: [SECURITIES_OPTION],
  },
  [bookings, older],
)
