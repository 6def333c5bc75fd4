/** Directa SIM: movements. Commissions and taxes are rows of their own; there is no price. */
import {
  type Book,
  day,
  isin,
  type Line,
  layout,
  number,
  optional,
  type Terms,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'

const columns = {
  date: day('Data operazione'),
  settledOn: optional(day('Data valuta')),
  type: text('Tipo operazione'),
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

type Entry = Line<typeof columns>

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
  skip: (line) => (line.type === '' && line.amount === undefined && line.quantity === undefined ? 'no movement' : undefined),
  kind: (line) => line.type,
  rows: {
    Acquisto: (line, book) => book.trade(moneyOf(line), 'BUY'),
    'Vendita|Rimborso obbl. a scadenza': (line, book) => book.trade(moneyOf(line), 'SELL'),
    'Conferimento con bonifico|Prelievo bonifico': cash('MOVE'),
    'Provento etf|Coupon certif.|Incasso dividendi italia|Incasso dividendi esteri|Incasso dividendi usa': cash('DIVIDEND'),
    'Cedola obb.|St.cedola obb.|Ratei att.obb.|Ratei pass.obb.': cash('INTEREST'),
    'Interessi prest.titoli': cash('INTEREST', { tags: ['lending'] }),
    Commissioni: cash('FEE'),
    [TAXES]: cash('TAX'),
  },
})

/** Its prices and quantities have no kind of booking beside them. */
const statement = layout({
  name: 'Estratto conto',
  holds: 'other',
  instead: 'Take the movements: Conto > Movimenti, all movements by date of operation, export as CSV or Excel.',
  dates: 'dmy',
  numbers: 'comma',
  columns: {
    date: text('data'),
    settledOn: text('valuta'),
    name: text('titolo'),
    ...unused('riferim.', 'Prezzo', "quantita'", 'importo EUR', 'comm.'),
  },
  rows: { '*': { skip: 'account statement' } },
})

function cash(type: Parameters<Book['cash']>[0], terms?: Terms): (line: Entry, book: Book) => void {
  return (line, book) => book.cash(type, { ...moneyOf(line), ...terms })
}

/** Euros, but for accounts in another currency, whose movements have none. */
function moneyOf({ amount, foreign, traded }: Entry): Terms {
  const isForeign = (amount === undefined || amount === '0') && foreign !== undefined && foreign !== '0'
  return isForeign ? { amount: foreign, unit: traded } : {}
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
