import type { z } from '@hono/zod-openapi'
import type { FxProvider } from '#plugins/fx/contract.ts'
import type { Ctx } from '../context.ts'
import { formatDecimal } from '../shared/decimal.ts'
import { sourceKey } from '../sources/outgoing.service.ts'
import { pluginIconUrl } from '../uploads/plugin-assets.service.ts'
import { historicCurrenciesOf, pairOf } from './catalogue.ts'
import type { Conversion } from './conversion.ts'
import { ratioText } from './convert.ts'
import type { DiscoveredRoute } from './discovery.ts'
import { freshDays } from './freshness.ts'
import type { StoredRate } from './rate.repository.ts'
import type { Conversion as ConversionWire, FxRate as FxRateWire } from './rate.schema.ts'
import type { DiscoveredRoute as DiscoveredRouteWire, FxProvider as FxProviderWire, FxRoute as FxRouteWire } from './schema.ts'
import type { FxRoute } from './service.ts'
import type { SeriesState } from './sync.repository.ts'
import type { FxSyncResult, FxSyncState } from './sync.schema.ts'
import type { SyncResult } from './sync.ts'

export function providerToWire(
  ctx: Pick<Ctx, 'config' | 'plugins' | 'memory'>,
  provider: FxProvider,
): z.infer<typeof FxProviderWire> {
  const { schedule, key } = provider
  return {
    code: provider.code,
    name: provider.name,
    base_currencies: [...provider.baseCurrencies],
    target_currencies: [...provider.targetCurrencies],
    historic_currencies: historicCurrenciesOf(provider),
    website: provider.website,
    icon_url: pluginIconUrl(ctx, 'fx', provider),
    description: provider.description,
    history_from: provider.historyFrom,
    schedule: schedule && {
      frequency: schedule.frequency,
      released: schedule.released ?? null,
      time: schedule.time,
      time_zone: schedule.timeZone,
    },
    attribution: provider.attribution,
    fresh_days: freshDays(provider),
    key: key
      ? { setting: key.setting, required: key.required, website: key.website, is_set: sourceKey(ctx, provider) !== undefined }
      : null,
  }
}

export function routeToWire(route: FxRoute): z.infer<typeof FxRouteWire> {
  return {
    id: route.id,
    from: route.steps[0]?.from ?? '',
    to: route.steps.at(-1)?.to ?? '',
    pair: pairOf(route),
    chain_steps: [...route.steps],
    priority: route.priority,
    shared: route.userId === null,
    automatic: route.neededFrom !== null,
    created_by: route.createdBy,
    created_at: route.createdAt,
  }
}

export function discoveredToWire(route: DiscoveredRoute): z.infer<typeof DiscoveredRouteWire> {
  return {
    key: route.key,
    chain_steps: [...route.steps],
    registered_legs: route.registeredLegs,
    distinct_providers: route.distinctProviders,
  }
}

export function rateToWire(rate: StoredRate): z.infer<typeof FxRateWire> {
  const { base, quote, date, provider, createdBy, shared } = rate
  return { base, quote, date, rate: rate.rate, provider, created_by: createdBy, shared }
}

export function conversionToWire(conversion: Conversion): z.infer<typeof ConversionWire> {
  return {
    from: conversion.from,
    to: conversion.to,
    source_amount: formatDecimal(conversion.sourceAmount),
    amount: formatDecimal(conversion.amount),
    rate: ratioText(conversion.ratio),
    date: conversion.date,
    stale_days: conversion.staleDays,
    registered: conversion.from === conversion.to || conversion.routeId !== null,
    route_id: conversion.routeId,
    steps: conversion.steps.map(({ from, to, provider, rate, rateDate, inverted }) => ({
      ...{ from, to, provider, rate, inverted },
      rate_date: rateDate,
    })),
  }
}

export function syncToWire(result: SyncResult): z.infer<typeof FxSyncResult> {
  return {
    from: result.from,
    to: result.to,
    pairs: result.pairs.map((one) => ({
      pair: pairOf(one),
      provider: one.provider,
      added: one.added,
      updated: one.updated,
      latest: one.latest,
    })),
    failed: [...result.failed],
    rejected: [...result.rejected],
    rejected_count: result.rejectedCount,
  }
}

export function stateToWire(state: SeriesState): z.infer<typeof FxSyncState> {
  return {
    pair: pairOf(state),
    base: state.base,
    quote: state.quote,
    provider: state.provider,
    latest: state.latest,
    synced_from: state.syncedFrom,
    synced_to: state.syncedTo,
    last_attempt: state.lastAttempt,
    last_success: state.lastSuccess,
    last_error: state.lastError,
  }
}
