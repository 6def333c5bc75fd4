import { raggedFault } from '#plugins/kit/even.ts'
import { breaksIn, createTrimmedRows, type JudgedRows } from '#plugins/kit/trimmed.ts'
import type { CloseBook } from './book.ts'

/** What is read of a file; the columns beside are left out. */
export const COLUMNS = ['asset_id', 'isin', 'symbol', 'date', 'close', 'currency'] as const

/** Where each column stands; -1 = it is not there. */
export type Places = Readonly<Record<(typeof COLUMNS)[number], number>>
export type Header = { readonly titles: readonly string[]; readonly places: Places; readonly delimiter: string }

/** Enters the rows of a file below its header into a book. */
export type RowEntry = {
  readonly header: Header
  readonly enter: (cells: readonly string[], line: number) => void
  /** Says that a row was entered without `enter`: it has as many cells as the header, and no line break in them. */
  readonly passWhole: (line: number) => void
  /** After the last row. */
  readonly end: () => void
}
type Row = { readonly cells: readonly string[]; readonly line: number }

const BLANK = 32

/** For the rows of one file. One of more or fewer cells than the header is a fault, unless Excel has left out its empty last columns. */
export function createRowEntry(book: CloseBook, header: Header): RowEntry {
  const { titles, places } = header
  const short = createTrimmedRows<Row | null>(titles.length)
  const judge = (judged: JudgedRows<Row | null> | undefined) => {
    if (judged === undefined) return
    for (const row of judged.rows) {
      if (row === null) continue
      if (judged.isTrimmed) add(book, places, row)
      else book.faults.add(`/${row.line}`, raggedFault(titles, row.cells) ?? '')
    }
  }
  judge(short.add(null, 1, titles.length, breaksIn(titles)))
  return {
    header,
    enter(cells, line) {
      const ragged = cells.length === titles.length ? undefined : raggedFault(titles, cells)
      const isShort = ragged !== undefined && cells.length < titles.length
      judge(short.add(isShort ? { cells, line } : null, line, isShort ? cells.length : titles.length, breaksIn(cells)))
      if (isShort) return
      if (ragged === undefined) add(book, places, { cells, line })
      else book.faults.add(`/${line}`, ragged)
    },
    passWhole: (line) => judge(short.add(null, line, titles.length, 0)),
    end: () => judge(short.end()),
  }
}

function add(book: CloseBook, places: Places, { cells, line }: Row): void {
  book.add({
    assetId: cellAt(cells, places.asset_id),
    isin: cellAt(cells, places.isin),
    symbol: cellAt(cells, places.symbol),
    date: cellAt(cells, places.date),
    close: cellAt(cells, places.close),
    currency: cellAt(cells, places.currency),
    line,
  })
}

function cellAt(cells: readonly string[], place: number): string {
  const cell = place < 0 ? '' : (cells[place] ?? '')
  return cell.charCodeAt(0) > BLANK && cell.charCodeAt(cell.length - 1) > BLANK ? cell : cell.trim()
}
