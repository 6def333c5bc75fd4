import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import type { Close } from '#src/portfolio/valuation/prices.ts'
import type { Decimal } from '#src/shared/decimal.ts'

/**
 * A second implementation of the figures, written from the definitions of the interface alone: every day is valued again from the whole
 * ledger, with binary numbers and without any cleverness. Slow and plain on purpose.
 */
export type Ledger = {
  readonly lines: readonly Line[]
  readonly closes: (assetId: number) => readonly Close[]
  readonly per: (assetId: number) => number
  /** What one unit of a currency is worth in the currency of the report. */
  readonly rate: (currency: string, day: string) => number
  readonly currency: string
  readonly scope: 'total' | 'assets'
  /** Brokers whose cash is not tracked. */
  readonly untracked?: ReadonlySet<number>
}

export type NaiveDay = {
  readonly date: string
  readonly value: number
  readonly inflow: number
  readonly outflow: number
  readonly r: number | null
  readonly counts: boolean
  /** Less than nothing is invested, or nothing but what is owed, or more than everything is lost. */
  readonly broken: boolean
  /** Something is held that has no price. */
  readonly gap: boolean
}

type Price = { readonly price: number; readonly currency: string; readonly of: string }

const n = (value: Decimal) => Number(value) / 1e12
const near = (value: number) => Math.abs(value) < 1e-9

/** Last close on or before the day, in units after the splits since; before the first close the last price of a trade, or stated cost per unit, in units after later splits. */
function priceOn({ lines, closes, per }: Ledger, assetId: number, day: string): Price | null {
  const close = closes(assetId).findLast((one) => one.date <= day)
  if (close) return splitSince(lines, assetId, day, { price: n(close.close), currency: close.currency, of: close.date })
  let found: Price | undefined
  const splits = splitsOf(lines, assetId)
  const split = (until: string) => {
    for (const one of splits.splice(0, splits.filter(({ date }) => date <= until).length))
      if (found) found = { ...found, price: found.price / one.factor, of: one.date }
  }
  for (const line of lines) {
    if (line.assetId !== assetId || line.date > day || line.quantity === 0n || line.type === 'SPLIT') continue
    const currency = line.priceCurrency ?? line.currency
    const isTrade = (line.type === 'BUY' || line.type === 'SELL') && line.price !== null && currency !== null
    const isStated = !isTrade && line.costBasis !== null && line.currency !== null && line.quantity > 0n
    if (isTrade || isStated) split(line.date)
    if (isTrade) found = { price: n(line.price!), currency: currency!, of: line.date }
    else if (isStated)
      found = { price: (n(line.costBasis!) / n(line.quantity)) * per(assetId), currency: line.currency!, of: line.date }
  }
  split(day)
  return found ?? null
}

/** New units for one old, by day: splits come before all else of their day, and what another broker books within a week of one is that one. */
function splitsOf(lines: readonly Line[], assetId: number): { date: string; factor: number }[] {
  const own = lines.filter((line) => line.assetId === assetId)
  const found: { date: string; factor: number; brokers: number[] }[] = []
  for (const line of own) {
    if (line.type !== 'SPLIT') continue
    const before = own
      .filter((one) => one.brokerId === line.brokerId)
      .filter((one) => one.date < line.date || (one.date === line.date && one.type === 'SPLIT' && one.id < line.id))
      .reduce((all, one) => all + n(one.quantity), 0)
    const after = before + n(line.quantity)
    if (near(before) || near(after)) continue
    const days = (one: string) => (Date.parse(line.date) - Date.parse(one)) / 86_400_000
    const same = found.find((one) => days(one.date) <= 7 && !one.brokers.includes(line.brokerId))
    if (same) same.brokers.push(line.brokerId)
    else found.push({ date: line.date, factor: after / before, brokers: [line.brokerId] })
  }
  return found
}

function splitSince(lines: readonly Line[], assetId: number, day: string, price: Price): Price {
  const since = splitsOf(lines, assetId).filter(({ date }) => date > price.of && date <= day)
  const factor = since.reduce((all, one) => all * one.factor, 1)
  return { ...price, price: price.price / factor, of: since.at(-1)?.date ?? price.of }
}

function worth(ledger: Ledger, assetId: number, quantity: number, day: string): number {
  const found = priceOn(ledger, assetId, day)
  return found ? ((quantity * found.price) / ledger.per(assetId)) * ledger.rate(found.currency, day) : 0
}

const isUntracked = ({ untracked }: Ledger, line: Line) => untracked?.has(line.brokerId) === true

function held(ledger: Ledger, day: string): { assets: Map<number, number>; cash: Map<string, number> } {
  const [assets, cash] = [new Map<number, number>(), new Map<string, number>()]
  for (const line of ledger.lines) {
    if (line.date > day) continue
    if (line.assetId !== null) assets.set(line.assetId, (assets.get(line.assetId) ?? 0) + n(line.quantity))
    if (line.currency !== null && !isUntracked(ledger, line))
      cash.set(line.currency, (cash.get(line.currency) ?? 0) + n(line.amount))
  }
  return { assets, cash }
}

/** The sum of quantity x price x rate, and of cash with scope total. */
export function naiveValue(ledger: Ledger, day: string): number {
  const { assets, cash } = held(ledger, day)
  let value = 0
  for (const [assetId, quantity] of assets) if (!near(quantity)) value += worth(ledger, assetId, quantity, day)
  if (ledger.scope === 'total') for (const [currency, amount] of cash) value += amount * ledger.rate(currency, day)
  return value
}

/** An amount of a line in the currency of the report: at the rate that the broker booked, where it says one. */
function booked(ledger: Ledger, amount: Decimal, line: Line): number {
  if (line.currency === null) return 0
  if (line.fxRate !== null && line.priceCurrency === ledger.currency && line.currency !== ledger.currency)
    return n(amount) / n(line.fxRate)
  return n(amount) * ledger.rate(line.currency, line.date)
}

const gross = (ledger: Ledger, line: Line) =>
  booked(ledger, line.amount, line) + booked(ledger, line.fees, line) + booked(ledger, line.taxes, line)

/** All legs are on one day: nothing came or went. */
function isWithin({ lines }: Ledger, line: Line): boolean {
  const legs = lines.filter((one) => one.type === line.type && one.groupId === line.groupId)
  return line.groupId !== null && legs.length >= 2 && legs.every((one) => one.date === line.date)
}

/** The owner's money: positive = came in. */
export function naiveFlow(ledger: Ledger, line: Line): number {
  const units = line.assetId === null ? 0 : worth(ledger, line.assetId, n(line.quantity), line.date)
  const moves = line.type === 'TRANSFER' || line.type === 'EXCHANGE'
  const comes = (moves && !isWithin(ledger, line)) || line.type === 'ADJUSTMENT'
  const inKind = comes && line.assetId !== null ? units : 0
  if (ledger.scope === 'assets') return line.assetId === null ? 0 : inKind - booked(ledger, line.amount, line)
  const taken = isUntracked(ledger, line) ? booked(ledger, line.amount, line) : 0
  if (line.type === 'DEPOSIT' || line.type === 'WITHDRAWAL') return gross(ledger, line) - taken
  return (comes && line.assetId === null ? gross(ledger, line) : inKind) - taken
}

/** Money in and out with lines of one day. Cash that is not tracked counts as one; `beside` = what of the money in paid costs and nothing else. */
function inAndOut(ledger: Ledger, lines: readonly Line[]): { inflow: number; outflow: number; beside: number } {
  const isCash = (line: Line) => line.assetId === null && isUntracked(ledger, line)
  const costs = (line: Line) => line.quantity === 0n && (ledger.scope === 'assets' || isUntracked(ledger, line))
  const cash = lines.filter(isCash).reduce((all, line) => all + naiveFlow(ledger, line), 0)
  const flows = lines.filter((line) => !isCash(line)).map((line) => ({ flow: naiveFlow(ledger, line), isCost: costs(line) }))
  flows.push({ flow: near(cash) ? 0 : cash, isCost: true })
  const total = (of: typeof flows, sign: 1 | -1) => of.reduce((all, { flow }) => all + Math.max(sign * flow, 0), 0)
  return {
    inflow: total(flows, 1),
    outflow: total(flows, -1),
    beside: total(
      flows.filter((one) => one.isCost),
      1,
    ),
  }
}

/** Income that stays in a fund is only what it adds to the cost. */
const staying = (ledger: Ledger, line: Line) =>
  line.quantity === 0n && line.costBasis !== null ? booked(ledger, line.costBasis, line) : 0

export type NaiveSums = { readonly income: number; readonly fees: number; readonly taxes: number }

/** Income before costs, and costs as negative figures; what is paid or got in units counts by its market value. */
export function naiveSums(ledger: Ledger, from: string, to: string): NaiveSums {
  let [income, fees, taxes] = [0, 0, 0]
  for (const line of ledger.lines) {
    if (line.date < from || line.date > to || (ledger.scope === 'assets' && line.assetId === null)) continue
    const units = line.assetId === null ? 0 : worth(ledger, line.assetId, n(line.quantity), line.date)
    if (line.type === 'FEE') fees += booked(ledger, line.amount, line) + units
    else if (line.type === 'TAX') taxes += booked(ledger, line.amount, line) + units
    else {
      if (line.type === 'DIVIDEND' || line.type === 'INTEREST') income += gross(ledger, line) + units + staying(ledger, line)
      fees -= booked(ledger, line.fees, line)
      taxes -= booked(ledger, line.taxes, line)
    }
  }
  return { income, fees, taxes }
}

/**
 * With scope assets, and where cash is not tracked, the day is cut at every trade: all that is held is valued again just before it, what is traded on the day at the price of its last trade
 * (the first, before there was one), the rest at the end of the day. `null` without trades, and where nothing is invested between two of them.
 */
function overTrades(ledger: Ledger, date: string, dayBefore: string, begin: number): number | null {
  const isAssets = ledger.scope === 'assets'
  const today = ledger.lines.filter((line) => line.date === date && (!isAssets || line.assetId !== null))
  const isTrade = (line: Line) =>
    (isAssets || isUntracked(ledger, line)) &&
    line.quantity !== 0n &&
    naiveFlow(ledger, line) !== 0 &&
    (line.type !== 'TRANSFER' || line.groupId === null)
  const [trades, others] = [today.filter(isTrade), today.filter((line) => !isTrade(line))]
  if (trades.length === 0) return null
  const units = held(ledger, dayBefore).assets
  const move = (line: Line) => {
    if (line.assetId !== null) units.set(line.assetId, (units.get(line.assetId) ?? 0) + n(line.quantity))
  }
  let cash = 0
  if (!isAssets) for (const [currency, amount] of held(ledger, date).cash) cash += amount * ledger.rate(currency, date)
  others.forEach(move)
  const priceOf = (line: Line) =>
    Math.abs((line.amount === 0n ? naiveFlow(ledger, line) : gross(ledger, line)) / n(line.quantity))
  const prices = new Map<number, number>()
  for (const line of [...trades].reverse()) prices.set(line.assetId!, priceOf(line))
  const value = () => {
    let all = cash
    for (const [id, quantity] of units)
      if (!near(quantity)) all += prices.has(id) ? quantity * prices.get(id)! : worth(ledger, id, quantity, date)
    return all
  }
  const { inflow, outflow } = inAndOut(ledger, others)
  const isHeld = begin > 1e-9
  if (!isHeld && Math.abs(value()) > 1e-9) return null
  let [growth, invested] = [isHeld ? (value() + outflow) / (begin + inflow) : 1, value()]
  for (const line of trades) {
    prices.set(line.assetId!, priceOf(line))
    const [just, flow] = [value(), naiveFlow(ledger, line)]
    move(line)
    if (just < -1e-9 || value() < -1e-9 || (invested <= 1e-9 && flow <= 0)) return null
    if (invested > 1e-9) growth *= (flow > 0 ? just : value() - flow) / invested
    invested = flow > 0 ? just + flow : value()
  }
  const end = naiveValue(ledger, date)
  const [base, result] = isHeld ? [invested, end] : [invested + inflow, end + outflow]
  if (base <= 1e-9) return near(result) ? growth - 1 : null
  return growth * (result / base) - 1
}

/** r = (end + outflows) / (begin + inflows) - 1 of every day; over the trades of it with scope assets. */
export function naiveDays(ledger: Ledger, days: readonly string[], dayBefore: string): NaiveDay[] {
  let begin = naiveValue(ledger, dayBefore)
  return days.map((date, index) => {
    const before = days[index - 1] ?? dayBefore
    const today = ledger.lines.filter((line) => line.date === date)
    const { inflow, outflow, beside } = inAndOut(ledger, today)
    const value = naiveValue(ledger, date)
    const invested = begin + inflow - beside
    const [base, result] = [invested > 1e-9 ? begin + inflow : invested, value + outflow]
    const plain = base > 1e-9 ? result / base - 1 : null
    const { assets, cash } = held(ledger, date)
    const holdings = [...assets].filter(([, quantity]) => !near(quantity))
    const owes =
      holdings.some(([id, quantity]) => worth(ledger, id, quantity, date) < -1e-9) ||
      (ledger.scope === 'total' && [...cash.values()].some((amount) => amount < -1e-9))
    const r = (owes ? null : overTrades(ledger, date, before, begin)) ?? plain
    const broken = base > 1e-9 ? result < -1e-9 : base < -1e-9 || (owes && !near(result))
    const gap = holdings.some(([id]) => priceOn(ledger, id, date) === null)
    const priced = holdings.some(([assetId]) => priceOn(ledger, assetId, date)?.of === date)
    begin = value
    return { date, value, inflow, outflow, r, counts: r !== null && (priced || Math.abs(r) > 1e-10), broken, gap }
  })
}

/** Textbook: sample standard deviation, mean over it, mean over the downside deviation, each for a year of 252 days. */
export function naiveRisk(returns: readonly number[]) {
  const mean = returns.reduce((all, one) => all + one, 0) / returns.length
  const variance = returns.reduce((all, one) => all + (one - mean) * (one - mean), 0) / (returns.length - 1)
  const downside = returns.filter((one) => one < 0).reduce((all, one) => all + one * one, 0) / returns.length
  return {
    volatility: Math.sqrt(variance * 252),
    sharpe: (mean * 252) / Math.sqrt(variance * 252),
    sortino: (mean * 252) / Math.sqrt(downside * 252),
  }
}

/** The largest fall from any day to any later one: every pair is tried. */
export function naiveDrawdown(returns: readonly number[]): number {
  const index = [1]
  for (const one of returns) index.push(index.at(-1)! * (1 + one))
  let deepest = 0
  for (let a = 0; a < index.length; a++)
    for (let b = a + 1; b < index.length; b++) deepest = Math.max(deepest, 1 - index[b]! / index[a]!)
  return deepest
}

/** Every rate between a total loss and +1,000,000,000 % at which the present value changes its sign, by halving. */
export function naiveRates(payments: readonly { readonly day: number; readonly amount: number }[]): number[] {
  const present = (rate: number) => payments.reduce((all, { day, amount }) => all + amount / (1 + rate) ** (day / 365), 0)
  const grid = Array.from({ length: 4001 }, (_, index) => Math.exp(-16 + (index * 32) / 4000) - 1)
  const found: number[] = []
  for (let index = 1; index < grid.length; index++) {
    let [low, high] = [grid[index - 1]!, grid[index]!]
    if (present(low) > 0 === present(high) > 0) continue
    const rises = present(high) > 0
    for (let round = 0; round < 100; round++) {
      const middle = (low + high) / 2
      if (present(middle) < 0 === rises) low = middle
      else high = middle
    }
    found.push(low)
  }
  return found
}
