import { expect, test } from 'bun:test'
import { FxSyncResult } from '#src/fx/sync.schema.ts'
import { prepareSync } from '#src/fx/sync.ts'
import { addDays } from '#src/shared/date.ts'
import { daysOf, looseProvider, syncApp, TODAY, table, tableProvider } from './source.ts'

const NORTH = tableProvider('NORTH', 'EUR', 'USD GBP', { historyFrom: '2024-05-01' })
const SOUTH = tableProvider('SOUTH', 'USD', 'BRL', { historyFrom: '2024-05-01', inverse: true })
const good = ({ url }: { url: string }) => {
  const { from, to } = daysOf(url)
  return url.includes('north') ? table('USD GBP', from, to, () => '1.25') : table('BRL', from, to, () => '0.2')
}

const endless = () => {
  const block = new TextEncoder().encode('2024-06-01,1.25,0.8\n'.repeat(4000))
  return new ReadableStream({ pull: (controller) => controller.enqueue(block) })
}
const cutOff = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('day,USD,GBP\n2024-06-28,9.99,9.99\n2024-06-'))
      setTimeout(() => controller.error(new Error('cut')), 10)
    },
  })
const faults: Record<string, [answer: () => Response | string | Promise<Response>, detail: RegExp]> = {
  'a publisher that does not answer': [() => new Promise<Response>(() => {}), /did not answer within 1 s/],
  'status 500': [() => new Response('', { status: 500 }), /answered 500/],
  '429 with Retry-After': [
    () => new Response('', { status: 429, headers: { 'Retry-After': '3600' } }),
    /too many requests\).*3600 s/,
  ],
  'a page instead of a table': [
    () => new Response('<!doctype html><html><body>Maintenance</body></html>', { headers: { 'Content-Type': 'text/html' } }),
    /web page|HTML/i,
  ],
  'a page that says it is a table': [() => '<!DOCTYPE html><html><body>Maintenance</body></html>', /web page|HTML/i],
  'a body that breaks off': [() => new Response(cutOff()), /failed or broke off/],
  'a body without end': [() => new Response(endless()), /more than 488 KiB/],
  'changed columns': [() => table('DOLLAR POUND', '2024-06-28', TODAY, () => '9.99'), /format has changed/],
  'a redirect to a private address': [
    () => new Response(null, { status: 302, headers: { Location: 'https://192.168.1.1/rates' } }),
    /private/,
  ],
}
for (const [what, [answer, detail]] of Object.entries(faults))
  test(`one provider fails (${what}): it is reported, the others are stored, what was stored stays`, async () => {
    const world = { broken: false }
    const app = await syncApp([NORTH, SOUTH], (request) =>
      world.broken && request.url.includes('north') ? answer() : good(request),
    )
    await app.register(['USD', 'EUR', 'NORTH'])
    await app.sync()
    const before = await app.stored()
    expect(before).toHaveLength(59)
    world.broken = true
    await app.register(['BRL', 'USD', 'SOUTH'])
    const result = (await app.sync()).as(FxSyncResult)
    expect(result.failed).toEqual([{ provider: 'NORTH', detail: expect.stringMatching(detail) }])
    expect(result.pairs.map((one) => [one.provider, one.added, one.updated])).toEqual([
      ['SOUTH', 59, 0],
      ['NORTH', 0, 0],
    ])
    expect((await app.stored()).filter((row) => row.includes('NORTH'))).toEqual(before)
    world.broken = false
    expect((await app.sync()).as(FxSyncResult).failed).toEqual([])
  })

test('502 when every provider fails and nothing comes; the problem says which and why', async () => {
  const { sync, register, stored } = await syncApp([NORTH, SOUTH], () => new Response('', { status: 500 }))
  await register(['USD', 'EUR', 'NORTH'])
  await register(['BRL', 'USD', 'SOUTH'])
  const answer = await sync()
  expect(answer.body).toMatchObject({
    status: 502,
    code: 'fx/sync-failed',
    failed: [
      { provider: 'SOUTH', detail: 'south.example answered 500.' },
      { provider: 'NORTH', detail: 'north.example answered 500.' },
    ],
  })
  expect(await stored()).toEqual([])
})

test('a provider that needs a key says so, naming the variable; with the key it is used', async () => {
  const keyed = tableProvider('NORTH', 'EUR', 'USD GBP', { key: true })
  const without = await syncApp([keyed], good)
  const answer = await without.sync({ providers: ['NORTH'] })
  expect(answer.body.failed[0].detail).toContain('NORTH_API_KEY')
  expect(without.calls).toEqual([])
  const withKey = await syncApp([keyed], good, { NORTH_API_KEY: 'secret' })
  expect((await withKey.sync({ providers: ['NORTH'] })).status).toBe(200)
  expect(withKey.logged.join('')).not.toContain('secret')
})

const figures: Record<string, [figure: string, code: string]> = {
  'a rate of 0': ['0', 'not-positive'],
  'a negative rate': ['-1.25', 'not-positive'],
  'a hundred times the last one': ['125', 'jump'],
  'a hundredth of the last one': ['0.0125', 'jump'],
  'no number': ['n.a. yet', 'not-a-rate'],
  'a figure of forty digits': ['1.250000000000000000000000000000000000001', 'too-precise'],
}
for (const [what, [figure, code]] of Object.entries(figures))
  test(`${what} is held back and reported; the rest of the day and the days after are stored`, async () => {
    const odd = '2024-06-20'
    const { sync, stored } = await syncApp([NORTH], ({ url }) => {
      const { from, to } = daysOf(url)
      return table('USD GBP', from, to, (day, name) => (day === odd && name === 'USD' ? figure : '1.25'))
    })
    await sync({ providers: ['NORTH'], from: '2024-06-01', to: '2024-06-10' })
    const result = (await sync({ providers: ['NORTH'] })).as(FxSyncResult)
    expect(result.rejected).toMatchObject([{ provider: 'NORTH', date: odd, code }])
    expect(result.rejected_count).toBe(1)
    const rows = await stored()
    expect(rows.filter((row) => row.includes(odd))).toEqual([`EUR/GBP NORTH ${odd} 1.25`])
    expect(rows.every((row) => row.endsWith(' 1.25'))).toBe(true)
    expect(rows).toHaveLength(2 * 59 - 1)
  })

test('a stored rate is not replaced by an absurd correction', async () => {
  const world = { figure: '1.25' }
  const { sync, stored } = await syncApp([NORTH], ({ url }) => {
    const { from, to } = daysOf(url)
    return table('USD', from, to, (day) => (day === TODAY ? world.figure : '1.25'))
  })
  await sync({ providers: ['NORTH'] })
  const before = await stored()
  world.figure = '125'
  expect((await sync({ providers: ['NORTH'] })).as(FxSyncResult).rejected).toMatchObject([
    { code: 'jump', date: TODAY, rate: '125' },
  ])
  expect(await stored()).toEqual(before)
})

test('a publisher that turns its whole file upside down or changes its unit damages no stored rate, however much is requested again', async () => {
  const world = { figure: '1.25' }
  const { sync, stored } = await syncApp([NORTH], ({ url }) => {
    const { from, to } = daysOf(url)
    return table('USD GBP', from, to, (_, name) => (name === 'USD' ? world.figure : '0.85'))
  })
  await sync({ providers: ['NORTH'], from: '2024-06-01' })
  const before = await stored()
  expect(before).toHaveLength(56)
  for (const figure of ['125', '0.0125']) {
    world.figure = figure
    for (const from of ['2024-05-01', '2024-06-01', TODAY]) {
      const result = (await sync({ providers: ['NORTH'], currencies: ['USD'], from })).as(FxSyncResult)
      expect(result.rejected.every((one) => one.code === 'jump' && one.rate === figure)).toBe(true)
      expect(result.rejected_count).toBe(from === '2024-05-01' ? 59 : from === TODAY ? 1 : 28)
      expect(await stored()).toEqual(before)
    }
  }
  world.figure = '1.5'
  expect((await sync({ providers: ['NORTH'], currencies: ['USD'], from: '2024-05-01' })).as(FxSyncResult).pairs).toMatchObject([
    { added: 31, updated: 28 },
  ])
})

test('an absurd first figure of a series does not keep the good ones out', async () => {
  const { sync, stored } = await syncApp([NORTH], ({ url }) => {
    const { from, to } = daysOf(url)
    return table('USD', from, to, (day) => (day === '2024-05-01' ? '125' : '1.25'))
  })
  const result = (await sync({ providers: ['NORTH'] })).as(FxSyncResult)
  expect(result.rejected).toMatchObject([{ date: '2024-05-01', rate: '125' }])
  expect(await stored()).toHaveLength(58)
})

test('history that is fetched later is compared with what follows it', async () => {
  const { sync, stored } = await syncApp([NORTH], ({ url }) => {
    const { from, to } = daysOf(url)
    return table('USD', from, to, (day) => (day < '2024-05-15' ? '0.0125' : '1.25'))
  })
  await sync({ providers: ['NORTH'], from: '2024-06-01' })
  const result = (await sync({ providers: ['NORTH'] })).as(FxSyncResult)
  expect(result.rejected_count).toBe(14)
  expect(await stored()).toHaveLength(45)
})

test('403 for users who want to take a jump; superusers take it, after which it is the measure', async () => {
  const world = { figure: '1.25' }
  const app = await syncApp([NORTH], ({ url }) => {
    const { from, to } = daysOf(url)
    return table('USD', from, to, () => world.figure)
  })
  const user = await app.createUser()
  await app.sync({ providers: ['NORTH'], to: '2024-06-20' })
  world.figure = '125'
  const body = { providers: ['NORTH'], from: '2024-06-21', accept_jumps: true }
  expect((await app.call(user, 'POST', '/fx/currencies/sync', body)).body).toMatchObject({
    status: 403,
    code: 'auth/superuser-only',
  })
  expect((await app.sync({ ...body, accept_jumps: false })).as(FxSyncResult).rejected_count).toBe(8)
  expect((await app.sync(body)).as(FxSyncResult)).toMatchObject({ rejected_count: 0, pairs: [{ added: 0 }, { added: 8 }] })
  world.figure = '130'
  expect((await app.sync({ providers: ['NORTH'] })).as(FxSyncResult).rejected_count).toBe(0)
})

test('a clock that was in the future leaves nothing behind that stops later syncs', async () => {
  const world = { last: TODAY }
  const { deps, register, stored, state } = await syncApp([NORTH], ({ url }) => {
    const { from } = daysOf(url)
    return table('USD GBP', from, world.last, () => '1.25')
  })
  await register(['USD', 'EUR', 'NORTH'])
  state.now = '2031-01-01T12:00:00Z'
  await (await prepareSync(deps, {}))()
  expect((await stored()).at(-1)).toContain(TODAY)
  state.now = '2024-06-30T12:00:00Z'
  world.last = '2024-06-30'
  expect(await (await prepareSync(deps, {}))()).toMatchObject({
    from: TODAY,
    to: '2024-06-30',
    pairs: [{ added: 2, latest: '2024-06-30' }],
  })
})

const odd: Record<string, [give: () => AsyncIterable<unknown>, failed: string | null, codes: string[]]> = {
  'something that is no list': [give({ rates: 'many' }), 'The plugin OWN gave something that is not a list of rates.', []],
  nothing: [give(null), 'The plugin OWN gave something that is not a list of rates.', []],
  'an error of its own': [
    async function* () {
      yield* []
      throw new TypeError('undefined is not a function')
    },
    'OWN failed in an unexpected way; the log has the details.',
    [],
  ],
  'rates of every wrong shape': [
    give({
      rates: [
        ...[null, 7, {}, { date: TODAY, base: 'EUR', quote: 'USD', rate: 1.25 }],
        ...[
          rate({ rate: '1.2.3' }),
          rate({ rate: '1e3' }),
          rate({ rate: '0.000' }),
          rate({ date: '2024-02-30' }),
          rate({ rate: '1'.repeat(29) }),
        ],
        ...[rate({ quote: 'CHF' }), rate({ quote: 'EUR' }), rate({ date: '2062-06-28' }), rate({ base: 'eur' })],
        rate({ date: addDays(TODAY, 1) }),
      ],
      issues: [null, { code: 'odd', detail: 'x'.repeat(1000) }],
    }),
    null,
    [
      ...[
        'not-a-rate',
        'odd',
        'not-a-rate',
        'not-a-rate',
        'not-a-rate',
        'not-a-rate',
        'not-a-rate',
        'not-a-rate',
        'not-positive',
      ],
      ...['not-a-day', 'not-a-rate', 'other-currency', 'other-currency', 'future', 'other-currency'],
    ],
  ],
}
for (const [what, [source, failed, codes]] of Object.entries(odd))
  test(`a provider of the data folder that gives ${what} harms nobody`, async () => {
    const { sync, stored } = await syncApp([looseProvider('OWN', source), SOUTH], good)
    const result = (await sync({ providers: ['OWN', 'SOUTH'] })).as(FxSyncResult)
    expect(result.failed.map((one) => one.detail)).toEqual(failed === null ? [] : [failed])
    expect(result.rejected.map((one) => one.code)).toEqual(codes)
    expect((await stored()).filter((row) => row.includes('OWN'))).toEqual(
      failed === null ? [`EUR/USD OWN ${addDays(TODAY, 1)} 1.25`] : [],
    )
    expect((await stored()).filter((row) => row.includes('SOUTH'))).toHaveLength(59)
  })

test('a provider that hangs is given up after a while, and stopped', async () => {
  let stopped = false
  const hanging = () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<IteratorResult<unknown>>(() => {}),
      return: async () => {
        stopped = true
        return { value: undefined, done: true as const }
      },
    }),
  })
  const { deps, stored } = await syncApp([looseProvider('OWN', hanging), SOUTH], good)
  const sync = await prepareSync(deps, { providers: ['OWN', 'SOUTH'] })
  const result = await sync({ patienceSeconds: 1 })
  expect(result.failed).toEqual([{ provider: 'OWN', detail: 'OWN gave nothing for 1 s; given up.' }])
  expect(stopped).toBe(true)
  expect(await stored()).toHaveLength(59)
})

test('who stops waiting does so at once; the sync ends when nobody waits any more', async () => {
  const slow = tableProvider('NORTH', 'EUR', 'USD GBP', { historyFrom: '2024-05-01' })
  const { deps, register, stored } = await syncApp([slow], async (request) => {
    await Bun.sleep(300)
    return good(request)
  })
  await register(['USD', 'EUR', 'NORTH'])
  const [one, two] = [new AbortController(), new AbortController()]
  const sync = await prepareSync(deps, {})
  const runs = [sync({ signal: one.signal }), sync({ signal: two.signal })].map((run) =>
    run.then(
      () => 'done',
      (reason) => reason,
    ),
  )
  one.abort('enough')
  expect(await runs[0]).toBe('enough')
  expect(await runs[1]).toBe('done')
  expect(await stored()).toHaveLength(59)
  await deps.db.deleteFrom('fx_rate').execute()
  await deps.db.deleteFrom('fx_sync_state').execute()
  const alone = new AbortController()
  const run = sync({ signal: alone.signal }).catch((reason) => reason)
  await Bun.sleep(50)
  alone.abort('enough')
  expect(await run).toBe('enough')
  await Bun.sleep(400)
  expect(await stored()).toEqual([])
})

function give(chunk: unknown) {
  return async function* () {
    yield chunk
  }
}

function rate(fields: Record<string, unknown>) {
  return { date: TODAY, base: 'EUR', quote: 'USD', rate: '1.25', ...fields }
}
