import { costsOf, NO_COST } from '../../lots/cost.ts'
import { type Lot, scaleEach, totalQuantity } from '../../lots/lot.ts'
import type { MatchResult } from '../../lots/match.ts'
import { add, type Decimal, divide, formatDecimal, negate, subtract, sum, ZERO } from '../../shared/decimal.ts'
import { type Closed, closedLots, type Gain, gainOf, realisedOf } from '../gains/report.ts'
import { costChangeOf } from '../ledger/cost-change.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { areAssetCostsKnown } from '../returns/currency-effect.ts'
import { inKind } from '../returns/flows.ts'
import { type Balances, balancesOn } from '../valuation/balances.ts'
import { type ReportInputs, worthAt } from '../valuation/inputs.ts'
import { matchLots } from '../valuation/lot-entries.ts'
import type { Quote } from '../valuation/prices.ts'
import { warnOfEffect, warnOfLots } from '../valuation/unknown-cost.ts'

/** One asset over the requested brokers, in the currency of the report; `null` where a price, rate or cost is missing, with a warning. */
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
  /** What was closed of each asset at the requested brokers; computed when it is first needed. */
  readonly gains: () => ReadonlyMap<number, readonly Gain[]>
}

/** What is held at the end of the last day. Closed holdings are left out, and so is what they once earned. */
export function holdingsOf(inputs: ReportInputs, request: ReportRequest): Holdings {
  const balances = balancesOn(inputs.lines, request.to)
  const matched = matchLots(inputs, request.method, (id) => balances.assets.has(id))
  const closed = closedLots(inputs, matched)
  const held = [...balances.assets, ...evenedOut(inputs, request, matched, balances)]
  const earned = earningsOf(inputs, closed, new Set(held.map(([assetId]) => assetId)))
  const raw = held.map(([assetId, quantity]) =>
    holdingOf(
      inputs,
      request.to,
      assetId,
      quantity,
      lotsOfHolding(inputs, matched.open, request, assetId, quantity),
      earned(assetId),
    ),
  )
  const cash = request.assetIds === null ? cashOf(inputs, balances, request.to) : []
  const invested = sum(raw.map((holding) => holding.marketValue ?? ZERO))
  const totalValue = add(invested, sum(cash.map((one) => one.value ?? ZERO)))
  const whole = request.scope === 'assets' ? invested : totalValue
  const holdings = raw
    .map((holding) => ({ ...holding, weight: weightOf(holding.marketValue, whole) }))
    .sort((a, b) =>
      symbolOf(inputs, a) < symbolOf(inputs, b) ? -1 : symbolOf(inputs, a) > symbolOf(inputs, b) ? 1 : a.assetId - b.assetId,
    )
  return { holdings, cash, totalValue, gains: onceMade(() => gainsByAsset(inputs, closed)) }
}

/** What is held at one broker and owed at another, as much of it: no units, but a gain that is not realised. One pool over all brokers closes it. */
function evenedOut(
  inputs: ReportInputs,
  { method }: ReportRequest,
  { open }: MatchResult,
  { assets }: Balances,
): Map<number, Decimal> {
  const found = new Map<number, Decimal>()
  if (method === 'S104') return found
  const selected = new Set(inputs.brokerIds)
  for (const lots of open.values())
    for (const { brokerId, assetId, quantity } of lots)
      if (quantity !== ZERO && selected.has(brokerId) && inputs.isChosen(assetId) && !assets.has(assetId))
        found.set(assetId, ZERO)
  return found
}

/** Part of a whole as a number; `null` when there is no value or no whole. */
function weightOf(value: Decimal | null, whole: Decimal): number | null {
  return value === null || whole === ZERO ? null : Number(value) / Number(whole)
}

function symbolOf(inputs: ReportInputs, { assetId }: Holding): string {
  return inputs.assetOf(assetId).symbol
}

function cashOf(inputs: ReportInputs, { cash }: Balances, day: string): CashHolding[] {
  return [...cash]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount, value: inputs.exchange.convert(amount, currency, day) }))
}

/** The open lots at the requested brokers. A pool over more brokers than that counts by the part that they hold. */
export function lotsOfHolding(
  { brokerIds }: Pick<ReportInputs, 'brokerIds'>,
  open: ReadonlyMap<string, readonly Lot[]>,
  { method }: Pick<ReportRequest, 'method'>,
  assetId: number,
  quantity: Decimal,
): readonly Lot[] {
  if (method !== 'S104') return brokerIds.flatMap((brokerId) => open.get(`${brokerId}:${assetId}`) ?? [])
  const pool = open.get(String(assetId)) ?? []
  const whole = totalQuantity(pool)
  if (whole === quantity || whole === ZERO) return pool
  const quantities = scaleEach(
    pool.map((lot) => lot.quantity),
    quantity,
    whole,
  )
  const costs = costsOf(
    pool.map((lot) => lot.cost),
    (sums) => scaleEach(sums, quantity, whole),
  )
  return pool.map((lot, index) => ({ ...lot, quantity: quantities[index] ?? ZERO, cost: costs[index] ?? NO_COST }))
}

type Earned = Pick<Holding, 'realised' | 'income' | 'costs'>

function holdingOf(
  inputs: ReportInputs,
  day: string,
  assetId: number,
  quantity: Decimal,
  lots: readonly Lot[],
  earned: Earned,
): Omit<Holding, 'weight'> {
  warnOfExpiry(inputs, assetId, quantity, day)
  const quote = inputs.prices.on(assetId, day)
  const marketValue = quote === null ? null : worthAt(inputs, assetId, quantity, quote, day)
  const cost = knownCost(inputs, assetId, lots, day)
  const local = sum(lots.map((lot) => lot.cost.inAsset))
  const isCurrencyEffectKnown = cost !== null && marketValue !== null && areAssetCostsKnown(inputs, lots, day)
  const atRate = !isCurrencyEffectKnown ? null : inputs.exchange.convertAt(local, inputs.assetCurrencyOf(assetId), day)
  const unrealised = marketValue === null || cost === null ? null : subtract(marketValue, cost)
  const unrealisedCurrency = unrealised === null || cost === null || atRate === null ? null : subtract(atRate, cost)
  if (unrealised !== null && unrealisedCurrency === null) warnOfEffect(inputs, inputs.assetCurrencyOf(assetId), day)
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
export function knownCost(inputs: ReportInputs, assetId: number, lots: readonly Lot[], day: string): Decimal | null {
  if (lots.every((lot) => lot.known)) return sum(lots.map((lot) => lot.cost.inReport))
  warnOfLots(inputs, assetId, lots, day)
  return null
}

function warnOfExpiry(inputs: ReportInputs, assetId: number, quantity: Decimal, day: string): void {
  const { symbol, expiry } = inputs.assetOf(assetId)
  if (expiry == null || expiry >= day || quantity === ZERO) return
  const [type, size] = quantity > ZERO ? ['SELL', negate(quantity)] : ['BUY', negate(quantity)]
  const detail = `${symbol} expired on ${expiry} and is still held. If it expired worthless, book a ${type} of ${formatDecimal(size)} at price 0 on that day; else what was exercised or assigned.`
  inputs.warnings.add({ code: 'contract-expired', assetId, detail }, day)
}

function gainsByAsset(inputs: ReportInputs, closed: readonly Closed[]): Map<number, Gain[]> {
  return Map.groupBy(
    closed.map(({ disposal, line }) => gainOf(inputs, disposal, line)),
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

/** Realised gains, net income and standalone costs of each of these assets over the whole history. */
function earningsOf(inputs: ReportInputs, closed: readonly Closed[], held: ReadonlySet<number>): (assetId: number) => Earned {
  const [realised, income, costs] = [new Map<number, Decimal>(), new Map<number, Decimal>(), new Map<number, Decimal>()]
  for (const { disposal, line } of closed)
    if (held.has(disposal.lot.assetId)) put(realised, disposal.lot.assetId, realisedOf(inputs, disposal, line))
  for (const line of inputs.lines) {
    if (line.assetId === null || !held.has(line.assetId)) continue
    if (line.type === 'DIVIDEND' || line.type === 'INTEREST') put(income, line.assetId, incomeOf(inputs, line))
    if ((line.type === 'FEE' || line.type === 'TAX') && line.quantity === ZERO)
      put(costs, line.assetId, subtract(ZERO, inputs.exchange.atBookedRate(line.amount, line) ?? ZERO))
  }
  return (assetId) => ({
    realised: realised.get(assetId) ?? ZERO,
    income: income.get(assetId) ?? ZERO,
    costs: costs.get(assetId) ?? ZERO,
  })
}

function incomeOf(inputs: ReportInputs, line: Line): Decimal {
  const [paid, stays] = [line.amount, costChangeOf(line) ?? ZERO].map((part) => inputs.exchange.atBookedRate(part, line) ?? ZERO)
  return sum([paid ?? ZERO, stays ?? ZERO, inKind(inputs, line)])
}

function put(totals: Map<number, Decimal>, key: number, value: Decimal): void {
  totals.set(key, add(totals.get(key) ?? ZERO, value))
}
