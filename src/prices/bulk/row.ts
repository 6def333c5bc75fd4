import { raggedFault } from '#plugins/kit/even.ts'
import type { CloseBook } from './book.ts'

/** What is read of a file; the columns beside are left out. */
export const COLUMNS = ['asset_id', 'isin', 'symbol', 'date', 'close', 'currency'] as const

/** Where each column stands; -1 = it is not there. */
export type Places = Readonly<Record<(typeof COLUMNS)[number], number>>
export type Header = { readonly titles: readonly string[]; readonly places: Places; readonly delimiter: string }

const BLANK = 32

/** Enters one row of a file into a book; one of more or fewer cells than the header is a fault. */
export function enter(book: CloseBook, { titles, places }: Header, cells: readonly string[], line: number): void {
  const ragged = cells.length === titles.length ? undefined : raggedFault(titles, cells)
  if (ragged !== undefined) {
    book.faults.add(`/${line}`, ragged)
    return
  }
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
