/** Records that book nothing of their own. */
import { fail, ignore } from '#plugins/kit/index.ts'
import type { Book } from './book.ts'
import type { Entry } from './entry.ts'
import { tradeMarks } from './trade-fields.ts'

const REASONS: Readonly<Record<string, string>> = {
  OpenPosition: 'an open position is a balance, not a booking',
  SecurityInfo: 'master data of a security',
  ChangeInDividendAccrual: 'an announced dividend; it is booked when it is paid',
  OpenDividendAccrual: 'an announced dividend; it is booked when it is paid',
  InterestAccrual: 'accrued interest; it is booked when it is paid',
  TierInterestDetail: 'how interest was computed; it is booked as a cash transaction',
  HardToBorrowDetail: 'how borrow fees were computed; they are booked as a cash transaction',
  SLBActivity: 'securities lending moves no holding and no cash of yours',
  SLBOpenContract: 'securities lending moves no holding and no cash of yours',
  SLBCollateral: 'collateral of securities lending is not your cash',
  SLBFee: 'how lending income was computed; it is booked as a cash transaction',
  UnbundledCommissionDetail: 'parts of a commission that stands in its trade',
  UnbookedTrade: 'not booked yet; it will be in a later report',
  UnsettledTransfer: 'not settled yet; it will be in a later report',
  PendingExercise: 'an instruction that is not carried out yet',
  HKIPOOpenSubscription: 'a subscription that is not allotted yet',
}
const DUPLICATES: Readonly<Record<string, string>> = {
  FxTransaction: 'repeats the cash of trades and bookings that stand in their own sections',
  StatementOfFundsLine: 'repeats trades and bookings that stand in their own sections',
}
const ONLY_DUPLICATES = 'This section only repeats others. Add the sections Trades and Cash Transactions to the query.'
const NO_TRADE = 'The trades of this exercise, assignment or expiry are not in the file. Add the section Trades to the query.'
const BOOKINGS = new Set(['Trade', 'CashTransaction', 'SalesTax'])

/** Leaves out what repeats or announces; refuses what it does not know, so that nothing is lost in silence. */
export function settleOthers(book: Book, all: readonly Entry[], booked: ReadonlySet<string>): void {
  const entries = all.filter(({ kind }) => !booked.has(kind))
  const hasBookings = all.some(({ kind }) => BOOKINGS.has(kind))
  const hasOptions = entries.some(({ kind }) => kind === 'OptionEAE')
  const trades = new Set(hasOptions ? all.filter(({ kind }) => kind === 'Trade').flatMap(tradeMarks) : [])
  for (const entry of entries) {
    const [reason, duplicate] = [REASONS[entry.kind], DUPLICATES[entry.kind]]
    const isTrade = entry.kind === 'OptionEAE' && tradeMarks(entry).some((mark) => trades.has(mark))
    if (reason !== undefined) ignore(book, entry, reason)
    else if (duplicate !== undefined && hasBookings) ignore(book, entry, duplicate)
    else if (duplicate !== undefined) fail(book, entry, 'sections-missing', ONLY_DUPLICATES)
    else if (isTrade) ignore(book, entry, 'repeats a trade that stands in the section Trades')
    else if (entry.kind === 'OptionEAE') fail(book, entry, 'option-event-without-trade', NO_TRADE)
    else fail(book, entry, 'section-unknown', `${named(entry)} are not read. If it changed cash or a holding, enter it by hand.`)
  }
}

function named({ kind }: Entry): string {
  return kind === 'unknown' ? 'Records of this section' : `Records of the kind ${kind}`
}
