import type { PriceChunk, PriceConfig, PriceProvider } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import type { Deps } from '../context.ts'
import { addDays, isDay } from '../shared/date.ts'
import { decimal } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { noteCall, requireClosedCircuit } from './breaker.ts'
import { readCloses } from './close.repository.ts'
import { listSplits } from './event.repository.ts'
import { soundSplits, storeEvents } from './event-store.ts'
import { type CleanPrice, checkPrices, type Intake, type IntakeRules, type Refused } from './intake.ts'
import { requireOnline, toolsFor } from './outgoing.ts'
import { findFirstDayOf, type Refreshable } from './refresh.repository.ts'
import type { RefreshRequest } from './refresh.ts'
import { readPrices } from './repository.ts'
import { findRewrite, isExplained, joinRewrites, type Rewrite } from './rewritten.ts'
import { fitsStored, storePrices, storeSuspects } from './store.ts'

/** Where closes of an asset are fetched; `key` = the code of the provider, perhaps with a host. */
export type Source = { readonly provider: PriceProvider; readonly config: PriceConfig; readonly key: string }
export type Job = RefreshRequest & { readonly to: string; readonly today: string }
export type Fetched = {
  readonly added: number
  readonly updated: number
  readonly refused: readonly Refused[]
  readonly rewrite: Rewrite | undefined
}

const PATIENCE_SECONDS = 120
const OVERLAP_DAYS = 7
const FIRST_HISTORY_DAYS = 3660

/**
 * Fetches the closes of an asset from a source and stores what is new or corrected: since a week before the newest one, or ten years; all again where a rewritten
 * history is accepted. Throws AppError `source/*`, `price/*`.
 */
export async function fetchAsset(
  deps: Deps,
  asset: Refreshable,
  { provider, key, config }: Source,
  job: Job,
  stop: AbortSignal | undefined,
): Promise<Fetched> {
  if (provider.network) requireOnline(deps)
  await requireClosedCircuit(deps, key)
  const from = job.from ?? (await firstDayOf(deps, asset, provider, job))
  const timeout = AbortSignal.timeout(PATIENCE_SECONDS * 1000)
  const signal = stop ? AbortSignal.any([stop, timeout]) : timeout
  requireSound(provider, config)
  const sum = { added: 0, updated: 0, refused: [] as Refused[], rewrite: undefined as Rewrite | undefined, isEmpty: true }
  try {
    if (from <= job.to)
      for await (const chunk of provider.fetchPrices({ ...config, from, to: job.to }, toolsFor(deps, provider, signal), kit)) {
        const { added, updated, refused, rewrite, isEmpty } = await storeChunk(deps, asset, provider, chunk, job)
        Object.assign(sum, { added: sum.added + added, updated: sum.updated + updated, isEmpty: sum.isEmpty && isEmpty })
        sum.refused.push(...refused)
        sum.rewrite = joinRewrites(sum.rewrite, rewrite)
      }
    await noteCall(deps, key, undefined, config.identifier)
  } catch (error) {
    const late = timeout.aborted && !stop?.aborted
    const fault = late
      ? new AppError('bad-gateway', 'source/timeout', `${provider.name} gave nothing within ${PATIENCE_SECONDS} s.`)
      : error
    if (fault instanceof AppError) await noteCall(deps, key, fault, config.identifier)
    throw fault
  }
  if (sum.isEmpty && provider.network && !provider.eventsOnly && asset.last === null && job.from === undefined)
    throw new AppError('not-found', 'price/none', `${provider.name} has no prices of "${config.identifier}".`)
  return sum
}

/** A configuration that was fit once need not fit any more: the currency of the asset, or the provider itself, may have changed. */
function requireSound(provider: PriceProvider, config: PriceConfig): void {
  const faults = provider.check(config)
  if (faults.length === 0) return
  const detail = faults.map((fault) => `${fault.pointer}: ${fault.detail}`).join(' ')
  throw new AppError('conflict', 'price/source-unfit', `The price source no longer fits. ${detail}`)
}

async function storeChunk(deps: Deps, asset: Refreshable, from: PriceProvider, chunk: PriceChunk, job: Job) {
  const provider = chunk.adjusted === undefined ? from : { ...from, adjusted: chunk.adjusted }
  const known = (await listSplits(deps.reader, [asset.id], job.today)).get(asset.id) ?? []
  const reported = chunk.splits && soundSplits(chunk.splits)
  const days = chunk.prices.map((one) => one.date).filter((date) => isDay(date))
  const first = days.sort()[0] ?? job.to
  const rules: IntakeRules = {
    provider: provider.name,
    today: job.today,
    undo: provider.adjusted === 'none' ? [] : (reported ?? known).filter((split) => split.date <= job.today),
    splits: reported ?? known,
    before: await lastBefore(deps, asset.id, first),
    acceptJumps: (job.acceptJumps ?? false) || job.rewritten === 'accept',
  }
  const { accepted, refused, rewrite } = await intakeOf(deps, asset.id, provider, chunk, {
    rules,
    reportsSplits: reported !== undefined,
    job,
  })
  if ((reported?.length ?? 0) + (chunk.dividends?.length ?? 0) > 0) await storeEvents(deps, asset.id, provider, chunk)
  const how = { reportsSplits: reported !== undefined, acceptJumps: rules.acceptJumps, isAccepted: job.rewritten === 'accept' }
  const written = await storePrices(deps, asset.id, provider, accepted, how).catch(explaining(rewrite))
  const news = await storeSuspects(deps, asset.id, provider.code, refused)
  if (news.length > 0)
    deps.log.warn('prices held back', { asset_id: asset.id, provider: provider.code, count: news.length, first: news[0] })
  return { ...written, refused: news, rewrite, isEmpty: written.added + written.updated + refused.length === 0 }
}

async function lastBefore(deps: Deps, assetId: number, day: string): Promise<CleanPrice | undefined> {
  const eve = addDays(day, -1)
  const rows = (await readCloses(deps.reader, [assetId], eve, eve)).get(assetId)
  const [date, close, currency] = [rows?.dates[0], rows?.closes[0], rows?.currencies[0]]
  return date === undefined || close === undefined || currency === undefined
    ? undefined
    : { date, close: decimal(close), currency }
}

async function firstDayOf(deps: Deps, asset: Refreshable, { code }: PriceProvider, job: Job): Promise<string> {
  const all = job.rewritten === 'accept' ? await findFirstDayOf(deps.reader, asset.id, code) : undefined
  return all ?? firstDayToFetch(asset, job)
}

/** A week before the newest close that is not by hand, or ten years ago. */
export function firstDayToFetch({ last }: Pick<Refreshable, 'last'>, { today }: Pick<Job, 'today'>): string {
  return addDays(last ?? today, last === null ? -FIRST_HISTORY_DAYS : -OVERLAP_DAYS)
}

/**
 * What of a chunk may be stored. Where the source has rewritten closes that are stored, that is what comes after them: the others stay as they were traded. An
 * adjusted history that misses a split is left to `storePrices`, which refuses it.
 */
async function intakeOf(
  deps: Deps,
  assetId: number,
  provider: PriceProvider,
  chunk: PriceChunk,
  { rules, reportsSplits, job }: { readonly rules: IntakeRules; readonly reportsSplits: boolean; readonly job: Job },
): Promise<Intake & { readonly rewrite: Rewrite | undefined }> {
  const checked = checkPrices(chunk, rules)
  if (job.rewritten === 'accept' || provider.adjusted === 'splits-and-dividends') return { ...checked, rewrite: undefined }
  const all = checkPrices(chunk, { ...rules, acceptJumps: true }).accepted
  const range = { from: all[0]?.date ?? '', to: all.at(-1)?.date ?? '' }
  const stored = new Map((await readPrices(deps.reader, assetId, range)).map((row) => [row.date, row]))
  const rewrite = findRewrite(provider.code, all, stored)
  if (rewrite === undefined || !fitsStored(all, stored, provider, reportsSplits)) return { ...checked, rewrite }
  const newest = [...stored.values()].findLast(({ source }) => source === provider.code)?.date ?? ''
  const later = chunk.prices.filter(({ date }) => date > newest)
  const known = rewrite.ratio !== null && isExplained(rewrite, rules.splits)
  return { ...checkPrices({ ...chunk, prices: later }, { ...rules, before: undefined }), rewrite: known ? undefined : rewrite }
}

/** Says with a refusal what was rewritten. */
function explaining(rewrite: Rewrite | undefined) {
  return (error: unknown): never => {
    if (!(error instanceof AppError) || rewrite === undefined) throw error
    throw new AppError(error.kind, error.code, error.detail, { ...error.extras, extensions: { rewrite } })
  }
}

/** What was rewritten, where that is why a source was refused. */
export function rewriteIn(error: unknown): Rewrite | undefined {
  return error instanceof AppError ? (error.extras.extensions?.['rewrite'] as Rewrite | undefined) : undefined // put there by `explaining`
}
