/** The crypto account statement (since 2023): `Value` is quantity x price, the fee comes on top of a purchase and off a sale. */
import type { ParsedReport, Table, TransactionDraft } from '#plugins/brim/contract.ts'
import { commonStyle, type Header, headerRows, readRecords, squeeze, wholeEvents } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { assetRef, type Book, closeBook, ignore, openBook, type Place, refuse } from './book.ts'
import type { CryptoColumn } from './layout.ts'
import { cryptoMarks, marksBy } from './marks.ts'
import { currencyIn, dayOrder, figureOf, gives, type Stamp, stampOf } from './money.ts'

type Move = Place &
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
  const book = openBook(headerRows(table, header))
  const moves = readMoves(table, header, book)
  const inside = findInside(moves)
  for (const move of moves) {
    if (!inside.has(move)) addMove(book, move)
    else if (move.fees === 0n) ignore(book, move, 'sent and received at the same moment: moved inside Revolut')
    else addFee(book, move)
  }
  return wholeEvents(closeBook(book), marksBy(readRecords(table, header), cryptoMarks))
}

function readMoves(table: Table, header: Header<CryptoColumn>, book: Book): Move[] {
  const records = readRecords(table, header)
  const order = dayOrder(records.map((record) => record.get('date')))
  const units = commonStyle(records.map((record) => record.get('quantity')))
  const money = commonStyle(records.flatMap((record) => [record.get('price'), record.get('value'), record.get('fees')]))
  return records.flatMap((record) => {
    const stamp = stampOf(record.get('date'), order)
    const quantity = figureOf(record.get('quantity'), units)
    const [price, value, fees] = (['price', 'value', 'fees'] as const).map((column) => figureOf(record.get(column), money))
    const unreadable = (['price', 'value', 'fees'] as const).some(
      (column) => record.get(column) !== '' && figureOf(record.get(column), money) === undefined,
    )
    if (!stamp || quantity === undefined || unreadable || record.get('symbol') === '') {
      refuse(
        book,
        record,
        'unreadable-row',
        'Date, symbol or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
      )
      return []
    }
    const type = squeeze(record.get('type')).toLowerCase()
    const currency = currencyIn(record.get('value')) ?? currencyIn(record.get('price')) ?? currencyIn(record.get('fees'))
    return [
      {
        ...record,
        ...stamp,
        type,
        symbol: record.get('symbol'),
        quantity: absolute(quantity),
        price,
        value,
        fees: absolute(fees ?? ZERO),
        currency,
      },
    ]
  })
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
  else if (/reward|cashback|airdrop|bonus/.test(move.type)) book.transactions.push({ ...inKind(book, move), type: 'INTEREST' })
  else if (move.type === 'receive') book.transactions.push({ ...inKind(book, move), type: 'TRANSFER' })
  else if (move.type === 'send') {
    const { costBasis: _none, currency: _also, ...units } = inKind(book, move)
    book.transactions.push({ ...units, type: 'TRANSFER', quantity: formatDecimal(negate(move.quantity)) })
    if (move.fees !== 0n) addFee(book, move)
  } else refuse(book, move, 'unknown-type', `"${move.type}" does not tell whether coins came or went. Enter it by hand.`)
}

function beginDraft(book: Book, move: Move): Pick<TransactionDraft, 'rows' | 'date' | 'time' | 'asset' | 'description'> {
  const asset = assetRef(book, move.symbol, { currency: move.currency, type: 'CRYPTO' })
  return { rows: [move.number], date: move.date, time: move.time, asset, description: move.type }
}

/** Coins that came in without a purchase, with their value where the row has one. */
function inKind(book: Book, move: Move): Omit<TransactionDraft, 'type'> {
  const known = move.value !== undefined && move.currency !== undefined
  const cost = known ? { costBasis: formatDecimal(absolute(move.value ?? ZERO)), currency: move.currency } : {}
  return { ...beginDraft(book, move), quantity: formatDecimal(move.quantity), ...cost }
}

/** What a trade did to the cash balance: the fee is added to a purchase and taken off a sale. */
function netOf(move: Move, type: 'BUY' | 'SELL'): Decimal {
  const value = absolute(move.value ?? ZERO)
  return type === 'BUY' ? negate(add(value, move.fees)) : add(value, negate(move.fees))
}

function addTrade(book: Book, move: Move, type: 'BUY' | 'SELL'): boolean {
  if (move.value === undefined || move.currency === undefined) {
    refuse(book, move, 'incomplete-trade', 'The trade has no value, or one without a currency. Enter it by hand.')
    return false
  }
  const priced = move.price !== undefined && gives(move.quantity, move.price, move.value)
  if (!priced) book.unpriced.push(move.number)
  book.transactions.push({
    ...beginDraft(book, move),
    type,
    quantity: formatDecimal(type === 'BUY' ? move.quantity : negate(move.quantity)),
    price: priced && move.price !== undefined ? formatDecimal(move.price) : undefined,
    amount: formatDecimal(netOf(move, type)),
    currency: move.currency,
    fees: move.fees === 0n ? undefined : formatDecimal(move.fees),
  })
  return true
}

/** Paying with coins sells them and spends the money. */
function addPayment(book: Book, move: Move): void {
  const { asset: _sold, ...begin } = beginDraft(book, move)
  const amount = negate(netOf(move, 'SELL'))
  if (amount < 0n)
    book.transactions.push({ ...begin, type: 'WITHDRAWAL', amount: formatDecimal(amount), currency: move.currency })
}

function addFee(book: Book, move: Move): void {
  if (move.currency === undefined) refuse(book, move, 'incomplete-row', 'The fee of this row has no currency. Enter it by hand.')
  else
    book.transactions.push({
      ...beginDraft(book, move),
      type: 'FEE',
      amount: formatDecimal(negate(move.fees)),
      currency: move.currency,
    })
}
