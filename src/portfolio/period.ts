import { addDays } from '../shared/date.ts'
import { absolute, add, type Decimal, negate, subtract, sum, ZERO } from '../shared/decimal.ts'
import { type Book, marketValue } from './book.ts'
import { baseEntry, marketWorth, relocationOf } from './entries.ts'
import { currencyEffect } from './gains.ts'
import type { Line } from './lines.repository.ts'
import type { Entry } from './lot-entry.ts'
import { costAndProceeds } from './lot-trade.ts'
import { matchEntries } from './lots.ts'
import { type Booking, bookLine, internalGroups } from './period-lines.ts'
import type { Asked } from './request.ts'
import { standingOn, totalOf, type Valued, valueStanding } from './standing.ts'
import type { Worth } from './worth.ts'

/** What made up a gain; the parts add up to it exactly. Fees and taxes are negative. */
type GainParts = Readonly<Record<'realised' | 'unrealised' | 'income' | 'fees' | 'taxes' | 'currency', Decimal>>

/** Money that came in (positive) or went out on one day; the legs of a group on a day count as one. */
export type Flow = { readonly date: string; readonly amount: Decimal }

/** A range of days, exactly: start + net flows + gain = end, and gain = the sum of its parts, to the last digit. */
export type Period = {
  readonly startValue: Decimal
  readonly endValue: Decimal
  readonly flows: readonly Flow[]
  readonly netFlows: Decimal
  readonly gain: Decimal
  readonly parts: GainParts
}

/** Gains are measured from the value at the end of the day before the range; realised and unrealised ones are price effects before costs. */
export function periodOf(book: Book, asked: Asked): Period {
  const start = addDays(asked.from, -1)
  const before = standingOn(book.lines, start)
  const opening = valueStanding(book, before, start)
  const closing = valueStanding(book, standingOn(book.lines, asked.to), asked.to)
  const lines = book.lines.filter((line) => line.date >= asked.from && line.date <= asked.to)
  const internal = internalGroups(lines)
  const bookings = lines
    .filter((line) => asked.scope === 'total' || line.assetId !== null)
    .map((line) => bookLine(book, line, { scope: asked.scope, isInternal: line.groupId !== null && internal.has(line.groupId) }))
  const entries = [...openingEntries(book, before.assets, opening, start), ...periodEntries(book, bookings)]
  const holdings = holdingGains(book, entries, closing, asked)
  const flows = flowsOf(bookings)
  const [startValue, endValue] = [worthInScope(opening, asked), worthInScope(closing, asked)]
  const netFlows = sum(flows.map((flow) => flow.amount))
  const cashEffect = asked.scope === 'total' ? cashGain(opening, closing, bookings) : ZERO
  return {
    startValue,
    endValue,
    flows,
    netFlows,
    gain: subtract(subtract(endValue, startValue), netFlows),
    parts: {
      realised: holdings.realised,
      unrealised: holdings.unrealised,
      income: sum(bookings.map((booking) => booking.income)),
      fees: sum(bookings.map((booking) => booking.fees)),
      taxes: sum(bookings.map((booking) => booking.taxes)),
      currency: add(holdings.currency, cashEffect),
    },
  }
}

function worthInScope(valued: Valued, { scope }: Asked): Decimal {
  const holdings = totalOf(valued.assets.values())
  return scope === 'total' ? add(holdings, totalOf(valued.cash.values())) : holdings
}

function openingEntries(book: Book, held: ReadonlyMap<number, Decimal>, opening: Valued, day: string): Entry[] {
  return [...held].map(([assetId, quantity]) => {
    const value = opening.assets.get(assetId) ?? ZERO
    const line = { id: 0, brokerId: 0, date: day, quantity, groupId: null, costShare: null }
    return {
      ...baseEntry(line, assetId),
      worth: marketWorth(book, assetId, value, day),
      known: true,
    }
  })
}

function periodEntries(book: Book, bookings: readonly Booking[]): Entry[] {
  return bookings.flatMap((booking) => {
    const { line, worth } = booking
    if (line.assetId === null || line.quantity === ZERO) return []
    if (booking.isInternal) return []
    const base = { ...baseEntry(line, line.assetId), known: true, realises: true }
    if (line.type === 'SPLIT') return [{ ...base, kind: 'split' as const }]
    if (line.type === 'EXCHANGE' && line.groupId !== null) return [{ ...base, kind: 'exchange' as const }]
    return [{ ...base, worth: worth ?? movedWorth(book, line, line.assetId) }]
  })
}

/** What moves without a trade does so at the market value of its day. */
function movedWorth(book: Book, line: Line, assetId: number): Worth {
  const value = marketValue(book, assetId, absolute(line.quantity), line.date) ?? ZERO
  return marketWorth(book, assetId, line.quantity < ZERO ? negate(value) : value, line.date)
}

function holdingGains(book: Book, entries: readonly Entry[], closing: Valued, asked: Asked) {
  const order = asked.method === 'S104' ? 'AVERAGE' : asked.method
  const matched = matchEntries(entries, { order, pooled: true, rule: null, relocate: relocationOf(book) })
  let [realised, unrealised, currency] = [ZERO, ZERO, ZERO]
  for (const disposal of matched.disposals) {
    const { cost, proceeds } = costAndProceeds(disposal)
    const effect = currencyEffect(disposal, cost, proceeds)
    realised = add(realised, subtract(subtract(proceeds.report, cost.report), effect))
    currency = add(currency, effect)
  }
  for (const [key, parcels] of matched.open) {
    const value = closing.assets.get(Number(key)) ?? null
    const cost = sum(parcels.map((parcel) => parcel.cost.report))
    const local = sum(parcels.map((parcel) => parcel.cost.local))
    const atEnd = value === null ? cost : (book.exchange.convert(local, book.assetCurrencyOf(Number(key)), asked.to) ?? cost)
    const effect = subtract(atEnd, cost)
    unrealised = add(unrealised, subtract(subtract(value ?? ZERO, cost), effect))
    currency = add(currency, effect)
  }
  return { realised, unrealised, currency }
}

/** What cash gained in the report's currency beyond what was booked: the change of rates on balances, and what conversions cost. */
function cashGain(opening: Valued, closing: Valued, bookings: readonly Booking[]): Decimal {
  const change = subtract(totalOf(closing.cash.values()), totalOf(opening.cash.values()))
  return subtract(change, sum(bookings.map((booking) => booking.cash)))
}

function flowsOf(bookings: readonly Booking[]): Flow[] {
  const flows: { date: string; amount: Decimal }[] = []
  const groups = new Map<string, { date: string; amount: Decimal }>()
  for (const { line, flow } of bookings) {
    if (flow === ZERO) continue
    const key = `${line.groupId}|${line.date}`
    const isLeg = line.type === 'TRANSFER' && line.groupId !== null
    const known = isLeg ? groups.get(key) : undefined
    if (known) known.amount = add(known.amount, flow)
    else {
      const made = { date: line.date, amount: flow }
      flows.push(made)
      if (isLeg) groups.set(key, made)
    }
  }
  return flows.filter((flow) => flow.amount !== ZERO)
}
