/** One row, read by field: what stands in it, not yet what it means. */
import type { Row } from '#plugins/brim/contract.ts'
import { inUnit, parseTime, refuse, type Unit } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, subtract, ZERO } from '#src/shared/decimal.ts'
import type { Cells } from './cells.ts'
import type { NumberField } from './columns.ts'
import type { Figure } from './figures.ts'
import type { Kind } from './kinds.ts'
import type { Reading } from './reading.ts'

/** Something worth a look in a row that became a transaction. */
type Note = { readonly code: string; readonly detail: string }

export type Line = Readonly<ReturnType<typeof readLine>>

/** Reads a row that has a known type. Throws RowRefusal. */
export function readLine(row: Row, cells: Cells, kind: Kind, reading: Reading) {
  const notes: Note[] = []
  const unit = reading.currencyOf(cells.currency)
  const priceUnit = reading.priceCurrencyOf(cells.price_currency) ?? unit
  if (cells.date === '') refuse('missing-date', 'The row has no date.')
  const date = reading.dayOf(cells.date)
  const time = readTime(cells, notes)
  const settledOn = cells.settled_on === '' ? undefined : reading.dayOf(cells.settled_on)
  const quantity = readNumber(cells, 'quantity', reading, notes)
  const price = readNumber(cells, 'price', reading, notes)
  const fxRate = readNumber(cells, 'fx_rate', reading, notes)
  const isGross = cells.amount === '' && cells.gross !== ''
  const amount = readNumber(cells, isGross ? 'gross' : 'amount', reading, notes)
  const fees = readNumber(cells, 'fees', reading, notes)
  const taxes = readNumber(cells, 'taxes', reading, notes)
  requireOwnMoney(cells, fees)
  return {
    row,
    cells,
    kind,
    date,
    time,
    settledOn,
    quantity: quantity?.value,
    /** In whole units of `priceUnit`. */
    price: moneyOf(price, priceUnit),
    priceUnit,
    fxRate: fxRate?.value,
    /** This and the following in whole units of `unit`. */
    amount: moneyOf(amount, unit),
    /** Whether the amount is what it was before fees and taxes. */
    isGross,
    /** Many exports write a cost with a minus; it is the same cost. */
    fees: absolute(moneyOf(fees, unit) ?? ZERO),
    taxes: absolute(moneyOf(taxes, unit) ?? ZERO),
    costBasis: moneyOf(readNumber(cells, 'cost_basis', reading, notes), unit),
    unit,
    costShare: readNumber(cells, 'cost_share', reading, notes)?.value,
    /** As they stand in the row, before units and signs. */
    figures: { quantity, price, amount, fees, taxes },
    notes,
  }
}

/** What an amount with its sign comes to, where costs are still to be taken from it. */
export function netOf({ isGross, fees, taxes }: Line, amount: Decimal): Decimal {
  return isGross ? subtract(subtract(amount, fees), taxes) : amount
}

/** `formatDecimal`, by the figure that a value is mostly read from: its text is there already. */
export function written(value: Decimal, figure: Figure | undefined): string {
  return figure?.text !== undefined && figure.value === value ? figure.text : formatDecimal(value)
}

/** Fees are part of the amount, so they are in its currency. */
function requireOwnMoney({ fee_currency: code, currency }: Cells, fees: Figure | undefined): void {
  if (code === '' || fees === undefined || fees.value === 0n || code.toUpperCase() === currency.toUpperCase()) return
  const detail = `The fees are in ${code}, the amount is not. Leave the row out and enter it by hand, with the fees as a FEE of that ${code}.`
  refuse('fee-currency', detail)
}

/** A figure in whole units. */
function moneyOf(figure: Figure | undefined, unit: Unit | undefined): Decimal | undefined {
  return figure && inUnit(figure.value, unit)
}

function readNumber(cells: Cells, field: NumberField, { figures }: Reading, notes: Note[]): Figure | undefined {
  const cell = cells[field]
  if (cell === '') return undefined
  const figure = figures[field](cell)
  if (figure?.rounded) notes.push({ code: 'rounded', detail: `${field} ${cell} was rounded to 12 places.` })
  return figure
}

/** Of a cell of its own, else of the date where that goes on behind the day. */
function readTime({ time: cell, date }: Cells, notes: Note[]): string | undefined {
  if (cell === '') return date.length > 10 ? parseTime(date) : undefined
  const time = parseTime(cell)
  if (time === undefined) notes.push({ code: 'invalid-time', detail: `time "${cell}" is no time of day; it was left out.` })
  return time
}
