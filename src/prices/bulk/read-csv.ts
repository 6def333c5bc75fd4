import { type CsvRead, readCsvInSteps } from '#plugins/kit/csv.ts'
import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { AppError } from '../../shared/errors.ts'
import { createYielder } from '../../shared/event-loop.ts'
import type { CloseBook } from './book.ts'
import { enterPlain } from './read-plain.ts'
import { COLUMNS, createRowEntry, type Header, type Places, type RowEntry } from './row.ts'

const MAX_ROWS = 1_000_000
const MAX_LINES = 2_000_000
const PIECE_BYTES = 262_144
/** Longer lines are none of closes. */
const MAX_LINE_BYTES = 1_048_576
const MAX_QUOTES = 10_000
const ROWS_A_LOOK = 200
const [LINE_FEED, RETURN, QUOTE] = [10, 13, 34]

/** `isPlain`: without quotes and ended by a line feed, so that every line is a row. */
type Piece = { readonly text: string; readonly line: number; readonly isPlain: boolean }

/**
 * Enters the closes of a CSV text into a book: a header with `date`, `close`, at least one of `isin`, `symbol`, `asset_id`, and perhaps `currency` (other
 * columns are left out), days as YYYY-MM-DD, a dot in decimals. It is read in pieces, so that others are served meanwhile and no more than one piece is held
 * as rows. Faults stand in the book, at `/line` or `/line/column`; throws `price/csv` (422) where there is no such header, and above 1,000,000 rows.
 */
export async function readClosesCsv(bytes: Uint8Array, book: CloseBook): Promise<void> {
  const yieldWhenDue = createYielder()
  let entry: RowEntry | undefined
  let count = 0
  for (const { text, line, isPlain } of piecesOf(bytes)) {
    if (entry !== undefined && isPlain && entry.header.delimiter.length === 1) {
      count += await enterPlain(text, line, entry, book, yieldWhenDue)
      requireFew(count)
      continue
    }
    const { rows, faults, delimiter } = await readPiece(text, entry?.header.delimiter, yieldWhenDue)
    for (const fault of faults) book.faults.add(`/${line + fault.line}`, fault.detail)
    const isFirst = entry === undefined
    entry ??= createRowEntry(book, readHeader(rows[0]?.cells ?? [], delimiter))
    count += rows.length
    requireFew(count)
    for (const [index, row] of rows.entries()) {
      if (isFirst && index === 0) continue
      entry.enter(row.cells, line + row.number)
      const pause = index % ROWS_A_LOOK === 0 ? yieldWhenDue() : undefined
      if (pause !== undefined) await pause
    }
  }
  if (entry === undefined) readHeader([], ',')
  entry?.end()
}

function requireFew(rows: number): void {
  if (rows > MAX_ROWS + 1) throw refusal('', `There are more than ${MAX_ROWS} prices; send them in several requests.`)
}

function readHeader(titles: readonly string[], delimiter: string): Header {
  const known = titles.map((title) => title.trim().toLowerCase())
  const [asset_id, isin, symbol, date, close, currency] = COLUMNS.map((name) => known.indexOf(name))
  const places = { asset_id, isin, symbol, date, close, currency } as Places // one place for each of the six columns
  const isNamed = places.asset_id >= 0 || places.isin >= 0 || places.symbol >= 0
  if (places.date < 0 || places.close < 0 || !isNamed)
    throw refusal(
      '/1',
      'The first line must name the columns date, close, and one of isin, symbol and asset_id; perhaps currency too.',
    )
  return { titles, places, delimiter }
}

async function readPiece(
  text: string,
  delimiter: string | undefined,
  yieldWhenDue: () => Promise<void> | undefined,
): Promise<CsvRead> {
  const steps = readCsvInSteps(text, delimiter === undefined ? {} : { delimiter })
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      await yieldWhenDue()
    }
  } catch (error) {
    throw error instanceof ReportRefusal ? refusal('', error.message) : error
  }
}

/** The text in pieces that end where a row ends: at a line break outside quotes. `line` = how many lines stand before it. */
function* piecesOf(bytes: Uint8Array): Generator<Piece> {
  const breaking = bytes.includes(LINE_FEED) ? LINE_FEED : RETURN
  let [from, line] = [0, 0]
  while (from < bytes.length) {
    const end = endOfPiece(bytes, from, breaking)
    const piece = bytes.subarray(from, end)
    yield {
      text: new TextDecoder().decode(piece),
      line,
      isPlain: breaking === LINE_FEED && piece.at(-1) === LINE_FEED && !piece.includes(QUOTE),
    }
    line += countOf(piece, breaking)
    if (line > MAX_LINES) throw refusal('', `There are more than ${MAX_LINES} lines; send them in several requests.`)
    from = end
  }
}

/** A quote that is never closed costs its row, not the rest: the reader names it. */
function endOfPiece(bytes: Uint8Array, from: number, breaking: number): number {
  const longest = Math.min(from + PIECE_BYTES + MAX_LINE_BYTES, bytes.length)
  const afterLine = (at: number) => {
    const next = bytes.indexOf(breaking, at)
    return next < 0 || next >= longest ? longest : next + 1
  }
  let end = afterLine(from + PIECE_BYTES)
  let isQuoted = countOf(bytes.subarray(from, end), QUOTE) % 2 === 1
  for (let times = 0; isQuoted && end < longest && times < MAX_QUOTES; times++) {
    const quote = bytes.indexOf(QUOTE, end)
    if (quote < 0 || quote >= longest) return end
    const next = afterLine(quote + 1)
    isQuoted = countOf(bytes.subarray(end, next), QUOTE) % 2 === 0
    end = next
  }
  return end
}

function countOf(bytes: Uint8Array, byte: number): number {
  let count = 0
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count += 1
  return count
}

function refusal(pointer: string, detail: string): AppError {
  return new AppError('invalid', 'price/csv', `${detail} Nothing was stored.`, { errors: [{ pointer, detail }] })
}
