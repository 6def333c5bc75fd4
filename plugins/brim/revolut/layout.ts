/** Which of Revolut's statements a table is. */
import type { LayoutFacts, Table } from '#plugins/brim/contract.ts'
import { type ColumnTitles, findHeader, type Header } from '#plugins/kit/index.ts'

const TRADING = {
  date: ['Date'],
  ticker: ['Ticker'],
  type: ['Type'],
  quantity: ['Quantity'],
  price: ['Price per share'],
  total: ['Total Amount'],
  currency: ['Currency'],
} as const satisfies ColumnTitles<string>
const STATEMENT = {
  date: ['Trade Date'],
  settled: ['Settle Date'],
  currency: ['Currency'],
  type: ['Activity Type'],
  company: ['Company'],
  symbol: ['Symbol'],
  quantity: ['Quantity'],
  price: ['Price'],
  amount: ['Amount'],
} as const satisfies ColumnTitles<string>
const CRYPTO = {
  symbol: ['Symbol'],
  type: ['Type'],
  quantity: ['Quantity'],
  price: ['Price'],
  value: ['Value'],
  fees: ['Fees'],
  date: ['Date'],
} as const satisfies ColumnTitles<string>
/** In English, German, French, Italian, Spanish, Dutch, Polish, Portuguese; some languages leave a title in English. */
const ACCOUNT = {
  type: ['Type', 'Art', 'Tipo', 'Rodzaj'],
  product: ['Product', 'Produkt', 'Produit', 'Prodotto', 'Producto', 'Produto'],
  started: [
    'Started Date',
    'Datum des Beginns',
    'Date de début',
    'Data di inizio',
    'Fecha de inicio',
    'Startdatum',
    'Data rozpoczęcia',
    'Data de início',
  ],
  completed: [
    'Completed Date',
    'Datum des Abschlusses',
    'Date de fin',
    'Data di completamento',
    'Fecha de finalización',
    'Datum voltooid',
    'Data zrealizowania',
    'Data de conclusão',
  ],
  description: ['Description', 'Beschreibung', 'Descrizione', 'Descripción', 'Beschrijving', 'Opis', 'Descrição'],
  amount: ['Amount', 'Betrag', 'Montant', 'Importo', 'Importe', 'Bedrag', 'Kwota', 'Montante'],
  fee: ['Fee', 'Gebühr', 'Frais', 'Costo', 'Comisión', 'Kosten', 'Opłata', 'Comissão', 'Taxa'],
  currency: ['Currency', 'Währung', 'Devise', 'Valuta', 'Divisa', 'Moneda', 'Waluta', 'Moeda'],
  state: ['State', 'Status', 'État', 'Stato', 'Estado'],
  balance: ['Balance', 'Kontostand', 'Solde', 'Saldo'],
} as const satisfies ColumnTitles<string>
const COINS = {
  ...ACCOUNT,
  fiat: ['Fiat amount'],
  total: ['Fiat amount (inc. fees)'],
  base: ['Base currency'],
} as const satisfies ColumnTitles<string>

/** Taken by mistake: it has what was sold only. */
const GAINS = {
  acquired: ['Date acquired'],
  sold: ['Date sold'],
  basis: ['Cost basis'],
  proceeds: ['Gross proceeds'],
  gain: ['Gross PnL'],
  currency: ['Currency'],
} as const satisfies ColumnTitles<string>

/** Taken by mistake: all accounts in one file, their trades as gains and their money by category. */
const CONSOLIDATED = {
  date: ['Date', 'Data'],
  description: ['Description', 'Descrição'],
  category: ['Category', 'Categoria'],
  amount: ['Money in/out', 'Dinheiro a entrar/sair'],
  balance: ['Balance', 'Saldo'],
} as const satisfies ColumnTitles<string>
/** Its figures are in columns such as `Value, USD`. */
const FUNDS = {
  date: ['Date'],
  description: ['Description'],
  price: ['Price per share'],
  quantity: ['Quantity of shares'],
} as const satisfies ColumnTitles<string>

const NEEDED_OF_ACCOUNT = ['type', 'started', 'completed', 'description', 'amount', 'fee', 'currency', 'state'] as const

/** For lists and near misses. */
export const FORMATS: readonly LayoutFacts[] = [
  formatOf('Trading account statement', TRADING, keys(TRADING), ['FX Rate']),
  formatOf('Crypto account statement', COINS, keys(COINS)),
  formatOf('Crypto statement', CRYPTO, keys(CRYPTO)),
  formatOf('Current account statement', ACCOUNT, NEEDED_OF_ACCOUNT),
  formatOf('Statement of activities (until 2021)', STATEMENT, keys(STATEMENT), ['Symbol Description']),
  otherOf('Profit and loss statement', GAINS, ['Symbol', 'Security name', 'ISIN', 'Country', 'Quantity']),
  otherOf('Consolidated statement', CONSOLIDATED, ['Tax withheld', 'Other taxes', 'Fees']),
  otherOf('Statement of flexible cash funds', FUNDS, ['FX Rate']),
]

function formatOf<K extends string>(
  name: string,
  titles: ColumnTitles<K>,
  needed: readonly K[],
  more: readonly string[] = [],
): LayoutFacts {
  const others = keys(titles).filter((column) => !needed.includes(column))
  const known = [...needed, ...others].map((column) => titles[column])
  return { name, holds: 'transactions', titles: [...known, ...more.map((title) => [title])], required: needed.length }
}

function otherOf<K extends string>(name: string, titles: ColumnTitles<K>, more: readonly string[]): LayoutFacts {
  return { ...formatOf(name, titles, keys(titles), more), holds: 'other' }
}

export type TradingColumn = keyof typeof TRADING
export type StatementColumn = keyof typeof STATEMENT
export type CryptoColumn = keyof typeof CRYPTO
export type AccountColumn = keyof typeof ACCOUNT
export type CoinColumn = keyof typeof COINS

export type Layout =
  | { readonly kind: 'trading'; readonly header: Header<TradingColumn> }
  | { readonly kind: 'statement'; readonly header: Header<StatementColumn> }
  | { readonly kind: 'crypto'; readonly header: Header<CryptoColumn> }
  | { readonly kind: 'coins'; readonly header: Header<CoinColumn> }
  | { readonly kind: 'account'; readonly header: Header<AccountColumn> }
  | { readonly kind: 'gains' | 'consolidated' | 'funds' }

/** The statement that a table is, by its header; `undefined` when it is none of them. */
export function findLayout(table: Table | undefined): Layout | undefined {
  const trading = findHeader(table, TRADING, keys(TRADING))
  if (trading) return { kind: 'trading', header: trading }
  const statement = findHeader(table, STATEMENT, keys(STATEMENT))
  if (statement) return { kind: 'statement', header: statement }
  const coins = findHeader(table, COINS, keys(COINS))
  if (coins) return { kind: 'coins', header: coins }
  const account = findHeader(table, ACCOUNT, NEEDED_OF_ACCOUNT)
  if (account) return { kind: 'account', header: account }
  if (findHeader(table, GAINS, keys(GAINS))) return { kind: 'gains' }
  if (findHeader(table, CONSOLIDATED, keys(CONSOLIDATED))) return { kind: 'consolidated' }
  if (findHeader(table, FUNDS, keys(FUNDS))) return { kind: 'funds' }
  const crypto = findHeader(table, CRYPTO, keys(CRYPTO))
  return crypto && isCrypto(crypto) ? { kind: 'crypto', header: crypto } : undefined
}

/** Words that any table of coins may have: no others stand in the title row, or one where these are in their own order. */
function isCrypto({ row, columns }: Header<CryptoColumn>): boolean {
  const count = row.cells.filter((cell) => cell.trim() !== '').length
  const needed = keys(CRYPTO)
  const places = needed.map((column) => columns[column] ?? -1)
  const isInOrder = places.every((place, index) => place > (places[index - 1] ?? -1))
  return count === needed.length || (count === needed.length + 1 && isInOrder)
}

function keys<K extends string>(titles: ColumnTitles<K>): K[] {
  return Object.keys(titles) as K[]
}
