/** Tables that Excel has saved as CSV: of each sixteen rows it leaves out the last columns in which all of them are empty. */
import type { Row } from '#plugins/brim/contract.ts'

const ROWS_A_BLOCK = 16
/** Fewer rows of one width could have lost a cell each. */
const FEWEST = 4

type Block = { readonly place: number; readonly rows: readonly Row[]; readonly width: number | undefined }

/** The numbers of the rows that are shorter than the longest for no other reason: all of their block of sixteen are, by as many cells. */
export function trimmedRows(rows: readonly Row[]): number[] {
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const trimmed: number[] = []
  let before: Block | undefined
  for (const block of blocksOf(rows)) {
    const { place, width } = block
    const isShort = width !== undefined && width < widest
    const goesOn = before !== undefined && before.place === place - 1 && before.width === width
    const isTrimmed = isShort && (block.rows.length >= FEWEST || goesOn)
    if (isTrimmed) for (const { number } of block.rows) trimmed.push(number)
    before = isTrimmed ? block : undefined
  }
  return trimmed
}

/** Blocks as Excel counts them: a text with line breaks is one row of the sheet. `width`: of all rows, where they have the same. */
function blocksOf(rows: readonly Row[]): Block[] {
  let breaks = 0
  const placed = rows.map((row) => {
    const place = Math.floor((row.number - 1 - breaks) / ROWS_A_BLOCK)
    for (const cell of row.cells) if (cell.includes('\n')) breaks += cell.split('\n').length - 1
    return { place, row }
  })
  return [...Map.groupBy(placed, ({ place }) => place)].map(([place, entries]) => {
    const own = entries.map(({ row }) => row)
    const widths = new Set(own.map(({ cells }) => cells.length))
    return { place, rows: own, width: widths.size === 1 ? own[0]?.cells.length : undefined }
  })
}
