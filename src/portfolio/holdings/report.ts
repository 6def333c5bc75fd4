import { type Lot, scaleEach, totalQuantity } from '../../lots/lot.ts'
import type { Matched } from '../../lots/match.ts'
import { add, type Decimal, divide, subtract, sum, ZERO } from '../../shared/decimal.ts'
import { type Closed, closedLots, type Gain, gainOf, realisedOf } from '../gains/report.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Asked } from '../ledger/request.ts'
import { areCostsTold } from '../returns/currency-effect.ts'
import { inKind } from '../returns/flows.ts'
import { type Standing, standingOn } from '../valuation/balances.ts'
import { type Book, worthAt } from '../valuation/book.ts'
import { matchLots } from '../valuation/lot-entries.ts'
import type { Quote } from '../valuation/prices.ts'

/** One asset over the brokers asked for, in the currency of the report; `null` where a price, rate or cost is missing, with a warning. */
export type Holding = {
  readonly assetId: number
  readonly quantity: Decimal
  readonly quote: Quote | null
  readonly marketValue: Decimal | null
  readonly weight: number | null
  readonly cost: Decimal | null
  readonly averageCost: Decimal | null
  readonly unrealised: Decimal | null
  readonly unrealisedPrice: Decimal | null
  readonly unrealisedCurrency: Decimal | null
  readonly realised: Decimal
  readonly income: Decimal
  readonly costs: Decimal
  readonly total: Decimal | null
  readonly lots: readonly Lot[]
}

export type CashHolding = { readonly currency: string; readonly amount: Decimal; readonly value: Decimal | null }

export type Holdings = {
  readonly holdings: readonly Holding[]
  readonly cash: readonly CashHolding[]
  readonly totalValue: Decimal
  /** What was closed of each asset at the brokers asked for; made when it is first asked for. */
  readonly gains: () => ReadonlyMap<number, readonly Gain[]>
}

/** What is held at the end of the last day. Closed holdings are left out, and so is what they once earned. */
export function holdingsOf(book: Book, asked: Asked): Holdings {
  const standing = standingOn(book.lines, asked.to)
  const matched = matchLots(book, asked.method)
  const closed = closedLots(book, matched)
  const earned = earningsOf(book, closed)
  const raw = [...standing.assets, ...evenedOut(book, asked, matched, standing)].map(([assetId, quantity]) =>
    holdingOf(book, asked.to, assetId, quantity, lotsOfHolding(book, matched.open, asked, assetId, quantity), earned(assetId)),
  )
  const cash = cashOf(book, standing, asked.to)
  const invested = sum(raw.map((holding) => holding.marketValue ?? ZERO))
  const totalValue = add(invested, sum(cash.map((one) => one.value ?? ZERO)))
  const whole = asked.scope === 'assets' ? invested : totalValue
  const holdings = raw
    .map((holding) => ({ ...holding, weight: weightOf(holding.marketValue, whole) }))
    .sort((a, b) =>
      symbolOf(book, a) < symbolOf(book, b) ? -1 : symbolOf(book, a) > symbolOf(book, b) ? 1 : a.assetId - b.assetId,
    )
  return { holdings, cash, totalValue, gains: onceMade(() => gainsByAsset(book, closed)) }
}

/** What is held at one broker and owed at another, as much of it: no units, but a gain that is not realised. One pool over all brokers closes it. */
function evenedOut(book: Book, { method }: Asked, { open }: Matched, { assets }: Standing): Map<number, Decimal> {
  const found = new Map<number, Decimal>()
  if (method === 'S104') return found
  const selected = new Set(book.brokerIds)
  for (const lots of open.values())
    for (const { brokerId, assetId, quantity } of lots)
      if (quantity !== ZERO && selected.has(brokerId) && !assets.has(assetId)) found.set(assetId, ZERO)
  return found
}

/** Part of a whole as a number; `null` when there is no value or no whole. */
function weightOf(value: Decimal | null, whole: Decimal): number | null {
  return value === null || whole === ZERO ? null : Number(value) / Number(whole)
}

function symbolOf(book: Book, { assetId }: Holding): string {
  return book.assetOf(assetId).symbol
}

function cashOf(book: Book, { cash }: Standing, day: string): CashHolding[] {
  return [...cash]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount, value: book.exchange.convert(amount, currency, day) }))
}

/** The open lots at the brokers asked for. A pool over more brokers than that counts by the part that they hold. */
export function lotsOfHolding(
  { brokerIds }: Pick<Book, 'brokerIds'>,
  open: ReadonlyMap<string, readonly Lot[]>,
  { method }: Pick<Asked, 'method'>,
  assetId: number,
  quantity: Decimal,
): readonly Lot[] {
  if (method !== 'S104') return brokerIds.flatMap((brokerId) => open.get(`${brokerId}:${assetId}`) ?? [])
  const pool = open.get(String(assetId)) ?? []
  const whole = totalQuantity(pool)
  if (whole === quantity || whole === ZERO) return pool
  const part = (pick: (lot: Lot) => Decimal) => scaleEach(pool.map(pick), quantity, whole)
  const quantities = part((lot) => lot.quantity)
  const reports = part((lot) => lot.cost.report)
  const locals = part((lot) => lot.cost.local)
  return pool.map((lot, index) => ({
    ...lot,
    quantity: quantities[index] ?? ZERO,
    cost: { report: reports[index] ?? ZERO, local: locals[index] ?? ZERO },
  }))
}

type Earned = Pick<Holding, 'realised' | 'income' | 'costs'>

function holdingOf(
  book: Book,
  day: string,
  assetId: number,
  quantity: Decimal,
  lots: readonly Lot[],
  earned: Earned,
): Omit<Holding, 'weight'> {
  const quote = book.quotes.on(assetId, day)
  const marketValue = quote === null ? null : worthAt(book, assetId, quantity, quote, day)
  const cost = knownCost(book, assetId, lots, day)
  const local = sum(lots.map((lot) => lot.cost.local))
  const isTold = cost !== null && marketValue !== null && areCostsTold(book, lots, day)
  const atRate = !isTold ? null : book.exchange.again(local, book.assetCurrencyOf(assetId), day)
  const unrealised = marketValue === null || cost === null ? null : subtract(marketValue, cost)
  const unrealisedCurrency = unrealised === null || cost === null || atRate === null ? null : subtract(atRate, cost)
  return {
    assetId,
    quantity,
    quote,
    marketValue,
    cost,
    averageCost: cost === null || quantity === ZERO ? null : divide(cost, quantity),
    unrealised,
    unrealisedPrice: unrealised === null || unrealisedCurrency === null ? null : subtract(unrealised, unrealisedCurrency),
    unrealisedCurrency,
    ...earned,
    total: unrealised === null ? null : subtract(add(add(unrealised, earned.realised), earned.income), earned.costs),
    lots,
  }
}

/** What lots cost in the currency of the report; `null`, with a warning, where one is not known. */
export function knownCost(book: Book, assetId: number, lots: readonly Lot[], day: string): Decimal | null {
  if (lots.every((lot) => lot.known)) return sum(lots.map((lot) => lot.cost.report))
  const detail = `A part of ${book.assetOf(assetId).symbol} came in without a purchase, or without an exchange rate, so what it cost is not known: give the incoming transaction a cost_basis.`
  book.warnings.add({ code: 'cost-unknown', assetId, detail }, day)
  return null
}

function gainsByAsset(book: Book, closed: readonly Closed[]): Map<number, Gain[]> {
  return Map.groupBy(
    closed.map(({ disposal, line }) => gainOf(book, disposal, line)),
    (gain) => gain.assetId,
  )
}

function onceMade<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Realised gains, net income and standalone costs of each asset over the whole history. */
function earningsOf(book: Book, closed: readonly Closed[]): (assetId: number) => Earned {
  const [realised, income, costs] = [new Map<number, Decimal>(), new Map<number, Decimal>(), new Map<number, Decimal>()]
  for (const { disposal, line } of closed) put(realised, disposal.lot.assetId, realisedOf(book, disposal, line))
  for (const line of book.lines) {
    if (line.assetId === null) continue
    if (line.type === 'DIVIDEND' || line.type === 'INTEREST') put(income, line.assetId, incomeOf(book, line))
    if ((line.type === 'FEE' || line.type === 'TAX') && line.quantity === ZERO)
      put(costs, line.assetId, subtract(ZERO, book.exchange.booked(line.amount, line) ?? ZERO))
  }
  return (assetId) => ({
    realised: realised.get(assetId) ?? ZERO,
    income: income.get(assetId) ?? ZERO,
    costs: costs.get(assetId) ?? ZERO,
  })
}

function incomeOf(book: Book, line: Line): Decimal {
  return add(book.exchange.booked(line.amount, line) ?? ZERO, inKind(book, line))
}

function put(totals: Map<number, Decimal>, key: number, value: Decimal): void {
  totals.set(key, add(totals.get(key) ?? ZERO, value))
}
