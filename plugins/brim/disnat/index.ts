/** Disnat (Desjardins Online Brokerage): the history of an account. Trades name the market behind the symbol, income does not: the description is what both share. */
import {
  type AssetTerms,
  type Book,
  day,
  isZero,
  type Line,
  layout,
  number,
  optional,
  optionOf,
  refuse,
  type Terms,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'

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
type Rule = (line: Entry, book: Book) => void

const CURRENCIES: Readonly<Record<string, string>> = { CAN: 'CAD', CAD: 'CAD', US: 'USD', USD: 'USD' }
const UNCLEAR = [
  "Conversion de devise|Échange|Offre|Fractionnement d'actions|Dividende en actions",
  'Fraction|Annulation|Faillite',
].join('|')

const said = (cell: string) => (/^-?$/.test(cell) ? '' : cell)

const history = layout({
  name: 'Historique',
  dates: 'ymd',
  zone: 'America/Toronto',
  numbers: 'proven',
  order: 'newest-first',
  columns,
  rows: {
    Achat: trade('BUY'),
    Vente: trade('SELL'),
    "Dividende|Dividende société fiducie|Dividende libre d'impôts": income('DIVIDEND'),
    'Intérêts|Intérêts versement tardif': income('INTEREST'),
    'Impôt de non-résident|Impôt étranger payé': income('TAX'),
    "Retenue d'impôt|Taxe produits et services|Taxe de vente du Québec": cash('TAX'),
    Frais: cash('FEE'),
    "Cotisation|Dépôt reçu d'une caisse|Résiliation|Retrait": cash('MOVE'),
    'Subvention REEE|Subvention supplémentaire|Incitatif québécois': cash('MOVE'),
    'Transfert reçu': (line, book) => {
      if (isZero(line.quantity)) cash('MOVE')(line, book)
      else if (isZero(line.amount)) book.inKind('TRANSFER', { asset: assetOf(line), cost: 'market', description: line.kind })
      else refuse('unclear-transfer', 'The row has shares and money. Enter it by hand.')
    },
    'Remboursement sur capital': income('RETURN_OF_CAPITAL'),
    [UNCLEAR]: () =>
      refuse('unclear-event', 'The row does not say what was given for what. Look it up at the broker and enter it by hand.'),
  },
})

/** The amount is net: commission, and fees of the exchange that no column has, are inside. */
function trade(direction: 'BUY' | 'SELL'): Rule {
  return (line, book) => {
    const asset = /^options?$/i.test(line.class) ? contractOf(line) : assetOf(line)
    const money = { unit: currencyOf(line.paidIn), quoted: currencyOf(line.pricedIn) }
    const fees = line.commission?.replace('-', '')
    book.trade({ ...money, asset, date: line.traded ?? line.date, settledOn: line.date, fees }, direction)
  }
}

/** What a security pays, and what is withheld of it; interest may be that of the account. */
function income(type: 'DIVIDEND' | 'RETURN_OF_CAPITAL' | 'INTEREST' | 'TAX'): Rule {
  return (line, book) => {
    const hasAsset = type !== 'INTEREST' || said(line.symbol) !== ''
    book.cash(type, { ...moneyOf(line), ...(hasAsset ? { asset: assetOf(line) } : {}) })
  }
}

function cash(type: 'TAX' | 'FEE' | 'MOVE'): Rule {
  return (line, book) => book.cash(type, moneyOf(line))
}

const moneyOf = ({ paidIn, name }: Entry): Terms => ({
  unit: currencyOf(paidIn),
  asset: undefined,
  description: said(name) || undefined,
})

function currencyOf(code: string): string {
  return CURRENCIES[code.toUpperCase()] ?? refuse('unknown-currency', `"${code}" is no currency that this importer knows.`)
}

/** `VEQT-C` where it trades, `VEQT` where it pays. */
function assetOf({ symbol, name }: Entry): AssetTerms {
  const [known, named] = [said(symbol).replace(/-[CU]$/, ''), said(name)]
  if (known === '' && named === '') refuse('no-asset', 'The row names no security.')
  return { ref: named || known, symbol: known, name: named }
}

function contractOf({ symbol, name }: Entry): AssetTerms {
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
