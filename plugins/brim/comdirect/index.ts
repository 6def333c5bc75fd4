/** comdirect: the bookings of accounts, cards and a depot; a file has a section for each. */
import { type Book, day, type Line, layout, number, optional, refuse, round, tableImporter, text } from '#plugins/kit/index.ts'
import { bookMoneySide, bookNetIncome, bookPlainMoney, SECURITIES_OPTION } from '../money-side.ts'
import { bookNetTrade, costsBetween } from '../net-trade.ts'
import { PAIR, withPairs } from './trades.ts'

type Marks = { readonly first: string; readonly amountText: string }

/** Lines between the sections, and bookings that the bank has not made yet. */
function notBooked({ first, amountText }: Marks): string | undefined {
  if (/^offen$/i.test(first)) return 'pending'
  if (/^(?:alter|neuer) kontostand$|^umsätze |^keine umsätze/i.test(first)) return 'between the sections'
  return first === '' && amountText === '' ? 'empty' : undefined
}

const format = { dates: 'dmy', numbers: 'comma', currency: 'EUR', zone: 'Europe/Berlin', skip: notBooked } as const
const common = {
  pair: optional(text(PAIR)),
  first: text('Buchungstag'),
  kind: text('Vorgang'),
  description: text('Buchungstext'),
  amount: number('Umsatz in EUR'),
  amountText: text('Umsatz in EUR'),
}

const units = {
  first: text('Buchungstag'),
  bookedOn: optional(day('Buchungstag')),
  date: optional(day('Geschäftstag')),
  quantity: number('Stück / Nom.'),
  title: text('Bezeichnung'),
  wkn: text('WKN'),
  quotedIn: text('Währung'),
  price: number('Ausführungskurs'),
  amount: number('Umsatz in EUR'),
  amountText: text('Umsatz in EUR'),
  pair: optional(text(PAIR)),
}

type Money = Line<typeof common>
type Units = Line<typeof units>

function pairOf({ pair }: { readonly pair: string }): string | undefined {
  return pair === '' ? undefined : pair
}

/** The row of the depot and that of the account. */
function tradeOf(lines: readonly (Money | Units)[], book: Book): void {
  const units = lines.find((line): line is Units => 'wkn' in line)
  const money = lines.find((line): line is Money => !('wkn' in line))
  if (units === undefined || money === undefined || lines.length > 2)
    refuse('no-pair', 'The two rows of this trade do not go together. Enter it by hand.')
  trade(units, money, book.on(units))
}

/** Which way it went is in the money of the account; without that, units below zero are a sale, and the documented sign of a purchase is plus. */
function trade(line: Units, money: Money | undefined, book: Book): void {
  const { quantity = '', price = '', quotedIn, amount = '', wkn, title } = line
  if (quantity === '' || price === '' || amount === '' || wkn === '')
    refuse('no-quantity', 'A row of the depot needs its security, units, price and amount. Enter it by hand.')
  const isTooLittle = quotedIn === 'EUR' && round(costsBetween('BUY', quantity, price, amount), 2) < 0n
  const isSale = quantity.startsWith('-') || money?.amount?.startsWith('-') === false
  if (money === undefined && !isSale && (amount.startsWith('-') || isTooLittle))
    refuse(
      'unclear-direction',
      'The row does not show whether this was bought or sold: export the account and the depot in one file.',
    )
  const asset = { ref: wkn, name: title, identifiers: [{ kind: 'WKN', value: wkn }] } as const
  const paid = { amount: `${isSale ? '' : '-'}${amount.replace('-', '')}`, unit: 'EUR', quoted: quotedIn }
  const also = money === undefined ? undefined : [money]
  bookNetTrade(book, { asset, quantity: quantity.replace('-', ''), price, ...paid, also }, isSale ? 'SELL' : 'BUY')
}

const account = layout({
  ...format,
  name: 'Umsätze Girokonto',
  columns: { ...common, date: optional(day('Buchungstag')), settledOn: optional(day('Wertstellung (Valuta)')) },
  rows: {
    Wertpapiere: (_, book) => bookMoneySide(book),
    'Zinsen / Dividenden|Kupon': ({ description, amount }, book) => bookNetIncome(book, description, amount),
    Entgelte: 'FEE',
    '*': (line, book) => bookPlainMoney(book, line.kind),
  },
  cases: { key: pairOf, book: tradeOf },
})

const card = layout({
  ...format,
  name: 'Umsätze Visa-Karte',
  columns: { ...common, date: optional(day('Buchungstag')), usedOn: text('Umsatztag'), reference: text('Referenz') },
  rows: { '*': (line, book) => bookPlainMoney(book, line.kind) },
})

const depot = layout({
  ...format,
  name: 'Umsätze Depot',
  columns: units,
  rows: { '*': (line, book) => trade(line, undefined, book) },
  cases: { key: pairOf, book: tradeOf },
})

export const comdirect = tableImporter(
  {
    code: 'comdirect',
    name: 'comdirect',
    website: 'https://www.comdirect.de',
    version: '2',
    languages: ['de'],
    description: 'Bookings of accounts, cards and a depot at comdirect, best all in one file.',
    docs: 'Persönlicher Bereich > Umsätze, choose all accounts and the depot, then Export > CSV.',
    colour: '#fff500',
    maturity: 'beta',
    options: [SECURITIES_OPTION],
    prepare: withPairs,
  },
  [account, card, depot],
)
