/** Avanza: transactions as CSV (since 2019) and Excel (2015). */
import { day, isin, isZero, layout, made, number, optional, refuse, tableImporter, text, unit } from '#plugins/kit/index.ts'
import { tradeWithFeesIn } from '../foreign-fees.ts'
import { otherReport } from '../other-report.ts'

const transactions = layout({
  name: 'Transaktioner',
  dates: 'ymd',
  zone: 'Europe/Stockholm',
  numbers: { csv: 'comma', sheet: 'dot' },
  columns: {
    date: day('Datum'),
    account: text('Konto'),
    // "Utländsk källskatt 15%"
    kind: made(text('Typ av transaktion'), (kind) => kind.replace(/ \d+(?:,\d+)? ?%$/, '')),
    name: text('Värdepapper/beskrivning'),
    quantity: number('Antal'),
    price: number('Kurs'),
    amount: number('Belopp'),
    unit: unit('Transaktionsvaluta', 'Valuta'),
    fees: number('Courtage (SEK)', 'Courtage'),
    feesInKronor: optional(text('Courtage (SEK)')),
    rate: optional(number('Valutakurs')),
    quoted: optional(unit('Instrumentvaluta')),
    isin: isin('ISIN'),
    result: optional(number('Resultat')),
  },
  rows: {
    Köp: (line, book) => tradeWithFeesIn(unitOfFees(line), line, book, 'BUY'),
    Sälj: (line, book) => tradeWithFeesIn(unitOfFees(line), line, book, 'SELL'),
    'Insättning|Autogiroinsättning|Uttag': 'MOVE',
    'Intern överföring': 'TRANSFER',
    Utdelning: 'DIVIDEND',
    'Utländsk källskatt|Preliminärskatt|Prelskatt utdelning|Prelskatt utdelningar|Avkastningsskatt': 'TAX',
    'Ränta|Inlåningsränta|Utlåningsränta': 'INTEREST',
    'Utbetalning aktielån': (_, book) => book.cash('INTEREST', { tags: ['lending'] }),
    // From or to another bank or account; what it had cost is known there.
    Värdepappersöverföring: ({ amount }, book) => {
      if (!isZero(amount))
        refuse('unclear-transfer', 'Units that moved with money: the row does not say what the money is. Enter it by hand.')
      book.inKind('TRANSFER')
    },
    Räntor: (line, book) => book.cash(/skatt/i.test(line.name) ? 'TAX' : 'INTEREST'),
    Övrigt: (line, book) => {
      if (/skatt/i.test(line.name)) return book.cash('TAX')
      // A refund is positive.
      if (/avgift|riskpremie/i.test(line.name)) return book.cash('FEE')
      refuse('unknown-type', `"${line.name}" is nothing that this importer knows.`)
    },
  },
  // A split, or a fund that became another: one row out, one in, no money.
  cases: {
    key: (line) =>
      /^(split|övrigt|byte)$/i.test(line.kind) && line.amount === undefined
        ? `${line.kind} ${line.date} ${line.account}`
        : undefined,
    book: (lines, book) => book.exchange(...book.pairOf(lines)),
  },
})

const positions = otherReport(
  'Innehav',
  'Take the transactions: Min ekonomi > Transaktioner > Exportera transaktioner.',
  ['Namn', 'Kortnamn', 'Volym', 'Marknadsvärde', 'GAV (SEK)', 'ISIN'],
  { holds: 'positions', optional: ['Kontonummer', 'GAV', 'Valuta', 'Land', 'Marknad', 'Typ'] },
)

/** Amounts are in dollars or euros where the account is, fees never. */
function unitOfFees({ feesInKronor }: { readonly feesInKronor: string }): string | undefined {
  return feesInKronor === '' ? undefined : 'SEK'
}

export const avanza = tableImporter(
  {
    code: 'avanza',
    name: 'Avanza',
    website: 'https://www.avanza.se',
    version: '3',
    extensions: ['csv', 'xlsx'],
    languages: ['sv'],
    description: 'Transactions of all accounts at Avanza.',
    docs: 'Min ekonomi > Transaktioner > Exportera transaktioner.',
    colour: '#00c281',
  },
  [transactions, positions],
)
