import type { MiddlewareHandler } from 'hono'
import { memoryKey } from '../memory.ts'
import { AppError } from '../shared/errors.ts'
import type { HttpContext, HttpEnv } from './route.ts'

/** What an operation costs: `heavy` ones of one user run a few at a time, the others wait. */
export type Cost = 'light' | 'heavy'

/** What one user may have; the settings of the service say it. */
export type BudgetLimits = {
  /** Heavy operations at once. */
  readonly running: number
  readonly waiting: number
  /** 0: no limit. */
  readonly requestsPerMinute: number
  /** Open streams of events. */
  readonly streams: number
}

type Lane = { running: number; readonly waiting: (() => void)[] }
type Window = { endsAt: number; readonly requests: Map<number, number> }
type Budgets = {
  readonly lanes: Map<number, Lane>
  readonly streams: Map<number, number>
  window: Window
  limits: BudgetLimits | undefined
  limitsUntil: number
}

const WINDOW_MILLISECONDS = 60_000
/** Less than any proxy waits for an answer. */
const LONGEST_WAIT_MILLISECONDS = 50_000
const LIMITS_MILLISECONDS = 1_000
const RETRY_SECONDS = 5

const budgets = memoryKey('http/budget', (): Budgets => {
  return { lanes: new Map(), streams: new Map(), window: openWindow(), limits: undefined, limitsUntil: 0 }
})

/**
 * Counts a request of the signed-in user, and lets a heavy one in when it is its turn. Throws `request/too-many` (429): for more requests in
 * a minute than the user may send while others use the service too, and for heavy ones when too many wait already. Of other users none is
 * touched. Stands after the guards and before the body is read.
 */
export function withinBudget(cost: Cost): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { user } = c.var.ctx
    const budget = c.var.deps.memory.of(budgets)
    const limits = await currentLimits(budget, c.var.budgetLimits)
    countRequest(budget, user.id, limits)
    if (cost === 'light') return next()
    const lane = budget.lanes.get(user.id) ?? { running: 0, waiting: [] }
    budget.lanes.set(user.id, lane)
    await enter(lane, limits, c.req.raw.signal)
    try {
      await next()
    } finally {
      leave(lane)
      if (lane.running === 0) budget.lanes.delete(user.id)
    }
  }
}

/** Counts a stream of events of the signed-in user as open until the returned function is called. Throws `request/too-many` (429). */
export function openStream(c: HttpContext): () => void {
  const { streams, limits } = c.var.deps.memory.of(budgets)
  const { id } = c.var.ctx.user
  const open = streams.get(id) ?? 0
  const most = limits?.streams ?? 1
  if (open >= most) throw tooMany(`You have ${open} streams of events open already. Close one first.`, most, RETRY_SECONDS)
  streams.set(id, open + 1)
  let isOpen = true
  return () => {
    if (!isOpen) return
    isOpen = false
    const left = (streams.get(id) ?? 1) - 1
    if (left === 0) streams.delete(id)
    else streams.set(id, left)
  }
}

function openWindow(): Window {
  return { endsAt: performance.now() + WINDOW_MILLISECONDS, requests: new Map() }
}

/** Read again once a second: a change of the settings counts at once, and requests do not wait for them. */
async function currentLimits(budget: Budgets, read: () => Promise<BudgetLimits>): Promise<BudgetLimits> {
  if (budget.limits === undefined || performance.now() > budget.limitsUntil) {
    budget.limits = await read()
    budget.limitsUntil = performance.now() + LIMITS_MILLISECONDS
  }
  return budget.limits
}

function countRequest(budget: Budgets, userId: number, { requestsPerMinute }: BudgetLimits): void {
  if (performance.now() > budget.window.endsAt) budget.window = openWindow()
  const { requests, endsAt } = budget.window
  const count = (requests.get(userId) ?? 0) + 1
  requests.set(userId, count)
  if (requestsPerMinute === 0 || count <= requestsPerMinute || requests.size === 1) return
  const seconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000))
  throw tooMany(`You may send ${requestsPerMinute} requests a minute while others use the service.`, requestsPerMinute, seconds)
}

async function enter(lane: Lane, limits: BudgetLimits, signal: AbortSignal): Promise<void> {
  if (lane.running < limits.running) {
    lane.running += 1
    return
  }
  const refusal = tooMany(
    `You have ${lane.running} costly requests running and ${lane.waiting.length} waiting. Send fewer at once.`,
    limits.running + limits.waiting,
    RETRY_SECONDS,
  )
  if (lane.waiting.length >= limits.waiting) throw refusal
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      const place = lane.waiting.indexOf(start)
      if (place >= 0) lane.waiting.splice(place, 1)
      reject(refusal)
    }
    const timer = setTimeout(giveUp, LONGEST_WAIT_MILLISECONDS)
    const start = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    signal.addEventListener('abort', giveUp)
    lane.waiting.push(start)
  })
}

/** The place of who leaves goes to who has waited longest. */
function leave(lane: Lane): void {
  const next = lane.waiting.shift()
  if (next) next()
  else lane.running -= 1
}

function tooMany(detail: string, limit: number, retryAfterSeconds: number): AppError {
  return new AppError('too-many', 'request/too-many', detail, { retryAfterSeconds, limit })
}
