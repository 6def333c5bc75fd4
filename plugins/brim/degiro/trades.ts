/** Trades as both reports have them, whatever rows they were put together from. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { agrees, info, repeated, textOf } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, decimal, divide, formatDecimal, multiply, ONE, subtract } from '#src/shared/decimal.ts'
import type { Book, Dated } from './book.ts'

/** `quantity`: below zero for a sale. `gross`: what the trade alone did to the cash balance. `rate`: where the price is in another currency. */
type Trade = Pick<TransactionDraft, 'rows' | 'currency' | 'priceCurrency' | 'externalId'> & {
  readonly asset: string
  readonly quantity: Decimal
  readonly gross: Decimal
  readonly costs: Readonly<Record<'fee' | 'tax', Decimal>>
  readonly price: Decimal | undefined
  readonly rate: Decimal | undefined
}

const NO_PRICE = 'Quantity x price does not give the booked'
const HUNDRED = decimal('100')

/** Adds a BUY or SELL. Keeps the price when it gives the booked sum; otherwise the sum counts and the price is left to be derived. */
export function addTrade(book: Book, row: Dated, trade: Trade, sum: 'amount' | 'total'): void {
  const { rows, asset, quantity, currency, costs, externalId } = trade
  const priceQuantity = priceQuantityOf(trade)
  const price = priceQuantity === undefined ? undefined : trade.price
  const rate = price === undefined ? undefined : trade.rate
  if (priceQuantity === undefined) {
    info(book, row, 'price-left-out', `${NO_PRICE} ${sum}; the ${sum} stays and the price derived from it.`)
  } else book.priced.push({ index: book.transactions.length, asset, priceQuantity })
  book.transactions.push({
    rows,
    type: quantity > 0n ? 'BUY' : 'SELL',
    date: row.date,
    time: row.time,
    asset,
    quantity: formatDecimal(quantity),
    amount: formatDecimal(subtract(trade.gross, add(costs.fee, costs.tax))),
    currency,
    fees: textOf(costs.fee),
    taxes: textOf(costs.tax),
    externalId,
    description: row.description,
    price: price === undefined ? undefined : formatDecimal(price),
    priceCurrency: rate === undefined ? undefined : trade.priceCurrency,
    fxRate: rate === undefined ? undefined : formatDecimal(rate),
  })
}

/**
 * For how many units a price is meant, by what was booked: `1`, `0.01` (contracts of 100) or `100` (bonds in percent);
 * `undefined` when quantity x price x rate gives none of these, or money went the other way.
 */
function priceQuantityOf({ quantity, price, rate, gross }: Trade): string | undefined {
  if (price === undefined || (gross !== 0n && gross > 0n === quantity > 0n)) return undefined
  const [value, booked] = [absolute(multiply(multiply(quantity, price), rate ?? ONE)), absolute(gross)]
  const isFor = (one: Decimal) => agrees(one, booked, rate !== undefined)
  if (isFor(value)) return '1'
  if (isFor(multiply(value, HUNDRED))) return '0.01'
  return isFor(divide(value, HUNDRED)) ? '100' : undefined
}

/** The ids of rows that nobody shares. An order id alone would repeat when an order is filled over several days; with the day it is the same in every export. */
export function openIds<T extends { readonly order: string; readonly date: string }>(
  rows: readonly T[],
): (row: T) => string | undefined {
  const idOf = ({ order, date }: T) => (order === '' ? '' : `${order}/${date}`)
  const shared = repeated(rows.map(idOf))
  return (row) => {
    const id = idOf(row)
    return id === '' || shared.has(id) ? undefined : id
  }
}
