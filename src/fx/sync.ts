import pLimit from 'p-limit'
import { inTransaction } from '#db/transaction.ts'
import type { FxProvider } from '#plugins/fx/contract.ts'
import * as kit from '#plugins/fx/kit.ts'
import { earlier, later } from '#plugins/kit/period.ts'
import { type Deps, now } from '../context.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { joined, serialise } from '../sources/running.service.ts'
import { withStallTimeout } from '../sources/stall-timeout.service.ts'
import { catalogueOf, foreignOf, type Leg, pairOf, publishes, seriesOf } from './catalogue.ts'
import { type Claim, claimOfOthers, claimsOf } from './claims.ts'
import { firstDaysOf, keyOfLeg } from './first-days.ts'
import { freshDays } from './freshness.ts'
import { checkChunk, type IntakeRules, type Rejected } from './intake.ts'
import { requireOnline, toolsFor } from './outgoing.ts'
import { type Call, coveredAfter, planCalls, type Wanted } from './plan.ts'
import { EVERYBODY, findNeighbours, readRates } from './rate.repository.ts'
import { listAllRoutes } from './repository.ts'
import { storeRates } from './store.ts'
import { claimSeries, findSeriesState, noteCovered, noteOutcome } from './sync.repository.ts'
import { chooseLegs, type SyncRequest } from './wanted.ts'

export type SyncedPair = Leg & { readonly added: number; readonly updated: number; readonly latest: string | null }
export type SyncFailure = { readonly provider: string; readonly detail: string }

export type SyncResult = {
  /** The first and last day that was requested. */
  readonly from: string
  readonly to: string
  readonly pairs: readonly SyncedPair[]
  readonly failed: readonly SyncFailure[]
  /** At most `MAX_REJECTED`; `rejectedCount` counts all. */
  readonly rejected: readonly Rejected[]
  readonly rejectedCount: number
}

export type SyncProgress = (done: number, total: number, note: string) => void

export type SyncOptions = {
  readonly signal?: AbortSignal | undefined
  readonly progress?: SyncProgress | undefined
  /** A provider that gives nothing for so long is given up. Default 300. */
  readonly patienceSeconds?: number | undefined
  /** Hears which providers failed, before the sync ends; of several who join one sync only the first does. */
  readonly failed?: ((providers: readonly string[]) => Promise<void>) | undefined
}

/** Providers that are called at the same time; each of them gets one request after another. */
const PARALLEL = 6
const MAX_REJECTED = 200
const PATIENCE_SECONDS = 300
/** The last day of series that still run. */
const NO_END = '9999-12-31'

/**
 * Makes sure that a sync can begin; what it returns fetches the rates and stores what is new or corrected. The same sync under way is
 * joined. A provider that fails stops no other one. Throws `fx/offline`, `fx/sync-invalid`; the sync itself `fx/sync-failed` (502) when every
 * provider failed and nothing came. What `asker` names is fetched for them, else for all; see `claimsOf`. `only` = the ids of routes, in place of all.
 */
export async function prepareSync(
  deps: Deps,
  request: SyncRequest,
  asker = EVERYBODY,
  only?: ReadonlySet<number>,
): Promise<(options?: SyncOptions) => Promise<SyncResult>> {
  requireOnline(deps)
  const today = dayOf(deps.clock())
  const to = earlier(request.to ?? today, today)
  if (request.from !== undefined && request.from > to) throw invalid('fx/sync-invalid', '/from', `Must be ${to} or earlier.`)
  const routes = await listAllRoutes(deps.reader)
  const steps = routes.filter((route) => only?.has(route.id) ?? true).flatMap((route) => route.steps)
  const legs = chooseLegs(catalogueOf(deps), steps, request)
  const firstDays = request.providers === undefined ? firstDaysOf(routes) : new Map<string, string>()
  const key = JSON.stringify([[...legs], request.from, to, request.acceptJumps, [...firstDays]])
  const named = request.providers === undefined ? null : asker
  const claims = new Map([...legs].map(([code, some]) => [code, claimsOf(routes, some, named)]))
  const others = (provider: string) => claimOfOthers(claims.get(provider) ?? [], named)
  return async (options = {}) => {
    for (const some of claims.values()) await claim(deps, some)
    return await joined(deps, `fx ${key}`, options.signal, async (signal) => {
      const outcomes = await runAll(deps, legs, { request: { ...request, to }, firstDays, today, others, signal, options })
      await options.failed?.(outcomes.flatMap(({ provider, failure }) => (failure === null ? [] : [provider])))
      return await resultOf(deps, outcomes, to)
    })
  }
}

function claim(deps: Deps, claims: readonly Claim[]): Promise<void> {
  return inTransaction(deps, async ({ db }) => {
    for (const { leg, userId } of claims) await claimSeries(db, leg, userId)
  })
}

type Job = {
  readonly request: SyncRequest & { readonly to: string }
  /** See `firstDaysOf`. */
  readonly firstDays: ReadonlyMap<string, string>
  readonly today: string
  /** For whom series count that a provider gives unasked. */
  readonly others: (provider: string) => number | null
  readonly signal: AbortSignal
  readonly options: SyncOptions
}

/** How one provider fared. */
type Outcome = {
  readonly provider: string
  readonly pairs: Map<string, { leg: Leg; added: number; updated: number }>
  readonly rejected: Rejected[]
  readonly calls: Call[]
  failure: string | null
}

async function runAll(deps: Deps, legs: ReadonlyMap<string, Leg[]>, job: Job): Promise<Outcome[]> {
  const limit = pLimit(PARALLEL)
  let done = 0
  return Promise.all(
    [...legs].map(([code, wanted]) =>
      limit(async () => {
        const outcome = await serialise(deps, `fx ${code}`, () => syncProvider(deps, code, wanted, job))
        done += 1
        job.options.progress?.(done, legs.size, code)
        return outcome
      }),
    ),
  )
}

async function syncProvider(deps: Deps, code: string, legs: readonly Leg[], job: Job): Promise<Outcome> {
  const pairs = new Map(legs.map((leg) => [pairOf(leg), { leg, added: 0, updated: 0 }]))
  const outcome: Outcome = { provider: code, pairs, rejected: [], calls: [], failure: null }
  try {
    const provider = catalogueOf(deps).byCode.get(code)
    if (!provider) throw new AppError('bad-gateway', 'fx/provider-gone', `There is no provider ${code} any more.`)
    for (const call of planCalls(await wantedOf(deps, provider, legs, job), job.request)) {
      job.signal.throwIfAborted()
      outcome.calls.push(call)
      await runCall(deps, provider, call, job, outcome)
    }
  } catch (error) {
    if (job.signal.aborted) throw job.signal.reason
    outcome.failure = describe(deps, code, error)
  }
  await inTransaction(deps, async ({ db }) => {
    for (const leg of legs) await noteOutcome(db, leg, now(deps), outcome.failure)
  })
  return outcome
}

async function wantedOf(deps: Deps, provider: FxProvider, legs: readonly Leg[], { firstDays }: Job): Promise<Wanted[]> {
  const begun = provider.historyFrom ?? '1900-01-01'
  return await Promise.all(
    legs.map(async (leg) => {
      const series = seriesOf(provider, leg)
      const starts = series.map((one) => one.since ?? begun).sort()
      const ends = series.map((one) => one.until ?? NO_END).sort()
      const needed = firstDays.get(keyOfLeg(leg))
      const first = needed === undefined ? begun : addDays(needed, -freshDays(provider))
      const from = later(later(starts[0] ?? begun, begun), first)
      const currency = foreignOf(provider, leg) ?? leg.quote
      return { leg, currency, days: { from, to: ends.at(-1) ?? NO_END }, state: await findSeriesState(deps.reader, leg) }
    }),
  )
}

async function runCall(deps: Deps, provider: FxProvider, call: Call, job: Job, outcome: Outcome): Promise<void> {
  const rules = rulesFor(deps, provider.code, job)
  const tools = toolsFor(deps, provider, job.signal)
  const chunks = provider.fetchRates({ currencies: call.currencies, from: call.from, to: call.to }, tools, kit)
  for await (const chunk of withStallTimeout(
    chunks,
    job.options.patienceSeconds ?? PATIENCE_SECONDS,
    provider.code,
    job.signal,
  )) {
    const { accepted, rejected } = await checkChunk(chunk, rules)
    outcome.rejected.push(...rejected)
    for (const { leg, added, updated } of await storeRates(deps, accepted.values(), job.others(provider.code))) {
      const sum = outcome.pairs.get(pairOf(leg))
      outcome.pairs.set(pairOf(leg), { leg, added: (sum?.added ?? 0) + added, updated: (sum?.updated ?? 0) + updated })
    }
  }
  await inTransaction(deps, async ({ db }) => {
    for (const leg of call.legs) await noteCovered(db, leg, coveredAfter(call, await findSeriesState(db, leg)))
  })
}

function rulesFor(deps: Deps, provider: string, job: Job): IntakeRules {
  const catalogue = catalogueOf(deps)
  return {
    provider,
    publishes: (leg) => publishes(catalogue, leg),
    today: job.today,
    neighbours: async (leg, from, to) => await findNeighbours(deps.reader, leg, from, to),
    stored: async (leg, from, to) => await readRates(deps.reader, leg, from, to),
    acceptJumps: job.request.acceptJumps ?? false,
  }
}

async function resultOf(deps: Deps, outcomes: readonly Outcome[], to: string): Promise<SyncResult> {
  const failed = outcomes.flatMap(({ provider, failure }) => (failure === null ? [] : [{ provider, detail: failure }]))
  const pairs = (
    await Promise.all(
      outcomes
        .flatMap(({ pairs }) => [...pairs.values()])
        .map(async ({ leg, ...counts }) => ({
          ...leg,
          ...counts,
          latest: (await findSeriesState(deps.reader, leg))?.latest ?? null,
        })),
    )
  ).sort((a, b) => (pairOf(a) + a.provider < pairOf(b) + b.provider ? -1 : 1))
  if (failed.length > 0 && failed.length === outcomes.length && pairs.every((one) => one.added + one.updated === 0))
    throw new AppError(
      'bad-gateway',
      'fx/sync-failed',
      `No rates came: ${failed.map((one) => one.detail).join(' ')}`.slice(0, 2000),
      {
        extensions: { failed },
      },
    )
  const rejected = outcomes.flatMap((one) => one.rejected)
  if (rejected.length > 0) deps.log.warn('exchange rates held back', { count: rejected.length, first: rejected[0] })
  const calls = outcomes.flatMap((one) => one.calls)
  const first = calls.map((call) => call.from).sort()[0] ?? to
  return { from: first, to, pairs, failed, rejected: rejected.slice(0, MAX_REJECTED), rejectedCount: rejected.length }
}

function describe(deps: Deps, provider: string, error: unknown): string {
  if (error instanceof AppError) {
    deps.log.warn('exchange rates could not be fetched', { provider, code: error.code, detail: error.detail })
    return error.detail
  }
  deps.log.error('a provider of exchange rates failed', { provider, error })
  return `${provider} failed in an unexpected way; the log has the details.`
}
