/** Disnat (Desjardins Online Brokerage): the history of an account. Trades name the market behind the symbol, income does not: the description is what both share. */
import { day, isZero, type Line, layout, number, optional, optionOf, refuse, tableImporter, text } from '#plugins/kit/index.ts'
import { unclearEvent } from '../north-america.ts'

const columns = {
  traded: optional(day('Date de transaction')),
  date: day('Date de règlement'),
  kind: text('Type de transaction'),
  class: text("Classe d'actif", "Classification d'actif", "Classification d''actif"),
  symbol: text('Symbole'),
  name: text('Description'),
  market: optional(text('Marché')),
  quantity: number('Quantité'),
  price: number('Prix'),
  pricedIn: text('Devise du prix'),
  commission: number('Commission payée'),
  amount: number("Montant de l'opération", "Montant de l''opération"),
  paidIn: text('Devise du compte'),
}

type Entry = Line<typeof columns>

const CURRENCIES: Readonly<Record<string, string>> = { CAN: 'CAD', CAD: 'CAD', US: 'USD', USD: 'USD' }
const said = (cell: string) => (/^-?$/.test(cell) ? '' : cell)

const history = layout({
  name: 'Historique',
  dates: 'ymd',
  zone: 'America/Toronto',
  numbers: 'proven',
  order: 'newest-first',
  columns,
  defaults: {
    unit: ({ paidIn }) => currencyOf(paidIn),
    asset: () => undefined,
    description: ({ kind, name }) => (/^(achat|vente)$/i.test(kind) ? undefined : said(name)),
  },
  rows: {
    Achat: (line, book) => book.trade(tradeOf(line), 'BUY'),
    Vente: (line, book) => book.trade(tradeOf(line), 'SELL'),
    "Dividende|Dividende société fiducie|Dividende libre d'impôts": (line, book) =>
      book.cash('DIVIDEND', { asset: assetOf(line) }),
    // It may be that of the account.
    'Intérêts|Intérêts versement tardif': (line, book) =>
      book.cash('INTEREST', { asset: said(line.symbol) === '' ? undefined : assetOf(line) }),
    'Impôt de non-résident|Impôt étranger payé': (line, book) => book.cash('TAX', { asset: assetOf(line) }),
    "Retenue d'impôt|Taxe produits et services|Taxe de vente du Québec": 'TAX',
    Frais: 'FEE',
    "Cotisation|Dépôt reçu d'une caisse|Résiliation|Retrait": 'MOVE',
    'Subvention REEE|Subvention supplémentaire|Incitatif québécois': 'MOVE',
    'Transfert reçu': (line, book) => {
      if (isZero(line.quantity)) book.cash('MOVE')
      else if (isZero(line.amount)) book.inKind('TRANSFER', { asset: assetOf(line), cost: 'market', description: line.kind })
      else refuse('unclear-transfer', 'The row has shares and money. Enter it by hand.')
    },
    'Remboursement sur capital': (line, book) => book.cash('RETURN_OF_CAPITAL', { asset: assetOf(line) }),
    "Conversion de devise|Échange|Offre|Fractionnement d'actions|Dividende en actions": unclearEvent,
    'Fraction|Annulation|Faillite': unclearEvent,
  },
})

/** The amount is net: commission, and fees of the exchange that no column has, are inside. */
function tradeOf(line: Entry) {
  const asset = /^options?$/i.test(line.class) ? contractOf(line) : assetOf(line)
  const figures = { quoted: currencyOf(line.pricedIn), fees: line.commission?.replace('-', '') }
  return { ...figures, asset, date: line.traded ?? line.date, settledOn: line.date }
}

function currencyOf(code: string): string {
  return CURRENCIES[code.toUpperCase()] ?? refuse('unknown-currency', `"${code}" is no currency that this importer knows.`)
}

/** `VEQT-C` where it trades, `VEQT` where it pays. */
function assetOf({ symbol, name }: Entry) {
  const [known, named] = [said(symbol).replace(/-[CU]$/, ''), said(name)]
  if (known === '' && named === '') refuse('no-asset', 'The row names no security.')
  return { ref: named || known, symbol: known, name: named }
}

function contractOf({ symbol, name }: Entry) {
  const option = optionOf(said(symbol)) ?? refuse('no-option', `"${symbol}" is no option that this importer can read.`)
  return { ...option, name: said(name) }
}

export const disnat = tableImporter(
  {
    code: 'disnat',
    name: 'Disnat',
    broker: 'Desjardins Online Brokerage',
    website: 'https://www.disnat.com',
    extensions: ['xlsx', 'csv'],
    languages: ['fr'],
    description: 'History of an account at Disnat: trades, income, taxes, contributions and grants.',
    docs: 'History > Account, choose the period, then export (Excel). The site in French: the titles of the English one are not known.',
    colour: '#00874e',
    maturity: 'beta',
  },
  [history],
)
