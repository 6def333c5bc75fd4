import type { Listing, PriceProvider, SearchHit } from '#plugins/assets/contract.ts'
import type { Asset } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { isSector } from '../../reference/service.ts'
import { isAssetType } from '../../shared/asset-type.ts'
import { type Decimal, formatDecimal } from '../../shared/decimal.ts'
import type { CleanPrice } from '../intake.ts'
import { cachedHits, isReady, searchHits } from '../search.ts'
import type { Split } from '../splits.ts'
import type { Calls } from './calls.ts'
import type { Candidate, Trade } from './candidate.ts'
import { compareWithTrade } from './compare.ts'
import { type Basis, hitsOfIsin, hitsOfSymbol, isAtExchange, type SoundHit } from './hits.ts'
import { byMerit, judge } from './judge.ts'
import { fetchCloses, periodsOf, type QuoteRequest } from './quote.ts'

/** An asset that a source is looked for, with what is known of it. */
export type Subject = {
  readonly asset: Asset
  readonly trade: Trade | undefined
  readonly splits: readonly Split[]
  readonly listings: readonly Listing[]
  readonly today: string
}

const MAX_CANDIDATES = 8
const MAX_TEXT = 200
const SYMBOL = /^[A-Z0-9][A-Z0-9.&:/^=_-]{0,20}$/i
const OTHER_EXCHANGE = 1000
const WITHOUT_DIVIDENDS = 200

/** Whether a source can be searched: by a search or an ISIN, with the key that it needs, and calls to spare. */
export function isUsable(ctx: Ctx, provider: PriceProvider): boolean {
  const { network, eventsOnly = false, search, byIsin } = provider
  return network && !eventsOnly && (search !== undefined || byIsin !== undefined) && isReady(ctx, provider)
}

/** Whether there is any such source. */
export function hasPriceSearch(ctx: Ctx): boolean {
  return ctx.plugins.assets.some((provider) => isUsable(ctx, provider))
}

function sourcesFor(ctx: Ctx, { type, isin }: Pick<Asset, 'type' | 'isin'>): PriceProvider[] {
  return ctx.plugins.assets.filter(
    (provider) =>
      isUsable(ctx, provider) &&
      (provider.types === undefined || provider.types.includes(type) || (type === 'OTHER' && isin === null)),
  )
}

/** The price sources that an asset could have, the best first, eight at most: by its ISIN; where nobody knows that, by its symbol. */
export async function findCandidates(ctx: Ctx, calls: Calls, subject: Subject): Promise<Candidate[]> {
  const sources = sourcesFor(ctx, subject.asset)
  const { isin } = subject.asset
  const byIsin = isin === null ? [] : await fromAll(sources, (provider) => ofIsin(ctx, calls, provider, subject, isin))
  const found = byIsin.length > 0 ? byIsin : await fromAll(sources, (provider) => ofSymbol(ctx, calls, provider, subject))
  const unique = new Map(found.map((one) => [JSON.stringify([one.provider, one.identifier]), one]))
  return [...unique.values()]
    .sort(byMerit)
    .slice(0, MAX_CANDIDATES)
    .map(({ rank: _, ...candidate }) => candidate)
}

type Ranked = Candidate & { readonly rank: number }

async function fromAll(sources: readonly PriceProvider[], look: (provider: PriceProvider) => Promise<Ranked[]>) {
  return (await Promise.all(sources.map(look))).flat()
}

async function ofIsin(ctx: Ctx, calls: Calls, provider: PriceProvider, subject: Subject, isin: string): Promise<Ranked[]> {
  const { asset, listings } = subject
  if (provider.search === undefined) {
    const { mic } = provider.byIsin ?? {}
    const hit = {
      identifier: isin,
      symbol: asset.symbol,
      name: asset.name,
      isin,
      ...(mic === undefined ? {} : { exchange: mic }),
    }
    return await quoted(ctx, calls, provider, subject, [{ hit, basis: 'isin' }])
  }
  const hits = await search(ctx, calls, provider, isin)
  return await quoted(ctx, calls, provider, subject, hitsOfIsin(asset, hits, listings))
}

async function ofSymbol(ctx: Ctx, calls: Calls, provider: PriceProvider, subject: Subject): Promise<Ranked[]> {
  const { asset, listings } = subject
  if (provider.search === undefined) return []
  const symbols = [asset.symbol, listings[0]?.symbol].filter((one) => one !== undefined && SYMBOL.test(one) && one !== asset.isin)
  for (const symbol of new Set(symbols)) {
    if (symbol === undefined) continue
    const hits = hitsOfSymbol(asset, symbol, await search(ctx, calls, provider, symbol))
    if (hits.length > 0) return await quoted(ctx, calls, provider, subject, hits)
  }
  return []
}

async function search(ctx: Ctx, calls: Calls, provider: PriceProvider, query: string): Promise<readonly SearchHit[]> {
  return (
    cachedHits(ctx, provider, query) ?? (await calls.call(provider, (tools) => searchHits(ctx, provider, query, tools))) ?? []
  )
}

async function quoted(
  ctx: Ctx,
  calls: Calls,
  provider: PriceProvider,
  subject: Subject,
  hits: readonly SoundHit[],
): Promise<Ranked[]> {
  const candidates: Ranked[] = []
  for (const { hit, basis } of hits) {
    const { asset, trade, splits, today } = subject
    const options = optionsFor(provider, asset, hit)
    const request: QuoteRequest = {
      provider,
      identifier: hit.identifier,
      options,
      currency: asset.currency,
      trade,
      splits,
      today,
    }
    if (provider.check({ identifier: hit.identifier, options, currency: asset.currency }).length > 0) continue
    const closes = await closesOf(calls, request)
    if (closes === undefined && provider.search === undefined) continue
    candidates.push(await candidateOf(ctx, { provider, hit, basis, options, closes: closes ?? [] }, subject))
  }
  return candidates
}

/** Recent closes first: a source without any gets no request for older ones. `undefined` where it does not answer. */
async function closesOf(calls: Calls, request: QuoteRequest): Promise<CleanPrice[] | undefined> {
  const [recent, around] = periodsOf(request.trade, request.today)
  if (recent === undefined) return undefined
  const last = await calls.call(request.provider, (tools) => fetchCloses(request, recent, tools))
  if (last === undefined || last.length === 0 || around === undefined) return last
  const older = (await calls.call(request.provider, (tools) => fetchCloses(request, around, tools))) ?? []
  return [...older, ...last]
}

type Quoted = {
  readonly provider: PriceProvider
  readonly hit: SearchHit
  readonly basis: Basis
  readonly options: Readonly<Record<string, string>>
  readonly closes: readonly CleanPrice[]
}

async function candidateOf(ctx: Ctx, quote: Quoted, { asset, trade, listings, today }: Subject): Promise<Ranked> {
  const { provider, hit, basis, options, closes } = quote
  const last = closes.at(-1)
  const recent = last !== undefined && last.date >= (periodsOf(undefined, today)[0]?.from ?? today) ? last : undefined
  const stated = hit.currency ?? (assumesCurrency(provider) ? listedIn(asset, hit, listings) : last?.currency)
  const comparison = trade && (await compareWithTrade(ctx, trade, closes))
  const isSameExchange = isAtExchange(asset, hit)
  const evidence = { basis, currency: asset.currency, stated, isSameExchange, hasRecentClose: recent !== undefined, comparison }
  const { certainty, reason } = judge(evidence)
  const rank = (isSameExchange ? 0 : OTHER_EXCHANGE) + (provider.adjusted === 'splits-and-dividends' ? WITHOUT_DIVIDENDS : 0)
  return {
    ...{ provider: provider.code, identifier: hit.identifier, options, symbol: cut(hit.symbol), name: cut(hit.name) },
    ...{
      isSameIsin: basis === 'isin',
      type: isAssetType(hit.type) ? hit.type : null,
      sector: hit.sector !== undefined && isSector(hit.sector) ? hit.sector : null,
      exchange: hit.exchange === undefined ? null : cut(hit.exchange),
    },
    ...{ currency: stated ?? null, price: text(recent?.close), date: recent?.date ?? null },
    ...{ difference: text(comparison?.difference), tradeDate: comparison?.tradeDate ?? null, certainty, reason },
    rank: rank + ctx.plugins.assets.indexOf(provider),
  }
}

/** A source that takes its currency from the asset, or from an option, does not say it with its closes. */
function assumesCurrency({ options }: PriceProvider): boolean {
  return options.some(({ name }) => name === 'currency')
}

/** The asset's currency, where a source of identifiers knows that the exchange of the hit quotes the ISIN in it. */
function listedIn({ currency }: Asset, hit: SearchHit, listings: readonly Listing[]): string | undefined {
  return listings.some(({ mic }) => mic !== undefined && mic === hit.exchange) ? currency : undefined
}

function optionsFor(provider: PriceProvider, asset: Asset, { currency }: SearchHit): Readonly<Record<string, string>> {
  return assumesCurrency(provider) && currency !== undefined && currency !== asset.currency ? { currency } : {}
}

function text(value: Decimal | undefined): string | null {
  return value === undefined ? null : formatDecimal(value)
}

function cut(value: string): string {
  return value.slice(0, MAX_TEXT).toWellFormed()
}
