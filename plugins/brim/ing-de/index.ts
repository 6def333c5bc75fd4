/** ING in Germany: the bookings of an account, and the overview of a depot. */
import { after, day, isFiat, isin, layout, number, optional, tableImporter, text, unit } from '#plugins/kit/index.ts'
import { bookMoneySide, bookNetIncome, bookPlainMoney, SECURITIES_OPTION } from '../money-side.ts'
import { pricePerUnit } from '../per-unit.ts'
import { REPORT_DAY, withReportDay } from '../report-day.ts'

const format = { dates: 'dmy', numbers: 'comma' } as const

const bookings = layout({
  ...format,
  name: 'Umsatzanzeige',
  zone: 'Europe/Berlin',
  columns: {
    date: day('Buchung'),
    settledOn: optional(day('Valuta', 'Wertstellungsdatum')),
    name: text('Auftraggeber/Empfänger'),
    kind: text('Buchungstext'),
    category: optional(text('Kategorie')),
    description: text('Verwendungszweck'),
    balance: optional(number('Saldo')),
    balanceUnit: optional(unit(after('Saldo'))),
    amount: number('Betrag'),
    unit: unit(after('Betrag')),
  },
  rows: {
    'Wertpapierkauf|Wertpapierverkauf|Wertpapiergutschrift|Wertpapierbelastung': (_, book) => bookMoneySide(book),
    // "Zins/Dividende ISIN US0000000000 NAME"
    'Zins / Dividende WP|Zins/Dividende WP|Zins/Dividende': ({ description, amount }, book) =>
      bookNetIncome(book, description, amount),
    'Abschluss|Zinsen|Zinsertrag': 'INTEREST',
    Entgelt: 'FEE',
    'Kapitalertragsteuer|Solidaritätszuschlag': 'TAX',
    '*': (line, book) => bookPlainMoney(book, line.kind),
  },
  stated: true,
})

const overview = layout({
  ...format,
  name: 'Depotübersicht',
  holds: 'positions',
  instead: 'ING has no CSV file of trades: import the bookings of the account, and enter what was bought and sold by hand.',
  columns: {
    date: optional(day(REPORT_DAY)),
    isin: isin('ISIN'),
    name: optional(text('Wertpapiername')),
    quantity: number('Stück/Nominale'),
    measure: text('Einheitskennzeichen'),
    price: number('Einstandskurs'),
    total: text(after('Einstandskurs')),
    cost: number('Einstandswert'),
    unit: unit(after('Einstandswert')),
    close: number('Bewertungskurs'),
    closeUnit: text(after('Bewertungskurs')),
    at: optional(text('Zeit')),
    venue: optional(text('Handelsplatz')),
    value: number('Kurswert'),
    valueUnit: text(after('Kurswert')),
    gain: optional(number('Gewinn/Verlust')),
    gainUnit: optional(text(after('Gewinn/Verlust'))),
    percent: optional(text('Gewinn/Verlust (%)')),
  },
  skip: ({ total }) => (total === 'Depot-Gesamtwert' ? 'total' : undefined),
  kind: (line) => line.measure,
  rows: {
    Stück: (line, book) => {
      book.position()
      const isMoney = isFiat(line.closeUnit) && line.closeUnit === line.valueUnit
      const price = isMoney ? pricePerUnit(line.close, line.quantity, line.value) : undefined
      if (price !== undefined) book.close({ price, quoted: line.closeUnit })
    },
  },
})

export const ingDe = tableImporter(
  {
    code: 'ing-de',
    name: 'ING Germany',
    website: 'https://www.ing.de',
    version: '2',
    languages: ['de'],
    description:
      'Bookings of a current or savings account at ING in Germany (ING-DiBa), and the positions of a depot; purchases and sales stand in the account without their quantities.',
    docs: 'Konto > Umsätze > Export als CSV (with balance). Positions: Depot > Depotübersicht > CSV.',
    colour: '#ff6200',
    maturity: 'beta',
    options: [SECURITIES_OPTION],
    prepare: withReportDay({ titles: ['Einstandswert'], day: /^Depotübersicht vom (\d{2}\.\d{2}\.\d{4})\b/, dates: 'dmy' }),
  },
  [bookings, overview],
)
