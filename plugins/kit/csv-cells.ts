/** Cuts lines of a text without quotes into their cells. They come in their order. */
export type Cutter = {
  readonly hasQuote: (from: number, end: number) => boolean
  /** What `split` makes of the line from `from` to `stop`. */
  readonly cut: (from: number, stop: number) => string[]
}

const QUOTE = '"'

/**
 * Long files repeat themselves: a cell that says the same as one above it, in the row before or somewhere in its column, is that text itself, which then is made
 * once, hashed once, and takes memory once. Nothing is searched twice, so that a file without any delimiter takes no longer than another.
 */
export function createCutter(text: string, delimiter: string): Cutter {
  const nextQuote = createSearch(text, QUOTE)
  const nextDelimiter = createSearch(text, delimiter)
  const [code, width] = [delimiter.charCodeAt(0), delimiter.length]
  const columns: Column[] = []
  let before: readonly string[] = []
  const cut = (start: number, stop: number): string[] => {
    const cells: string[] = []
    for (let from = start; ; ) {
      const known = before[cells.length] ?? ''
      const knownEnd = from + known.length
      const isKnown =
        text.startsWith(known, from) && (knownEnd === stop || (knownEnd < stop && text.charCodeAt(knownEnd) === code))
      const end = isKnown ? knownEnd : Math.min(nextDelimiter(from), stop)
      cells.push(isKnown ? known : cellOf(text, from, end, columns, cells.length))
      if (end === stop) {
        before = cells
        return cells
      }
      from = end + 1
    }
  }
  const split = (start: number, stop: number) => text.slice(start, stop).split(delimiter)
  return { hasQuote: (from, end) => nextQuote(from) < end, cut: width === 1 ? cut : split }
}

/** The place of a text at or after a place, which never goes back; the length of the whole where there is none. */
function createSearch(text: string, wanted: string): (from: number) => number {
  let found = -1
  return (from) => {
    if (found >= from) return found
    const place = text.indexOf(wanted, from)
    found = place < 0 ? text.length : place
    return found
  }
}

/** What stood in a column, by its hash. `cells` is empty where hardly anything comes again. */
type Column = { cells: string[]; tries: number; hits: number }

const SLOTS = 512
/** No report has more: of a row with a hundred thousand cells the memory of its columns would be that of the machine. */
const MOST_COLUMNS = 400
/** Longer ones are mostly descriptions. */
const MOST_CHARACTERS = 24
/** After so many cells of a column it shows whether it repeats itself: at least one of so many. */
const TRIES = 512
const ONE_OF = 8

function cellOf(text: string, from: number, end: number, columns: Column[], index: number): string {
  const length = end - from
  if (length === 0) return ''
  if (index >= MOST_COLUMNS) return text.slice(from, end)
  const column = columns[index] ?? openColumn(columns, index)
  if (length > MOST_CHARACTERS || column.cells.length === 0) return text.slice(from, end)
  let hash = length
  for (let at = from; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  const slot = (hash ^ (hash >>> 9)) & (SLOTS - 1)
  const known = column.cells[slot] ?? ''
  column.tries++
  if (known.length === length && text.startsWith(known, from)) {
    column.hits++
    return known
  }
  const cell = text.slice(from, end)
  column.cells[slot] = cell
  if (column.tries === TRIES && column.hits * ONE_OF < TRIES) column.cells = []
  return cell
}

function openColumn(columns: Column[], index: number): Column {
  const column: Column = { cells: new Array<string>(SLOTS).fill(''), tries: 0, hits: 0 }
  columns[index] = column
  return column
}
