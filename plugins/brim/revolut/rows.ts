/** Any of the statements: how it is found, and its rows, with the decimal signs and the order of days that the whole file proves. */
import type { LayoutFacts, ParsedReport, Table, TransactionDraft } from '#plugins/brim/contract.ts'
import {
  type ColumnTitles,
  closeRowBook,
  commonStyle,
  type EventMarks,
  fail,
  findHeader,
  fold,
  type Header,
  headerRows,
  marksBy,
  openRowBook,
  readRecords,
  type Spot,
  undoneRows,
  unread,
  unreadColumns,
  wholeEvents,
  withoutUndone,
} from '#plugins/kit/index.ts'
import type { Decimal } from '#src/shared/decimal.ts'
import type { Book } from './book.ts'
import { dayOrder, figureOf, openStamps, type Stamp } from './money.ts'

/** Beside the titles of a statement, those that are of no use. */
const KNOWN: ReadonlySet<string> = new Set(['fx rate', 'symbol description', 'product'])

export type Cells<K extends string> = (column: K) => string
/** A figure is `undefined` where its cell is empty. */
export type Figures<F extends string> = Readonly<Record<F, Decimal | undefined>>
/** What every row that could be read has. */
export type Dated = Spot & Stamp

type StatementFacts<K extends string, F extends K, T> = {
  readonly name: string
  readonly confidence: number
  readonly titles: ColumnTitles<K>
  /** The columns without which it is another table; default: all. */
  readonly needed?: readonly K[]
  /** Titles that nothing reads. */
  readonly more?: readonly string[]
  /** What else must hold of its header. */
  readonly fits?: (header: Header<K>) => boolean
  /** The column whose days show their order. */
  readonly dated: K
  /** The cell of the day that a row counts on; default: `dated`. */
  readonly dayOf?: (get: Cells<K>) => string
  /** The columns of figures; those of one list have the same decimal sign. */
  readonly figures: readonly (readonly F[])[]
  /** A sentence about rows that cannot be read. */
  readonly unreadable: string
  /** Why nothing is made of a row, whether or not it can be read. */
  readonly skip?: (get: Cells<K>) => string | undefined
  /** What the row is; `undefined` where that cannot be read. */
  readonly make: (get: Cells<K>, figures: Figures<F>) => T | undefined
  readonly book: (book: Book, rows: readonly (Dated & T)[]) => void
  readonly marks: (get: Cells<K>) => EventMarks
}

/** `find`: what parses a table, where it is this statement. */
export type Statement = {
  readonly confidence: number
  readonly format: LayoutFacts
  readonly find: (table: Table) => (() => ParsedReport) | undefined
}

export function statementOf<K extends string, F extends K, T>(facts: StatementFacts<K, F, T>): Statement {
  const { name, confidence, titles, needed = keysOf(titles), more = [], fits = () => true } = facts
  const known = [...needed, ...keysOf(titles).filter((column) => !needed.includes(column))].map((column) => titles[column])
  return {
    confidence,
    format: { name, holds: 'transactions', titles: [...known, ...more.map((title) => [title])], required: needed.length },
    find: (table) => {
      const header = findHeader(table, titles, needed)
      return header && fits(header) ? () => parseRows(table, header, facts) : undefined
    },
  }
}

/** A report that is taken by mistake; `instead` says which one to take. `needed`: titles, or what one is called in several languages, parted by `|`. */
export function otherStatement(
  { name, instead }: { readonly name: string; readonly instead: string },
  needed: readonly string[],
  more: readonly string[],
): Statement {
  const titles = Object.fromEntries(needed.map((title) => [title, title.split('|')]))
  return {
    confidence: 0.95,
    format: {
      name,
      holds: 'other',
      titles: [...Object.values(titles), ...more.map((title) => [title])],
      required: needed.length,
    },
    find: (table) => (findHeader(table, titles, needed) ? () => unread('other-report', instead) : undefined),
  }
}

function keysOf<K extends string>(titles: ColumnTitles<K>): K[] {
  return Object.keys(titles) as K[]
}

/** Reads a statement, transactions in the order of the file. */
function parseRows<K extends string, F extends K, T>(
  table: Table,
  header: Header<K>,
  facts: StatementFacts<K, F, T>,
): ParsedReport {
  const { dated, dayOf = (get) => get(dated), figures: lists, skip } = facts
  const book: Book = { ...openRowBook(headerRows(table, header)), unpriced: [] }
  const records = readRecords(table, header)
  const stampIn = openStamps(dayOrder(records.map(({ get }) => get(dated))))
  const styled = lists.map((list) => [list, commonStyle(records.flatMap(({ get }) => list.map(get)))] as const)
  const rows = records.flatMap(({ number, cells, get }): (Dated & T)[] => {
    const spot = { row: number, cells }
    const reason = skip?.(get)
    if (reason !== undefined) {
      book.ignored.push({ row: number, reason })
      return []
    }
    const stamp = stampIn(dayOf(get))
    // Filled column by column below.
    const figures = {} as Record<F, Decimal | undefined>
    let isReadable = true
    for (const [list, style] of styled)
      for (const column of list) {
        const cell = get(column)
        figures[column] = cell === '' ? undefined : figureOf(cell, style)
        isReadable &&= cell === '' || figures[column] !== undefined
      }
    const made = stamp && isReadable ? facts.make(get, figures) : undefined
    if (stamp && made !== undefined) return [{ row: number, cells, date: stamp.date, time: stamp.time, ...made }]
    fail(book, spot, 'unreadable-row', facts.unreadable)
    return []
  })
  facts.book(book, rows)
  const marks = marksBy(
    records,
    ({ number }) => number,
    ({ get }) => facts.marks(get),
  )
  const places = new Set<number | undefined>(Object.values(header.columns))
  const isRead = (index: number, title: string) => places.has(index) || KNOWN.has(fold(title))
  const titled = { rows: table.rows, header: table.rows.indexOf(header.row) }
  book.issues.push(...unreadColumns(titled, isRead))
  return withoutUndone(wholeEvents(closed(book), marks), undoneRows(titled, isRead))
}

function closed(book: Book): ParsedReport {
  const { unpriced, issues } = book
  const some = unpriced.slice(0, 20).join(', ')
  const detail = `In ${unpriced.length} rows quantity x price does not give the amount; the amount stays and the price derived from it (rows ${some}${unpriced.length > 20 ? ', ...' : ''}).`
  if (unpriced.length > 0) issues.push({ row: null, severity: 'info', code: 'price-left-out', detail })
  return closeRowBook(book, true)
}

/** Rows that went out and came in again under one key, the last of each first: neither moved anything. */
export function findInside<T>(outs: readonly T[], intos: readonly T[], keyOf: (row: T) => string): Set<T> {
  const inside = new Set<T>()
  const arrived = Map.groupBy(intos, keyOf)
  for (const out of outs) {
    const into = arrived.get(keyOf(out))?.pop()
    if (into !== undefined) inside.add(out).add(into)
  }
  return inside
}

/** What every draft of a row has. */
export function beginDraft(
  { row, date, time }: Dated,
  description: string,
): Pick<TransactionDraft, 'rows' | 'date' | 'time' | 'description'> {
  return { rows: [row], date, time, description }
}
