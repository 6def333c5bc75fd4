/** Stamp duties and the like of an Activity statement: the section Transaction Fees says again what of the commission of a trade they are. */
import { fail, ignore } from '#plugins/kit/index.ts'
import { absolute, type Decimal, decimal, ZERO } from '#src/shared/decimal.ts'
import type { Book } from './book.ts'
import { type Entry, tryFigure, value } from './entry.ts'
import { sumBy } from './levels.ts'

/** What the statement reader calls rows of the section. */
export const TRANSACTION_FEES = 'Transaction Tax'

/** The cash transactions without fees that stand in a trade of the same security and second: its commission is at least as large. */
export function withoutTradeFees(book: Book, cash: readonly Entry[], trades: readonly Entry[]): readonly Entry[] {
  const fees = cash.filter((entry) => value(entry, 'type') === TRANSACTION_FEES)
  if (fees.length === 0) return cash
  const sizes = sumBy(fees, keyOf, (entry) => sizeIn(entry, 'amount'))
  const levels = ['Trade', 'Order'].map((kind) => trades.filter((one) => one.kind === kind))
  const paid = levels.map((level) => sumBy(level, keyOf, (entry) => sizeIn(entry, 'ibcommission')))
  const days = new Set(trades.map(dayOf))
  const left = new Set<Entry>()
  for (const entry of fees) {
    const found = paid.flatMap((sums) => sums.get(keyOf(entry)) ?? [])
    if (found.some((sum) => sum >= (sizes.get(keyOf(entry)) ?? ZERO)))
      ignore(book, entry, 'stands in the commission of its trade')
    else if (found.length === 0 && !days.has(dayOf(entry))) fail(book, entry, 'fee-without-trade', NO_TRADE)
    else continue
    left.add(entry)
  }
  return cash.filter((entry) => !left.has(entry))
}

const UNREADABLE = decimal('1000000000000')
const NO_TRADE =
  'The trade of this fee is not in the file, so it is not clear whether its commission holds the fee. Add the section Trades to the statement.'

function keyOf(entry: Entry): string {
  return [entry.account, value(entry, 'symbol'), value(entry, 'currency'), value(entry, 'datetime')].join('|')
}

function dayOf(entry: Entry): string {
  return [entry.account, value(entry, 'symbol'), value(entry, 'datetime').slice(0, 10)].join('|')
}

/** What cannot be read, which refuses its row, is larger than any fee. */
function sizeIn(entry: Entry, field: string): Decimal {
  return value(entry, field) === '' ? ZERO : absolute(tryFigure(entry, field) ?? UNREADABLE)
}
