/** The rows of any of the statements: day, time and figures read, with the decimal signs and the order of days that the whole file proves. */
import type { ParsedReport, Table, TransactionDraft } from '#plugins/brim/contract.ts'
import {
  closeRowBook,
  commonStyle,
  type EventMarks,
  fail,
  fold,
  type Header,
  headerRows,
  marksBy,
  openRowBook,
  readRecords,
  type Spot,
  undoneRows,
  unreadColumns,
  wholeEvents,
  withoutUndone,
} from '#plugins/kit/index.ts'
import type { Decimal } from '#src/shared/decimal.ts'
import type { Book } from './book.ts'
import { dayOrder, figureOf, openStamps, type Stamp } from './money.ts'

/** Beside the titles of a statement, those that are of no use. */
const KNOWN: ReadonlySet<string> = new Set(['fx rate', 'symbol description', 'product'])

type Cells<K extends string> = (column: K) => string

/** A row that could be read; a figure is `undefined` where its cell is empty. */
export type StatementRow<K extends string, F extends K = never> = Spot &
  Stamp & { readonly get: Cells<K>; readonly figures: Readonly<Record<F, Decimal | undefined>> }

type StatementFacts<K extends string, F extends K, T> = {
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
  readonly make: (row: StatementRow<K, F>) => T | undefined
  readonly book: (book: Book, rows: readonly T[]) => void
  readonly marks: (get: Cells<K>) => EventMarks
}

/** Reads a statement, transactions in the order of the file. */
export function parseRows<K extends string, F extends K, T>(
  table: Table,
  header: Header<K>,
  facts: StatementFacts<K, F, T>,
): ParsedReport {
  const { dated, dayOf = (get) => get(dated), figures: lists, skip } = facts
  const book: Book = { ...openRowBook(headerRows(table, header)), unpriced: [] }
  const records = readRecords(table, header)
  const stampIn = openStamps(dayOrder(records.map(({ get }) => get(dated))))
  const styled = lists.map((list) => [list, commonStyle(records.flatMap(({ get }) => list.map(get)))] as const)
  const rows = records.flatMap(({ number, cells, get }): T[] => {
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
    const made = stamp && isReadable ? facts.make({ ...spot, ...stamp, get, figures }) : undefined
    if (made !== undefined) return [made]
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

/** What every draft of a row has. */
export function beginDraft(
  { row, date, time }: Spot & Stamp,
  description: string,
): Pick<TransactionDraft, 'rows' | 'date' | 'time' | 'description'> {
  return { rows: [row], date, time, description }
}
