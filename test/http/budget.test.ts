import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import type { Ctx, Deps } from '#src/context.ts'
import { type BudgetLimits, countInBudget, hearOfBudget, openStream, waitForTurn } from '#src/http/budget.ts'
import { answerProblem } from '#src/http/problem.ts'
import type { HttpEnv } from '#src/http/route.ts'
import { combineSteps } from '#src/http/steps.ts'
import { createMemory } from '#src/memory.ts'
import { type HeardMessage, type PeerMessage, setPeers } from '#src/peers.ts'
import { describedOperations } from '#test/support/described.ts'

const LIMITS: BudgetLimits = { running: 2, waiting: 3, requestsPerMinute: 10, streams: 2 }

/** One light and one heavy operation; a heavy one ends when the test says so. The user is in the header `user`. */
function service(limits: Partial<BudgetLimits> = {}) {
  const running: (() => void)[] = []
  const streams: (() => void)[] = []
  const deps = { memory: createMemory(), storage: { noteError: () => {} } } as unknown as Deps
  const limitsOf = async () => ({ ...LIMITS, ...limits })
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    c.set('deps', deps)
    c.set('ctx', { ...deps, user: { id: Number(c.req.header('user')), username: 'x', isSuperuser: false } } as Ctx)
    c.set('requestId', 'test')
    c.set('budgetLimits', limitsOf)
    await next()
  })
  app.onError((error, c) => answerProblem(error, c))
  const light = combineSteps(countInBudget)
  const heavy = [light, waitForTurn] as const
  app.get('/light', light, (c) => c.json({}))
  app.get('/fails', ...heavy, () => {
    throw new Error('broken')
  })
  app.get('/heavy', ...heavy, async (c) => {
    await new Promise<void>((resolve) => running.push(resolve))
    return c.json({})
  })
  app.get('/stream', light, (c) => {
    streams.push(openStream(c))
    return c.json({})
  })
  const ask = (path: string, user = 1, signal?: AbortSignal) =>
    Promise.resolve(app.request(path, { headers: { user: String(user) }, ...(signal ? { signal } : {}) }))
  return { ask, running, streams, deps }
}

const settled = () => Bun.sleep(5)

test('heavy requests of one user run so many at a time, the others wait in their order, and what is too much is 429', async () => {
  const { ask, running } = service()
  const ended: number[] = []
  const all = Array.from({ length: 5 }, async (_, index) => {
    const answer = await ask('/heavy')
    ended.push(index)
    return answer.status
  })
  await settled()
  expect(running).toHaveLength(2)
  const refused = await ask('/heavy')
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'request/too-many'])
  const headers = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']
  expect(headers.map((name) => refused.headers.get(name))).toEqual(['5', '5', '0', '5'])
  for (let index = 0; index < 5; index += 1) {
    running[index]?.()
    await settled()
  }
  expect(await Promise.all(all)).toEqual([200, 200, 200, 200, 200])
  expect(ended).toEqual([0, 1, 2, 3, 4])
})

test('the first and the last heavy request of others are not touched, nor are light ones', async () => {
  const { ask, running } = service()
  const mine = Array.from({ length: 5 }, () => ask('/heavy'))
  await settled()
  const theirs = [ask('/heavy', 2), ask('/heavy', 2)]
  await settled()
  expect(running).toHaveLength(4)
  expect((await ask('/light')).status).toBe(200)
  for (let index = 0; index < 7; index += 1) {
    running[index]?.()
    await settled()
  }
  expect((await Promise.all([...mine, ...theirs])).map(({ status }) => status)).toEqual(Array(7).fill(200))
})

test('a heavy request that fails, and a client that goes away while it waits, give their places back', async () => {
  const { ask, running } = service({ running: 1, waiting: 1, requestsPerMinute: 0 })
  for (let index = 0; index < 4; index += 1) await ask('/fails').catch(() => undefined)
  const first = ask('/heavy')
  await settled()
  const gone = new AbortController()
  const waiting = ask('/heavy', 1, gone.signal).catch(() => undefined)
  await settled()
  expect((await ask('/heavy')).status).toBe(429)
  gone.abort()
  await waiting
  const next = ask('/heavy')
  await settled()
  running[0]?.()
  await settled()
  running[1]?.()
  expect([(await first).status, (await next).status]).toEqual([200, 200])
})

test('requests a minute are counted while others use the service too; others go on', async () => {
  const { ask } = service()
  for (let index = 0; index < 30; index += 1) expect((await ask('/light', 1)).status).toBe(200)
  expect((await ask('/light', 2)).status).toBe(200)
  const refused = await ask('/light', 1)
  expect([refused.status, refused.headers.get('ratelimit-limit')]).toEqual([429, '10'])
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61)
  for (let index = 0; index < 9; index += 1) expect((await ask('/light', 2)).status).toBe(200)
  const unlimited = service({ requestsPerMinute: 0 })
  for (let index = 0; index < 30; index += 1) expect((await unlimited.ask('/light', 1 + (index % 2))).status).toBe(200)
})

test('so many streams of one user are open at once; one that is closed, even twice, makes room for one', async () => {
  const { ask, streams } = service({ requestsPerMinute: 0 })
  expect([(await ask('/stream')).status, (await ask('/stream')).status, (await ask('/stream')).status]).toEqual([200, 200, 429])
  expect((await ask('/stream', 2)).status).toBe(200)
  streams[0]?.()
  streams[0]?.()
  expect([(await ask('/stream')).status, (await ask('/stream')).status]).toEqual([200, 429])
})

test('what reads the whole ledger or a whole file is heavy', () => {
  const heavy = describedOperations.filter(({ operation }) => (operation as { 'x-cost'?: string })['x-cost'] === 'heavy')
  expect(heavy.map(({ id }) => id).sort()).toEqual([
    'applyTransactionBatch',
    'changeAssets',
    'changeBrokers',
    'convertMany',
    'deleteBroker',
    'deleteReport',
    'discoverFxRoutes',
    'exportOwnData',
    'getBrokerSummary',
    'getTransactionsAsBeancount',
    'getTransactionsAsJournal',
    'importExport',
    'importReport',
    'listFxCoverage',
    'listHeldPriceGaps',
    'listTransactionProposals',
    'mergeAssets',
    'parseReport',
    'putFxRates',
    'putManyPrices',
    'putPrices',
    'receiveReports',
    'reportReceived',
    'search',
    'undoImport',
    'uploadReport',
  ])
})

/** Two processes that hear each other at once. */
function twoProcesses(limits: Partial<BudgetLimits> = {}) {
  const both = [service(limits), service(limits)] as const
  const say = (from: number) => (message: PeerMessage) => hear(1 - from, { ...message, from })
  const hear = (to: number, message: HeardMessage) => hearOfBudget(both[to as 0 | 1].deps, message)
  for (const from of [0, 1] as const) setPeers(both[from].deps, say(from))
  return { first: both[0], second: both[1], hear }
}

test('several processes share what a user may have running; who waits in one comes when another has done', async () => {
  const { first, second } = twoProcesses({ running: 2, waiting: 1 })
  const all = [first.ask('/heavy'), second.ask('/heavy')]
  await settled()
  const waiting = first.ask('/heavy')
  await settled()
  expect([first.running.length, second.running.length]).toEqual([1, 1])
  second.running[0]?.()
  await settled()
  expect(first.running).toHaveLength(2)
  for (const end of first.running) end()
  expect((await Promise.all([...all, waiting])).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a process that has just come learns what runs elsewhere, and what one had that is no more is free', async () => {
  const { first, second, hear } = twoProcesses({ running: 1, waiting: 0, streams: 1 })
  const held = first.ask('/heavy')
  await first.ask('/stream')
  await settled()
  hearOfBudget(second.deps, { from: 0, left: true })
  hear(0, { from: 1, joined: true })
  expect([(await second.ask('/heavy')).status, (await second.ask('/stream')).status]).toEqual([429, 429])
  hear(1, { from: 0, left: true })
  const now = second.ask('/heavy')
  await settled()
  second.running[0]?.()
  expect([(await now).status, (await second.ask('/stream')).status]).toEqual([200, 200])
  first.running[0]?.()
  await held
})

test('requests a minute are counted over all processes, within a second', async () => {
  const { first, second } = twoProcesses({ requestsPerMinute: 5 })
  await second.ask('/light', 2)
  for (let turn = 0; turn < 5; turn += 1) expect((await first.ask('/light')).status).toBe(200)
  await Bun.sleep(1_100)
  expect((await second.ask('/light')).status).toBe(429)
  expect((await second.ask('/light', 2)).status).toBe(200)
})
