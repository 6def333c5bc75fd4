import { monthOf } from '../shared/date.ts'
import { add, type Decimal, minimum, negate, ZERO } from '../shared/decimal.ts'
import type { TransactionFields } from './transaction.ts'

/**
 * Balances are stored as net changes per day and, above them, per month with the lowest point within the month. A write touches its days
 * and months only; whether any later day falls below zero is found by one pass over the months: time does not grow with the ledger's rows.
 */

/** Net changes to be booked: broker -> unit -> day -> change. A unit is a currency code, or `#` and an asset id. */
export type Changes = Map<number, Map<string, Map<string, Decimal>>>

export type DayChange = { readonly date: string; readonly change: Decimal }
export type MonthChange = { readonly month: string; readonly change: Decimal; readonly lowest: Decimal }

export function unitOfAsset(assetId: number): string {
  return `#${assetId}`
}

/** The asset of a unit, `undefined` for a currency. */
export function assetOfUnit(unit: string): number | undefined {
  return unit.startsWith('#') ? Number(unit.slice(1)) : undefined
}

type Moving = Pick<TransactionFields, 'brokerId' | 'date' | 'assetId' | 'quantity' | 'amount' | 'currency'>

/** Adds what a line moves to `changes`; with `sign` -1 what taking it away moves. */
export function collectChanges(changes: Changes, line: Moving, sign: 1 | -1 = 1): void {
  if (line.currency !== null && line.amount !== ZERO)
    collect(daysOf(changes, line.brokerId, line.currency), line.date, sign === 1 ? line.amount : negate(line.amount))
  if (line.assetId !== null && line.quantity !== ZERO) {
    const days = daysOf(changes, line.brokerId, unitOfAsset(line.assetId))
    collect(days, line.date, sign === 1 ? line.quantity : negate(line.quantity))
  }
}

/** What lines move of a unit on one day, while they come day by day. */
type OpenDay = { readonly days: Map<string, Decimal>; date: string; change: Decimal }
type CollectedLine = Pick<Moving, 'assetId'> & { readonly fields: Pick<Moving, 'date' | 'quantity' | 'amount' | 'currency'> }

/** `collectChanges` for many lines of one broker, best in the order of their days: each day of a unit is then looked for once. Nothing is complete before `end`. */
export function createCollector(
  changes: Changes,
  brokerId: number,
): { readonly add: (line: CollectedLine) => void; readonly end: () => void } {
  const known = new Map<number | string, OpenDay>()
  const openUnit = (unit: number | string): OpenDay => {
    const days = daysOf(changes, brokerId, typeof unit === 'number' ? unitOfAsset(unit) : unit)
    const open = { days, date: '', change: ZERO }
    known.set(unit, open)
    return open
  }
  const close = ({ days, date, change }: OpenDay) => {
    if (date !== '') collect(days, date, change)
  }
  const move = (unit: number | string, date: string, change: Decimal) => {
    const open = known.get(unit) ?? openUnit(unit)
    if (open.date === date) open.change = add(open.change, change)
    else {
      close(open)
      open.date = date
      open.change = change
    }
  }
  return {
    add: ({ assetId, fields: { date, quantity, amount, currency } }) => {
      if (currency !== null && amount !== ZERO) move(currency, date, amount)
      if (assetId !== null && quantity !== ZERO) move(assetId, date, quantity)
    },
    end: () => known.forEach(close),
  }
}

function daysOf(changes: Changes, brokerId: number, unit: string): Map<string, Decimal> {
  const units = changes.get(brokerId) ?? new Map<string, Map<string, Decimal>>()
  changes.set(brokerId, units)
  const days = units.get(unit) ?? new Map<string, Decimal>()
  units.set(unit, days)
  return days
}

function collect(days: Map<string, Decimal>, date: string, change: Decimal): void {
  days.set(date, add(days.get(date) ?? ZERO, change))
}

/** One month's summary from its days in order. */
export function summariseMonth(month: string, days: readonly DayChange[]): MonthChange {
  let change = ZERO
  let lowest = ZERO
  days.forEach((day, index) => {
    change = add(change, day.change)
    lowest = index === 0 ? change : minimum(lowest, change)
  })
  return { month, change, lowest }
}

/** The first month in which the balance ends a day below zero; with the balance at its start. */
export function firstMonthBelowZero(months: readonly MonthChange[]): { month: string; opening: Decimal } | undefined {
  let opening = ZERO
  for (const entry of months) {
    if (add(opening, entry.lowest) < ZERO) return { month: entry.month, opening }
    opening = add(opening, entry.change)
  }
  return undefined
}

/** The first day on which a balance that opens the month with `opening` is below zero. */
export function firstDayBelowZero(opening: Decimal, days: readonly DayChange[]): { date: string; balance: Decimal } | undefined {
  let balance = opening
  for (const day of days) {
    balance = add(balance, day.change)
    if (balance < ZERO) return { date: day.date, balance }
  }
  return undefined
}

/**
 * The first day on which a balance ends below zero and lower than before `changes` (by month, in order; booked in `months` already). Days are looked
 * at only in months that have such a day and either changes of their own or less than before at their start.
 */
export async function firstDayMadeWorse(
  months: readonly MonthChange[],
  daysOf: (month: string) => readonly DayChange[] | Promise<readonly DayChange[]>,
  changes: ReadonlyMap<string, ReadonlyMap<string, Decimal>>,
): Promise<{ date: string; balance: Decimal } | undefined> {
  const stored = new Map(months.map((entry) => [entry.month, entry]))
  const [first = ''] = changes.keys()
  let [opening, moved] = [ZERO, ZERO]
  for (const month of [...new Set([...stored.keys(), ...changes.keys()])].sort()) {
    const { change = ZERO, lowest = ZERO } = stored.get(month) ?? {}
    const own = changes.get(month)
    const isLow = month >= first && minimum(opening, add(opening, lowest)) < ZERO
    if (isLow && (own !== undefined || moved < ZERO)) {
      const worse = worseDay(opening, moved, await daysOf(month), own)
      if (worse) return worse
    }
    opening = add(opening, change)
    for (const amount of own?.values() ?? []) moved = add(moved, amount)
  }
  return undefined
}

function worseDay(
  opening: Decimal,
  before: Decimal,
  days: readonly DayChange[],
  own: ReadonlyMap<string, Decimal> | undefined,
): { date: string; balance: Decimal } | undefined {
  const booked = new Map(days.map((day) => [day.date, day.change]))
  let [balance, moved] = [opening, before]
  for (const date of [...new Set([...booked.keys(), ...(own?.keys() ?? [])])].sort()) {
    balance = add(balance, booked.get(date) ?? ZERO)
    moved = add(moved, own?.get(date) ?? ZERO)
    if (balance < ZERO && moved < ZERO) return { date, balance }
  }
  return undefined
}

/** Changes grouped by month, months in order. */
export function byMonth(days: ReadonlyMap<string, Decimal>): Map<string, Map<string, Decimal>> {
  const months = new Map<string, Map<string, Decimal>>()
  for (const date of [...days.keys()].sort()) {
    const month = monthOf(date)
    const entries = months.get(month) ?? new Map<string, Decimal>()
    entries.set(date, days.get(date) ?? ZERO)
    months.set(month, entries)
  }
  return months
}
