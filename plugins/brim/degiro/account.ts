/** The account statement: every movement of money, one row each, newest first. */
import type { ParsedReport, Row, Table } from '#plugins/brim/contract.ts'
import { fail, headerRows, ignore, marksBy, warn, wholeEvents } from '#plugins/kit/index.ts'
import { type AccountRow, ROWS_A_STEP, readStatement } from './account-rows.ts'
import { type Book, closeBook, openBook } from './book.ts'
import { addMovements, addPlain, type Movement } from './cash.ts'
import { addConversion, type Leg, pairConversions } from './conversions.ts'
import { addDividends, type Payment } from './dividends.ts'
import { addEvents } from './events.ts'
import { accountMarks } from './marks.ts'
import { addOrders, type Charge, type Trade } from './orders.ts'
import { readTrade, type TradeText } from './trade-text.ts'
import { kindOf } from './words.ts'

const SETTLED =
  'Cash in place of units, imported as a return of capital: it lowers the cost, and is a gain where nothing is held.'

type Sorted = {
  readonly trades: Trade[]
  readonly events: { row: AccountRow; text: TradeText }[]
  readonly charges: Charge[]
  readonly legs: Leg[]
  readonly payments: Payment[]
  readonly movements: Movement[]
}

export function* parseAccount(table: Table, header: Row): Generator<undefined, ParsedReport> {
  const book = openBook(headerRows(table, { row: header, columns: {} }))
  const { rows, descriptionStyle, lines } = yield* readStatement(table, header, book)
  const sorted: Sorted = { trades: [], events: [], charges: [], legs: [], payments: [], movements: [] }
  let count = 0
  for (const row of rows) {
    if (count++ % ROWS_A_STEP === 0) yield
    const text = readTrade(row, descriptionStyle)
    if (text && (text.prefix === '' || kindOf(text.prefix) !== 'fund')) sortTrade(book, sorted, row, text)
    else sortRow(book, sorted, row)
  }
  const trades = [...sorted.trades, ...addEvents(book, sorted.events)]
  yield
  const conversions = pairConversions(sorted.legs, book)
  yield
  const left = addOrders(book, trades, sorted.charges, conversions)
  yield
  for (const { row, kind } of left.charges) addPlain(book, row, kind === 'fee' ? 'FEE' : 'TAX')
  for (const conversion of left.conversions) addConversion(book, conversion)
  yield
  addDividends(book, sorted.payments)
  yield
  addMovements(book, sorted.movements)
  const marks = marksBy(
    lines,
    ({ row }) => row,
    ({ row, cells }) => accountMarks(cells, book.acrossMinutes.has(row)),
  )
  return wholeEvents(closeBook(book), marks)
}

function sortTrade(book: Book, sorted: Sorted, row: AccountRow, text: TradeText): void {
  if (text.prefix !== '') sorted.events.push({ row, text })
  else if (hasAmount(row)) sorted.trades.push({ row, text })
  else fail(book, row, 'no-amount', 'The trade has no amount. Enter it by hand.')
}

function hasAmount(row: AccountRow): row is Leg {
  return row.amount !== undefined
}

function sortRow(book: Book, sorted: Sorted, row: AccountRow): void {
  const kind = row.isin === 'NLFLATEXACNT' ? 'sweep' : row.rate === undefined ? kindOf(row.folded) : 'fx'
  if (kind === undefined) {
    const detail = `"${row.description}" is not known. Enter it by hand, and report the text so that it can be added.`
    fail(book, row, 'unknown-description', detail)
  } else if (kind === 'sweep') {
    ignore(book, row, 'moved between the trading account and its own cash account at the bank: the balance counts both')
  } else if (!hasAmount(row) || row.amount === 0n) {
    ignore(book, row, kind === 'fund' ? 'cash parked in a money market fund still counts as cash' : 'no money moved')
  } else sortMoney(book, sorted, row, kind)
}

function sortMoney(book: Book, sorted: Sorted, row: Leg, kind: Exclude<ReturnType<typeof kindOf>, undefined | 'sweep'>): void {
  switch (kind) {
    case 'fx':
      sorted.legs.push(row)
      return
    case 'fee':
    case 'tax':
      sorted.charges.push({ row, kind })
      return
    case 'dividend':
    case 'dividend-tax':
    case 'capital-return':
      sorted.payments.push({ row, kind })
      return
    case 'settlement':
      sorted.payments.push({ row, kind: 'capital-return' })
      warn(book, row, 'cash-settlement', SETTLED)
      return
    case 'fund':
      addPlain(book, { ...row, isin: '' }, 'INTEREST')
      return
    case 'interest':
      addPlain(book, row, 'INTEREST')
      return
    default:
      sorted.movements.push({ row, kind })
  }
}
