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
const MAX_WAITING = 8

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
    return await identifyAll(deps, source, queries, signal)
  } finally {
    state.waiting -= 1
  }
}

/** One call after another, also of several who wait: between the calls of a long list others have their turn. */
async function identifyAll(deps: Deps, source: IdentifierSource, queries: readonly IdentifierQuery[], signal: AbortSignal) {
  const state = deps.memory.of(memory)
  const tools = toolsFor(deps, source, signal)
  const wanted = new Map(queries.map((query) => [keyOf(query), query]))
  const found = new Map<string, Identified>()
  while (found.size < wanted.size)
    await serialise(deps, `identifiers ${source.code}`, async () => {
      for (const key of wanted.keys()) {
        const answer = state.answers.get(key)
        if (answer && deps.clock().getTime() - answer.at < CACHE_MILLISECONDS) found.set(key, answer.found)
      }
      const open = [...wanted].filter(([key]) => !found.has(key)).slice(0, source.maxQueries(tools.key))
      if (open.length === 0) return
      const answers = await call(deps, source, signal, () =>
        source.identify(
          open.map(([, query]) => query),
          tools,
        ),
      )
      for (const [index, [key]] of open.entries()) {
        const answer = answers[index] ?? { listings: [] }
        found.set(key, answer)
        if (state.answers.size >= MAX_CACHED) state.answers.delete(state.answers.keys().next().value ?? '')
        state.answers.set(key, { at: deps.clock().getTime(), found: answer })
      }
    })
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
