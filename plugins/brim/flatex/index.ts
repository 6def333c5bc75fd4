/** flatex: bookings of the account and of the depot, which are two files. */
import type { BrokerPlugin, ReportFile } from '#plugins/brim/contract.ts'
import { after, day, isin, layout, negated, number, optional, sizeOf, tableImporter, text } from '#plugins/kit/index.ts'
import { bookNetIncome } from '../money-side.ts'
import { bookCase, ID_TITLES, keyOf, moneyOf, withAsset, withoutRepeated } from './bookings.ts'

const titles = {
  date: day('Buchtag', 'Buchungstag'),
  settledOn: optional(day('Valuta')),
  id: text(...ID_TITLES),
  info: text('Buchungsinformationen', 'Buchungsinformation'),
  description: text('Buchungsinformationen', 'Buchungsinformation'),
}
/** "Ausführung ORDER Kauf" of "Ausführung ORDER Kauf US0000000000 123". */
const kindOf = (info: string) => info.replace(/\s+[A-Z]{2}[A-Z0-9]{9}\d\b.*$/, '')

const format = {
  dates: 'dmy',
  numbers: { csv: 'comma', sheet: 'dot' },
  zone: 'Europe/Berlin',
  cases: { key: keyOf, book: bookCase, acrossFiles: true },
} as const

const account = layout({
  ...format,
  name: 'Kontoumsätze',
  columns: {
    ...titles,
    bank: optional(text('BIC / BLZ', 'Empfänger')),
    iban: text('IBAN / Kontonummer', 'Zahlungspfl.'),
    amount: number('Betrag'),
    amountUnit: text(after('Betrag')),
    from: optional(text('Auftraggeberkonto')),
    to: optional(text('Konto')),
  },
  kind: ({ iban, info }) => (iban === '' ? kindOf(info) : 'transfer'),
  rows: { 'transfer|Lastschrift|R-Transaktion': (line, book) => book.cash('MOVE', moneyOf(line)) },
  phrases: [
    [/^(Dividendenzahlung|Erträgnisausschüttung)\b/i, (line, book) => bookNetIncome(book, line.info, line.amount, moneyOf(line))],
    [/^Zinsabschluss\b/i, (line, book) => book.cash('INTEREST', moneyOf(line))],
    [/^(Verwahrentgelt|Depotgebühren)\b/i, (line, book) => book.cash('FEE', withAsset(line))],
    [
      /^(Quellensteuer|Vorabpauschale|Steuerkorrektur|Steuertopfoptimierung)\b/i,
      (line, book) => book.cash('TAX', withAsset(line)),
    ],
  ],
})

const depot = layout({
  ...format,
  name: 'Depotumsätze',
  columns: {
    ...titles,
    ...{ position: optional(text('Nummer')), isin: isin('ISIN'), name: optional(text('Bezeichnung')) },
    quantity: number('Nominal', 'Nominal (Stk.)'),
    measure: optional(text(after('Nominal'), after('Nominal (Stk.)'))),
    ...{ gross: optional(number('Betrag')), grossUnit: optional(text(after('Betrag'))) },
    ...{
      price: number('Kurs'),
      priceUnit: text(after('Kurs')),
      fx: optional(text('Devisenkurs')),
      depot: optional(text('Depot')),
    },
  },
  kind: ({ info }) => kindOf(info),
  // What it had cost is known where it comes from.
  phrases: [
    [/^WP-Eingang\b/i, (_, book) => book.inKind('TRANSFER')],
    [/^Storno WP-Eingang\b/i, (line, book) => book.inKind('TRANSFER', { quantity: goneOf(line), reverses: 'same' })],
  ],
})

/** What is taken back, whatever its sign. */
const goneOf = ({ quantity = '' }) => negated(sizeOf(quantity))

const importer = tableImporter(
  {
    ...{ code: 'flatex', name: 'flatex', website: 'https://www.flatex.de', version: '2' },
    ...{ extensions: ['csv', 'xlsx'], languages: ['de'] },
    description: 'Bookings of account and depot at flatex, as one set of files: orders, dividends, interest, fees and transfers.',
    docs: 'Konto > Kontoumsätze and Depot > Depotumsätze, each exported for the same days; upload both together, or in one ZIP.',
    colour: '#ff6b00',
    maturity: 'beta',
    together: true,
    // Orders are booked when both files are read; what is said of them stands with the other rows.
    finish: (report) => ({ ...report, issues: report.issues.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0)) }),
  },
  [account, depot],
)

export const flatex: BrokerPlugin = {
  ...importer,
  parseSet: (files, options, kit) => {
    const { left, repeated } = withoutRepeated(files)
    const report = importer.parseSet?.(left, options, kit) ?? importer.parse(left[0] as ReportFile, options, kit)
    return { ...report, ignored: [...report.ignored, ...repeated] }
  },
}
