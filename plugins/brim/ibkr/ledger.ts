/** The entries of a report as ledger lines, whatever the format they were read from. */
import type { ParsedReport } from '#plugins/brim/contract.ts'
import { fail, marksBy, openRowBook, type Spot, wholeEvents } from '#plugins/kit/index.ts'
import { collectSecurities } from './assets.ts'
import { type Book, closeBook } from './book.ts'
import { bookCash, bookTaxes } from './cash.ts'
import type { TableEntries } from './cells.ts'
import { bookCorporateActions } from './corporate-actions.ts'
import { type Entry, findSlashOrder, type SlashOrder } from './entry.ts'
import { entryMarks, strayMarks } from './marks.ts'
import { settleOthers } from './other-records.ts'
import { withoutTradeFees } from './trade-fees.ts'
import { bookTrades } from './trades.ts'
import { bookTransfers } from './transfers.ts'

const TRADES = new Set(['Trade', 'Order', 'SymbolSummary', 'AssetSummary', 'Lot', 'WashSale', 'TradeConfirm'])
const TAXES = new Set(['SalesTax', 'TransactionTax'])
const TRANSFERS = new Set(['Transfer', 'TransferLot'])
const [CASH, ACTIONS] = [new Set(['CashTransaction']), new Set(['CorporateAction'])]
const BOOKED = new Set([TRADES, TAXES, TRANSFERS, CASH, ACTIONS].flatMap((kinds) => [...kinds]))
const STRAY = 'The section of this row is not read. If it changed cash or a holding, enter it by hand.'

function bookEntries(book: Book, entries: readonly Entry[]): void {
  const those = (kinds: ReadonlySet<string>) => entries.filter(({ kind }) => kinds.has(kind))
  const [trades, cash] = [those(TRADES), those(CASH)]
  bookTrades(book, trades)
  bookCash(book, withoutTradeFees(book, cash, trades))
  bookTaxes(book, those(TAXES), trades)
  bookCorporateActions(book, those(ACTIONS))
  bookTransfers(book, those(TRANSFERS), cash)
  settleOthers(book, entries, BOOKED)
}

/**
 * Books every entry of a report, whatever it was read from: as a transaction, a part of one, ignored with a reason, or an error. `slashOrder` says how
 * days like 01/02/2024 are meant where the file leaves it open.
 */
export function reportOf({ entries, ignored, strays }: TableEntries, slashOrder: SlashOrder): ParsedReport {
  const securities = collectSecurities(entries)
  const book: Book = { ...openRowBook(ignored), securities, slashOrder: findSlashOrder(entries) ?? slashOrder }
  const others = strays.map(({ number, cells }) => ({ row: number, cells }))
  for (const spot of others) fail(book, spot, 'section-unknown', STRAY)
  bookEntries(book, entries)
  const marksOf = (one: Entry | Spot) => ('kind' in one ? entryMarks(one) : strayMarks(one.cells))
  const marks = marksBy<Entry | Spot>([...entries, ...others], ({ row }) => row, marksOf)
  return wholeEvents(closeBook(book), marks)
}
