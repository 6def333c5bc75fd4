/** Rows to drafts, as their layouts say: each row, or each case, is booked whole or becomes an error with a reason. */
import { decimal, divide, formatDecimal, whole } from '#src/shared/decimal.ts'
import type { ImportOptions, ReportFile, Row, Table } from '../../brim/contract.ts'
import { type NumberStyle, parseNumber } from '../number.ts'
import { provenStyle } from '../number-style.ts'
import { rowText } from '../record.ts'
import { fold } from '../text.ts'
import type { AnyLine } from './book.ts'
import { type CellFormat, createLines, type RawLine } from './cells.ts'
import type { Unit } from './columns.ts'
import { type Place, placeIn } from './find.ts'
import type { Source } from './given.ts'
import type { Layout, RowRule } from './layout.ts'
import { bookAs, openBook } from './line-book.ts'
import { markOf, type Pages, takeBack } from './pages.ts'
import { RowRefusal, refuse } from './refuse.ts'

const ROWS_A_STEP = 500
const MAX_KINDS = 1_000

type Rules = Map<string, RowRule<Record<string, never>>>
/** What a row left behind: the key of its case, or that it failed, and when it happened where that can be read. */
type Trace = { readonly key: string } | { readonly failed: string | null }
type Case = { readonly source: Source; readonly lines: [RawLine, ...RawLine[]]; cause?: number }
type Section = { readonly layout: Layout; readonly source: Source; readonly rules: Rules; readonly lineOf: (row: Row) => RawLine }

/** A table with the layout that fits it; `offset` is added to its row numbers. */
export type Part = { readonly file: ReportFile; readonly table: Table; readonly place: Place; readonly offset: number }

/** Reads one table into `pages`. Throws FileRefusal for a file that proves nothing, or both, of its numbers. Yields every 500 rows. */
export function* readPart(
  pages: Pages,
  part: Part,
  layouts: readonly Layout[],
  options: ImportOptions,
): Generator<undefined, void> {
  const { table, place, offset } = part
  let section = openSection(part, place, options)
  const cases = new Map<string, Case>()
  const traces: (Trace | undefined)[] = []
  const header = table.rows[place.index]?.cells ?? []
  for (const [index, row] of table.rows.entries()) {
    if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield
    if (index <= place.index) {
      if (row.number > 0) pages.ignored.push({ row: row.number + offset, reason: index < place.index ? 'preamble' : 'header' })
      continue
    }
    const next = headerAt(row, header, section.layout, layouts)
    if (next !== undefined) {
      pages.ignored.push({ row: row.number + offset, reason: 'header' })
      if (next !== 'same') section = openSection(part, { ...next, index }, options)
      continue
    }
    traces[index] = readRow(pages, section, row, cases)
  }
  takeNeighbours(table, traces, cases)
  let count = 0
  for (const entry of cases.values()) {
    if (++count % ROWS_A_STEP === 0) yield
    bookCase(pages, entry)
  }
}

function openSection(part: Part, place: Place, options: ImportOptions): Section {
  const { layout, places } = place
  const numbers = numberStyle(part, place)
  const money = layout.money === undefined ? undefined : new Set(layout.money)
  const format: CellFormat = { dates: layout.dates, numbers, money }
  const rules = new Map<string, RowRule<Record<string, never>>>()
  for (const [kinds, rule] of Object.entries(layout.rows ?? {})) for (const kind of kinds.split('|')) rules.set(fold(kind), rule)
  return { layout, source: { layout, options, numbers }, rules, lineOf: createLines(layout.columns, places, format, part.offset) }
}

/** The decimal sign of the table. `proven`: the one that its cells prove, `dot` where none has a sign at all. Throws FileRefusal. */
function numberStyle({ file, table }: Part, { layout, index, places }: Place): NumberStyle {
  const { numbers } = layout
  if (typeof numbers === 'object') return file.format === 'sheet' ? numbers.sheet : numbers.csv
  if (numbers !== 'proven') return numbers
  const wanted = [...places].flatMap(([name, place]) => (layout.columns[name]?.kind === 'number' ? place : []))
  const found = new Set<NumberStyle>()
  let hasSign = false
  for (const { cells } of table.rows.slice(index + 1))
    for (const place of wanted) {
      const cell = (cells[place] ?? '').trim()
      if (!/^[-+(\p{Sc}\d][\d.,' ]*/u.test(cell)) continue
      const style = provenStyle(cell)
      if (style !== undefined) found.add(style)
      hasSign ||= /[.,]/.test(cell)
    }
  const [style = 'dot', other] = found
  if (other !== undefined)
    throw new RowRefusal('mixed-numbers', 'Some numbers have a decimal comma, others a decimal point. Export the report again.')
  if (found.size === 0 && hasSign)
    throw new RowRefusal(
      'unproven-numbers',
      'No number of this file shows whether its comma or point is the decimal sign, or groups thousands. Export a longer period.',
    )
  return style
}

/** Whether a row below the header repeats it (`same`), or begins a section of another layout. */
function headerAt(row: Row, header: readonly string[], current: Layout, layouts: readonly Layout[]): Place | 'same' | undefined {
  const first = row.cells[0] ?? ''
  if (first !== '' && first === header[0] && row.cells.every((cell, index) => cell === (header[index] ?? ''))) return 'same'
  if (layouts.length === 1 || current.json !== undefined || /^[\d"-]/.test(first)) return undefined
  const titles = row.cells.map(fold)
  const others = layouts.filter((one) => one !== current && one.json === undefined)
  return others.map((one) => placeIn(titles, one)).find((place) => place !== undefined && place.confidence >= 0.7)
}

/** Books a row, or puts it to its case; a row that failed before either was known leaves when it happened. */
function readRow(pages: Pages, section: Section, row: Row, cases: Map<string, Case>): Trace | undefined {
  const { layout, source } = section
  const line = section.lineOf(row)
  const mark = markOf(pages)
  let isSuspect = true
  try {
    const reason = layout.skip?.(line)
    if (reason !== undefined) pages.ignored.push({ row: line.row, reason })
    const key = reason === undefined ? layout.cases?.key(line) : undefined
    if (key !== undefined) {
      const known = cases.get(key)
      if (known) known.lines.push(line)
      else cases.set(key, { source, lines: [line] })
      return { key }
    }
    isSuspect = false
    if (reason === undefined) bookRow(pages, section, line)
    finish(pages, source, line)
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    takeBack(pages, mark)
    fail(pages, line, error.code, error.message)
    return isSuspect || error.code === 'unknown-type' ? { failed: momentOf(line) } : undefined
  }
  return undefined
}

/** Day and time of a line; `null` where they cannot be read. */
function momentOf(line: RawLine): string | null {
  try {
    // Getters named like the columns: see `createLines`.
    const { date, time } = line as unknown as Record<string, unknown>
    return `${date ?? ''} ${time ?? ''}`
  } catch {
    return null
  }
}

function bookRow(pages: Pages, { layout, source, rules }: Section, line: RawLine): void {
  const kind = layout.kind?.(line) ?? ''
  const rule = ruleOf(rules, kind)
  if (rule === undefined)
    throw new RowRefusal('unknown-type', `"${kind}" is no booking that this importer knows. Enter it by hand.`)
  if (typeof rule === 'function') rule(line as never, openBook(source, pages, line, [line]))
  else if (typeof rule === 'object') pages.ignored.push({ row: line.row, reason: rule.skip })
  else bookAs(source, pages, line, rule)
}

/** The rule of a kind as it is written, which is remembered: there are few kinds. */
function ruleOf(rules: Rules, kind: string): RowRule<Record<string, never>> | undefined {
  const known = rules.get(kind)
  if (known !== undefined) return known
  const found = rules.get(fold(kind)) ?? rules.get('*')
  if (found !== undefined && rules.size < MAX_KINDS) rules.set(kind, found)
  return found
}

/** What a row says beside its booking: its running balance, and figures that were rounded. */
function finish(pages: Pages, { layout, options, numbers }: Source, line: RawLine): void {
  for (const figure of line.cut)
    pages.issues.push({
      ...{ row: line.row, severity: 'info', code: 'quantity-cut', text: rowText({ number: line.row, cells: line.cells }) },
      detail: `${figure} has more than 12 places after the point; it was rounded to them, half to even.`,
    })
  const { stated, zone } = layout
  // Getters named like the columns: see `createLines`.
  const get = (name: string) => (line as unknown as Record<string, unknown>)[name]
  const zoneOfRow = zone === undefined ? undefined : get(zone)
  if (typeof zoneOfRow === 'string' && zoneOfRow !== '') pages.zones.add(zoneOfRow)
  const cell = stated === undefined ? undefined : get(stated.balance)
  const isText = stated !== undefined && layout.columns[stated.balance]?.kind === 'text'
  const amount = isText && typeof cell === 'string' ? parseNumber(cell, numbers) : cell
  if (stated === undefined || typeof amount !== 'string') return
  const own = get(stated.unit ?? 'unit')
  const fallback = typeof layout.currency === 'object' ? options[layout.currency.option] : layout.currency
  const { currency: unit, divisor } =
    typeof own === 'object' && own !== null ? (own as Unit) : { currency: own ?? fallback, divisor: 1 }
  const [date, account] = [get('date'), get('account')]
  if (typeof unit !== 'string' || unit === '' || typeof date !== 'string') return
  const named = typeof account === 'string' && account !== '' ? account : undefined
  const inUnit = divisor === 1 ? amount : formatDecimal(divide(decimal(amount), whole(divisor)))
  pages.stated.push({ row: line.row, date, account: named, unit, amount: inUnit, kind: 'running' })
}

/** Such a row may be of the case above or below, where it is of that moment or does not tell its own: none of that case is booked. */
function takeNeighbours(table: Table, traces: readonly (Trace | undefined)[], cases: ReadonlyMap<string, Case>): void {
  for (const [index, trace] of traces.entries()) {
    if (trace === undefined || 'key' in trace) continue
    for (const near of [traces[index - 1], traces[index + 1]]) {
      const entry = near !== undefined && 'key' in near ? cases.get(near.key) : undefined
      const { failed } = trace
      if (entry && (failed === null || entry.lines.some((line) => momentOf(line) === failed)))
        entry.cause ??= table.rows[index]?.number ?? 0
    }
  }
}

function bookCase(pages: Pages, { lines, source, cause }: Case): void {
  const mark = markOf(pages)
  try {
    if (cause !== undefined) refuse('event-incomplete', `Row ${cause} may belong to the same event and cannot be read.`)
    source.layout.cases?.book(lines, openBook(source, pages, lines[0], lines))
    shareRows(pages, mark, lines)
    for (const line of lines) finish(pages, source, line)
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    takeBack(pages, mark)
    for (const line of lines) fail(pages, line, error.code, error.message)
  }
}

/** The drafts of a case share a row, so that whoever takes one takes all; rows that no draft and no reason names are parts of the last. */
function shareRows(
  { transactions, ignored }: Pages,
  [from = 0, , ignoredFrom = 0]: readonly number[],
  lines: readonly AnyLine[],
): void {
  const drafts = transactions.slice(from)
  const named = new Set([...drafts.flatMap(({ rows }) => rows), ...ignored.slice(ignoredFrom).map(({ row }) => row)])
  const rest = lines.map(({ row }) => row).filter((row) => !named.has(row))
  const first = drafts[0]?.rows[0]
  drafts.forEach((draft, index) => {
    const isLast = index === drafts.length - 1
    const more = new Set(
      [...(first === undefined ? [] : [first]), ...(isLast ? rest : [])].filter((row) => !draft.rows.includes(row)),
    )
    if (more.size > 0) transactions[from + index] = { ...draft, rows: [...draft.rows, ...more] }
  })
}

function fail(pages: Pages, line: AnyLine, code: string, detail: string): void {
  pages.issues.push({ row: line.row, severity: 'error', code, detail, text: rowText({ number: line.row, cells: line.cells }) })
}
