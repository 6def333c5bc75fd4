import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { type HeardMessage, hasPeers, tellPeers } from '../peers.ts'
import { AppError } from '../shared/errors.ts'
import type { HttpContext, HttpEnv } from './route.ts'
import type { Step } from './steps.ts'

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
/** What a user has in one process. */
type InUse = { readonly running: number; readonly streams: number }
type Window = { endsAt: number; readonly requests: Map<number, number> }
type Budgets = {
  readonly lanes: Map<number, Lane>
  readonly streams: Map<number, number>
  window: Window
  limits: BudgetLimits | undefined
  limitsUntil: number
  /** What users have in the other processes of the service, by process and user. */
  readonly elsewhere: Map<number, Map<number, InUse>>
  /** Requests of which the others do not know yet, by user. */
  unsent: Map<number, number>
}
/** What the processes of a service say to each other. */
type Message = {
  readonly used?: InUse & { readonly user: number }
  readonly requests?: readonly (readonly [user: number, count: number])[]
}
type Remembering = Pick<Deps, 'memory'>

const WINDOW_MILLISECONDS = 60_000
/** Less than any proxy waits for an answer. */
const LONGEST_WAIT_MILLISECONDS = 50_000
const LIMITS_MILLISECONDS = 1_000
const RETRY_SECONDS = 5
const TELL_MILLISECONDS = 1_000

const budgets = memoryKey('http/budget', (): Budgets => {
  const here = { lanes: new Map(), streams: new Map(), window: openWindow(), unsent: new Map() }
  return { ...here, elsewhere: new Map(), limits: undefined, limitsUntil: 0 }
})

/**
 * Counts a request of the signed-in user. Throws `request/too-many` (429) for more requests in a minute than the user may send while others use the service
 * too. Of other users none is touched. Stands after the guards and before the body is read.
 */
export const countInBudget: Step = (c) => {
  const { memory } = c.get('deps')
  const known = knownLimits(memory.of(budgets))
  if (known === undefined) return readLimits(c).then((limits) => countRequest(c.get('deps'), c.get('ctx').user.id, limits))
  countRequest(c.get('deps'), c.get('ctx').user.id, known)
  return undefined
}

/** Lets a heavy request of the signed-in user in when it is its turn. Throws `request/too-many` (429) when too many wait already. Stands after `countInBudget`. */
export const waitForTurn: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { deps, ctx } = c.var
  const { user } = ctx
  const budget = deps.memory.of(budgets)
  const limits = knownLimits(budget) ?? (await readLimits(c))
  const lane = budget.lanes.get(user.id) ?? { running: 0, waiting: [] }
  budget.lanes.set(user.id, lane)
  await enter(budget, user.id, limits, c.req.raw.signal)
  tellUse(deps, user.id)
  try {
    await next()
  } finally {
    lane.running -= 1
    admit(budget, user.id)
    if (lane.running === 0 && lane.waiting.length === 0) budget.lanes.delete(user.id)
    tellUse(deps, user.id)
  }
}

/** How many costly requests run here, and how many wait for their turn. */
export function requestLoad({ memory }: Remembering): { readonly running: number; readonly waiting: number } {
  const lanes = [...memory.of(budgets).lanes.values()]
  const sum = (of: (lane: Lane) => number) => lanes.reduce((total, lane) => total + of(lane), 0)
  return { running: sum((lane) => lane.running), waiting: sum((lane) => lane.waiting.length) }
}

/** Counts a stream of events of the signed-in user as open until the returned function is called. Throws `request/too-many` (429). */
export function openStream(c: HttpContext): () => void {
  const { deps } = c.var
  const budget = deps.memory.of(budgets)
  const { streams, limits } = budget
  const { id } = c.var.ctx.user
  const open = (streams.get(id) ?? 0) + usedElsewhere(budget, id).streams
  const most = limits?.streams ?? 1
  if (open >= most) throw tooMany(`You have ${open} streams of events open already. Close one first.`, most, RETRY_SECONDS)
  streams.set(id, (streams.get(id) ?? 0) + 1)
  tellUse(deps, id)
  let isOpen = true
  return () => {
    if (!isOpen) return
    isOpen = false
    const left = (streams.get(id) ?? 1) - 1
    if (left === 0) streams.delete(id)
    else streams.set(id, left)
    tellUse(deps, id)
  }
}

function openWindow(): Window {
  return { endsAt: performance.now() + WINDOW_MILLISECONDS, requests: new Map() }
}

/** Those that were read within the last second. */
function knownLimits({ limits, limitsUntil }: Budgets): BudgetLimits | undefined {
  return performance.now() > limitsUntil ? undefined : limits
}

async function readLimits(c: HttpContext): Promise<BudgetLimits> {
  const limits = await c.get('budgetLimits')()
  const budget = c.get('deps').memory.of(budgets)
  budget.limits = limits
  budget.limitsUntil = performance.now() + LIMITS_MILLISECONDS
  return limits
}

function countRequest(deps: Remembering, userId: number, { requestsPerMinute }: BudgetLimits): void {
  const { requests, endsAt } = currentWindow(deps.memory.of(budgets))
  const count = (requests.get(userId) ?? 0) + 1
  requests.set(userId, count)
  if (hasPeers(deps)) tellSoon(deps, userId)
  if (requestsPerMinute === 0 || count <= requestsPerMinute || requests.size === 1) return
  const seconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000))
  throw tooMany(`You may send ${requestsPerMinute} requests a minute while others use the service.`, requestsPerMinute, seconds)
}

/** The window of now: one that has ended makes way. */
function currentWindow(budget: Budgets): Window {
  if (performance.now() > budget.window.endsAt) budget.window = openWindow()
  return budget.window
}

async function enter(budget: Budgets, userId: number, limits: BudgetLimits, signal: AbortSignal): Promise<void> {
  const lane = budget.lanes.get(userId) ?? { running: 0, waiting: [] }
  const elsewhere = usedElsewhere(budget, userId).running
  if (lane.running + elsewhere < limits.running) {
    lane.running += 1
    return
  }
  const refusal = tooMany(
    `You have ${lane.running + elsewhere} costly requests running and ${lane.waiting.length} waiting. Send fewer at once.`,
    limits.running + limits.waiting,
    RETRY_SECONDS,
  )
  if (lane.waiting.length >= limits.waiting) throw refusal
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      const place = lane.waiting.indexOf(start)
      if (place >= 0) lane.waiting.splice(place, 1)
      if (lane.running === 0 && lane.waiting.length === 0) budget.lanes.delete(userId)
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

/** Free places go to those who have waited longest. */
function admit(budget: Budgets, userId: number): void {
  const lane = budget.lanes.get(userId)
  const most = budget.limits?.running ?? 1
  while (lane && lane.waiting.length > 0 && lane.running + usedElsewhere(budget, userId).running < most) {
    lane.running += 1
    lane.waiting.shift()?.()
  }
}

function usedElsewhere({ elsewhere }: Budgets, userId: number): InUse {
  let [running, streams] = [0, 0]
  for (const users of elsewhere.values()) {
    running += users.get(userId)?.running ?? 0
    streams += users.get(userId)?.streams ?? 0
  }
  return { running, streams }
}

/** What users have running and request in another process counts here too; one that has just come gets what they have here. */
export function hearOfBudget(deps: Remembering, { budget: sent, from, joined, left }: HeardMessage): void {
  const budget = deps.memory.of(budgets)
  const { elsewhere, lanes, streams } = budget
  if (joined) for (const user of new Set([...lanes.keys(), ...streams.keys()])) tellUse(deps, user)
  if (left) elsewhere.delete(from)
  // What comes is what this file has sent.
  const { used, requests = [] } = (sent ?? {}) as Message
  if (used) {
    const users = elsewhere.get(from) ?? new Map<number, InUse>()
    elsewhere.set(from, users)
    if (used.running + used.streams === 0) users.delete(used.user)
    else users.set(used.user, used)
  }
  const counted = currentWindow(budget).requests
  for (const [user, count] of requests) counted.set(user, (counted.get(user) ?? 0) + count)
  for (const user of [...lanes.keys()]) admit(budget, user)
}

function tellUse(deps: Remembering, user: number): void {
  if (!hasPeers(deps)) return
  const { lanes, streams } = deps.memory.of(budgets)
  const used = { user, running: lanes.get(user)?.running ?? 0, streams: streams.get(user) ?? 0 }
  tellPeers(deps, { budget: { used } satisfies Message })
}

/** A message for each request would cost more than most requests: there is one a second. */
function tellSoon(deps: Remembering, user: number): void {
  const budget = deps.memory.of(budgets)
  if (budget.unsent.size === 0)
    setTimeout(() => {
      tellPeers(deps, { budget: { requests: [...budget.unsent] } satisfies Message })
      budget.unsent = new Map()
    }, TELL_MILLISECONDS).unref()
  budget.unsent.set(user, (budget.unsent.get(user) ?? 0) + 1)
}

function tooMany(detail: string, limit: number, retryAfterSeconds: number): AppError {
  return new AppError('too-many', 'request/too-many', detail, { retryAfterSeconds, limit })
}
