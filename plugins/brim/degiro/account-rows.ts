/** The rows of an account statement: wrapped lines put together again, cells read. */
import type { Row, Table } from '#plugins/brim/contract.ts'
import { commonStyle, fail, fold, type NumberStyle, parseTime, remembered, squeeze } from '#plugins/kit/index.ts'
import type { Decimal } from '#src/shared/decimal.ts'
import type { Book, Source } from './book.ts'
import { readFigure } from './figures.ts'
import { bodyOf, readDay } from './layout.ts'

export type AccountRow = Source & {
  /** Where it stands among the lines, newest first: neighbours are found by it. */
  readonly place: number
  readonly date: string
  readonly time: string | undefined
  readonly valueDate: string
  readonly product: string
  readonly isin: string
  readonly description: string
  /** The description for comparing: lower case, without accents. */
  readonly folded: string
  readonly rate: Decimal | undefined
  readonly currency: string
  /** `undefined` when the row has no amount at all. */
  readonly amount: Decimal | undefined
  readonly order: string
}

export type Statement = {
  readonly rows: readonly AccountRow[]
  /** The decimal sign that the descriptions of the file use. */
  readonly descriptionStyle: NumberStyle | undefined
  /** Every line of the file, wrapped ones put together. */
  readonly lines: readonly Source[]
}

/** No order id or description of a real statement takes as many rows. */
const MOST_WRAPPED = 20
const LONGEST_TEXT = 250
export const ROWS_A_STEP = 200

/** Reads every row; a row that cannot be read becomes an error of the book. */
export function* readStatement(table: Table, header: Row, book: Book): Generator<undefined, Statement> {
  const dayOf = remembered(readDay)
  const lines = yield* joinWrapped(newestFirst(bodyOf(table, header), dayOf), header.cells)
  const ways: Ways = {
    // Of rates and changes: those of currencies among them prove nothing.
    style: commonStyle(lines.flatMap(({ cells }) => cells.slice(6, 9))),
    dayOf,
    timeOf: remembered(parseTime),
    repaired: remembered(repair, LONGEST_TEXT),
    described: remembered(describe, LONGEST_TEXT),
  }
  const [rows, signed]: [AccountRow[], string[]] = [[], []]
  let place = 0
  for (const line of lines) {
    if (place % ROWS_A_STEP === 0) yield
    const row = readRow(line, place++, ways, book)
    if (row === undefined) continue
    rows.push(row)
    const { description } = row
    if (description.includes('.') || description.includes(',')) signed.push(description)
  }
  const descriptionStyle = commonStyle(signed.flatMap((text) => text.match(/\d[\d.,]*\d/g) ?? [])) ?? ways.style
  return { rows, descriptionStyle, lines }
}

/** The rows as the broker writes them; the opposite order of a file that begins with the oldest, in which wrapped lines stand above what they continue. */
function newestFirst(rows: readonly Row[], dayOf: Ways['dayOf']): readonly Row[] {
  let rising = 0
  let [cell, before]: [string, string | undefined] = ['', undefined]
  for (const { cells } of rows) {
    if (cells[0] === cell) continue
    cell = cells[0] ?? ''
    const day = dayOf(squeeze(cell))
    if (day === undefined) continue
    if (before !== undefined) rising += before < day ? 1 : before > day ? -1 : 0
    before = day
  }
  return rising > 0 ? rows.toReversed() : rows
}

/** A line without date and time continues the one above: an order id or a description that was too long for its column. */
function* joinWrapped(rows: readonly Row[], header: readonly string[]): Generator<undefined, Source[]> {
  const lines: Source[] = []
  let [count, above]: [number, readonly string[]] = [0, []]
  for (const row of rows) {
    if (count++ % ROWS_A_STEP === 0) yield
    const cells = squeezed(row.cells, above)
    above = cells
    const last = cells[0] === '' && cells[1] === '' ? lines.at(-1) : undefined
    if (last && last.rows.length < MOST_WRAPPED && cells.slice(6, 11).every((cell) => cell === '')) {
      const joined = header.map((_, index) => {
        const glue = index === 11 || (last.cells[index] ?? '') === '' || (cells[index] ?? '') === '' ? '' : ' '
        return `${last.cells[index] ?? ''}${glue}${cells[index] ?? ''}`
      })
      lines[lines.length - 1] = { row: last.row, rows: [...last.rows, row.number], cells: joined }
    } else lines.push({ row: row.number, rows: [row.number], cells })
  }
  return lines
}

/** The cells squeezed, as nearly all are: what stands in the row `above`, which is, needs no look. */
function squeezed(cells: readonly string[], above: readonly string[]): readonly string[] {
  return cells.every((cell, place) => cell === above[place] || squeeze(cell) === cell) ? cells : cells.map(squeeze)
}

function isCode(text: string): boolean {
  return text.length === 3 && /^[A-Z]{3}$/.test(text)
}

/** How cells are read; those of words repeat. */
type Ways = {
  readonly style: NumberStyle | undefined
  readonly dayOf: (cell: string) => string | undefined
  readonly timeOf: (cell: string) => string | undefined
  readonly repaired: (cell: string) => string
  readonly described: (cell: string) => Pick<AccountRow, 'description' | 'folded'>
}

function describe(cell: string): Pick<AccountRow, 'description' | 'folded'> {
  const description = repair(cell)
  return { description, folded: fold(description) }
}

function readRow(line: Source, place: number, ways: Ways, book: Book): AccountRow | undefined {
  const { cells } = line
  const { style, dayOf } = ways
  const date = dayOf(cells[0] ?? '')
  if (date === undefined) {
    const detail = `"${cells[0] ?? ''}" is no date of the form DD-MM-YYYY. Correct it in the file or enter this row by hand.`
    fail(book, line, 'bad-date', detail)
    return undefined
  }
  // The named column holds the currency; some exports have the two the other way round.
  const [first = '', second = ''] = [cells[7], cells[8]]
  const [currency, change] = isCode(second) ? [second, first] : [first, second]
  const amount = change === '' ? undefined : readFigure(change, style)
  if (change !== '' && (amount === undefined || !isCode(currency))) {
    const detail = `"${change}" "${currency}" is no amount with a currency. Correct it in the file or enter this row by hand.`
    fail(book, line, 'bad-amount', detail)
    return undefined
  }
  const { description, folded } = ways.described(cells[5] ?? '')
  if (description === '') {
    fail(book, line, 'no-description', 'The row has no description, so what happened is unknown. Enter it by hand.')
    return undefined
  }
  return {
    row: line.row,
    rows: line.rows,
    cells,
    place,
    date,
    time: ways.timeOf(cells[1] ?? ''),
    valueDate: dayOf(cells[2] ?? '') ?? date,
    product: ways.repaired(cells[3] ?? ''),
    isin: (cells[4] ?? '').toUpperCase(),
    description,
    folded,
    rate: cells[6] === undefined || cells[6] === '' ? undefined : readFigure(cells[6], style),
    currency,
    amount,
    order: cells[11] ?? '',
  }
}

/** UTF-8 that was once read as Latin-1 (`CrÃ©dito`) put right; any other text as it is. */
function repair(text: string): string {
  if (!/[ÃÂ][\u0080-\u00bf]/.test(text)) return text
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  if (codes.some((code) => code > 255)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(codes))
  } catch {
    return text
  }
}
