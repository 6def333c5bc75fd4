import type { Identified, IdentifierQuery, IdentifierSource } from '#plugins/assets/contract.ts'
import { sleep } from '#plugins/kit/http.ts'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { AppError } from '../shared/errors.ts'
import { serialise } from '../sources/running.service.ts'
import { noteCall, requireClosedCircuit } from './breaker.ts'
import { requireOnline, toolsFor } from './outgoing.ts'

type Memory = {
  readonly answers: Map<string, { readonly at: number; readonly found: Identified }>
  readonly lastCalls: Map<string, number>
  waiting: number
}

const CACHE_MILLISECONDS = 3_600_000
const MAX_CACHED = 200
const MAX_WAITING = 16

/** What sources of identifiers answered, when each was called last, and how many requests wait. */
const memory = memoryKey('prices/identifiers', (): Memory => ({ answers: new Map(), lastCalls: new Map(), waiting: 0 }))

/**
 * The answers to queries, in order: many in one call, with the source's pause between calls. Answers are cached for an hour. Throws `asset/offline`,
 * `asset/identify-none`, `asset/identify-busy` (503) and `source/*` (502).
 */
export async function identify(
  deps: Deps,
  queries: readonly IdentifierQuery[],
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly Identified[]> {
  requireOnline(deps)
  const source = deps.plugins.identifiers?.[0]
  if (!source) throw new AppError('unavailable', 'asset/identify-none', 'There is no source of identifiers here.')
  await requireClosedCircuit(deps, source.code)
  const state = deps.memory.of(memory)
  if (state.waiting >= MAX_WAITING)
    throw new AppError(
      'unavailable',
      'asset/identify-busy',
      `${source.name} gets too many requests at once; try again in a moment.`,
    )
  state.waiting += 1
  try {
    return await serialise(deps, `identifiers ${source.code}`, () => identifyAll(deps, source, queries, signal))
  } finally {
    state.waiting -= 1
  }
}

async function identifyAll(deps: Deps, source: IdentifierSource, queries: readonly IdentifierQuery[], signal: AbortSignal) {
  const state = deps.memory.of(memory)
  const known = (query: IdentifierQuery) => {
    const answer = state.answers.get(keyOf(query))
    return answer && deps.clock().getTime() - answer.at < CACHE_MILLISECONDS ? answer.found : undefined
  }
  const found = new Map(queries.flatMap((query) => (known(query) ? [[keyOf(query), known(query) as Identified] as const] : [])))
  const open = [...new Map(queries.map((query) => [keyOf(query), query])).values()].filter((query) => !found.has(keyOf(query)))
  const tools = toolsFor(deps, source, signal)
  const size = source.maxQueries(tools.key)
  for (let start = 0; start < open.length; start += size) {
    const part = open.slice(start, start + size)
    const answers = await call(deps, source, signal, () => source.identify(part, tools))
    part.forEach((query, index) => {
      const answer = answers[index] ?? { listings: [] }
      found.set(keyOf(query), answer)
      if (state.answers.size >= MAX_CACHED) state.answers.delete(state.answers.keys().next().value ?? '')
      state.answers.set(keyOf(query), { at: deps.clock().getTime(), found: answer })
    })
  }
  return queries.map((query) => found.get(keyOf(query)) ?? { listings: [] })
}

async function call<T>(deps: Deps, source: IdentifierSource, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { lastCalls } = deps.memory.of(memory)
  const pause = source.pauseMilliseconds - (performance.now() - (lastCalls.get(source.code) ?? Number.NEGATIVE_INFINITY))
  if (pause > 0) await sleep(pause, signal)
  try {
    const answer = await work()
    await noteCall(deps, source.code, undefined)
    return answer
  } catch (error) {
    if (error instanceof AppError) await noteCall(deps, source.code, error)
    throw error
  } finally {
    lastCalls.set(source.code, performance.now())
  }
}

function keyOf({ kind, value, currency, mic }: IdentifierQuery): string {
  return JSON.stringify([kind, value, currency, mic])
}
