/** The entries of a report as ledger lines, whatever the format they were read from. */
import type { ParsedReport, Row } from '#plugins/brim/contract.ts'
import { type EventMarks, rowText, wholeEvents } from '#plugins/kit/index.ts'
import { collectSecurities } from './assets.ts'
import { type Book, closeBook, openBook } from './book.ts'
import { bookCash, bookSalesTaxes, bookTransactionTaxes } from './cash.ts'
import type { TableEntries } from './cells.ts'
import { bookCorporateActions } from './corporate-actions.ts'
import { type Entry, findSlashOrder, type SlashOrder } from './entry.ts'
import { entryMarks, strayMarks } from './marks.ts'
import { settleOthers } from './other-records.ts'
import { withoutTradeFees } from './trade-fees.ts'
import { bookTrades } from './trades.ts'
import { bookTransfers } from './transfers.ts'

const TRADES = new Set(['Trade', 'Order', 'SymbolSummary', 'AssetSummary', 'Lot', 'WashSale', 'TradeConfirm'])
const TRANSFERS = new Set(['Transfer', 'TransferLot'])
const BOOKED = new Set(['CashTransaction', 'CorporateAction', 'SalesTax', 'TransactionTax'])

function bookFor(entries: readonly Entry[], slashOrder: SlashOrder): Book {
  return openBook(collectSecurities(entries), findSlashOrder(entries) ?? slashOrder)
}

function bookEntries(book: Book, entries: readonly Entry[]): void {
  const byKind = Map.groupBy(entries, (entry) => entry.kind)
  const kind = (name: string) => byKind.get(name) ?? []
  const trades = entries.filter((entry) => TRADES.has(entry.kind))
  const cash = kind('CashTransaction')
  bookTrades(book, trades)
  bookCash(book, withoutTradeFees(book, cash, trades))
  bookSalesTaxes(book, kind('SalesTax'))
  bookTransactionTaxes(book, kind('TransactionTax'), kind('Trade'))
  bookCorporateActions(book, kind('CorporateAction'))
  bookTransfers(
    book,
    entries.filter((entry) => TRANSFERS.has(entry.kind)),
    cash,
  )
  const rest = entries.filter((entry) => !TRADES.has(entry.kind) && !TRANSFERS.has(entry.kind) && !BOOKED.has(entry.kind))
  settleOthers(book, rest, entries)
}

function marksBy(entries: readonly Entry[], strays: readonly Row[]): (row: number) => EventMarks | undefined {
  let byRow: ReadonlyMap<number, Entry> | undefined
  const strayRows = new Map(strays.map((row) => [row.number, row]))
  return (row) => {
    byRow ??= new Map(entries.map((entry) => [entry.row, entry]))
    const [entry, stray] = [byRow.get(row), strayRows.get(row)]
    return entry ? entryMarks(entry) : stray && strayMarks(stray.cells)
  }
}

/**
 * Books every entry of a Flex XML: as a transaction, a part of one, ignored with a reason, or an error. `slashOrder` says how days like
 * 01/02/2024 are meant where the file leaves it open.
 */
export function reportOf(entries: readonly Entry[], slashOrder: SlashOrder): ParsedReport {
  const book = bookFor(entries, slashOrder)
  bookEntries(book, entries)
  const rows = entries.map((entry) => entry.row)
  return wholeEvents(closeBook(book, rows), marksBy(entries, []))
}

/** The same for a table, whose rows also hold headers, totals and sections that are not known. */
export function reportOfTable({ entries, ignored, strays }: TableEntries, slashOrder: SlashOrder): ParsedReport {
  const book = bookFor(entries, slashOrder)
  book.ignored.push(...ignored)
  for (const row of strays) {
    const detail = 'The section of this row is not read. If it changed cash or a holding, enter it by hand.'
    book.issues.push({ row: row.number, severity: 'error', code: 'section-unknown', detail, text: rowText(row) })
  }
  bookEntries(book, entries)
  return wholeEvents(closeBook(book, undefined), marksBy(entries, strays))
}
