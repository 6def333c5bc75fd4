/** From the facts of a publisher to a provider: what all of them share. */

import { type HttpRequest, requestText } from '#plugins/kit/http.ts'
import { earlier, later, type Period } from '#plugins/kit/period.ts'
import { findCurrency } from '#src/shared/currency.ts'
import { AppError } from '#src/shared/errors.ts'
import { badge } from './badge.ts'
import type { FxChunk, FxKey, FxProvider, FxRequest, FxSchedule, FxSeries, FxTools } from './contract.ts'
import { createQuotes, type QuoteOptions, type Quotes } from './quotes.ts'

/** What a publisher's reader gets: the part of the request that the publisher has, and where to put the figures. */
export type Reading = {
  readonly period: Period
  readonly request: FxRequest
  /** The requested series that are published within the period. */
  readonly series: readonly FxSeries[]
  readonly quotes: Quotes
  readonly tools: FxTools
  /** One request; `undefined` for a status that means "no data". */
  readonly get: (
    request: Omit<HttpRequest, 'expect'> & { expect: HttpRequest['expect']; encoding?: string },
  ) => Promise<string | undefined>
}

export type ProviderFacts = {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly website: string
  readonly attribution: string
  readonly home: string
  readonly series: readonly FxSeries[]
  readonly historyFrom: string
  /** See `FxProvider.lastResort`; `all` = every currency. */
  readonly lastResort?: readonly string[] | 'all' | undefined
  /** The last day of a publisher that has stopped. */
  readonly historyUntil?: string | undefined
  readonly schedule: FxSchedule
  readonly figures?: QuoteOptions | undefined
  readonly key?: FxKey | undefined
  /** Milliseconds between two calls, where the publisher limits them or a day is a call. */
  readonly pause?: ((tools: FxTools) => number) | undefined
  /** Puts the figures of one call after another into `quotes` and yields `quotes.take()` after each. */
  readonly read: (reading: Reading) => AsyncIterable<FxChunk>
}

/** The provider object; its lists are of the series that still run: those of a publisher that has stopped, or of an ended currency, are empty. */
export function defineProvider(facts: ProviderFacts): FxProvider {
  const { code, name, description, website, attribution, home, historyFrom, historyUntil, schedule, key } = facts
  const series =
    historyUntil === undefined
      ? facts.series
      : facts.series.map((one) => ({ ...one, until: earlier(one.until ?? historyUntil, historyUntil) }))
  const running = series.filter((one) => one.until === undefined && !hasEnded(one.base) && !hasEnded(one.quote))
  const targetCurrencies = [...new Set(running.map((one) => one.currency))]
  return {
    ...{ code, name, description, website, attribution, series, historyFrom, schedule, key },
    baseCurrencies: running.length === 0 ? [] : [home],
    targetCurrencies,
    lastResort: facts.lastResort === 'all' ? targetCurrencies : facts.lastResort,
    assets: { 'icon.svg': badge(code) },
    fetchRates: (request, tools) => fetchRates(facts, request, tools),
  }
}

function hasEnded(currency: string): boolean {
  return typeof findCurrency(currency)?.lastDay === 'string'
}

/** Throws AppError `fx/key-missing`, naming the setting. */
function requireKey(facts: Pick<ProviderFacts, 'name' | 'key'>, tools: FxTools): void {
  if (!facts.key?.required || tools.key) return
  const detail = `${facts.name} wants a key: set ${facts.key.setting} (free of charge from ${facts.key.website}).`
  throw new AppError('unavailable', 'fx/key-missing', detail)
}

function paced(facts: ProviderFacts, tools: FxTools): Reading['get'] {
  let calls = 0
  return async (request) => {
    const pause = facts.pause?.(tools) ?? 0
    if (calls++ > 0 && pause > 0) await tools.sleep(pause, tools.signal)
    return requestText(tools, request)
  }
}

async function* fetchRates(facts: ProviderFacts, request: FxRequest, tools: FxTools): AsyncGenerator<FxChunk> {
  const from = later(request.from, facts.historyFrom)
  const to = earlier(request.to, facts.historyUntil ?? request.to)
  if (from > to) return
  const wanted = request.currencies && new Set(request.currencies)
  const series = facts.series.filter(
    (one) => (!wanted || wanted.has(one.currency)) && (one.until ?? to) >= from && (one.since ?? from) <= to,
  )
  if (series.length === 0) return
  requireKey(facts, tools)
  const quotes = createQuotes(facts.series, { from, to, currencies: request.currencies }, facts.name, facts.figures)
  yield* facts.read({ period: { from, to }, request, series, quotes, tools, get: paced(facts, tools) })
}
