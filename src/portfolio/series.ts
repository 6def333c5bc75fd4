import { dayNumber, dayText } from '../shared/day-number.ts'
import { type Decimal, ZERO } from '../shared/decimal.ts'
import type { Book } from './book.ts'
import type { Flow } from './period.ts'
import { lastIndexOn, type Quote, STALE_DAYS } from './quotes.ts'
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

type Day = { readonly values: Float64Array; readonly priced: Uint8Array }

const SCALE = 1e12

export function seriesOf(book: Book, asked: Asked, flows: readonly Flow[], startValue: Decimal): Series {
  const days = daysFrom(asked.from, asked.to)
  const indexOf = new Map(days.map((day, index) => [day, index]))
  const day: Day = { values: new Float64Array(days.length), priced: new Uint8Array(days.length) }
  const changes = changesOf(book, asked, indexOf)
  const rateOf = rates(book, days)
  for (const [assetId, list] of changes.assets) addAsset(book, assetId, list, { ...day, days, rateOf })
  for (const [currency, list] of changes.cash) addCash(list, currency, { ...day, days, rateOf })
  const { inflows, outflows } = dailyFlows(flows, indexOf, days.length)
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

type Change = { readonly index: number; readonly change: number }

/** Changes per asset and currency; what stood before the range counts at index 0. */
function changesOf(book: Book, asked: Asked, indexOf: ReadonlyMap<string, number>) {
  const assets = new Map<number, Change[]>()
  const cash = new Map<string, Change[]>()
  let [date, index] = ['', -1]
  for (const line of book.lines) {
    if (line.date !== date) {
      date = line.date
      index = date < asked.from ? 0 : (indexOf.get(date) ?? -1)
    }
    if (index < 0) continue
    if (line.assetId !== null && line.quantity !== ZERO)
      push(assets, line.assetId, { index, change: Number(line.quantity) / SCALE })
    if (asked.scope === 'total' && line.currency !== null && line.amount !== ZERO)
      push(cash, line.currency, { index, change: Number(line.amount) / SCALE })
  }
  return { assets, cash }
}

function push<K>(lists: Map<K, Change[]>, key: K, change: Change): void {
  const list = lists.get(key)
  if (list) list.push(change)
  else lists.set(key, [change])
}

type Sheet = Day & { readonly days: readonly string[]; readonly rateOf: (currency: string, index: number) => number }

function rates(book: Book, days: readonly string[]): Sheet['rateOf'] {
  const known = new Map<string, Float64Array>()
  return (currency, index) => {
    if (currency === book.currency) return 1
    const list = known.get(currency) ?? new Float64Array(days.length).fill(Number.NaN)
    if (list.length > 0 && !known.has(currency)) known.set(currency, list)
    const rate = list[index] ?? Number.NaN
    if (!Number.isNaN(rate)) return rate
    const found = book.exchange.rate(currency, days[index] ?? '') ?? 0
    list[index] = found
    return found
  }
}

function addCash(changes: readonly Change[], currency: string, { values, rateOf }: Sheet): void {
  let [next, amount] = [0, 0]
  for (let index = 0; index < values.length; index++) {
    for (; changes[next]?.index === index; next++) amount += changes[next]?.change ?? 0
    if (Math.abs(amount) > 1e-11) values[index] = (values[index] ?? 0) + amount * rateOf(currency, index)
  }
}

function addAsset(book: Book, assetId: number, changes: readonly Change[], { values, priced, days, rateOf }: Sheet): void {
  const first = dayNumber(days[0] ?? '')
  const advance = pricesOf(book, assetId, first)
  let [firstDoubt, lastDoubt] = [-1, -1]
  let [next, quantity] = [0, 0]
  for (let index = 0; index < values.length; index++) {
    for (; changes[next]?.index === index; next++) quantity += changes[next]?.change ?? 0
    const quote = advance(first + index)
    if (Math.abs(quantity) <= 1e-11) continue
    if (quote.isTrade || first + index - quote.dated > STALE_DAYS) {
      if (firstDoubt < 0) firstDoubt = index
      lastDoubt = index
    }
    if (quote.currency === '') continue
    if (quote.since === first + index) priced[index] = 1
    values[index] = (values[index] ?? 0) + quantity * quote.price * rateOf(quote.currency, index)
  }
  if (firstDoubt >= 0) for (const index of [firstDoubt, lastDoubt]) book.quotes.on(assetId, days[index] ?? '')
}

/** The price that holds on a day, as a number for one unit; no currency = no price. `since` = day that it holds from, `dated` = day it is of. */
type Price = { price: number; currency: string; since: number; dated: number; isTrade: boolean }

/** Steps from day to day, the first of which is `first`. The same object is answered each time. */
function pricesOf(book: Book, assetId: number, first: number): (day: number) => Price {
  const columns = book.quotes.closesOf(assetId)
  const { days, scaled } = columns
  const trades = (days[0] ?? Infinity) <= first ? [] : book.quotes.tradesOf(assetId)
  const per = Number(book.priceQuantityOf(assetId)) / SCALE
  const price: Price = { price: 0, currency: '', since: -1, dated: Number.NEGATIVE_INFINITY, isTrade: false }
  const since = trades.map((trade) => dayNumber(trade.since))
  let [trade, at] = [0, Math.max(lastIndexOn(days, first) - 1, -1)]
  return (day) => {
    for (; trade < trades.length && (since[trade] ?? 0) <= day; trade++) setTrade(price, trades[trade], per)
    const before = at
    while (at + 1 < days.length && (days[at + 1] ?? 0) <= day) at++
    if (at === before || at < 0) return price
    price.price = (scaled[at] ?? 0) / SCALE / per
    price.currency = typeof columns.currencies === 'string' ? columns.currencies : (columns.currencies[at] ?? '')
    price.since = price.dated = days[at] ?? 0
    price.isTrade = false
    return price
  }
}

function setTrade(price: Price, trade: Quote | undefined, per: number): void {
  if (trade === undefined) return
  price.price = Number(trade.price) / SCALE / per
  price.currency = trade.currency
  price.since = dayNumber(trade.since)
  price.dated = dayNumber(trade.date)
  price.isTrade = true
}

/** Money in and out per day; each flow counts by its own sign. */
function dailyFlows(flows: readonly Flow[], indexOf: ReadonlyMap<string, number>, length: number) {
  const [inflows, outflows] = [new Float64Array(length), new Float64Array(length)]
  for (const { date, amount } of flows) {
    const index = indexOf.get(date) ?? -1
    const target = amount > ZERO ? inflows : outflows
    if (index >= 0) target[index] = (target[index] ?? 0) + Math.abs(Number(amount)) / SCALE
  }
  return { inflows, outflows }
}
