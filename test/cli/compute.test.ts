/** Reports by way of a real compute process. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openReader } from '#db/connection.ts'
import { priceProviders } from '#plugins/assets/index.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { createComputePool } from '#src/cli/compute-pool.ts'
import { type ComputeProcess, startComputeProcess } from '#src/cli/compute-process.ts'
import { createServer } from '#src/server.ts'
import { AppError } from '#src/shared/errors.ts'
import { runTask, type Task } from '#src/task.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

const REPORTS = [
  ...['/portfolio/holdings?lots=true', '/portfolio/holdings?explain=true', '/portfolio/history', '/portfolio/history?format=csv'],
  ...['/portfolio/performance', '/portfolio/performance/breakdown?by=asset', '/portfolio/performance/breakdown?by=broker'],
  ...['/portfolio/gains?format=csv', '/portfolio/gains?method=S104', '/portfolio/income?explain=true', '/portfolio/costs'],
  ...['/portfolio/cash-flows', '/portfolio/allocation?by=country', '/portfolio/allocation?by=broker', '/brokers/1/summary'],
  ...['history', 'performance', 'drawdown', 'income', 'gains'].map((name) => `/portfolio/charts/${name}.svg`),
  '/portfolio/charts/allocation.svg?by=sector',
]

/** The same data read from a service that computes here (`call`), and of one that has compute processes (`far`). */
async function setUp() {
  const test = await createTestApp({ deps: { plugins: { brim: [], fx: fxProviders, assets: priceProviders } } })
  const user = await test.createUser()
  const broker_id = await createBroker(test, user)
  const asset_id = await createAsset(test, { symbol: 'NEAR' })
  const line = { broker_id, date: '2024-02-01', currency: 'EUR' }
  const created = await test.call(user, 'POST', '/transactions/batch', {
    create: [
      { ...line, type: 'DEPOSIT', amount: '5000' },
      { ...line, type: 'BUY', asset_id, quantity: '10', price: '12.345', fees: '1' },
      { ...line, type: 'SELL', asset_id, date: '2024-03-01', quantity: '-4', price: '15', taxes: '2' },
      { ...line, type: 'DIVIDEND', asset_id, date: '2024-03-05', amount: '3.21' },
    ],
  })
  expect(created.status).toBe(200)
  const started: ComputeProcess[] = []
  const pool = createComputePool(test.deps, {
    start: (...given) => {
      const process = startComputeProcess(...given)
      started.push(process)
      return process
    },
  })
  afterwards(async () => pool.close())
  const { reader, close } = openReader(join(test.folder, 'holdfast.db'))
  afterwards(close)
  const app = createServer({ ...test.deps, reader, compute: pool.compute })
  const far = (path: string, init: RequestInit = {}) =>
    app.request(`/api/v1${path}`, { ...init, headers: { Cookie: `session=${user.token}` } })
  return { ...test, user, line, pool, started, far }
}

test('every report and picture is the same, byte for byte, and so are problems', async () => {
  const { call, user, far, started } = await setUp()
  for (const path of [...REPORTS, '/portfolio/history?from=2024-02-02&to=2024-02-01', '/brokers/99/summary']) {
    const [near, answer] = [await call(user, 'GET', path), await far(path)]
    const text = await answer.text()
    const withoutId = (body: string) => body.replace(/"request_id":"[^"]*"/, '')
    expect([path, answer.status, withoutId(text)]).toEqual([path, near.status, withoutId(near.text)])
    for (const name of ['content-type', 'content-disposition', 'etag'])
      expect([path, answer.headers.get(name)]).toEqual([path, near.headers.get(name)])
  }
  expect(started).toHaveLength(1)
}, 60_000)

test('what is written is in the next report; a process that dies is replaced', async () => {
  const { call, user, far, line, started } = await setUp()
  const cash = async () => (await (await far('/portfolio/holdings?scope=total')).json()).totals.cash
  const before = await cash()
  await call(user, 'POST', '/transactions', { ...line, type: 'DEPOSIT', amount: '0.01' })
  expect(Number(await cash())).toBeCloseTo(Number(before) + 0.01, 9)
  started[0]?.kill()
  await call(user, 'POST', '/transactions', { ...line, type: 'DEPOSIT', amount: '0.01' })
  expect(Number(await cash())).toBeCloseTo(Number(before) + 0.02, 9)
  expect(started).toHaveLength(2)
}, 60_000)

test('a long answer comes whole from a file that is gone, and HEAD leaves none behind', async () => {
  const { call, user, far, deps, line } = await setUp()
  await call(user, 'POST', '/transactions', { ...line, date: '1980-01-01', type: 'DEPOSIT', amount: '1' })
  const path = '/portfolio/history?currency=EUR'
  const [near, answer] = [await call(user, 'GET', path), await far(path)]
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1_000_000)
  expect(await answer.text()).toBe(near.text)
  await far(path, { method: 'HEAD' })
  expect([...new Bun.Glob('answer-*').scanSync(deps.folders.temporary)]).toEqual([])
}, 60_000)

test('a task that nobody knows fails, and does not stop the process', async () => {
  const { deps, pool, user, far, started } = await setUp()
  const unknown: Task<null, null> = { name: 'no/such', run: () => null }
  const ctx = { ...deps, compute: pool.compute, user: { id: user.id, username: user.username, isSuperuser: false } }
  const error = await runTask(ctx, unknown, null).catch((error: unknown) => error)
  expect([error instanceof AppError, String(error)]).toEqual([false, 'Error: there is no task no/such'])
  expect((await far('/portfolio/holdings')).status).toBe(200)
  expect(started).toHaveLength(1)
}, 60_000)

test.skipIf(process.platform !== 'linux')(
  'a process is given what the loader needs, and no secret',
  async () => {
    const given = { NIX_LD_LIBRARY_PATH: '/nix/lib', JWT_SECRET: 'never-given-to-it' }
    const before = Object.fromEntries(Object.keys(given).map((name) => [name, process.env[name]]))
    Object.assign(process.env, given)
    try {
      const { far } = await setUp()
      expect((await far('/portfolio/holdings')).status).toBe(200)
      const children = (await Bun.$`ps -eo pid=,ppid=,args=`.text()).split('\n').map((line) => line.trim().split(/\s+/))
      const child = children.find(([, parent, ...words]) => Number(parent) === process.pid && words.at(-1) === 'serve')
      const environment = (await Bun.file(`/proc/${child?.[0]}/environ`).text()).split('\0')
      expect(environment).toContain('NIX_LD_LIBRARY_PATH=/nix/lib')
      expect(environment.filter((one) => one.startsWith('JWT_SECRET'))).toEqual([])
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
  },
  60_000,
)
