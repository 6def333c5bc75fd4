import { requireRole } from '../access/service.ts'
import { listAssetLabels } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import {
  type BrokerValuation,
  type GroupedWarning,
  type ReportMethod,
  type ValuedHolding,
  valueBroker,
} from '../portfolio/service.ts'
import { readSetting } from '../settings/service.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { add, type Decimal, toNumber, ZERO } from '../shared/decimal.ts'
import { listBalances } from '../transactions/service.ts'
import { findPreferences } from './repository.ts'

export type SummaryWarning = Omit<GroupedWarning, 'from' | 'to'> & {
  readonly currency: string | null
  readonly from: string | null
  readonly to: string | null
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
  readonly costBase: Decimal | null
  readonly unrealisedGain: Decimal | null
  readonly unrealisedGainRatio: number | null
}

export type Totals = {
  readonly cash: Decimal | null
  readonly cost: Decimal | null
  readonly marketValue: Decimal | null
  readonly unrealisedGain: Decimal | null
  readonly totalValue: Decimal | null
  /** False where one of them is missing. */
  readonly complete: boolean
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

/** What a summary is of, with every default filled in: what it shows depends on nothing else but the data. */
export type SummaryRequest = {
  readonly brokerId: number
  readonly asOf: string
  /** The last day that counts; the day after `asOf` where no day was requested, so that what is booked ahead is seen. */
  readonly until: string
  readonly currency: string
  readonly method: string
}

/** Fills in the defaults of a summary. Needs VIEWER. */
export async function resolveSummary(
  ctx: Ctx,
  input: { brokerId: number; asOf?: string | undefined; currency?: string | undefined },
): Promise<SummaryRequest> {
  const membership = await requireRole(ctx, input.brokerId, 'VIEWER')
  const preferences = await findPreferences(ctx.reader, ctx.user.id)
  const today = dayOf(ctx.clock())
  return {
    brokerId: input.brokerId,
    asOf: input.asOf ?? today,
    until: input.asOf ?? addDays(today, 1),
    currency:
      input.currency ?? membership.currency ?? preferences.currency ?? (await readSetting(ctx.reader, 'default_currency')),
    method: preferences.costBasisMethod ?? 'FIFO',
  }
}

/**
 * Balances and open holdings of a broker at the end of a day, zeros left out. Values are at the last close, without one at the last trade price,
 * flagged so; in the summary's currency they are at the rates of the day, costs at those of the day of acquisition, as in the portfolio
 * reports. What cannot be expressed in it is null, with a warning. The caller has checked the role.
 */
export async function summariseBroker(ctx: Ctx, { brokerId, asOf, until, currency, method }: SummaryRequest): Promise<Summary> {
  const { balances } = await listBalances(ctx, brokerId, until)
  const valuation = await valueBroker(ctx, { brokerId, until, currency, method: method as ReportMethod })
  const holdings = await describeHoldings(ctx, valuation)
  const warnings = valuation.warnings.map((warning) => toWarning(warning, asOf))
  return { brokerId, asOf, currency, balances, holdings, totals: totalsOf(balances, holdings, valuation), warnings }
}

async function describeHoldings(ctx: Ctx, { holdings }: BrokerValuation): Promise<SummaryHolding[]> {
  const labels = await listAssetLabels(
    ctx,
    holdings.map((holding) => holding.assetId),
  )
  const described = holdings.map((holding) => {
    const { symbol = '', name = '', type = 'OTHER' } = labels.get(holding.assetId) ?? {}
    return describe(holding, { symbol, name, type })
  })
  return described.sort((a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.assetId - b.assetId))
}

function describe(holding: ValuedHolding, label: { symbol: string; name: string; type: string }): SummaryHolding {
  const { quote, quotedValue, marketValue, cost, paid, unrealised } = holding
  return {
    assetId: holding.assetId,
    ...label,
    quantity: holding.quantity,
    cost: paid.cost,
    costCurrency: paid.currency,
    averageCost: paid.averageCost,
    price: quote?.price ?? null,
    priceDate: quote?.date ?? null,
    priceSource: quote?.source ?? null,
    priceCurrency: quote?.currency ?? null,
    marketValue: quotedValue,
    marketValueBase: marketValue,
    costBase: cost,
    unrealisedGain: unrealised,
    unrealisedGainRatio:
      unrealised === null || cost === null || cost === ZERO ? null : toNumber(unrealised) / Math.abs(toNumber(cost)),
  }
}

function totalsOf(balances: Summary['balances'], holdings: readonly SummaryHolding[], valuation: BrokerValuation): Totals {
  const cash = total(balances.map((balance) => valuation.cash.get(balance.currency) ?? null))
  const marketValue = total(holdings.map((holding) => holding.marketValueBase))
  return {
    cash,
    cost: total(holdings.map((holding) => holding.costBase)),
    marketValue,
    unrealisedGain: total(holdings.map((holding) => holding.unrealisedGain)),
    totalValue: cash === null || marketValue === null ? null : add(cash, marketValue),
    complete: valuation.complete,
  }
}

function total(parts: readonly (Decimal | null)[]): Decimal | null {
  return parts.reduce<Decimal | null>((sum, part) => (sum === null || part === null ? null : add(sum, part)), ZERO)
}

/** As far as the last day of the summary; what several currencies were paid for is so on every day. */
function toWarning({ from, to, pair, ...warning }: GroupedWarning, asOf: string): SummaryWarning {
  const hasDays = warning.code !== 'cost-in-several-currencies'
  const upTo = (day: string) => (day < asOf ? day : asOf)
  return {
    ...warning,
    currency: pair?.split('/')[0] ?? null,
    pair,
    from: hasDays ? upTo(from) : null,
    to: hasDays ? upTo(to) : null,
  }
}
