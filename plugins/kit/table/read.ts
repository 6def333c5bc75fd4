/** Rows to drafts, as their layouts say: each row, or each case, is booked whole or becomes an error with a reason. */
import { decimal, divide, formatDecimal, whole } from '#src/shared/decimal.ts'
import type { ImportOptions, Row, Table } from '../../brim/contract.ts'
import { parseNumber } from '../number.ts'
import { rowText } from '../record.ts'
import { RowRefusal, refuse } from '../refuse.ts'
import { alikeTo, createRepeats, repeatOf } from '../repeats.ts'
import type { AnyLine } from './book.ts'
import { bookAs } from './bookings.ts'
import type { RawLine } from './cells.ts'
import type { Unit } from './columns.ts'
import type { OpenDraft, Source } from './given.ts'
import type { Layout } from './layout.ts'
import { openBook } from './line-book.ts'
import { markPages, type Pages, takeBack } from './pages.ts'
import { headerAt, openSection, type Part, ruleOf, type Section } from './section.ts'

const ROWS_A_STEP = 500

/** What a row left behind: the key of its case, or that it failed, and when it happened where that can be read. */
type Trace = string | { readonly failed: string | null }
type Case = { readonly source: Source; readonly lines: [RawLine, ...RawLine[]]; cause?: number }

/** Reads one table into `pages`. Throws FileRefusal for a file that proves nothing, or both, of its numbers. Yields every 500 rows. */
export function* readPart(
  pages: Pages,
  part: Part,
  layouts: readonly Layout[],
  options: ImportOptions,
): Generator<undefined, void> {
  const { table, place, offset } = part
  let section = openSection(part, place, layouts, options)
  const cases = new Map<string, Case>()
  const traces: (Trace | undefined)[] = []
  const header = table.rows[place.index]?.cells ?? []
  for (let index = 0; index < table.rows.length; index++) {
    const row = table.rows[index] as Row
    if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield
    if (index <= place.index) {
      if (row.number > 0) pages.ignored.push({ row: row.number + offset, reason: index < place.index ? 'preamble' : 'header' })
      continue
    }
    const next = headerAt(row, header, section)
    if (next !== undefined) {
      pages.ignored.push({ row: row.number + offset, reason: 'header' })
      if (next !== 'same') section = openSection(part, { ...next, index }, layouts, options)
      continue
    }
    const first = firstOf(pages, section, offset === 0 ? row : { ...row, number: row.number + offset })
    if (first !== undefined && section.layout.unique !== undefined) {
      pages.ignored.push({ row: row.number + offset, reason: repeatOf(first) })
      continue
    }
    const before = pages.transactions.length
    traces[index] = readRow(pages, section, row, cases)
    if (first !== undefined && pages.transactions.length > before) noteAlike(pages, row, offset, first)
  }
  takeNeighbours(table, traces, cases)
  let count = 0
  for (const entry of cases.values()) {
    if (++count % ROWS_A_STEP === 0) yield
    bookCase(pages, entry)
  }
}

/** The row above that says the same under the same number. */
function firstOf({ repeats }: Pages, { layout, numberOf }: Section, row: Row): number | undefined {
  const number = numberOf?.(row) ?? ''
  if (number === '') return undefined
  const find = repeats.get(layout) ?? createRepeats()
  repeats.set(layout, find)
  return find(number, row)
}

/** A number of an order, or one of which that is not known: its fills may be alike, and no row is lost. */
function noteAlike({ issues }: Pages, row: Row, offset: number, first: number): void {
  issues.push({ row: row.number + offset, severity: 'info', code: 'row-alike', detail: alikeTo(first), text: rowText(row) })
}

/** Books a row, or puts it to its case; a row that failed before either was known leaves when it happened. */
function readRow(pages: Pages, section: Section, row: Row, cases: Map<string, Case>): Trace | undefined {
  const { layout, source } = section
  const line = section.lineOf(row)
  markPages(pages)
  let isSuspect = true
  try {
    const reason = layout.skip?.(line)
    if (reason !== undefined) pages.ignored.push({ row: line.row, reason })
    const key = reason === undefined ? layout.cases?.key(line) : undefined
    if (key !== undefined) {
      const known = cases.get(key)
      if (known) known.lines.push(line)
      else cases.set(key, { source, lines: [line] })
      return key
    }
    isSuspect = false
    if (reason === undefined) bookRow(pages, section, line)
    finish(pages, source, line)
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    takeBack(pages)
    fail(pages, line, error.code, error.message)
    return isSuspect || error.code === 'unknown-type' ? { failed: momentOf(line) } : undefined
  }
  return undefined
}

/** Day and time of a line; `null` where they cannot be read. */
function momentOf(line: RawLine): string | null {
  try {
    return `${line.readers['date']?.(line) ?? ''} ${line.readers['time']?.(line) ?? ''}`
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

/** What a row says beside its booking: its running balance, and figures that were rounded. */
function finish(pages: Pages, { layout, options, numbers }: Source, line: RawLine): void {
  for (const figure of line.cut)
    pages.issues.push({
      ...{ row: line.row, severity: 'info', code: 'quantity-cut', text: rowText(line) },
      detail: `${figure} has more than 12 places after the point; it was rounded to them, half to even.`,
    })
  const { stated, zone } = layout
  const zoneOfRow = zone === undefined ? undefined : line.readers[zone]?.(line)
  if (typeof zoneOfRow === 'string' && zoneOfRow !== '') pages.zones.add(zoneOfRow)
  if (stated === undefined) return
  const get = (name: string) => line.readers[name]?.(line)
  const cell = get(stated.balance)
  const isText = layout.columns[stated.balance]?.kind === 'text'
  const amount = isText && typeof cell === 'string' ? parseNumber(cell, numbers) : cell
  if (typeof amount !== 'string') return
  const own = get(stated.unit ?? 'unit')
  const fallback = () => (typeof layout.currency === 'object' ? options[layout.currency.option] : layout.currency)
  const { currency: unit, divisor } =
    typeof own === 'object' && own !== null ? (own as Unit) : { currency: own ?? fallback(), divisor: 1 }
  const [date, account] = [get('date'), get('account')]
  if (typeof unit !== 'string' || unit === '' || typeof date !== 'string') return
  const named = typeof account === 'string' && account !== '' ? account : undefined
  const inUnit = divisor === 1 ? amount : formatDecimal(divide(decimal(amount), whole(divisor)))
  pages.stated.push({ row: line.row, date, account: named, unit, amount: inUnit, kind: 'running' })
}

/** Such a row may be of the case above or below, where it is of that moment or does not tell its own: none of that case is booked. */
function takeNeighbours(table: Table, traces: readonly (Trace | undefined)[], cases: ReadonlyMap<string, Case>): void {
  for (let index = 0; index < traces.length; index++) {
    const trace = traces[index]
    if (trace === undefined || typeof trace === 'string') continue
    for (const near of [traces[index - 1], traces[index + 1]]) {
      const entry = typeof near === 'string' ? cases.get(near) : undefined
      const { failed } = trace
      if (entry && (failed === null || entry.lines.some((line) => momentOf(line) === failed)))
        entry.cause ??= table.rows[index]?.number ?? 0
    }
  }
}

function bookCase(pages: Pages, { lines, source, cause }: Case): void {
  markPages(pages)
  try {
    if (cause !== undefined) refuse('event-incomplete', `Row ${cause} may belong to the same event and cannot be read.`)
    source.layout.cases?.book(lines, openBook(source, pages, lines[0], lines))
    shareRows(pages, lines)
    for (const line of lines) finish(pages, source, line)
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    takeBack(pages)
    for (const line of lines) fail(pages, line, error.code, error.message)
  }
}

/** The drafts of a case share a row, so that whoever takes one takes all; rows that no draft and no reason names are parts of the last. */
function shareRows({ transactions, ignored, mark: [from = 0, ignoredFrom = 0] }: Pages, lines: readonly AnyLine[]): void {
  const first = transactions[from]?.rows[0]
  if (first === undefined) return
  const named = new Set<number>()
  for (let i = ignoredFrom; i < ignored.length; i++) named.add(ignored[i]?.row ?? 0)
  for (let i = from; i < transactions.length; i++) {
    const draft = transactions[i] as OpenDraft
    for (const row of draft.rows) named.add(row)
    if (!draft.rows.includes(first)) draft.rows = [...draft.rows, first]
  }
  const rest = lines.flatMap(({ row }) => (named.has(row) ? [] : row))
  const last = transactions.at(-1)
  if (rest.length > 0 && last !== undefined) last.rows = [...last.rows, ...rest]
}

function fail(pages: Pages, line: AnyLine, code: string, detail: string): void {
  pages.issues.push({ row: line.row, severity: 'error', code, detail, text: rowText(line) })
}
