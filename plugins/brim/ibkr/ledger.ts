/** The entries of a report as ledger lines, whatever the format they were read from. */
import type { ParsedReport, Row } from '#plugins/brim/contract.ts'
import { fail, marksBy, wholeEvents } from '#plugins/kit/index.ts'
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
const BOOKED = new Set([...TRADES, ...TRANSFERS, 'CashTransaction', 'CorporateAction', 'SalesTax', 'TransactionTax'])

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
  const transfers = entries.filter((entry) => TRANSFERS.has(entry.kind))
  bookTransfers(book, transfers, cash)
  const rest = entries.filter((entry) => !BOOKED.has(entry.kind))
  settleOthers(book, rest, entries)
}

/**
 * Books every entry of a report, whatever it was read from: as a transaction, a part of one, ignored with a reason, or an error. `slashOrder` says how
 * days like 01/02/2024 are meant where the file leaves it open.
 */
export function reportOf({ entries, ignored, strays }: TableEntries, slashOrder: SlashOrder): ParsedReport {
  const book = openBook(collectSecurities(entries), findSlashOrder(entries) ?? slashOrder, ignored)
  for (const { number, cells } of strays) {
    const detail = 'The section of this row is not read. If it changed cash or a holding, enter it by hand.'
    fail(book, { row: number, cells }, 'section-unknown', detail)
  }
  bookEntries(book, entries)
  const marks = marksBy<Entry | Row>(
    [...entries, ...strays],
    (one) => ('kind' in one ? one.row : one.number),
    (one) => ('kind' in one ? entryMarks(one) : strayMarks(one.cells)),
  )
  return wholeEvents(closeBook(book), marks)
}
