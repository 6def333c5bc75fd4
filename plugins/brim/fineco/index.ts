/** Fineco: the movements of the securities dossier, and those of an account. */
import { day, isin, layout, number, optional, refuse, squeeze, tableImporter, text, unit } from '#plugins/kit/index.ts'
import { cashOf, type Movement, sideOf } from './account.ts'
import { earn, redeem, trade } from './dossier.ts'

const dossier = layout({
  name: 'Movimenti Dossier Titoli',
  dates: 'dmy',
  zone: 'Europe/Rome',
  numbers: 'proven',
  amounts: 'gross',
  columns: {
    date: day('Operazione'),
    settledOn: optional(day('Data valuta')),
    kind: text('Descrizione'),
    name: text('Titolo'),
    isin: isin('Isin'),
    sign: text('Segno'),
    quantity: number('Quantita', 'Quantità'),
    unit: unit('Divisa'),
    price: number('Prezzo'),
    rate: number('Cambio'),
    amount: number('Controvalore'),
    entry: optional(number('Commissioni Fondi Sw/Ingr/Uscita')),
    bank: optional(number('Commissioni Fondi Banca Corrispondente')),
    manager: optional(number('Spese Fondi Sgr')),
    broker: optional(number('Commissioni amministrato')),
  },
  kind: (line) => squeeze(line.kind),
  rows: {
    'Compravendita titoli': trade,
    Rimborso: redeem,
    Dividendo: (line, book) => earn(line, book, 'DIVIDEND'),
    'Stacco cedole|Cedola': (line, book) => earn(line, book, 'INTEREST'),
    'Aumento capitale': () =>
      refuse(
        'unclear-event',
        'New shares of a split, of a spin-off, or paid for: the file does not say which. Enter them by hand.',
      ),
  },
})

const movements = layout({
  name: 'Movimenti conto',
  dates: 'dmy',
  zone: 'Europe/Rome',
  numbers: 'proven',
  currency: { option: 'currency' },
  columns: {
    date: day('Data_Operazione', 'Data Operazione', 'Data'),
    first: text('Data_Operazione', 'Data Operazione', 'Data'),
    settledOn: optional(day('Data_Valuta', 'Data Valuta')),
    into: number('Entrate'),
    out: number('Uscite'),
    kind: text('Descrizione'),
    description: text('Descrizione_Completa', 'Descrizione Completa'),
    status: optional(text('Stato')),
    category: optional(text('Moneymap')),
  },
  skip: ({ first, status }) => {
    if (/^totale\b/i.test(first)) return 'total'
    if (/^autorizzato$/i.test(status)) return 'not booked yet'
    return /^(?:contabilizzato)?$/i.test(status)
      ? undefined
      : refuse('unknown-status', `"${status}" is no status that this importer knows.`)
  },
  rows: { '*': (line: Movement, book) => book.cash(cashOf(line), { amount: sideOf(line) }) },
})

export const fineco = tableImporter(
  {
    code: 'fineco',
    name: 'Fineco',
    broker: 'FinecoBank',
    website: 'https://finecobank.com',
    version: '1',
    extensions: ['xlsx', 'csv'],
    languages: ['it'],
    description:
      'Movements of the securities dossier (trades, redemptions, dividends, coupons), and of an account, where those of securities are errors of their rows.',
    docs: 'Portafoglio > Dossier titoli > Movimenti, and Conto e carte > Movimenti: choose the period, export as Excel. An .xls is to be saved as .xlsx.',
    colour: '#00549f',
    maturity: 'beta',
    options: [
      {
        name: 'currency',
        description: 'The currency of the account: its movements do not say it.',
        type: 'currency',
        required: true,
        default: 'broker-currency',
      },
    ],
  },
  [dossier, movements],
)
