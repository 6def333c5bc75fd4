import type { z } from '@hono/zod-openapi'
import type { Ctx } from '../context.ts'
import type { HttpContext } from '../http/route.ts'
import { warnedToWire } from '../portfolio/warnings/warnings.wire.ts'
import { type Decimal, formatDecimal } from '../shared/decimal.ts'
import { iconOf } from './icon.ts'
import type { BrokerPatch, BrokerSummary, Broker as BrokerWire } from './schema.ts'
import type { Broker, BrokerInput } from './service.ts'
import type { Summary, SummaryHolding } from './summary.ts'

/** Fields from the wire: absent = keep, null = clear. */
export function inputOf(body: z.infer<typeof BrokerPatch>): BrokerInput {
  return {
    name: body.name,
    description: body.description,
    icon: body.icon,
    website: body.website,
    currency: body.currency,
    importPlugin: body.import_plugin,
    allowCashOverdraft: body.allow_cash_overdraft,
    allowAssetShorting: body.allow_asset_shorting,
    cash: body.cash,
    archived: body.archived,
  } satisfies Record<keyof BrokerInput, unknown>
}

export function toWire(c: HttpContext, broker: Broker): z.infer<typeof BrokerWire> {
  return brokerToWire(c.var.ctx, broker)
}

export function brokerToWire(ctx: Ctx, broker: Broker): z.infer<typeof BrokerWire> {
  return {
    id: broker.id,
    name: broker.name,
    description: broker.description,
    icon: broker.icon,
    icon_url: iconOf(ctx, broker) === null ? null : `${ctx.config.basePath}/api/v1/brokers/${broker.id}/icon`,
    website: broker.website,
    currency: broker.currency,
    import_plugin: broker.importPlugin,
    allow_cash_overdraft: broker.allowCashOverdraft,
    allow_asset_shorting: broker.allowAssetShorting,
    cash: broker.cash,
    archived: broker.archived,
    role: broker.role,
    included: broker.included,
    member_count: broker.memberCount,
    transaction_count: broker.transactionCount,
    revision: broker.revision,
    created_at: broker.createdAt,
    updated_at: broker.updatedAt,
  }
}

export function summaryToWire(summary: Summary): z.infer<typeof BrokerSummary> {
  const { totals } = summary
  return {
    broker_id: summary.brokerId,
    as_of: summary.asOf,
    currency: summary.currency,
    balances: summary.balances.map((balance) => ({ currency: balance.currency, amount: formatDecimal(balance.amount) })),
    holdings: summary.holdings.map(holdingToWire),
    totals: {
      cash: maybe(totals.cash),
      cost_basis: maybe(totals.cost),
      market_value: maybe(totals.marketValue),
      unrealised_gain: maybe(totals.unrealisedGain),
      total_value: maybe(totals.totalValue),
      complete: totals.complete,
    },
    warnings: summary.warnings.map(({ code, detail, assetId, currency, pair, from, to, ...rest }) => ({
      ...{ code, detail, currency, pair, from, to, asset_id: assetId },
      ...warnedToWire(rest),
    })),
  }
}

function holdingToWire(holding: SummaryHolding) {
  return {
    asset_id: holding.assetId,
    symbol: holding.symbol,
    name: holding.name,
    type: holding.type,
    quantity: formatDecimal(holding.quantity),
    cost_basis: maybe(holding.cost),
    cost_currency: holding.costCurrency,
    average_cost: maybe(holding.averageCost),
    price: maybe(holding.price),
    price_date: holding.priceDate,
    price_source: holding.priceSource,
    currency: holding.priceCurrency,
    market_value: maybe(holding.marketValue),
    market_value_base: maybe(holding.marketValueBase),
    cost_basis_base: maybe(holding.costBase),
    unrealised_gain: maybe(holding.unrealisedGain),
    unrealised_gain_ratio: holding.unrealisedGainRatio,
  }
}

function maybe(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value)
}
