/** bunq: the statement of one account. */
import { day, type Layout, layout, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'
import { currencyOption } from '../currency-option.ts'

const IBAN = /^[A-Z]{2}\d{2}[A-Z\d ]{10,30}$/

const columns = {
  date: day('Date', 'Datum'),
  amount: number('Amount', 'Bedrag'),
  account: optional(text('Account', 'Rekening')),
  counterparty: text('Counterparty', 'Tegenrekening'),
  name: text('Name', 'Naam'),
  description: text('Description', 'Omschrijving'),
}

const statement = layout({
  name: 'Account statement',
  dates: 'ymd',
  numbers: 'proven',
  currency: { option: 'currency' },
  columns: { ...columns, settledOn: day('Interest Date') },
  kind: (line) => (line.name === 'bunq' && /^bunq payday\b/i.test(line.description) ? 'interest' : 'payment'),
  rows: {
    payment: 'MOVE',
    interest: (line, book) => {
      const [paidIn, own] = [/\b([A-Z]{3})$/.exec(line.description)?.[1], book.options['currency']]
      if (paidIn !== undefined && own !== undefined && paidIn !== own)
        refuse('other-currency', `The interest is in ${paidIn}: give the currency of this account with the option "currency".`)
      book.cash('INTEREST')
    },
  },
})

/** The app leaves out the day of interest, and the other titles are those of many tables. */
const ofApp: Layout = {
  ...{ ...statement, name: 'Account statement of the app' },
  columns: { ...columns, account: text('Account', 'Rekening') },
  when: (_, { rows }) => rows.some(({ cells }) => cells.some((cell) => IBAN.test(cell.trim()))),
}

export const bunq = tableImporter(
  {
    code: 'bunq',
    name: 'bunq',
    website: 'https://www.bunq.com',
    version: '2',
    languages: ['en', 'nl'],
    description: 'Statement of one account at bunq: payments and interest.',
    docs: 'Account > Export statements > CSV, one account at a time.',
    colour: '#ff7819',
    options: [currencyOption('The currency of the account: the statement does not say it.')],
  },
  [statement, ofApp],
)
