import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { FxSyncResult, FxSyncState } from '#src/fx/sync.schema.ts'
import { Job } from '#src/jobs/schema.ts'
import { addDays } from '#src/shared/date.ts'
import { daysOf, syncApp, TODAY, table, tableProvider } from './source.ts'

const NORTH = tableProvider('NORTH', 'EUR', 'USD GBP', { historyFrom: '2024-05-01' })
const SOUTH = tableProvider('SOUTH', 'USD', 'BRL', { historyFrom: '2024-05-01', inverse: true })

/** Answers as both publishers would: steady figures from the first requested day to the last. */
const steady = ({ url }: { url: string }) => {
  const { from, to } = daysOf(url)
  return url.includes('north')
    ? table('USD GBP', from, to, (_, name) => (name === 'USD' ? '1.25' : '0.8'))
    : table('BRL', from, to, () => '0.2')
}

test('200 for every leg of every route: what was added, per series, stored in alphabetical order of the pair', async () => {
  const { sync, register, stored, calls } = await syncApp([NORTH, SOUTH], steady)
  await register(['BRL', 'USD', 'SOUTH'], ['USD', 'EUR', 'NORTH'])
  const answer = await sync()
  expect(answer.status).toBe(200)
  expect(answer.as(FxSyncResult)).toEqual({
    from: '2024-05-01',
    to: TODAY,
    pairs: [
      { pair: 'BRL/USD', provider: 'SOUTH', added: 59, updated: 0, latest: TODAY },
      { pair: 'EUR/USD', provider: 'NORTH', added: 59, updated: 0, latest: TODAY },
    ],
    failed: [],
    rejected: [],
    rejected_count: 0,
  })
  const rows = await stored()
  expect(rows).toHaveLength(118)
  expect(rows).toContain('BRL/USD SOUTH 2024-05-01 0.2')
  expect(rows).toContain('EUR/USD NORTH 2024-06-28 1.25')
  expect(calls).toHaveLength(2)
})

test('200 the second time from the last stored day only, writing nothing; later only what is new or corrected', async () => {
  const world = { last: '2024-06-27', figure: (day: string) => (day === '2024-06-27' ? '1.26' : '1.25') }
  const { sync, register, calls, stored, state } = await syncApp([NORTH], ({ url }) => {
    const { from } = daysOf(url)
    return table('USD', from, world.last, world.figure)
  })
  await register(['USD', 'EUR', 'NORTH'])
  await sync()
  const before = await stored()
  expect((await sync()).as(FxSyncResult)).toMatchObject({
    from: '2024-06-27',
    pairs: [{ added: 0, updated: 0, latest: '2024-06-27' }],
  })
  expect(await stored()).toEqual(before)
  world.last = '2024-06-29'
  world.figure = () => '1.25'
  state.now = '2024-06-29T07:00:00Z'
  expect((await sync()).as(FxSyncResult)).toMatchObject({
    from: '2024-06-27',
    pairs: [{ added: 2, updated: 1, latest: '2024-06-29' }],
  })
  expect(calls.map((call) => daysOf(call.url))).toEqual([
    { from: '2024-05-01', to: '2024-06-28' },
    { from: '2024-06-27', to: '2024-06-28' },
    { from: '2024-06-27', to: '2024-06-29' },
  ])
})

test('200 for providers named: all that they publish; currencies narrow it; days as requested', async () => {
  const { sync, calls } = await syncApp([NORTH, SOUTH], steady)
  const pairs = async (body: unknown) =>
    (await sync(body)).as(FxSyncResult).pairs.map((one) => `${one.pair} ${one.provider} ${one.added}`)
  expect(await pairs({ providers: ['NORTH'], from: '2024-06-01', to: '2024-06-10' })).toEqual([
    'EUR/GBP NORTH 10',
    'EUR/USD NORTH 10',
  ])
  expect(await pairs({ providers: ['NORTH', 'SOUTH'], currencies: ['USD'], from: '2024-06-09', to: '2024-06-11' })).toEqual([
    'BRL/USD SOUTH 3',
    'EUR/USD NORTH 1',
  ])
  expect(await pairs({ providers: ['NORTH'], currencies: ['EUR'], from: '2024-06-11', to: '2024-06-11' })).toEqual([
    'EUR/GBP NORTH 1',
    'EUR/USD NORTH 0',
  ])
  expect(calls.map((call) => daysOf(call.url)).every((days) => days.from >= '2024-06-01' && days.to <= '2024-06-11')).toBe(true)
})

test('200 with nothing to do while no route is registered, for an empty body too', async () => {
  const { sync, call, admin, calls } = await syncApp([NORTH], steady)
  const nothing = { from: TODAY, to: TODAY, pairs: [], failed: [], rejected: [], rejected_count: 0 }
  expect((await sync()).as(FxSyncResult)).toEqual(nothing)
  for (const headers of [{}, { 'Content-Type': 'application/json' }]) {
    const answer = await call(admin, 'POST', '/fx/currencies/sync', undefined, headers as Record<string, string>)
    expect(answer.as(FxSyncResult)).toEqual(nothing)
  }
  expect(calls).toEqual([])
})

test('422 with every fault: unknown providers and currencies, MANUAL, currencies that nothing uses, days the wrong way round', async () => {
  const { sync, register, calls } = await syncApp([NORTH], steady)
  await register(['USD', 'EUR', 'NORTH'])
  const pointers = async (body: unknown) => {
    const answer = await sync(body)
    return [answer.status, ...(answer.body.errors ?? []).map((fault: { pointer: string }) => fault.pointer)]
  }
  expect(await pointers({ providers: ['NOPE', 'NORTH', 'MANUAL'], currencies: ['nope'] })).toEqual([
    422,
    '/currencies/0',
    '/providers/0',
    '/providers/2',
  ])
  expect(await pointers({ currencies: ['USD', 'GBP'] })).toEqual([422, '/currencies/1'])
  expect(await pointers({ providers: ['NORTH'], currencies: ['BRL'] })).toEqual([422, '/currencies/0'])
  expect(await pointers({ from: '2024-06-02', to: '2024-06-01' })).toEqual([422, '/from'])
  expect(await pointers({ from: '2024-06-29' })).toEqual([422, '/from'])
  expect(await pointers({ pairs: ['EUR/USD'] })).toEqual([422, '/pairs'])
  expect(await pointers({ providers: [] })).toEqual([422, '/providers'])
  expect(calls).toEqual([])
})

test('503 fx/offline at once where the service must not reach out', async () => {
  const { sync, register, calls } = await syncApp([NORTH], steady, { OFFLINE: 'true' })
  await register(['USD', 'EUR', 'NORTH'])
  for (const headers of [{}, { Prefer: 'respond-async' }] as Record<string, string>[])
    expect((await sync({}, headers)).body).toMatchObject({ status: 503, code: 'fx/offline' })
  expect(calls).toEqual([])
})

test('202 with a job for Prefer: respond-async; the job holds the result', async () => {
  const { sync, register, call, admin } = await syncApp([NORTH], steady)
  await register(['USD', 'EUR', 'NORTH'])
  const answer = await sync({}, { Prefer: 'respond-async' })
  expect(answer.status).toBe(202)
  const { id } = answer.as(Job)
  expect(answer.headers.get('location')).toBe(`/api/v1/jobs/${id}`)
  for (let turn = 0; turn < 2_000; turn++) {
    const job = (await call(admin, 'GET', `/jobs/${id}`)).as(Job)
    if (job.state !== 'queued' && job.state !== 'running') {
      expect(job).toMatchObject({ kind: 'fx-sync', state: 'succeeded', result: { pairs: [{ pair: 'EUR/USD', added: 59 }] } })
      return
    }
    await Bun.sleep(10)
  }
  expect.unreachable()
})

test('200 for the state of every series, with how far it is complete and how the last attempt ended', async () => {
  const world = { broken: false }
  const { sync, register, call, admin, state } = await syncApp([NORTH], (request) =>
    world.broken ? new Response('', { status: 500 }) : steady(request),
  )
  await register(['USD', 'EUR', 'NORTH'])
  await sync()
  const states = async () => (await call(admin, 'GET', '/fx/currencies/sync')).as(z.array(FxSyncState))
  expect(await states()).toEqual([
    {
      ...{
        pair: 'EUR/USD',
        base: 'EUR',
        quote: 'USD',
        provider: 'NORTH',
        latest: TODAY,
        synced_from: '2024-05-01',
        synced_to: TODAY,
      },
      ...{ last_attempt: `${TODAY}T12:00:00.000Z`, last_success: `${TODAY}T12:00:00.000Z`, last_error: null },
    },
  ])
  world.broken = true
  state.now = `${TODAY}T18:00:00Z`
  expect((await sync()).status).toBe(502)
  expect(await states()).toMatchObject([
    { last_attempt: `${TODAY}T18:00:00.000Z`, last_success: `${TODAY}T12:00:00.000Z`, last_error: 'north.example answered 500.' },
  ])
})

test('concurrent syncs are joined: one request to the publisher, the same result for all', async () => {
  const { sync, register, calls } = await syncApp([NORTH], async (request) => {
    await Bun.sleep(50)
    return steady(request)
  })
  await register(['USD', 'EUR', 'NORTH'])
  const answers = await Promise.all([sync(), sync(), sync({ providers: ['NORTH'], currencies: ['USD'] })])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(calls).toHaveLength(1)
})

test('different syncs ask one publisher in turn; the later one has little left to do', async () => {
  let open = 0
  let most = 0
  const { sync, register, calls } = await syncApp([NORTH], async (request) => {
    most = Math.max(most, ++open)
    await Bun.sleep(20)
    open -= 1
    return steady(request)
  })
  await register(['USD', 'EUR', 'NORTH'])
  await Promise.all([sync(), sync({ providers: ['NORTH'] })])
  expect(most).toBe(1)
  expect(calls.map((call) => daysOf(call.url).from).filter((from) => from === '2024-05-01')).toHaveLength(2)
  expect(calls.map((call) => daysOf(call.url).from)).toContain(TODAY)
})

test('a back-fill of 25 years goes in pieces, newest first, and goes on after a failure where it stopped', async () => {
  const world = { failBefore: '2010-01-01' }
  const long = tableProvider('NORTH', 'EUR', 'USD', { historyFrom: '1999-01-04' })
  const { sync, register, calls, call, admin } = await syncApp([long], ({ url }) => {
    const { from, to } = daysOf(url)
    if (to < world.failBefore) return new Response('', { status: 503 })
    return table('USD', from, to, (day) => (day.endsWith('-01') ? '1.25' : ''))
  })
  await register(['USD', 'EUR', 'NORTH'])
  const first = (await sync()).as(FxSyncResult)
  expect(first.failed).toEqual([{ provider: 'NORTH', detail: 'north.example answered 503.' }])
  expect(first.pairs[0]?.added).toBeGreaterThan(170)
  const requested = calls.map((one) => daysOf(one.url))
  expect(requested).toEqual([
    { from: '2020-01-01', to: TODAY },
    { from: '2015-01-01', to: '2019-12-31' },
    { from: '2010-01-01', to: '2014-12-31' },
    { from: '2005-01-01', to: '2009-12-31' },
  ])
  calls.length = 0
  world.failBefore = ''
  expect((await sync()).as(FxSyncResult)).toMatchObject({ failed: [], from: '1999-01-04' })
  expect(calls.map((one) => daysOf(one.url))).toEqual([
    { from: '2024-06-01', to: TODAY },
    { from: '2005-01-01', to: '2009-12-31' },
    { from: '2000-01-01', to: '2004-12-31' },
    { from: '1999-01-04', to: '1999-12-31' },
  ])
  calls.length = 0
  await sync()
  expect(calls).toHaveLength(1)
  expect((await call(admin, 'GET', '/fx/currencies/sync')).body).toMatchObject([{ synced_from: '1999-01-04', synced_to: TODAY }])
})

test('a series that has ended is fetched once, up to its last day', async () => {
  const ended = tableProvider('NORTH', 'EUR', 'USD HRK', { historyFrom: '2022-01-01', until: { HRK: '2022-12-31' } })
  const { sync, register, calls } = await syncApp([ended], ({ url }) => {
    const { from, to } = daysOf(url)
    return table('USD HRK', from, to < '2022-12-31' ? to : '2022-12-31', () => '7.5')
  })
  await register(['HRK', 'EUR', 'NORTH'])
  expect((await sync()).as(FxSyncResult).pairs).toEqual([
    { pair: 'EUR/HRK', provider: 'NORTH', added: 365, updated: 0, latest: '2022-12-31' },
  ])
  await sync()
  expect(calls.map((call) => daysOf(call.url))).toEqual([{ from: '2022-01-01', to: '2022-12-31' }])
})

test('however often and over whichever days it is repeated, a sync leaves what one whole sync leaves', async () => {
  const figure = (day: string, name: string) =>
    new Date(day).getUTCDay() % 6 === 0 ? '' : `1.${name === 'USD' ? 2 : 3}${day.slice(5, 7)}${day.slice(8)}`
  const answer = ({ url }: { url: string }) => table('USD GBP', daysOf(url).from, daysOf(url).to, figure)
  const whole = await syncApp([NORTH], answer)
  await whole.sync({ providers: ['NORTH'] })
  const expected = await whole.stored()
  const offset = fc.integer({ min: 0, max: 58 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(offset, offset, fc.constantFrom('USD', 'GBP')), { maxLength: 5 }), async (parts) => {
      const { sync, stored } = await syncApp([NORTH], answer)
      for (const [a, b, currency] of parts) {
        const [from, to] = [addDays('2024-05-01', Math.min(a, b)), addDays('2024-05-01', Math.max(a, b))]
        expect((await sync({ providers: ['NORTH'], currencies: [currency], from, to })).status).toBe(200)
      }
      for (let turn = 0; turn < 2; turn++) expect((await sync({ providers: ['NORTH'] })).status).toBe(200)
      expect(await stored()).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})
