/** The crypto account statement (since 2023): `Value` is quantity x price, the fee comes on top of a purchase and off a sale. */
import { type ColumnTitles, type Header, ignore, refuse, squeeze, textOf } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, negate, subtract, ZERO } from '#src/shared/decimal.ts'
import { tagsNamed } from '../income-tags.ts'
import { addPriced, assetRef, type Book, beginDraft, bookEach } from './book.ts'
import { cryptoMarks } from './marks.ts'
import { currencyIn } from './money.ts'
import { type Cells, type Figures, findInside, type RowOf, statementOf } from './rows.ts'

const TITLES = {
  symbol: ['Symbol'],
  type: ['Type'],
  quantity: ['Quantity'],
  price: ['Price'],
  value: ['Value'],
  fees: ['Fees'],
  date: ['Date'],
} as const satisfies ColumnTitles<string>
export type CryptoColumn = keyof typeof TITLES

type Move = RowOf<typeof readMove>

export const crypto = statementOf({
  name: 'Crypto statement',
  confidence: 0.92,
  assetType: 'CRYPTO',
  fits: hasNoOther,
  titles: TITLES,
  dated: 'date',
  figures: [['quantity'], ['price', 'value', 'fees']],
  unreadable: 'Date, symbol or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
  make: readMove,
  book: bookMoves,
  marks: cryptoMarks,
})

/** Words that any table of coins may have: no others stand in the title row, or one where these are in their own order. */
function hasNoOther({ row, columns }: Header<CryptoColumn>): boolean {
  const count = row.cells.filter((cell) => cell.trim() !== '').length
  const places = Object.keys(TITLES).map((column) => columns[column as CryptoColumn] ?? -1)
  const isInOrder = places.every((place, index) => place > (places[index - 1] ?? -1))
  return count === places.length || (count === places.length + 1 && isInOrder)
}

function readMove(get: Cells<CryptoColumn>, { quantity, price, value, fees = ZERO }: Figures<CryptoColumn>) {
  const symbol = get('symbol')
  if (quantity === undefined || symbol === '') return undefined
  const currency = currencyIn(get('value')) ?? currencyIn(get('price')) ?? currencyIn(get('fees'))
  const type = squeeze(get('type')).toLowerCase()
  return { type, symbol, quantity: absolute(quantity), price, value, fees: absolute(fees), currency }
}

function bookMoves(book: Book, moves: readonly Move[]): void {
  const of = (kind: string) => moves.filter(({ type }) => type === kind)
  // Coins sent and received at the same moment in the same quantity never left.
  const inside = findInside(
    of('send'),
    of('receive'),
    ({ symbol, quantity, date, time }) => `${symbol} ${quantity} ${date} ${time}`,
  )
  bookEach(book, moves, (move) => {
    if (!inside.has(move)) addMove(book, move)
    else if (move.fees === 0n) ignore(book, move, 'sent and received at the same moment: moved inside Revolut')
    else addFee(book, move)
  })
}

function addMove(book: Book, move: Move): void {
  if (move.quantity === 0n) ignore(book, move, 'no units moved')
  else if (move.type === 'buy') addTrade(book, move, 'BUY')
  else if (move.type === 'sell') addTrade(book, move, 'SELL')
  else if (move.type === 'payment') addPayment(book, move)
  else if (/^(un)?stak(e|ing)$/.test(move.type)) ignore(book, move, 'staked coins still belong to the holding')
  else if (/reward|cashback|airdrop|bonus/.test(move.type))
    book.transactions.push({ ...inKind(book, move), type: 'INTEREST', tags: tagsNamed(move.type) })
  else if (move.type === 'receive') book.transactions.push({ ...inKind(book, move), type: 'TRANSFER' })
  else if (move.type === 'send') {
    book.transactions.push({ ...coinDraft(book, move), quantity: formatDecimal(negate(move.quantity)), type: 'TRANSFER' })
    if (move.fees !== 0n) addFee(book, move)
  } else refuse('unknown-type', `"${move.type}" does not tell whether coins came or went. Enter it by hand.`)
}

function coinDraft(book: Book, move: Move) {
  return { ...beginDraft(move), asset: assetRef(book, move) }
}

/** Coins that came in without a purchase, with their value where the row has one. */
function inKind(book: Book, move: Move) {
  const { value, currency } = move
  const cost = value === undefined || currency === undefined ? {} : { costBasis: formatDecimal(absolute(value)), currency }
  return { ...coinDraft(book, move), quantity: formatDecimal(move.quantity), ...cost }
}

/** The fee is added to a purchase and taken off a sale. Answers what the trade did to the cash balance, as a size. */
function addTrade(book: Book, move: Move, type: 'BUY' | 'SELL'): Decimal {
  const { currency, fees } = move
  if (move.value === undefined || currency === undefined)
    return refuse('incomplete-trade', 'The trade has no value, or one without a currency. Enter it by hand.')
  const value = absolute(move.value)
  const net = type === 'BUY' ? add(value, fees) : subtract(value, fees)
  addPriced(book, move, type, { value, net, fees: textOf(fees) })
  return net
}

/** Paying with coins sells them and spends the money. */
function addPayment(book: Book, move: Move): void {
  const amount = negate(addTrade(book, move, 'SELL'))
  if (amount < 0n)
    book.transactions.push({ ...beginDraft(move), type: 'WITHDRAWAL', amount: formatDecimal(amount), currency: move.currency })
}

function addFee(book: Book, move: Move): void {
  const { currency, fees } = move
  if (currency === undefined) refuse('incomplete-row', 'The fee of this row has no currency. Enter it by hand.')
  book.transactions.push({ ...coinDraft(book, move), type: 'FEE', amount: formatDecimal(negate(fees)), currency })
}
