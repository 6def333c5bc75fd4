/** The crypto account statement (since 2023): `Value` is quantity x price, the fee comes on top of a purchase and off a sale. */
import type { ParsedReport, Table, TransactionDraft } from '#plugins/brim/contract.ts'
import { fail, type Header, ignore, type Spot, squeeze, textOf } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { tagsNamed } from '../income-tags.ts'
import { addPriced, assetRef, type Book } from './book.ts'
import type { CryptoColumn } from './layout.ts'
import { cryptoMarks } from './marks.ts'
import { currencyIn, type Stamp } from './money.ts'
import { beginDraft, parseRows, type StatementRow } from './rows.ts'

type Move = Spot &
  Stamp & {
    readonly type: string
    readonly symbol: string
    readonly quantity: Decimal
    readonly price: Decimal | undefined
    readonly value: Decimal | undefined
    readonly fees: Decimal
    readonly currency: string | undefined
  }

export function parseCrypto(table: Table, header: Header<CryptoColumn>): ParsedReport {
  return parseRows(table, header, {
    dated: 'date',
    figures: [['quantity'], ['price', 'value', 'fees']],
    unreadable: 'Date, symbol or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
    make: readMove,
    book: bookMoves,
    marks: cryptoMarks,
  })
}

type CryptoFigure = 'quantity' | 'price' | 'value' | 'fees'

function readMove({ row, cells, date, time, get, figures }: StatementRow<CryptoColumn, CryptoFigure>): Move | undefined {
  const { quantity, price, value, fees = ZERO } = figures
  const symbol = get('symbol')
  if (quantity === undefined || symbol === '') return undefined
  const currency = currencyIn(get('value')) ?? currencyIn(get('price')) ?? currencyIn(get('fees'))
  const type = squeeze(get('type')).toLowerCase()
  return { row, cells, date, time, type, symbol, quantity: absolute(quantity), price, value, fees: absolute(fees), currency }
}

function bookMoves(book: Book, moves: readonly Move[]): void {
  const inside = findInside(moves)
  for (const move of moves) {
    if (!inside.has(move)) addMove(book, move)
    else if (move.fees === 0n) ignore(book, move, 'sent and received at the same moment: moved inside Revolut')
    else addFee(book, move)
  }
}

/** Coins sent and received at the same moment in the same quantity never left. */
function findInside(moves: readonly Move[]): Set<Move> {
  const inside = new Set<Move>()
  const moment = ({ symbol, quantity, date, time }: Move) => `${symbol} ${quantity} ${date} ${time}`
  const received = Map.groupBy(
    moves.filter(({ type }) => type === 'receive'),
    moment,
  )
  for (const sent of moves.filter(({ type }) => type === 'send')) {
    const counterpart = received.get(moment(sent))?.pop()
    if (counterpart) inside.add(sent).add(counterpart)
  }
  return inside
}

function addMove(book: Book, move: Move): void {
  if (move.quantity === 0n) ignore(book, move, 'no units moved')
  else if (move.type === 'buy') addTrade(book, move, 'BUY')
  else if (move.type === 'sell') addTrade(book, move, 'SELL')
  else if (move.type === 'payment') {
    if (addTrade(book, move, 'SELL')) addPayment(book, move)
  } else if (/^(un)?stak(e|ing)$/.test(move.type)) ignore(book, move, 'staked coins still belong to the holding')
  else if (/reward|cashback|airdrop|bonus/.test(move.type))
    book.transactions.push({ ...inKind(book, move), type: 'INTEREST', tags: tagsNamed(move.type) })
  else if (move.type === 'receive') book.transactions.push({ ...inKind(book, move), type: 'TRANSFER' })
  else if (move.type === 'send') {
    const { costBasis: _none, currency: _also, ...units } = inKind(book, move)
    book.transactions.push({ ...units, type: 'TRANSFER', quantity: formatDecimal(negate(move.quantity)) })
    if (move.fees !== 0n) addFee(book, move)
  } else fail(book, move, 'unknown-type', `"${move.type}" does not tell whether coins came or went. Enter it by hand.`)
}

function coinDraft(book: Book, move: Move): Omit<TransactionDraft, 'type'> {
  const asset = assetRef(book, move.symbol, { currency: move.currency, type: 'CRYPTO' })
  return { ...beginDraft(move, move.type), asset }
}

/** Coins that came in without a purchase, with their value where the row has one. */
function inKind(book: Book, move: Move): Omit<TransactionDraft, 'type'> {
  const known = move.value !== undefined && move.currency !== undefined
  const cost = known ? { costBasis: formatDecimal(absolute(move.value ?? ZERO)), currency: move.currency } : {}
  return { ...coinDraft(book, move), quantity: formatDecimal(move.quantity), ...cost }
}

/** What a trade did to the cash balance, as a size: the fee is added to a purchase and taken off a sale. */
function netOf({ value = ZERO, fees }: Move, type: 'BUY' | 'SELL'): Decimal {
  return type === 'BUY' ? add(absolute(value), fees) : add(absolute(value), negate(fees))
}

function addTrade(book: Book, move: Move, type: 'BUY' | 'SELL'): boolean {
  const { quantity, price, value, currency, fees } = move
  if (value === undefined || currency === undefined) {
    fail(book, move, 'incomplete-trade', 'The trade has no value, or one without a currency. Enter it by hand.')
    return false
  }
  addPriced(book, move, { ...coinDraft(book, move), currency, fees: textOf(fees) }, type, {
    quantity,
    price,
    value,
    net: netOf(move, type),
  })
  return true
}

/** Paying with coins sells them and spends the money. */
function addPayment(book: Book, move: Move): void {
  const { asset: _sold, ...begin } = coinDraft(book, move)
  const amount = negate(netOf(move, 'SELL'))
  if (amount < 0n)
    book.transactions.push({ ...begin, type: 'WITHDRAWAL', amount: formatDecimal(amount), currency: move.currency })
}

function addFee(book: Book, move: Move): void {
  if (move.currency === undefined) fail(book, move, 'incomplete-row', 'The fee of this row has no currency. Enter it by hand.')
  else
    book.transactions.push({
      ...coinDraft(book, move),
      type: 'FEE',
      amount: formatDecimal(negate(move.fees)),
      currency: move.currency,
    })
}
