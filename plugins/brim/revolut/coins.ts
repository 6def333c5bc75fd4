/** The crypto account statement until 2023: the columns of a current account, with the value in the base currency beside each row. */
import type { ParsedReport, Table, TransactionDraft } from '#plugins/brim/contract.ts'
import { commonStyle, type Header, headerRows, readRecords, wholeEvents } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { assetRef, type Book, closeBook, ignore, openBook, type Place, refuse } from './book.ts'
import type { CoinColumn } from './layout.ts'
import { accountMarks, marksBy } from './marks.ts'
import { currencyIn, dayOrder, figureOf, type Stamp, stampOf } from './money.ts'
import { isFinished, typeOf, unfinished } from './state.ts'

type Move = Place &
  Stamp & {
    readonly type: string
    readonly started: string
    readonly coin: string
    readonly description: string
    /** Signed change of the holding. */
    readonly quantity: Decimal
    /** Value with fees, without sign. */
    readonly total: Decimal
    readonly fee: Decimal
    readonly base: string
  }

export function parseCoins(table: Table, header: Header<CoinColumn>): ParsedReport {
  const book = openBook(headerRows(table, header))
  const moves = readMoves(table, header, book)
  const inside = findInside(moves)
  for (const move of moves) {
    if (inside.has(move)) ignore(book, move, 'moved between two products of the same account')
    else if (move.quantity === 0n) ignore(book, move, 'no units moved')
    else addMove(book, move)
  }
  return wholeEvents(closeBook(book), marksBy(readRecords(table, header), accountMarks))
}

function readMoves(table: Table, header: Header<CoinColumn>, book: Book): Move[] {
  const records = readRecords(table, header)
  const order = dayOrder(records.map((record) => record.get('started')))
  const style = commonStyle(records.flatMap((record) => [record.get('amount'), record.get('total'), record.get('fee')]))
  return records.flatMap((record) => {
    const reason = unfinished(record.get('state'))
    if (reason !== undefined) {
      ignore(book, record, reason)
      return []
    }
    const stamp = stampOf(record.get('completed') || record.get('started'), order)
    const [quantity, total, fee] = (['amount', 'total', 'fee'] as const).map((column) =>
      record.get(column) === '' ? ZERO : figureOf(record.get(column), style),
    )
    const base = currencyIn(record.get('base'))
    if (
      !stamp ||
      !isFinished(record.get('state')) ||
      quantity === undefined ||
      total === undefined ||
      fee === undefined ||
      base === undefined ||
      record.get('currency') === ''
    ) {
      refuse(
        book,
        record,
        'unreadable-row',
        'Date, currency, state or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
      )
      return []
    }
    const texts = {
      type: typeOf(record.get('type')),
      started: record.get('started'),
      coin: record.get('currency'),
      description: record.get('description'),
    }
    return [{ ...record, ...stamp, ...texts, quantity, total: absolute(total), fee: absolute(fee), base }]
  })
}

function findInside(moves: readonly Move[]): Set<Move> {
  const inside = new Set<Move>()
  const transfers = moves.filter(({ type }) => type === 'TRANSFER')
  const arrived = Map.groupBy(
    transfers.filter(({ quantity }) => quantity > 0n),
    ({ coin, started, quantity }) => `${coin} ${started} ${quantity}`,
  )
  for (const out of transfers.filter(({ quantity }) => quantity < 0n)) {
    const into = arrived.get(`${out.coin} ${out.started} ${negate(out.quantity)}`)?.pop()
    if (into) inside.add(out).add(into)
  }
  return inside
}

function addMove(book: Book, move: Move): void {
  const asset = assetRef(book, move.coin, { currency: move.base, type: 'CRYPTO' })
  const begin = { rows: [move.number] as const, date: move.date, time: move.time, description: move.description }
  const units = { ...begin, asset, quantity: formatDecimal(move.quantity) }
  const cost = { costBasis: formatDecimal(move.total), currency: move.base }
  if (/^(EXCHANGE|CARD_PAYMENT|CARD_REFUND)$/.test(move.type)) {
    book.transactions.push(tradeOf(move, units))
    if (move.type === 'EXCHANGE' || move.total === 0n) return
    const [type, amount] = move.quantity < 0n ? (['WITHDRAWAL', negate(move.total)] as const) : (['DEPOSIT', move.total] as const)
    book.transactions.push({ ...begin, type, amount: formatDecimal(amount), currency: move.base })
  } else if (move.type === 'TRANSFER') book.transactions.push({ ...units, type: 'TRANSFER', ...(move.quantity > 0n ? cost : {}) })
  else if (/REWARD|CASHBACK|INTEREST|STAKING/.test(move.type) && move.quantity > 0n)
    book.transactions.push({ ...units, type: 'INTEREST', ...cost })
  else refuse(book, move, 'unknown-type', `"${move.type}" cannot be imported from this statement. Enter it by hand.`)
}

function tradeOf(move: Move, units: Omit<TransactionDraft, 'type'>): TransactionDraft {
  const buys = move.quantity > 0n
  return {
    ...units,
    type: buys ? 'BUY' : 'SELL',
    amount: formatDecimal(buys ? negate(move.total) : move.total),
    currency: move.base,
    fees: move.fee === 0n ? undefined : formatDecimal(move.fee),
  }
}
