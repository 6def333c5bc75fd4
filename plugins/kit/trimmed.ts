/** Tables that Excel has saved as CSV: of each sixteen rows it leaves out the last columns in which all of them are empty. */

type NumberedRow = { readonly number: number; readonly cells: readonly string[] }

/** Short rows of one block of sixteen: all of them are trimmed, or none. */
export type JudgedRows<Row> = { readonly rows: readonly Row[]; readonly isTrimmed: boolean }

/** Takes rows in their order; of short ones it answers what they are once their block is complete. `breaks`: line breaks inside the cells of a row. */
export type TrimmedRows<Row> = {
  readonly add: (row: Row, number: number, width: number, breaks: number) => JudgedRows<Row> | undefined
  /** At the end of the table. */
  readonly end: () => JudgedRows<Row> | undefined
}

const ROWS_A_BLOCK = 16
/** Fewer rows of one width could have lost a cell each. */
const FEWEST = 4

/** Judges the rows of a table that is `widest` cells wide. Blocks are as Excel counts them: a text with line breaks is one row of the sheet. */
export function createTrimmedRows<Row>(widest: number): TrimmedRows<Row> {
  let [place, width, breaksBefore]: [number, number | null, number] = [-1, null, 0]
  let short: Row[] = []
  let before: { readonly place: number; readonly width: number } | null = null
  const end = (): JudgedRows<Row> | undefined => {
    const goesOn = before !== null && before.place === place - 1 && before.width === width
    const isTrimmed = width !== null && width < widest && (short.length >= FEWEST || goesOn)
    before = isTrimmed && width !== null ? { place, width } : null
    if (short.length === 0) return undefined
    const judged = { rows: short, isTrimmed }
    short = []
    return judged
  }
  const add = (row: Row, number: number, cells: number, breaks: number) => {
    const at = Math.floor((number - 1 - breaksBefore) / ROWS_A_BLOCK)
    breaksBefore += breaks
    const judged = at === place ? undefined : end()
    if (at !== place) [place, width] = [at, cells]
    if (cells !== width) width = null
    if (cells < widest) short.push(row)
    return judged
  }
  return { add, end }
}

/** The numbers of the rows that are shorter than the longest for no other reason: all of their block of sixteen are, by as many cells. */
export function trimmedRows(rows: readonly NumberedRow[]): number[] {
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const judge = createTrimmedRows<number>(widest)
  const judged = rows.map(({ number, cells }) => judge.add(number, number, cells.length, breaksIn(cells)))
  return [...judged, judge.end()].flatMap((one) => (one?.isTrimmed === true ? one.rows : []))
}

/** How many line breaks stand inside cells. */
export function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
}
