import type { Reader } from '#db/connection.ts'
import { type Catalogue, foreignOf, legOf, MANUAL } from './catalogue.ts'
import { reversed } from './chain.ts'
import { normalisePair } from './convert.ts'
import { discoverRoutes } from './discovery.ts'
import { buildGraph, type ChainStep, type RouteGraph } from './graph.ts'
import { FIXED, fixedStep, successorOf } from './legacy-currencies.ts'
import { hasManualRates } from './manual.repository.ts'
import { listPairRoutes } from './repository.ts'
import { listStoredSeries } from './sync.repository.ts'

/** A chain that may serve a conversion. `routeId` is `null` for those that nobody registered. */
export type Candidate = { readonly routeId: number | null; readonly steps: readonly ChainStep[] }

/** The chains for a conversion, in the order in which they are tried. */
export type CandidateFinder = (db: Reader, from: string, to: string) => Promise<readonly Candidate[]>

/** Chains that are tried when no route of the pair is registered. */
const MAX_AUTOMATIC = 20

/**
 * The registered routes of the pair by priority. Rates entered by hand come before all of them, unless a route with MANUAL gives them a
 * place of their own. Where nobody registered a route, chains of stored rates are tried in the order of rule 9. A currency that has ended goes
 * by way of its successor first, at the rate fixed for good, on the days since then. Routes, rates by hand and
 * the series of such chains are those that count for `viewer`.
 */
export function createCandidateFinder(catalogue: Catalogue, viewer: number): CandidateFinder {
  const known = new Map<string, readonly Candidate[]>()
  let stored: Promise<RouteGraph> | undefined
  const storedGraph = (db: Reader) => {
    stored ??= graphOfStored(db, catalogue, viewer)
    return stored
  }
  const find: CandidateFinder = async (db, from, to) => {
    const key = `${from}/${to}`
    const found = known.get(key) ?? (await findCandidates({ db, viewer, storedGraph, find }, from, to))
    known.set(key, found)
    return found
  }
  return find
}

type Search = {
  readonly db: Reader
  readonly viewer: number
  readonly storedGraph: (db: Reader) => Promise<RouteGraph>
  readonly find: CandidateFinder
}

async function findCandidates(search: Search, from: string, to: string): Promise<Candidate[]> {
  const { db, viewer, storedGraph } = search
  const pair = normalisePair(from, to)
  const routes = await listPairRoutes(db, pair, viewer)
  const registered = routes.map(({ id, steps }) => ({
    routeId: id,
    steps: steps[0]?.from === from ? steps : reversed(steps),
  }))
  const isChosen = routes.some((route) => route.neededFrom === null)
  const placed = registered.some((route) => route.steps[0]?.provider === MANUAL)
  const manual: Candidate[] =
    placed || !(await hasManualRates(db, pair, viewer)) ? [] : [{ routeId: null, steps: [{ from, to, provider: MANUAL }] }]
  return [
    ...manual,
    ...(await bySuccessors(search, from, to)),
    ...registered,
    ...(isChosen ? [] : automatic(await storedGraph(db), from, to)),
  ]
}

/** One fixed step at either end, and what leads on from there, which may be by the next change of money (VEB by VEF to VES). */
async function bySuccessors({ db, find }: Search, from: string, to: string): Promise<Candidate[]> {
  const [first, last] = [successorOf(from), successorOf(to)]
  const between = async (start: string, end: string) => (start === end ? [{ steps: [] }] : await find(db, start, end))
  const onward = first === from ? [] : await between(first, to)
  const back = last === to ? [] : await between(from, last)
  const isOnward = (step: ChainStep) => step.from === from && step.to === first && step.provider === FIXED
  return [
    ...onward.filter(({ steps }) => !steps.some((one) => one.to === from)).map(({ steps }) => [fixedStep(from, first), ...steps]),
    ...back
      .filter(({ steps }) => !steps.some((one) => one.to === to || isOnward(one)))
      .map(({ steps }) => [...steps, fixedStep(last, to)]),
  ].map((steps) => ({ routeId: null, steps }))
}

function automatic(graph: RouteGraph, from: string, to: string): Candidate[] {
  const { routes } = discoverRoutes(graph, { from, to, limit: MAX_AUTOMATIC })
  return routes.map(({ steps }) => ({ routeId: null, steps }))
}

/** The graph of what is stored for all or for `viewer`, whatever the providers announce today. */
async function graphOfStored(db: Reader, catalogue: Catalogue, viewer: number): Promise<RouteGraph> {
  const coverages = (await listStoredSeries(db, viewer)).map(({ base, quote, provider: code }) => {
    const provider = catalogue.byCode.get(code)
    const foreign = (provider && foreignOf(provider, legOf({ from: base, to: quote, provider: code }))) ?? quote
    const lastResort = provider?.lastResort?.filter((one) => one === foreign)
    return { code, baseCurrencies: [foreign === base ? quote : base], targetCurrencies: [foreign], lastResort }
  })
  return buildGraph(coverages)
}
