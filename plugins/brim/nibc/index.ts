/** NIBC: the bookings of a savings account. */
import { day, layout, number, optional, tableImporter, text, unit, unused } from '#plugins/kit/index.ts'

const statement = layout({
  name: 'Verrichtingen',
  dates: 'dmy',
  zone: 'Europe/Amsterdam',
  numbers: 'comma',
  unique: ['id'],
  columns: {
    date: day('Boekhdk. datum'),
    kind: text('Beschrijving'),
    amount: number('Bedrag v/d verrichting'),
    unit: unit('Munt'),
    settledOn: day('Valutadatum'),
    name: optional(text('Naam v/d tegenpartij :')),
    description: text('Mededeling 1 :'),
    ...unused('Nr v/d verrichting', 'Rekening tegenpartij', 'Mededeling 2 :'),
    id: text('Ref. v/d verrichting'),
  },
  rows: {
    'Inkomende overboeking': 'DEPOSIT',
    'Uitgaande overboeking': 'WITHDRAWAL',
    Renteuitkering: 'INTEREST',
    // It bears the reference of the interest of that quarter.
    Bonusrente: (line, book) => book.cash('INTEREST', { id: line.id === '' ? undefined : `${line.id} bonus`, tags: ['bonus'] }),
  },
})

export const nibc = tableImporter(
  {
    code: 'nibc',
    name: 'NIBC',
    website: 'https://www.nibc.nl',
    version: '2',
    languages: ['nl'],
    description: 'Bookings of a savings account at NIBC: transfers and interest.',
    docs: 'Rekeningoverzicht > Verrichtingen > Downloaden als CSV.',
    colour: '#003d6b',
  },
  [statement],
)
