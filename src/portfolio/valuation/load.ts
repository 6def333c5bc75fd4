import type { Reader } from '#db/connection.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { knownAssetIds, listAssetFacts, listAssetLabels } from '../../assets/service.ts'
import { type CachePolicy, cached, cachesOf } from '../../cache.ts'
import type { Ctx } from '../../context.ts'
import { REPURCHASE_DAYS } from '../../lots/section104.ts'
import { loadCloses } from '../../prices/service.ts'
import { addDays } from '../../shared/date.ts'
import { type Decimal, ONE, ZERO } from '../../shared/decimal.ts'
import { cachedLines, linesUntil } from '../ledger/cached-lines.ts'
import { isInKind, type Line, listShares, scaledLines } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { withTransferBrokers } from '../ledger/transfer-brokers.ts'
import { SAME_WITHIN_DAYS } from '../unbooked/catalogue-split.ts'
import { areClosesCached, cachedCloses } from './cached-closes.ts'
import { loadCachedRates } from './cached-rates.ts'
import { linesOfChosen } from './chosen-assets.ts'
import { loadWarningFacts } from './facts.ts'
import { createInputs, type ReportAsset, type ReportInputs } from './inputs.ts'
import { withJointSplitDays } from './joint-splits.ts'
import { type CloseLookup, currenciesOfCloses } from './prices.ts'
import { withUnbookedSplits } from './unbooked-splits.ts'
import { unitsHeldIn } from './units-held.ts'

/** Lines with their splits aligned; mostly the same lists as before. */
const alignedLines: CachePolicy<readonly Line[]> = { name: 'aligned lines', most: 6, sizeOf: () => 1 }

const [LAST_MONTH, LAST_DAY] = ['9999-12-01', '9999-12-31']

/**
 * `closes`: of every day of the report and the day before, or only what is known at its end. `forDisposals`: with the lines after the last day that say
 * which lots were sold until then, by the rules of section 104.
 */
type InputOptions = { readonly closes: 'all' | 'last'; readonly assetIds?: readonly number[]; readonly forDisposals?: true }

/** Ledger lines, also of brokers that assets came from or went to (lots keep date and cost, and what was traded there says a price), assets, prices and rates. */
export function loadInputs(ctx: Ctx, request: ReportRequest, options: InputOptions): Promise<ReportInputs> {
  return inSnapshot(ctx.reader, (reader) => readInputs({ ...ctx, reader }, request, options))
}

async function readInputs(ctx: Ctx, request: ReportRequest, options: InputOptions): Promise<ReportInputs> {
  const [caches, brokerIds] = [cachesOf(ctx), await withTransferBrokers(ctx, request.brokerIds)]
  const merged = await cachedLines(ctx, brokerIds)
  const key = brokerIds.join(' ')
  const { lines, unbooked } = await withUnbookedSplits(ctx, merged, key)
  const all = cached(caches, alignedLines, key, [lines], () => withJointSplitDays(lines))
  const isAhead = options.forDisposals === true && request.method === 'S104'
  const found = linesUntil(all, isAhead ? soonAfter(request.to, REPURCHASE_DAYS) : request.to)
  const chosen = linesOfChosen(caches, found, request)
  const lotLines = request.owned ? scaledLines(chosen, await shareOfBrokers(ctx, request.brokerIds)) : chosen
  const assets = await assetsOf(ctx, lotLines, await knownAssetIds(ctx, options.assetIds ?? []))
  const closes = await closesOf(ctx, assets, request, options.closes === 'all' || lotLines.some(isInKind))
  const { currency, brokerIds: selected, assetIds } = request
  const currencies = currenciesOf(lotLines, assets, closes)
  const { find: rates, generation } = await loadCachedRates(ctx, { to: currency, currencies, ...daysOf(chosen, request) })
  const splitLines = linesWithSplits(all, found, request.to)
  const facts = await loadWarningFacts(ctx, [...assets.keys()], unitsHeldIn(merged))
  return createInputs({
    currency,
    brokerIds: selected,
    chosen: assetIds,
    lotLines,
    splitLines,
    unbooked,
    assets,
    closes,
    rates,
    facts,
    generation,
    caches,
  })
}

/** Every currency of an amount, a price, an asset or a close. */
function currenciesOf(lines: readonly Line[], assets: ReadonlyMap<number, ReportAsset>, closes: CloseLookup): Set<string> {
  const found = new Set<string>()
  for (const { currency, priceCurrency } of lines) {
    if (currency !== null) found.add(currency)
    if (priceCurrency != null) found.add(priceCurrency)
  }
  for (const [id, { currency }] of assets) {
    found.add(currency)
    for (const one of currenciesOfCloses(closes(id))) found.add(one)
  }
  return found
}

/** The days of the lines and of the report, with the day before, on which its values begin. */
function daysOf(lines: readonly Line[], { from, to }: ReportRequest): { from: string; until: string } {
  const [first, last] = [lines[0]?.date ?? from, lines.at(-1)?.date ?? to]
  return { from: addDays(first < from ? first : from, -1), until: last > to ? last : to }
}

/** Some days later, but none after the last that there is. */
function soonAfter(day: string, days: number): string {
  return day < LAST_MONTH ? addDays(day, days) : LAST_DAY
}

/** Lines up to the days on which a broker may book a split that the catalogue has on or before the last day; absent where none does. */
function linesWithSplits(all: readonly Line[], found: readonly Line[], to: string): readonly Line[] | undefined {
  const until = soonAfter(to, SAME_WITHIN_DAYS)
  for (let place = found.length; (all[place]?.date ?? '~') <= until; place++)
    if (all[place]?.type === 'SPLIT') return linesUntil(all, until)
  return undefined
}

/** The last close only, where that is enough and the others are not remembered anyway. */
async function closesOf(
  ctx: Ctx,
  assets: ReadonlyMap<number, ReportAsset>,
  { to }: ReportRequest,
  wantsAll: boolean,
): Promise<CloseLookup> {
  return wantsAll || (await areClosesCached(ctx, assets.keys()))
    ? await cachedCloses(ctx, assets.keys())
    : (await loadCloses(ctx, assets.keys(), to, to)).of
}

async function assetsOf(ctx: Ctx, lines: readonly Line[], others: Iterable<number>): Promise<Map<number, ReportAsset>> {
  const ids = new Set(others)
  for (const line of lines) if (line.assetId !== null) ids.add(line.assetId)
  const labels = await listAssetLabels(ctx, ids)
  const assets = new Map<number, ReportAsset>()
  for (const [id, { priceQuantity, expiry }] of await listAssetFacts(ctx, ids)) {
    const label = labels.get(id)
    if (label) assets.set(id, { ...label, priceQuantity, expiry })
  }
  return assets
}

/** Brokers that were not requested but sent assets count whole: the leg that arrives takes its part. */
async function shareOfBrokers(
  ctx: { reader: Reader; user: { id: number } },
  brokerIds: readonly number[],
): Promise<(brokerId: number) => Decimal> {
  const shares = await listShares(ctx.reader, ctx.user.id)
  const selected = new Set(brokerIds)
  return (brokerId) => (selected.has(brokerId) ? (shares.get(brokerId) ?? ZERO) : ONE)
}
