import pLimit, { type LimitFunction } from 'p-limit'
import type { PriceProvider, PriceTools } from '#plugins/assets/contract.ts'
import type { Ctx } from '../../context.ts'
import { untilAborted } from '../../shared/abort.ts'
import { AppError } from '../../shared/errors.ts'
import { noteCall, requireClosedCircuit } from '../breaker.ts'
import { toolsFor } from '../outgoing.ts'
import { afterPause, inOrder } from '../turns.ts'

export type SourceFailure = { readonly provider: string; readonly detail: string }

/** The calls of one job: to each source one after another, with its pause; a source that fails again and again is left alone for the rest of the job. */
export type Calls = {
  /** What `work` gives; `undefined` where the source does not know it, failed, or is left alone. Throws only the reason of the job's signal. */
  readonly call: <T>(provider: PriceProvider, work: (tools: PriceTools) => Promise<T>) => Promise<T | undefined>
  readonly failed: () => SourceFailure[]
}

type Lane = {
  readonly queue: LimitFunction
  /** In a row. */
  failures: number
  detail: string | undefined
  isLeftAlone: boolean
  /** The circuit has heard that the last call went well. */
  isNoted: boolean
}

const CALL_SECONDS = 20
const MOST_FAILURES = 3
/** The source is well: it does not know what was requested. */
const UNKNOWN = new Set(['source/unknown', 'price/none'])
/** Asking again would not help before the job ends. */
const FINAL = new Set(['source/busy', 'price/key-missing', 'price/provider-paused'])

export function createCalls(ctx: Ctx, signal: AbortSignal): Calls {
  const lanes = new Map<string, Lane>()
  const laneOf = ({ code }: PriceProvider): Lane => {
    const lane = lanes.get(code) ?? { queue: pLimit(1), failures: 0, detail: undefined, isLeftAlone: false, isNoted: false }
    lanes.set(code, lane)
    return lane
  }
  return {
    call: (provider, work) => {
      const lane = laneOf(provider)
      return lane.queue(async () => {
        signal.throwIfAborted()
        if (lane.isLeftAlone) return undefined
        return await inOrder(ctx, provider.code, () => attempt(ctx, { provider, lane, signal }, work))
      })
    },
    failed: () => [...lanes].flatMap(([provider, { detail }]) => (detail === undefined ? [] : [{ provider, detail }])),
  }
}

type Attempt = { readonly provider: PriceProvider; readonly lane: Lane; readonly signal: AbortSignal }

async function attempt<T>(
  ctx: Ctx,
  { provider, lane, signal }: Attempt,
  work: (tools: PriceTools) => Promise<T>,
): Promise<T | undefined> {
  try {
    await requireClosedCircuit(ctx, provider.code)
    const value = await afterPause(ctx, provider, signal, () => inTime(ctx, provider, signal, work))
    if (!lane.isNoted) await noteCall(ctx, provider.code, undefined)
    Object.assign(lane, { isNoted: true, failures: 0 })
    return value
  } catch (error) {
    signal.throwIfAborted()
    await noteFailure(ctx, { provider, lane, signal }, error)
    return undefined
  }
}

async function inTime<T>(
  ctx: Ctx,
  provider: PriceProvider,
  signal: AbortSignal,
  work: (tools: PriceTools) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(CALL_SECONDS * 1000)
  const either = AbortSignal.any([signal, timeout])
  try {
    return await untilAborted(work(toolsFor(ctx, provider, either)), either)
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error
    throw new AppError('bad-gateway', 'source/timeout', `${provider.name} did not answer within ${CALL_SECONDS} s.`)
  }
}

async function noteFailure(ctx: Ctx, { provider, lane }: Attempt, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) ctx.log.error('a price provider failed', { provider: provider.code, error })
  const known = error instanceof AppError ? error : undefined
  if (known && UNKNOWN.has(known.code)) return
  lane.detail = known?.detail ?? `${provider.name} failed in an unexpected way; the log has the details.`
  lane.failures += 1
  lane.isNoted = false
  lane.isLeftAlone = lane.failures >= MOST_FAILURES || FINAL.has(known?.code ?? '')
  if (known && known.code !== 'price/provider-paused') await noteCall(ctx, provider.code, known)
}
