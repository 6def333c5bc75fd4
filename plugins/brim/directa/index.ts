/** Directa SIM: movements. Commissions and taxes are rows of their own; there is no price. */
import { day, isin, type Line, layout, number, optional, tableImporter, text, unit } from '#plugins/kit/index.ts'
import { otherReport } from '../other-report.ts'

const columns = {
  date: day('Data operazione'),
  settledOn: optional(day('Data valuta')),
  kind: text('Tipo operazione'),
  symbol: text('Ticker'),
  isin: isin('Isin'),
  protocol: optional(text('Protocollo')),
  name: optional(text('Descrizione')),
  quantity: number('Quantità'),
  amount: number('Importo euro'),
  foreign: number('Importo Divisa'),
  traded: unit('Divisa'),
  order: optional(text('Riferimento ordine')),
}

const TAXES = [
  'Rit.provento etf|Rit. etf|Rit.cedola obb.|Rit.ratei att.obb.|Rit.ratei pass.obb.|Rit.int.prestito titoli|Rit.div.usa',
  'Ritenuta dividendi italia|Ritenuta dividendi esteri|Ritenuta su plusvalenza|Tobin tax italia|Bollo portafoglio titoli*',
  'Rit.debito disaggio|Rit.credito disaggio|St.rit.debito disaggio|St.rit.cedola obb.',
].join('|')

const movements = layout({
  name: 'Movimenti',
  dates: 'dmy',
  zone: 'Europe/Rome',
  numbers: 'proven',
  currency: 'EUR',
  order: 'newest-first',
  columns,
  defaults: { amount: (line) => moneyOf(line).amount, unit: (line) => moneyOf(line).unit },
  skip: (line) => (line.kind === '' && line.amount === undefined && line.quantity === undefined ? 'no movement' : undefined),
  rows: {
    Acquisto: 'BUY',
    'Vendita|Rimborso obbl. a scadenza': 'SELL',
    'Conferimento con bonifico|Prelievo bonifico': 'MOVE',
    'Provento etf|Coupon certif.|Incasso dividendi italia|Incasso dividendi esteri|Incasso dividendi usa': 'DIVIDEND',
    'Cedola obb.|St.cedola obb.|Ratei att.obb.|Ratei pass.obb.': 'INTEREST',
    'Interessi prest.titoli': (_, book) => book.cash('INTEREST', { tags: ['lending'] }),
    Commissioni: 'FEE',
    [TAXES]: 'TAX',
  },
})

/** Its prices and quantities have no kind of booking beside them. */
const statement = otherReport(
  'Estratto conto',
  'Take the movements: Conto > Movimenti, all movements by date of operation, export as CSV or Excel.',
  ['data', 'valuta', 'titolo'],
  { optional: ['riferim.', 'Prezzo', "quantita'", 'importo EUR', 'comm.'], rows: { '*': { skip: 'account statement' } } },
)

/** Euros, but for accounts in another currency, whose movements have none. */
function moneyOf({ amount, foreign, traded }: Line<typeof columns>) {
  const isForeign = (amount === undefined || amount === '0') && foreign !== undefined && foreign !== '0'
  return isForeign ? { amount: foreign, unit: traded } : { amount, unit: undefined }
}

export const directa = tableImporter(
  {
    code: 'directa',
    name: 'Directa',
    broker: 'Directa SIM',
    website: 'https://www.directa.it',
    extensions: ['csv', 'xlsx'],
    languages: ['it'],
    description:
      'Movements of an account at Directa SIM. One export has 3,000 movements at most: take shorter periods beyond that.',
    docs: 'Conto > Movimenti, all movements by date of operation, choose the period, then export as CSV or Excel.',
    colour: '#e2001a',
  },
  [movements, statement],
)
