/** Tables whose rows have as many cells as their header: one cell more or fewer, and figures stand in the wrong column. */

/**
 * What is wrong with a row below a header, as a sentence; `undefined` when every filled cell has a title and every title a cell. Empty cells beyond
 * the header, and cells missing below empty titles at its end, are no data.
 */
export function raggedFault(header: readonly string[], cells: readonly string[]): string | undefined {
  if (cells.length === header.length) return undefined
  const beyond = cells.length > header.length && cells.slice(header.length).some((cell) => cell.trim() !== '')
  if (beyond)
    return `The row has ${cells.length} cells, the header ${header.length}: a text or number with the delimiter in it needs quotes.`
  if (cells.length >= header.length || cells.length >= filledLength(header)) return undefined
  return `The row has ${cells.length} cells, the header ${header.length}: a cell is missing, and nobody can tell which. Correct the row, or export the file again.`
}

function filledLength(header: readonly string[]): number {
  return header.findLastIndex((title) => title.trim() !== '') + 1
}
