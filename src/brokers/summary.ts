import { requireRole } from '../access/service.ts'
import { listAssetFacts, listAssetLabels, loadCloses } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { type CostBasisMethod, type CostedHolding, listCostedHoldings } from '../portfolio/service.ts'
import { readSetting } from '../settings/service.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { add, type Decimal, multiplyDivide, ONE, subtract, toNumber, ZERO } from '../shared/decimal.ts'
import { listBalances } from '../transactions/service.ts'
import { findPreferences } from './repository.ts'

export type SummaryWarning = {
  readonly code: string
  readonly detail: string
  readonly assetId?: number
  readonly currency?: string
  readonly date?: string
}

export type SummaryHolding = {
  readonly assetId: number
  readonly symbol: string
  readonly name: string
  readonly type: string
  readonly quantity: Decimal
  readonly cost: Decimal | null
  readonly costCurrency: string | null
  readonly averageCost: Decimal | null
  readonly price: Decimal | null
  readonly priceDate: string | null
  readonly priceSource: 'close' | 'trade' | null
  readonly priceCurrency: string | null
  readonly marketValue: Decimal | null
  readonly marketValueBase: Decimal | null
  readonly unrealisedGain: Decimal | null
  readonly unrealisedGainRatio: number | null
}

type Quote = { readonly price: Decimal; readonly currency: string; readonly date: string; readonly from: 'close' | 'trade' }

export type Totals = {
  readonly cash: Decimal | null
  readonly cost: Decimal | null
  readonly marketValue: Decimal | null
  readonly unrealisedGain: Decimal | null
  readonly totalValue: Decimal | null
}

export type Summary = {
  readonly brokerId: number
  readonly asOf: string
  readonly currency: string
  readonly balances: readonly { readonly currency: string; readonly amount: Decimal }[]
  readonly holdings: readonly SummaryHolding[]
  readonly totals: Totals
  readonly warnings: readonly SummaryWarning[]
}

/**
 * Balances and open holdings of a broker at the end of a day, zeros left out. Needs VIEWER. Values are at the last close, without one at the last trade price, flagged so.
 * What cannot be expressed in the summary's currency is null, with a warning.
 */
export async function summariseBroker(
  ctx: Ctx,
  input: { brokerId: number; asOf?: string | undefined; currency?: string | undefined },
): Promise<Summary> {
  const membership = requireRole(ctx, input.brokerId, 'VIEWER')
  const preferences = await findPreferences(ctx.reader, ctx.user.id)
  const currency = input.currency ?? membership.currency ?? preferences.currency ?? readSetting(ctx.reader, 'default_currency')
  const asOf = input.asOf ?? addDays(dayOf(ctx.clock()), 1)
  const { balances } = listBalances(ctx, input.brokerId, asOf)
  const costed = listCostedHoldings(ctx, input.brokerId, asOf, (preferences.costBasisMethod ?? 'FIFO') as CostBasisMethod)
  const holdings = describeHoldings(ctx, costed, currency, asOf)
  const foreign = balances.filter((balance) => balance.currency !== currency)
  const warnings = [
    ...costed.flatMap(costWarning),
    ...holdings.flatMap((holding) => priceWarnings(holding, currency)),
    ...foreign.map((balance) => rateWarning(balance.currency, currency)),
  ]
  return {
    brokerId: input.brokerId,
    asOf: input.asOf ?? dayOf(ctx.clock()),
    currency,
    balances,
    holdings,
    totals: totalsOf(balances, holdings, currency),
    warnings,
  }
}

function describeHoldings(ctx: Ctx, costed: readonly CostedHolding[], currency: string, asOf: string): SummaryHolding[] {
  const ids = costed.map((holding) => holding.assetId)
  const labels = listAssetLabels(ctx, ids)
  const facts = listAssetFacts(ctx, ids)
  const closes = loadCloses(ctx, ids, asOf, asOf)
  const described = costed.map((holding) => {
    const label = labels.get(holding.assetId)
    const close = closes(holding.assetId, asOf)
    const quote = close ? { ...close, price: close.close, from: 'close' as const } : holding.lastTrade
    return describe(
      holding,
      quote && { from: 'trade', ...quote },
      { symbol: label?.symbol ?? '', name: label?.name ?? '', type: label?.type ?? 'OTHER' },
      facts.get(holding.assetId)?.priceQuantity ?? ONE,
      currency,
    )
  })
  return described.sort((a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.assetId - b.assetId))
}

function describe(
  holding: CostedHolding,
  quote: Quote | null,
  label: { symbol: string; name: string; type: string },
  priceQuantity: Decimal,
  currency: string,
): SummaryHolding {
  const marketValue = quote && multiplyDivide(holding.quantity, quote.price, priceQuantity)
  const marketValueBase = quote?.currency === currency ? marketValue : null
  const gain =
    marketValueBase !== null && holding.cost !== null && holding.costCurrency === currency
      ? subtract(marketValueBase, holding.cost)
      : null
  return {
    assetId: holding.assetId,
    ...label,
    quantity: holding.quantity,
    cost: holding.cost,
    costCurrency: holding.costCurrency,
    averageCost: holding.averageCost,
    price: quote?.price ?? null,
    priceDate: quote?.date ?? null,
    priceSource: quote?.from ?? null,
    priceCurrency: quote?.currency ?? null,
    marketValue,
    marketValueBase,
    unrealisedGain: gain,
    unrealisedGainRatio:
      gain === null || holding.cost === null || holding.cost === ZERO ? null : toNumber(gain) / Math.abs(toNumber(holding.cost)),
  }
}

function totalsOf(balances: Summary['balances'], holdings: readonly SummaryHolding[], currency: string): Totals {
  const cash = total(balances.map((balance) => (balance.currency === currency ? balance.amount : null)))
  const cost = total(holdings.map((holding) => (holding.costCurrency === currency ? holding.cost : null)))
  const marketValue = total(holdings.map((holding) => holding.marketValueBase))
  return {
    cash,
    cost,
    marketValue,
    unrealisedGain: marketValue === null || cost === null ? null : subtract(marketValue, cost),
    totalValue: cash === null || marketValue === null ? null : add(cash, marketValue),
  }
}

function total(parts: readonly (Decimal | null)[]): Decimal | null {
  return parts.reduce<Decimal | null>((sum, part) => (sum === null || part === null ? null : add(sum, part)), ZERO)
}

function costWarning(holding: CostedHolding): SummaryWarning[] {
  if (holding.note === null) return []
  const detail =
    holding.note === 'cost-unknown'
      ? 'A part of this holding came in without a purchase and nobody said what it cost: give the incoming transaction a cost_basis.'
      : 'The lots of this holding were paid in several currencies, so they have no common cost.'
  return [{ code: holding.note, detail, assetId: holding.assetId }]
}

function priceWarnings(holding: SummaryHolding, currency: string): SummaryWarning[] {
  if (holding.price === null || holding.priceDate === null) {
    return [{ code: 'price-missing', detail: `There is no price for ${holding.symbol}.`, assetId: holding.assetId }]
  }
  const detail = `There is no close for ${holding.symbol}; the last trade of ${holding.priceDate} is used.`
  const missing: SummaryWarning = { code: 'price-missing', detail, assetId: holding.assetId, date: holding.priceDate }
  const priced = holding.priceSource === 'close' ? [] : [missing]
  return holding.priceCurrency === null || holding.priceCurrency === currency
    ? priced
    : [...priced, { ...rateWarning(holding.priceCurrency, currency), assetId: holding.assetId }]
}

function rateWarning(from: string, to: string): SummaryWarning {
  return {
    code: 'rate-missing',
    detail: `There is no exchange rate from ${from} to ${to}; amounts in ${from} are not in the totals.`,
    currency: from,
  }
}
