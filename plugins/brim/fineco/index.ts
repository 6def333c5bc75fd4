/** Fineco: the movements of the securities dossier, and those of an account. */
import { day, isZero, layout, number, optional, refuse, squeeze, tableImporter, text } from '#plugins/kit/index.ts'
import { currencyOption } from '../currency-option.ts'
import { columns, earn, settle, trade } from './dossier.ts'

const dossier = layout({
  name: 'Movimenti Dossier Titoli',
  dates: 'dmy',
  zone: 'Europe/Rome',
  numbers: 'proven',
  amounts: 'gross',
  signs: 'sizes',
  columns,
  kind: (line) => squeeze(line.kind),
  rows: {
    'Compravendita titoli': trade,
    // What a bond or a fund pays back at its end.
    Rimborso: (line, book) => settle(line, book, 'SELL'),
    Dividendo: (line, book) => earn(line, book, 'DIVIDEND'),
    'Stacco cedole|Cedola': (line, book) => earn(line, book, 'INTEREST'),
    'Aumento capitale': () =>
      refuse('unclear-event', 'A split, a spin-off or a purchase: the file does not say which. Enter the new shares by hand.'),
  },
})

/** Income and outgoings are sizes, whatever sign the file gives them. */
function amountOf({ into, out }: { readonly into: string | undefined; readonly out: string | undefined }): string {
  if (isZero(into) === isZero(out)) refuse('no-amount', 'The row needs either Entrate or Uscite.')
  return isZero(out) ? `${into?.replace('-', '')}` : `-${out?.replace('-', '')}`
}

/** How the descriptions begin, and what the money is booked as; a deposit or withdrawal where none fits. */
const KINDS: readonly (readonly [RegExp, 'TAX' | 'FEE' | 'INTEREST'])[] = [
  [/^(?:imposta|ritenut)/i, 'TAX'],
  [/^(?:canone|commission)/i, 'FEE'],
  [/^(?:interessi|competenze di liquidazione)/i, 'INTEREST'],
]

const ELSEWHERE = 'This is the money of a security: import the movements of the dossier (Movimenti Dossier Titoli).'

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
    description: optional(text('Descrizione_Completa', 'Descrizione Completa')),
    status: optional(text('Stato')),
    category: optional(text('Moneymap')),
  },
  skip: ({ first, status }) => {
    if (/^totale\b/i.test(first)) return 'total'
    if (/^autorizzato$/i.test(status)) return 'not booked yet'
    if (!/^(?:contabilizzato)?$/i.test(status)) refuse('unknown-status', `"${status}" is no status that this importer knows.`)
    return undefined
  },
  kind: ({ kind }) => (/^(?:compravendita|rimborso) titoli|dividend|cedol/i.test(kind) ? 'security' : kind),
  rows: {
    security: () => refuse('security-elsewhere', ELSEWHERE),
    '*': (line, book) => book.cash(KINDS.find(([pattern]) => pattern.test(line.kind))?.[1] ?? 'MOVE', { amount: amountOf(line) }),
  },
})

export const fineco = tableImporter(
  {
    code: 'fineco',
    name: 'Fineco',
    broker: 'FinecoBank',
    website: 'https://finecobank.com',
    extensions: ['xlsx', 'csv'],
    languages: ['it'],
    description:
      'Movements of the securities dossier (trades, redemptions, dividends, coupons), and of an account, where those of securities are errors of their rows.',
    docs: 'Portafoglio > Dossier titoli > Movimenti, and Conto e carte > Movimenti: choose the period, export as Excel. An .xls is to be saved as .xlsx.',
    colour: '#00549f',
    maturity: 'beta',
    options: [currencyOption('The currency of the account: its movements do not say it.')],
  },
  [dossier, movements],
)
