/**
 * CSV to rows with their physical line numbers. Own scanner: of the libraries that were tried none gives physical lines, and each
 * loses or merges rows after a stray quote. Here a broken row costs that row, and it is named.
 */
import type { Row } from '../brim/contract.ts'
import { type Cutter, createCutter } from './csv-cells.ts'
import { ReportRefusal } from './refusal.ts'

/** `cells`: those before the damage, which are whole; absent where there are none. */
export type CsvFault = { readonly line: number; readonly detail: string; readonly cells?: readonly string[] }
export type CsvRead = { readonly rows: readonly Row[]; readonly delimiter: string; readonly faults: readonly CsvFault[] }

const QUOTE = '"'
const LINES_A_STEP = 2_000
const MAX_FAULTS = 100
const MAX_LINE = 1_048_576
const MAX_CELLS = 10_000_000
const MAX_LINES = 2_000_000
const NEARLY_ALL = 0.95
const STRAY = 'A quote stands where none can. Correct the row, or export the file again.'

type Cut = { readonly delimiter: string; readonly widths: readonly number[]; readonly cells: number; readonly share: number }

/**
 * Splits CSV text (RFC 4180; LF, CRLF or CR). The delimiter is found (see `guessDelimiter`) unless given; a first line `sep=;` is
 * obeyed and left out; blank rows are left out. Rows that cannot be trusted are left out of `rows` and named in `faults`: a quote that is
 * never closed, and a last row that ends before the others do, without a line break. Throws ReportRefusal above ten million cells or two million
 * lines, blank ones too.
 */
export function readCsv(text: string, options: { delimiter?: string | undefined; maxRows?: number | undefined } = {}): CsvRead {
  return finish(readCsvInSteps(text, options))
}

/** `readCsv` that yields every 2,000 lines or so, for callers that have others waiting. */
export function* readCsvInSteps(
  text: string,
  options: { delimiter?: string | undefined; maxRows?: number | undefined } = {},
): Generator<undefined, CsvRead> {
  const body = text.includes('\n') ? text : text.replaceAll('\r', '\n')
  const separator = /^"?sep=([^\r\n])"?\r?(?:\n|$)/i.exec(body)
  const delimiter = options.delimiter ?? separator?.[1] ?? guessDelimiter(body)
  return yield* scan(body, separator?.[0].length ?? 0, separator ? 2 : 1, delimiter, options.maxRows ?? Number.POSITIVE_INFINITY)
}

function finish<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function* scan(
  text: string,
  start: number,
  firstLine: number,
  delimiter: string,
  maxRows: number,
): Generator<undefined, CsvRead> {
  const rows: Row[] = []
  const faults: CsvFault[] = []
  let [at, line, cellCount, usual, step] = [start, firstLine, 0, 0, 0]
  const cutter = createCutter(text, delimiter)
  while (at < text.length && rows.length < maxRows) {
    if (++step % LINES_A_STEP === 0) yield
    if (line > MAX_LINES)
      throw new ReportRefusal('too-many-rows', `The table has more than ${MAX_LINES} lines. Split the report.`)
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    if (end === at) {
      at = end + 1
      line++
      continue
    }
    const record = readRecord(text, at, end, delimiter, cutter)
    const fault = record.fault ?? (record.stray && usual > 0 && record.cells.length !== usual ? STRAY : undefined)
    if (fault !== undefined) {
      faults.push(faultOf(line, fault, record.stray ? record.cells.slice(0, record.sound) : record.cells))
      if (faults.length >= MAX_FAULTS) {
        faults.push({ line: line + 1, detail: `More than ${MAX_FAULTS} rows are broken: nothing from here on was read.` })
        break
      }
    } else if (record.cells.some(isFilled)) {
      rows.push({ number: line, cells: record.cells })
      cellCount += record.cells.length
      usual = record.cells.length
      if (cellCount > MAX_CELLS)
        throw new ReportRefusal('too-many-rows', 'The table has more than ten million cells. Split the report.')
    }
    at = record.next
    line += record.lines
  }
  const cut = at >= text.length ? cutOff(text, rows) : undefined
  if (!cut) return { rows, delimiter, faults }
  return { rows: rows.slice(0, -1), delimiter, faults: [...faults, cut] }
}

function faultOf(line: number, detail: string, cells: readonly string[]): CsvFault {
  return cells.some(isFilled) ? { line, detail, cells } : { line, detail }
}

/** The last row when the file ends inside it: no line break, and fewer cells than the two rows before it, which have as many as each other. */
function cutOff(text: string, rows: readonly Row[]): CsvFault | undefined {
  const [last, before, earlier] = [rows.at(-1), rows.at(-2), rows.at(-3)]
  if (!last || !before || !earlier || text.endsWith('\n')) return undefined
  const usual = before.cells.length
  if (last.cells.length < 2 || last.cells.length >= usual || earlier.cells.length !== usual) return undefined
  const detail = `The file ends inside this row, after ${last.cells.length} of ${usual} cells. Export it again.`
  return faultOf(last.number, detail, last.cells.slice(0, -1))
}

type CsvRecord = {
  readonly cells: readonly string[]
  readonly next: number
  readonly lines: number
  readonly stray?: boolean
  /** The number of cells before the first stray quote. */
  readonly sound?: number
  readonly fault?: string
}

function readRecord(text: string, at: number, end: number, delimiter: string, cutter: Cutter): CsvRecord {
  if (end - at > MAX_LINE) return { cells: [], next: end + 1, lines: 1, fault: 'This line is longer than a mebibyte.' }
  if (!cutter.hasQuote(at, end)) {
    const stop = end > at && text.charCodeAt(end - 1) === 13 ? end - 1 : end
    return { cells: cutter.cut(at, stop), next: end + 1, lines: 1 }
  }
  const cells: string[] = []
  let [from, lines, stray, sound] = [at, 1, false, 0]
  for (;;) {
    const cell = readCell(text, from, delimiter)
    if (typeof cell === 'string')
      return { cells: cells.slice(0, stray ? sound : undefined), next: end + 1, lines: 1, fault: cell }
    cells.push(cell.value)
    lines += cell.breaks
    stray ||= cell.stray
    if (!stray) sound++
    from = cell.end + 1
    if (text[cell.end] !== delimiter) return { cells, next: from, lines, stray, sound }
  }
}

/** One cell: its value and where its delimiter, line break or the end of the text stands; a sentence when its quote is never closed. */
function readCell(
  text: string,
  from: number,
  delimiter: string,
): { value: string; end: number; breaks: number; stray: boolean } | string {
  const open = skipBlanks(text, from, delimiter)
  if (text[open] !== QUOTE) {
    let end = open
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++
    const value = text.slice(from, text[end] === '\n' && text.charCodeAt(end - 1) === 13 ? end - 1 : end)
    return { value, end, breaks: 0, stray: false }
  }
  const near = text.slice(open + 1, open + 1 + MAX_LINE)
  let [at, stray] = [0, false]
  for (;;) {
    const close = near.indexOf(QUOTE, at)
    if (close < 0) return 'A quoted text starts here and is never closed: the row is damaged or cut off.'
    if (near[close + 1] === QUOTE) {
      at = close + 2
      continue
    }
    const after = skipBlanks(near, close + 1, delimiter)
    const end = near[after] === '\r' ? after + 1 : after
    if (open + 1 + end >= text.length || near[end] === '\n' || near[end] === delimiter) {
      const value = near.slice(0, close)
      return { value: value.replaceAll('""', QUOTE), end: open + 1 + end, breaks: countBreaks(value), stray }
    }
    stray = true
    if (countBreaks(near.slice(0, close)) > 0)
      return 'A quoted text starts here and is closed in the wrong place: the row is damaged.'
    at = close + 1
  }
}

function skipBlanks(text: string, from: number, delimiter: string): number {
  let at = from
  while (text[at] === ' ' && delimiter !== ' ') at++
  return at
}

function countBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

function isFilled(cell: string): boolean {
  return cell !== '' && cell.trim() !== ''
}

/**
 * TAB, `;` or `|` when it cuts most of the first 40 rows into the same number of cells, unless `,` does so with nearly all of them and into more
 * (the other then stands in texts); else whichever cuts rows that follow each other alike more often than `,` does, as below the preamble of a short statement.
 */
function guessDelimiter(text: string): string {
  const head = text.length > 65_536 ? text.slice(0, Math.max(text.lastIndexOf('\n', 65_536), 0) || 65_536) : text
  const present = ['\t', ';', '|'].filter((delimiter) => head.includes(delimiter))
  if (present.length === 0) return ','
  const comma = cutBy(head, ',')
  const isOutdone = ({ share, cells }: Cut) => comma.share >= NEARLY_ALL && comma.share > share && comma.cells > cells
  const cuts = present.map((delimiter) => cutBy(head, delimiter)).filter((cut) => !isOutdone(cut))
  for (const { delimiter, widths, cells, share } of cuts) {
    const inAll = widths.length > 1 && widths.every((width) => width > 1)
    if (cells > 1 && (share > 0.5 || inAll)) return delimiter
  }
  let [best, most] = [',', Math.max(1, cutsInRun(comma.widths))]
  for (const { delimiter, widths } of cuts) if (cutsInRun(widths) > most) [best, most] = [delimiter, cutsInRun(widths)]
  return best
}

/** The number of cells that most rows have, and the share of the rows that have it. */
function cutBy(text: string, delimiter: string): Cut {
  const widths = finish(scan(text, 0, 1, delimiter, 40)).rows.map((row) => row.cells.length)
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [cells, same] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])
  return { delimiter, widths, cells, share: same / Math.max(widths.length, 1) }
}

/** How often rows that follow each other and have the same number of cells are cut, at most: two rows of twelve cells say more than four of two. */
function cutsInRun(widths: readonly number[]): number {
  let [most, run] = [0, 0]
  widths.forEach((width, index) => {
    run = width < 2 ? 0 : width === widths[index - 1] ? run + 1 : 1
    most = Math.max(most, run * (width - 1))
  })
  return most
}
