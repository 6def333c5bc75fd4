import type { PriceChunk, PriceProvider } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import type { Deps } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { decimal, toNumber } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { lacksKey } from '../sources/outgoing.service.ts'
import { serialise } from '../sources/running.service.ts'
import { noteCall, requireClosedCircuit } from './breaker.ts'
import { listSplits } from './event.repository.ts'
import { soundSplits } from './event-store.ts'
import { type Fallback, fallbacksOf } from './fallbacks.ts'
import { firstDayToFetch, type Job } from './fetch-asset.ts'
import { type CleanPrice, checkPrices } from './intake.ts'
import { requireOnline, toolsFor } from './outgoing.ts'
import type { Refreshable } from './refresh.repository.ts'
import { type PriceRow, readPrices } from './repository.ts'
import { storePrices } from './store.ts'

/** `name` of the source that answered, `added` closes of days that had none. */
export type FallbackAnswer = { readonly provider: string; readonly name: string; readonly added: number }

const PATIENCE_SECONDS = 30
/** So many are tried for one asset. */
const MAX_TRIED = 3
/** So far a close may lie from the stored one of the day. */
const AGREEMENT = 0.005
const OTHERS = new Set(['price/none', 'price/no-source', 'price/provider-gone', 'price/provider-paused', 'price/key-missing'])

/**
 * Requests the closes of an asset whose source failed with `error` from the other sources that may have them (`fallbacksOf`): the first that answers wins. Only days
 * without a close are added, in the currency of the asset, and only where the answer agrees with stored closes: on one day at least and on the last one that both have. Without any
 * stored close an ISIN must say what it is. `undefined` where no source answers, the setting `price_fallbacks` is off, it was no fault of the source, or the
 * asset has none and it is not the caller's to choose one.
 */
export async function fetchFallback(
  deps: Deps,
  asset: Refreshable,
  job: Job,
  error: unknown,
  stop: AbortSignal | undefined,
): Promise<FallbackAnswer | undefined> {
  if (!isOfSource(error) || (asset.source === null && job.mayChoose?.has(asset.id) === false)) return undefined
  if (deps.config.offline || !(await readSetting(deps.reader, 'price_fallbacks'))) return undefined
  const usable = fallbacksOf(asset).flatMap((fallback) => {
    const provider = deps.plugins.assets.find(({ code }) => code === fallback.provider)
    return provider !== undefined && isReady(deps, provider, asset, fallback) ? [{ fallback, provider }] : []
  })
  for (const { fallback, provider } of usable.slice(0, MAX_TRIED)) {
    stop?.throwIfAborted()
    try {
      const work = () => fetchFrom(deps, asset, { fallback, provider }, job, stop)
      const added = await serialise(deps, `prices fallback ${provider.code}`, work)
      if (added !== undefined) return { provider: provider.code, name: provider.name, added }
    } catch (fault) {
      if (stop?.aborted === true) throw stop.reason
      if (!(fault instanceof AppError))
        deps.log.error('a price provider failed', { asset_id: asset.id, provider: provider.code, error: fault })
    }
  }
  return undefined
}

function isOfSource(error: unknown): boolean {
  return error instanceof AppError && (error.code.startsWith('source/') || OTHERS.has(error.code))
}

function isReady(deps: Deps, provider: PriceProvider, { currency }: Refreshable, { identifier }: Fallback): boolean {
  if (lacksKey(deps, provider)) return false
  return provider.check({ identifier, options: {}, currency }).length === 0
}

type Chosen = { readonly fallback: Fallback; readonly provider: PriceProvider }

async function fetchFrom(
  deps: Deps,
  asset: Refreshable,
  { fallback, provider }: Chosen,
  job: Job,
  stop: AbortSignal | undefined,
) {
  if (provider.network) requireOnline(deps)
  await requireClosedCircuit(deps, provider.code)
  const timeout = AbortSignal.timeout(PATIENCE_SECONDS * 1000)
  const signal = stop ? AbortSignal.any([stop, timeout]) : timeout
  const from = job.from ?? firstDayToFetch(asset, job)
  const config = { identifier: fallback.identifier, options: {}, currency: asset.currency }
  let [added, isAgreed] = [0, false]
  try {
    for await (const chunk of provider.fetchPrices({ ...config, from, to: job.to }, toolsFor(deps, provider, signal), kit)) {
      const given = await readChunk(deps, asset, provider, chunk, job)
      isAgreed ||= given.agrees ?? (fallback.isCertain && asset.last === null)
      if (given.agrees === false || (!isAgreed && given.fresh.length > 0)) break
      added += (await storePrices(deps, asset.id, { ...provider, adjusted: 'none' }, given.fresh, { reportsSplits: false })).added
    }
    await noteCall(deps, provider.code, undefined, config.identifier)
  } catch (error) {
    const late = `${provider.name} gave nothing within ${PATIENCE_SECONDS} s.`
    const fault = timeout.aborted && stop?.aborted !== true ? new AppError('bad-gateway', 'source/timeout', late) : error
    if (fault instanceof AppError) await noteCall(deps, provider.code, fault, config.identifier)
    throw fault
  }
  return isAgreed ? added : undefined
}

/** The closes of a chunk as traded, in the currency of the asset, of days that have none; and whether the others are those that are stored, where there are any. */
async function readChunk(deps: Deps, asset: Refreshable, provider: PriceProvider, chunk: PriceChunk, job: Job) {
  const known = (await listSplits(deps.reader, [asset.id], job.today)).get(asset.id) ?? []
  const splits = chunk.splits === undefined ? known : soundSplits(chunk.splits)
  const undo = (chunk.adjusted ?? provider.adjusted) === 'none' ? [] : splits.filter(({ date }) => date <= job.today)
  const rules = { provider: provider.name, today: job.today, undo, splits, before: undefined, acceptJumps: false }
  const { accepted } = checkPrices(chunk, rules)
  const own = accepted.filter(({ currency }) => currency === asset.currency)
  const range = { from: own[0]?.date ?? '', to: own.at(-1)?.date ?? '' }
  const stored = new Map((await readPrices(deps.reader, asset.id, range)).map((row) => [row.date, row]))
  return { fresh: own.filter(({ date }) => !stored.has(date)), agrees: agreement(own, stored) }
}

function agreement(prices: readonly CleanPrice[], stored: ReadonlyMap<string, PriceRow>): boolean | undefined {
  const last = prices.findLast(({ date, currency }) => stored.get(date)?.currency === currency)
  const stood = last === undefined ? undefined : stored.get(last.date)
  if (last === undefined || stood === undefined) return undefined
  return Math.abs(toNumber(last.close) / toNumber(decimal(stood.close)) - 1) <= AGREEMENT
}
