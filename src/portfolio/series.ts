import { dayNumber, dayText } from '../shared/day-number.ts'
import { add, type Decimal, ZERO } from '../shared/decimal.ts'
import type { Book } from './book.ts'
import { type DailyRates, dailyRates } from './daily-rates.ts'
import { type DailyValues, dailyValues } from './daily-values.ts'
import type { Flow } from './period.ts'
import { unitLinesOf } from './quotes.ts'
import type { Asked } from './request.ts'
import { dailyReturn } from './returns.ts'
import { type DatedReturn, NOISE } from './risk.ts'

/** Daily values and returns of a range, as binary numbers: for ratios only. Index 0 is `from`. */
export type Series = {
  readonly days: readonly string[]
  readonly values: Float64Array
  /** `null` on days with nothing invested. */
  readonly returns: readonly (number | null)[]
  /** Returns of days on which something was priced or moved: what volatility is made of. */
  readonly observed: readonly DatedReturn[]
}

const SCALE = 1e12

export function seriesOf(book: Book, asked: Asked, flows: readonly Flow[], startValue: Decimal): Series {
  const days = daysFrom(asked.from, asked.to)
  const day = { values: new Float64Array(days.length), priced: new Uint8Array(days.length) }
  const ratesOf = dailyRates(book, days)
  for (const [id, lines] of unitLinesOf(book.lines)) {
    const daily = dailyValues(book, asked, { id, lines }, { days, ratesOf })
    addDaily(day, daily)
    for (const index of daily.doubts) book.quotes.on(id, days[index] ?? '')
  }
  if (asked.scope === 'total')
    for (const [currency, changes] of cashChanges(book, days)) addCash(day.values, changes, ratesOf(currency))
  const { inflows, outflows } = dailyFlows(flows, days)
  const returns = days.map((_, index) =>
    dailyReturn({
      begin: index === 0 ? Number(startValue) / SCALE : (day.values[index - 1] ?? 0),
      end: day.values[index] ?? 0,
      inflow: inflows[index] ?? 0,
      outflow: outflows[index] ?? 0,
    }),
  )
  const observed = days.flatMap((date, index) => {
    const value = returns[index] ?? null
    return value !== null && (day.priced[index] === 1 || Math.abs(value) > NOISE) ? [{ date, value }] : []
  })
  return { days, values: day.values, returns, observed }
}

/** Every day of a range, both ends included. */
function daysFrom(from: string, to: string): string[] {
  const first = dayNumber(from)
  return Array.from({ length: dayNumber(to) - first + 1 }, (_, index) => dayText(first + index))
}

function addDaily({ values, priced }: { values: Float64Array; priced: Uint8Array }, daily: DailyValues): void {
  for (let index = 0; index < values.length; index++) {
    const value = daily.values[index] ?? 0
    if (value !== 0) values[index] = (values[index] ?? 0) + value
    if (daily.priced[index] === 1) priced[index] = 1
  }
}

/** `amounts` = the changes exactly. */
type Changes = { readonly indices: number[]; readonly changes: number[]; readonly amounts: Decimal[] }

/** A balance this small beside what it once was is added up exactly: of binary sums too much of it would be rounding. */
const SMALL = 1e-3

/** Changes of cash in the order of the ledger; what stood before the range counts at index 0. */
function cashChanges(book: Book, days: readonly string[]): Map<string, Changes> {
  const cash = new Map<string, Changes>()
  const [first, last] = [dayNumber(days[0] ?? ''), days.at(-1) ?? '']
  let [date, index] = ['', 0]
  for (const line of book.lines) {
    if (line.date !== date) {
      date = line.date
      if (date > last) break
      index = Math.max(dayNumber(date) - first, 0)
    }
    if (line.currency === null || line.amount === ZERO) continue
    const list = cash.get(line.currency) ?? { indices: [], changes: [], amounts: [] }
    if (list.indices.length === 0) cash.set(line.currency, list)
    list.indices.push(index)
    list.changes.push(line.cash ?? Number(line.amount) / SCALE)
    list.amounts.push(line.amount)
  }
  return cash
}

function addCash(values: Float64Array, { indices, changes, amounts }: Changes, rates: DailyRates): void {
  let [next, amount, largest] = [0, 0, 0]
  let [reached, exact] = [0, ZERO]
  for (let index = 0; index < values.length; index++) {
    const isMoved = indices[next] === index
    for (; indices[next] === index; next++) {
      amount += changes[next] ?? 0
      largest = Math.max(largest, Math.abs(amount))
    }
    if (isMoved && Math.abs(amount) < largest * SMALL) {
      for (; reached < next; reached++) exact = add(exact, amounts[reached] ?? ZERO)
      amount = Number(exact) / SCALE
    }
    if (Math.abs(amount) > 1e-11) values[index] = (values[index] ?? 0) + amount * rates.at(index)
  }
}

/** Money in and out per day; each flow counts by its own sign. */
function dailyFlows(flows: readonly Flow[], days: readonly string[]) {
  const [inflows, outflows] = [new Float64Array(days.length), new Float64Array(days.length)]
  const first = dayNumber(days[0] ?? '')
  for (const { date, amount } of flows) {
    const index = dayNumber(date) - first
    const target = amount > ZERO ? inflows : outflows
    if (index >= 0 && index < days.length) target[index] = (target[index] ?? 0) + Math.abs(Number(amount)) / SCALE
  }
  return { inflows, outflows }
}
