/** Avanza: transactions as CSV (since 2019) and Excel (2015). */
import { type Book, day, isin, layout, number, optional, refuse, tableImporter, text, unit } from '#plugins/kit/index.ts'
import { tradeWithFeesIn } from '../foreign-fees.ts'

const transactions = layout({
  name: 'Transaktioner',
  dates: 'ymd',
  zone: 'Europe/Stockholm',
  numbers: { csv: 'comma', sheet: 'dot' },
  columns: {
    date: day('Datum'),
    account: text('Konto'),
    kind: text('Typ av transaktion'),
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
    Köp: (line, book) => trade(line, book, 'BUY'),
    Sälj: (line, book) => trade(line, book, 'SELL'),
    'Insättning|Uttag': 'MOVE',
    Utdelning: 'DIVIDEND',
    'Utländsk källskatt': 'TAX',
    Ränta: 'INTEREST',
    Räntor: (line, book) => book.cash(/skatt/i.test(line.name) ? 'TAX' : 'INTEREST'),
    Övrigt: (line, book) => {
      if (/skatt/i.test(line.name)) book.cash('TAX')
      else if (/avgift/i.test(line.name))
        book.cash('FEE') // a refund is positive
      else refuse('unknown-type', `"${line.name}" is nothing that this importer knows.`)
    },
  },
  // A split, or a fund that became another: one row out, one in, no money.
  cases: {
    key: (line) =>
      /^(split|övrigt)$/i.test(line.kind) && line.amount === undefined ? `${line.kind} ${line.date} ${line.account}` : undefined,
    book: (lines, book) => book.exchange(...book.pairOf(lines)),
  },
})

type Costs = Parameters<typeof tradeWithFeesIn>[1] & { readonly feesInKronor: string }

/** Amounts are in dollars or euros where the account is, fees never. */
function trade(line: Costs, book: Book, direction: 'BUY' | 'SELL'): void {
  tradeWithFeesIn(line.feesInKronor === '' ? undefined : 'SEK', line, book, direction)
}

export const avanza = tableImporter(
  {
    code: 'avanza',
    name: 'Avanza',
    website: 'https://www.avanza.se',
    version: '2',
    extensions: ['csv', 'xlsx'],
    languages: ['sv'],
    description: 'Transactions of all accounts at Avanza.',
    docs: 'Min ekonomi > Transaktioner > Exportera transaktioner.',
    colour: '#00c281',
  },
  [transactions],
)
