/** Prices that a user enters to rows: what can be checked of them without the database. Pure. */

import { fromMinorUnit } from '../shared/currency.ts'
import { addDays } from '../shared/date.ts'
import { type Decimal, divide, formatDecimal, multiply, whole } from '../shared/decimal.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { yieldToEventLoop } from '../shared/event-loop.ts'
import { ROWS_A_PIECE } from '../shared/pieces.ts'
import { MANUAL, type PriceRow } from './repository.ts'

/** Without a currency it is in the asset's; `line` = where it stands in a file. */
export type PriceInput = {
  readonly date: string
  readonly close: Decimal
  readonly currency?: string | undefined
  readonly line?: number | undefined
}

/** Nothing has a close before. */
export const FIRST_PRICE_DAY = '1700-01-01'
/** So many faults are named at once. */
const MAX_FAULTS = 100

/**
 * Rows of user `createdBy`, pence and the like in ISO currencies. Throws 422 with every fault: `price/repeated` when a day comes twice, else
 * `price/invalid` for days before 1700 or after tomorrow, and for closes of more than 12 places once they are in the ISO currency. Gives the event
 * loop back between slices.
 */
export async function toRows(
  prices: readonly PriceInput[],
  context: { readonly currency: string; readonly today: string; readonly createdBy: number },
): Promise<PriceRow[]> {
  const tomorrow = addDays(context.today, 1)
  const first = new Map<string, number>()
  const faults: Fault[] = []
  let repeated = false
  const toRow = (price: PriceInput, index: number): PriceRow => {
    const { date } = price
    const fault = (field: string, detail: string) =>
      void faults.push({ pointer: `${pointerOf(price.line, index)}${field}`, detail })
    const before = first.get(date)
    if (before === undefined) first.set(date, price.line ?? index)
    else {
      fault('', `${date} is ${price.line === undefined ? 'item' : 'in line'} ${before} already.`)
      repeated = true
    }
    if (date < FIRST_PRICE_DAY || date > tomorrow) fault('/date', `Must be from ${FIRST_PRICE_DAY} to ${tomorrow}.`)
    const unit = fromMinorUnit(price.currency ?? '') ?? { currency: price.currency ?? context.currency, divisor: 1 }
    const close = divide(price.close, whole(unit.divisor))
    if (multiply(close, whole(unit.divisor)) !== price.close)
      fault('/close', `Has more than 12 places after the point once it is in ${unit.currency}.`)
    return { date, close: formatDecimal(close), currency: unit.currency, source: MANUAL, createdBy: context.createdBy }
  }
  const rows: PriceRow[] = []
  for (let start = 0; start < prices.length; start += ROWS_A_PIECE) {
    if (start > 0) await yieldToEventLoop()
    for (const [at, price] of prices.slice(start, start + ROWS_A_PIECE).entries()) rows.push(toRow(price, start + at))
  }
  if (repeated) throw refusal('price/repeated', 'An asset has one price a day; nothing was stored.', faults)
  if (faults.length > 0) throw refusal('price/invalid', 'Some of these prices cannot be; nothing was stored.', faults)
  return rows
}

/** Where a price stands in what was sent: `/17` in a list, `/18` the line of a file. */
export function pointerOf(line: number | undefined, index: number): string {
  return `/${line ?? index}`
}

function refusal(code: string, detail: string, errors: readonly Fault[]): AppError {
  return new AppError('invalid', code, detail, { errors: errors.slice(0, MAX_FAULTS) })
}
