import { addDays } from '../../shared/date.ts'
import { dayNumber } from '../../shared/day-number.ts'
import { add, type Decimal, divideHalfEven, multiplyDivide, negate, subtract, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest, ReportScope } from '../ledger/request.ts'
import { type Booking, bookLine, costsOfLine, internalGroups } from '../returns/flows.ts'
import { balancesOn } from '../valuation/balances.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { unitLinesOf } from '../valuation/prices.ts'
import { bookedSplits, type UnitSplit } from '../valuation/split-closes.ts'

/** What lines mean, with cash counted but where assets were chosen, one at a time: of a large ledger most are of no report. */
function* bookingsOf(inputs: ReportInputs, request: Pick<ReportRequest, 'assetIds'>, lines: readonly Line[]): Iterable<Booking> {
  const scope = statementScope(request)
  const internal = internalGroups(lines)
  for (const line of lines)
    yield bookLine(inputs, line, { scope, isInternal: line.groupId !== null && internal.has(line.groupId) })
}

function linesIn({ lines }: ReportInputs, { from, to }: Pick<ReportRequest, 'from' | 'to'>): readonly Line[] {
  return lines.filter(({ date }) => date >= from && date <= to)
}

/** Cash counts in statements but where assets were chosen. */
export function statementScope({ assetIds }: Pick<ReportRequest, 'assetIds'>): ReportScope {
  return assetIds === null ? 'total' : 'assets'
}

/** One dividend or interest, in the currency of the report: gross - tax - fees = net. */
export type Payment = {
  readonly line: Line
  readonly gross: Decimal
  readonly tax: Decimal
  readonly fees: Decimal
  readonly net: Decimal
}

export function incomeOf(inputs: ReportInputs, request: ReportRequest): Payment[] {
  const payments: Payment[] = []
  const lines = linesIn(inputs, request).filter(({ type }) => type === 'DIVIDEND' || type === 'INTEREST')
  for (const { line, income, taxes, fees: cost } of bookingsOf(inputs, request, lines)) {
    const [tax, fees] = [negate(taxes), negate(cost)]
    payments.push({ line, gross: income, tax, fees, net: subtract(subtract(income, tax), fees) })
  }
  return payments
}

/** A payment that is expected a year after one that was: gross in its own currency, x units now / units then, at the rate of now. */
export type Expected = {
  readonly line: Line
  readonly gross: Decimal
  /** `null` where no units matter; `then` counts them as the splits since made them. */
  readonly now: Decimal | null
  readonly then: Decimal | null
  readonly value: Decimal
}

/** Income that the last 365 days let expect a year later, per month, gross: by the units held now and the rates of now; nothing for what is gone. */
export function forecastOf(inputs: ReportInputs, request: ReportRequest): Map<string, Expected[]> {
  const since = addDays(request.to, -364)
  const held = balancesOn(inputs.lines, request.to).assets
  const before = heldBefore(inputs)
  const inUnitsOfNow = splitUnits(inputs)
  const months = new Map<string, Expected[]>()
  for (const { line } of incomeOf(inputs, { ...request, from: since })) {
    if (line.currency === null) continue
    const gross = add(add(line.amount, line.fees), line.taxes)
    const now = line.assetId === null ? null : (held.get(line.assetId) ?? ZERO)
    const then = line.assetId === null ? null : inUnitsOfNow(line.assetId, before.get(line.id) ?? ZERO, line.date)
    const value = expectedValue(inputs, { gross, now, then, currency: line.currency }, request.to)
    const month = `${Number(line.date.slice(0, 4)) + 1}${line.date.slice(4, 7)}`
    if (value !== null && value !== ZERO) months.set(month, [...(months.get(month) ?? []), { line, gross, now, then, value }])
  }
  return new Map([...months].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** With one rounding at the end: that of an amount converted first, or last, is as large as the ratio of units, or the rate. */
function expectedValue(
  { exchange }: ReportInputs,
  { gross, now, then, currency }: Pick<Expected, 'gross' | 'now' | 'then'> & { readonly currency: string },
  day: string,
): Decimal | null {
  if (now === null || then === null) return exchange.convert(gross, currency, day)
  if (then === ZERO) return ZERO
  const product = exchange.convert((gross * now) as Decimal, currency, day)
  return product === null ? null : (divideHalfEven(product, then) as Decimal)
}

/** Makes units that were held before a day those that every split on that day and later made of them. */
function splitUnits(inputs: ReportInputs): (assetId: number, units: Decimal, date: string) => Decimal {
  const known = new Map<number, readonly UnitSplit[]>()
  return (assetId, units, date) => {
    const splits = known.get(assetId) ?? bookedSplits(unitLinesOf(inputs.lines).get(assetId) ?? [])
    known.set(assetId, splits)
    const day = dayNumber(date)
    return splits
      .filter((split) => split.day >= day)
      .reduce((all, { before, after }) => multiplyDivide(all, after, before), units)
  }
}

/** Units held at the end of the day before each payment, by its transaction. */
function heldBefore(inputs: ReportInputs): Map<number, Decimal> {
  const held = new Map<number, Decimal>()
  const today = new Map<number, Decimal>()
  const found = new Map<number, Decimal>()
  let day = ''
  for (const { id, date, type, assetId, quantity } of inputs.lines) {
    if (date !== day) today.clear()
    day = date
    if (assetId === null) continue
    if (type === 'DIVIDEND' || type === 'INTEREST') found.set(id, subtract(held.get(assetId) ?? ZERO, today.get(assetId) ?? ZERO))
    held.set(assetId, add(held.get(assetId) ?? ZERO, quantity))
    today.set(assetId, add(today.get(assetId) ?? ZERO, quantity))
  }
  return found
}

/** Lines by which the owner's money came or went; they add up to the net flows of the performance. */
export function cashFlowsOf(inputs: ReportInputs, request: ReportRequest): Booking[] {
  const found: Booking[] = []
  for (const booking of bookingsOf(inputs, request, linesIn(inputs, request))) if (booking.flow !== ZERO) found.push(booking)
  return found
}

export type Cost = { readonly line: Line; readonly fees: Decimal; readonly taxes: Decimal; readonly total: Decimal }

/** Lines that cost fees or taxes, those of trades and what was withheld too; refunds are negative. */
export function costsOf(inputs: ReportInputs, request: ReportRequest): Cost[] {
  const costs: Cost[] = []
  for (const line of linesIn(inputs, request)) {
    const booked = costsOfLine(inputs, line)
    if (booked.fees === ZERO && booked.taxes === ZERO) continue
    const [fees, taxes] = [negate(booked.fees), negate(booked.taxes)]
    costs.push({ line, fees, taxes, total: add(fees, taxes) })
  }
  return costs
}
