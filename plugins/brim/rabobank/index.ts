/** Rabobank Beleggen: mutations of an investment portfolio. `Waarde` is before costs and tax, `Bedrag` after. */
import { type Book, clock, day, isin, layout, minus, number, optional, tableImporter, text, unit } from '#plugins/kit/index.ts'

type Entry = { readonly value: string | undefined; readonly amount: string | undefined; readonly fees: string | undefined }

const mutations = layout({
  name: 'Mutaties',
  dates: 'dmy',
  zone: 'Europe/Amsterdam',
  numbers: { csv: 'comma', sheet: 'dot' },
  order: 'newest-first',
  columns: {
    account: text('Portefeuille'),
    name: optional(text('Naam')),
    date: day('Datum'),
    kind: text('Type mutatie'),
    unit: unit('Valuta mutatie'),
    quantity: number('Volume'),
    price: number('Koers'),
    quoted: unit('Valuta koers'),
    fees: number('Valuta kosten €'),
    value: number('Waarde'),
    amount: number('Bedrag'),
    isin: isin('Isin code'),
    time: clock('Tijd'),
    venue: optional(text('Beurs')),
  },
  rows: {
    'Koop Fondsen': 'BUY',
    'Verkoop Fondsen': 'SELL',
    'Storting / opname': 'MOVE',
    'Tarieven en services': 'FEE',
    'Rente beleggersrekening': 'INTEREST',
    'Contant dividend': dividend,
  },
})

/** What is missing between the dividend and the money, besides costs, is the tax that was withheld. */
function dividend({ value, amount, fees }: Entry, book: Book): void {
  const withheld = minus(minus(value, amount), fees)
  book.cash('DIVIDEND', { taxes: withheld.startsWith('-') ? undefined : withheld })
}

export const rabobank = tableImporter(
  {
    code: 'rabobank',
    name: 'Rabobank',
    broker: 'Rabobank Beleggen',
    website: 'https://www.rabobank.nl',
    extensions: ['csv', 'xlsx'],
    languages: ['nl'],
    description: 'Mutations of investment portfolios at Rabobank.',
    docs: 'Beleggen > Portefeuille > Mutaties, choose the period, then Downloaden (CSV).',
    colour: '#000099',
  },
  [mutations],
)
