/** Any of the statements: how it is found, and its rows, with the decimal signs and the order of days that the whole file proves. */
import type { AssetType, LayoutFacts, ParsedReport, Table } from '#plugins/brim/contract.ts'
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
  ignore,
  marksBy,
  type NumberStyle,
  openRowBook,
  readRecords,
  undoneRows,
  unread,
  unreadColumns,
  wholeEvents,
  withoutUndone,
} from '#plugins/kit/index.ts'
import type { Decimal } from '#src/shared/decimal.ts'
import type { Book, Dated } from './book.ts'
import { dayOrder, figureOf, openStamps } from './money.ts'

/** Beside the titles of a statement, those that are of no use. */
const KNOWN: ReadonlySet<string> = new Set(['fx rate', 'symbol description', 'product'])

export type Cells<K extends string> = (column: K) => string
/** Those whose cells are not empty. */
export type Figures<K extends string> = Readonly<Partial<Record<K, Decimal>>>
/** A row as its reader (`make`) answers. */
export type RowOf<Make extends (...given: never[]) => unknown> = Dated & NonNullable<ReturnType<Make>>

type StatementFacts<K extends string, T extends object> = {
  readonly name: string
  readonly confidence: number
  /** Of whatever it holds. */
  readonly assetType?: AssetType
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
  readonly figures: readonly (readonly K[])[]
  /** A sentence about rows that cannot be read. */
  readonly unreadable: string
  /** Why nothing is made of a row, whether or not it can be read. */
  readonly skip?: (get: Cells<K>) => string | undefined
  /** What the row is; `undefined` where that cannot be read. */
  readonly make: (get: Cells<K>, figures: Figures<K>) => T | undefined
  readonly book: (book: Book, rows: readonly (Dated & T)[]) => void
  readonly marks: (get: Cells<K>) => EventMarks
}

/** `find`: what parses a table, where it is this statement. */
export type Statement = {
  readonly confidence: number
  readonly format: LayoutFacts
  readonly find: (table: Table) => (() => ParsedReport) | undefined
}

export function statementOf<K extends string, T extends object>(facts: StatementFacts<K, T>): Statement {
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

/** Columns of figures, and the decimal sign that these prove together. */
type Styled<K extends string> = readonly [readonly K[], NumberStyle | undefined]

/** Reads a statement, transactions in the order of the file. */
function parseRows<K extends string, T extends object>(
  table: Table,
  header: Header<K>,
  facts: StatementFacts<K, T>,
): ParsedReport {
  const { assetType, dated, dayOf = (get) => get(dated), figures: lists, skip } = facts
  const book: Book = { ...openRowBook(headerRows(table, header)), assetType, unpriced: [] }
  const records = readRecords(table, header)
  const stampIn = openStamps(dayOrder(records.map(({ get }) => get(dated))))
  const styled = lists.map((list): Styled<K> => [list, commonStyle(records.flatMap(({ get }) => list.map(get)))])
  const rows: (Dated & T)[] = []
  for (const { number: row, cells, get } of records) {
    const reason = skip?.(get)
    const stamp = reason === undefined ? stampIn(dayOf(get)) : undefined
    const figures = stamp && readFigures(get, styled)
    const made = figures && facts.make(get, figures)
    if (reason !== undefined) ignore(book, { row, cells }, reason)
    else if (stamp && made) rows.push({ row, cells, date: stamp.date, time: stamp.time, ...made })
    else fail(book, { row, cells }, 'unreadable-row', facts.unreadable)
  }
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

/** `undefined` where a cell is no figure. */
function readFigures<K extends string>(get: Cells<K>, styled: readonly Styled<K>[]): Figures<K> | undefined {
  const figures: Partial<Record<K, Decimal>> = {}
  for (const [columns, style] of styled)
    for (const column of columns) {
      const cell = get(column)
      if (cell === '') continue
      const figure = figureOf(cell, style)
      if (figure === undefined) return undefined
      figures[column] = figure
    }
  return figures
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
