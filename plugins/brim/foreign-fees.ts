/** Fees in another currency than the amount are inside it, but their size in it is not known. */
import { type Book, isZero, type Unit } from '#plugins/kit/index.ts'

type Costs = { readonly fees: string | undefined; readonly unit: Unit | undefined }

/** `currency`: what the fees are in; nothing where that is the currency of the amount. */
export function tradeWithFeesIn(currency: string | undefined, line: Costs, book: Book, direction: 'BUY' | 'SELL'): void {
  const isForeign = currency !== undefined && currency !== line.unit?.currency
  if (!isForeign || line.fees === undefined || isZero(line.fees)) book.trade({ fees: line.fees }, direction)
  else {
    book.trade({ fees: undefined }, direction)
    book.note('info', 'fees-left-out', 'The fees are in another currency than the amount; they are inside it.')
  }
}
