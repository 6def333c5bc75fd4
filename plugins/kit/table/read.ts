/** Rows to drafts, as their layouts say: each row, or each case, is booked whole or becomes an error with a reason. */
import { decimal, formatDecimal } from '#src/shared/decimal.ts'
import type { ImportOptions, ReportFile, Row, Table } from '../../brim/contract.ts'
import { inUnit, unitNamed } from '../figures.ts'
import { type NumberStyle, parseNumber } from '../number.ts'
import { requireStyle } from '../number-style.ts'
import { refuse } from '../refuse.ts'
import { remembered } from '../remembered.ts'
import { attempt, info, rowsBeside, takeBack, writtenIn } from '../row-book.ts'
import { fold } from '../text.ts'
import { undoneRows, unreadColumns } from '../unread-columns.ts'
import { openBook } from './book.ts'
import { createLines, type RawLine } from './cells.ts'
import { type Place, placeIn, SURE_ENOUGH } from './find.ts'
import { asUnit, CELLS, givenBy, type Source, textIn, unitIn } from './given.ts'
import type { Layout } from './layout.ts'
import { type Numbered, numberIn, readOnce, repeatsOf } from './once.ts'
import type { OpenDraft, Pages } from './pages.ts'
import { bookRow, caseOf, type Rules, rulesOf } from './rules.ts'
import type { AnyLine } from './terms.ts'

const ROWS_A_STEP = 500

/** A table with the layout that fits it; `offset` is added to its row numbers. */
export type Part = { readonly file: ReportFile; readonly table: Table; readonly place: Place; readonly offset: number }

type Cases = Map<string, Case>
type Case = { readonly source: Section; readonly lines: [RawLine, ...RawLine[]]; cause?: number }

/** What a row left behind: the key of its case, or itself where it failed. */
type Trace = string | { readonly failed: RawLine }

/** What the parts of a report have in common; `shared`: the cases whose rows may stand in several of them. */
export type Reading = {
  readonly layouts: readonly Layout[]
  readonly options: ImportOptions
  readonly pages: Pages
  readonly shared: Cases
}

/** The rows below one header: what their kinds mean, and whose title rows may stand below. */
type Section = Source &
  Numbered &
  Rules & {
    readonly lineOf: (row: Row) => RawLine
    readonly titled: readonly Layout[]
  }

/** Reads one table. Throws RowRefusal for a file that proves nothing, or both, of its numbers. Yields every 500 rows. */
export function* readPart(part: Part, reading: Reading): Generator<undefined, void> {
  const { table, place, offset } = part
  const { ignored } = reading.pages
  const cases: Cases = new Map()
  const traces: (Trace | undefined)[] = []
  let [at, section] = [place, openSection(part, place, reading)]
  const read = (row: Row) => readRow(section, row, cases, reading.shared)
  for (let index = 0; index < table.rows.length; index++) {
    const row = table.rows[index] as Row
    if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield
    const next = index <= place.index ? place : headerAt(row, index, table, at, section)
    if (next === undefined) {
      traces[index] = readOnce(section, row, offset, read)
      continue
    }
    if (row.number > 0) ignored.push({ row: row.number + offset, reason: index < place.index ? 'preamble' : 'header' })
    if (next === at) continue
    noteUnread(reading.pages, part, at, index)
    ;[at, section] = [next, openSection(part, next, reading)]
  }
  noteUnread(reading.pages, part, at, table.rows.length)
  takeNeighbours(table, traces, (key) => cases.get(key) ?? reading.shared.get(key))
  yield* bookCases(cases)
}

/** Says of the columns of a section that are not known, and may count. */
function noteUnread({ issues, unread, undone }: Pages, { table, offset }: Part, { index, known }: Place, end: number): void {
  const titled = { rows: table.rows, header: index, end }
  const isKnown = (column: number) => known.has(column)
  issues.push(...unreadColumns(titled, isKnown, unread))
  undone.push(...undoneRows(titled, isKnown, offset))
}

export function* bookCases(cases: Cases): Generator<undefined, void> {
  let count = 0
  for (const { source, lines, cause } of cases.values()) {
    if (++count % ROWS_A_STEP === 0) yield
    const { transactions, ignored } = source.pages
    const [from, left] = [transactions.length, ignored.length]
    attempt(source.pages, lines, () => {
      if (cause !== undefined) refuse('event-incomplete', `Row ${cause} may belong to the same event and cannot be read.`)
      const book = openBook(source, lines[0], lines)
      const rule = source.layout.cases?.book
      if (rule === undefined) bookRow(source, lines[0], book, lines)
      else rule(lines, book)
      shareRows(source.pages, lines, from, left)
      for (const line of lines) finish(source, line)
    })
  }
}

function openSection(part: Part, place: Place, { layouts, options, pages }: Reading): Section {
  const { layout, places } = place
  const money = layout.money === undefined ? undefined : new Set(layout.money)
  const format = { dates: layout.dates, numbers: numberStyle(part, place), money }
  return {
    ...{ ...format, ...rulesOf(layout), options, pages, toUnit: remembered(unitNamed) },
    lineOf: createLines(layout.columns, places, format, part.offset),
    numberOf: numberIn(layout, places),
    find: repeatsOf(pages, layout),
    // An exact title row is that of a whole table.
    titled: layouts.filter((one) => one !== layout && (one.json ?? layout.json) === undefined && one.exact !== true),
  }
}

/**
 * The decimal sign of the table. `proven`: the one that its cells prove, `dot` where none has a sign at all. So it is with a sheet of commas: cells that
 * were saved as numbers have points.
 */
function numberStyle({ file, table }: Part, { layout, index, places }: Place): NumberStyle {
  const { numbers, columns } = layout
  const isSheet = file.format === 'sheet'
  if (typeof numbers === 'object') return isSheet ? numbers.sheet : numbers.csv
  if (numbers === 'dot' || (numbers === 'comma' && !isSheet)) return numbers
  const wanted = [...places].flatMap(([name, place]) => (columns[name]?.kind === 'number' ? place : []))
  return requireStyle(table.rows.slice(index + 1), wanted, isSheet)
}

/** The place of a header below the first one: the last one, which it repeats, or that of another layout, whose section begins. */
function headerAt(row: Row, index: number, table: Table, place: Place, { titled }: Section): Place | undefined {
  const header = table.rows[place.index]?.cells ?? []
  const first = row.cells[0] ?? ''
  if (first !== '' && first === header[0] && row.cells.every((cell, at) => cell === (header[at] ?? ''))) return place
  const code = first.charCodeAt(0)
  if (titled.length === 0 || (code >= 48 && code <= 57) || code === 34 || code === 45 || areFigures(row.cells)) return undefined
  const titles = row.cells.map(fold)
  for (const one of titled) {
    const found = placeIn(titles, one, index)
    if (found !== undefined && found.confidence >= SURE_ENOUGH) return found
  }
  return undefined
}

/** More cells begin with a figure than a title row may have. */
function areFigures(cells: readonly string[]): boolean {
  let [filled, figures] = [0, 0]
  for (const cell of cells) {
    if (cell !== '') filled++
    const code = cell.charCodeAt(0)
    if (code >= 45 && code <= 57 && ++figures * 10 > cells.length * 3) return true
  }
  return figures * 10 > filled * 3
}

/** Books a row, or puts it to its case; a row that failed before either was known leaves when it happened. */
function readRow(section: Section, row: Row, cases: Cases, shared: Cases): Trace | undefined {
  const { layout, pages } = section
  const line = section.lineOf(row)
  // Until the row is booked it has written nothing.
  let before: readonly number[] | undefined
  let key: string | undefined
  try {
    const reason = layout.skip?.(line)
    key = reason === undefined ? caseOf(section, line) : undefined
    if (key === undefined) {
      before = writtenIn(pages)
      if (reason === undefined) bookRow(section, line, openBook(section, line))
      else pages.ignored.push({ row: line.row, reason })
      return finish(section, line)
    }
  } catch (error) {
    const { code } = takeBack(pages, before ?? writtenIn(pages), [line], error)
    return before === undefined || code === 'unknown-type' ? { failed: line } : undefined
  }
  const list = layout.cases?.acrossFiles === true ? shared : cases
  const known = list.get(key)
  if (known) known.lines.push(line)
  else list.set(key, { source: section, lines: [line] })
  return key
}

/** Day and time of a line; `null` where they cannot be read. */
function momentOf(line: RawLine): string | null {
  try {
    return `${line['date'] ?? ''} ${line['time'] ?? ''}`
  } catch {
    return null
  }
}

/** What a row says beside its booking: figures that were rounded, and its running balance. */
function finish(source: Source, line: RawLine): undefined {
  const { pages, layout } = source
  for (const figure of line.cut)
    info(pages, line, 'quantity-cut', `${figure} has more than 12 places after the point; it was rounded to them, half to even.`)
  if (layout.stated !== true) return
  const given = givenBy(source, line)
  const cell = textIn(given, CELLS.balance)
  const balance = layout.columns['balance']?.kind === 'text' ? parseNumber(cell, source.numbers) : cell
  const unit = balance === undefined ? undefined : (asUnit(source, CELLS.balanceUnit(given)) ?? unitIn(given))
  const date = unit === undefined ? undefined : textIn(given, CELLS.date)
  if (balance === undefined || unit === undefined || date === undefined) return
  const amount = unit.divisor === 1 ? balance : formatDecimal(inUnit(decimal(balance), unit))
  const account = textIn(given, CELLS.account)
  pages.stated.push({ row: line.row, date, account, unit: unit.currency, amount, kind: 'running' })
}

/** A row that failed may be of the case above or below, where it is of that moment or does not tell its own: none of that case is booked. */
function takeNeighbours(table: Table, traces: readonly (Trace | undefined)[], caseOf: (key: string) => Case | undefined): void {
  for (let index = 0; index < traces.length; index++) {
    const trace = traces[index]
    if (typeof trace !== 'object') continue
    for (const near of [traces[index - 1], traces[index + 1]]) {
      const entry = typeof near === 'string' ? caseOf(near) : undefined
      if (entry === undefined) continue
      const moment = momentOf(trace.failed)
      if (moment === null || entry.lines.some((line) => momentOf(line) === moment)) entry.cause ??= table.rows[index]?.number ?? 0
    }
  }
}

/** The drafts of a case share a row, so that whoever takes one takes all; rows that no draft and no reason names are parts of the last. */
function shareRows({ transactions, ignored }: Pages, lines: readonly AnyLine[], from: number, left: number): void {
  const first = transactions[from]?.rows[0]
  if (first === undefined) return
  const named: number[] = []
  for (let i = left; i < ignored.length; i++) named.push(ignored[i]?.row ?? 0)
  for (let i = from; i < transactions.length; i++) {
    const draft = transactions[i] as OpenDraft
    for (const row of draft.rows) named.push(row)
    if (!draft.rows.includes(first)) draft.rows = [...draft.rows, first]
  }
  const rest = rowsBeside(named, lines)
  const last = transactions.at(-1)
  if (rest.length > 0 && last !== undefined) last.rows = [...last.rows, ...rest]
}
