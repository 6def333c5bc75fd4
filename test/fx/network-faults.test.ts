/** Faults of the outside world met by providers as they are: real readers, real limits, a real server on the loopback interface. */
import { expect, spyOn, test } from 'bun:test'
import type { FxProvider } from '#plugins/fx/contract.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { FxSyncResult } from '#src/fx/sync.schema.ts'
import type { Answering } from '#test/plugins/fx/loopback.ts'
import { syncApp, TODAY } from './source.ts'

const byCode = (code: string): FxProvider => fxProviders.find((one) => one.code === code) ?? expect.unreachable(code)
const MIB = 1024 * 1024
const xml = (figure: string, day = TODAY) =>
  `<?xml version="1.0"?><Envelope><Cube><Cube time="${day}"><Cube currency="USD" rate="${figure}"/></Cube></Cube></Envelope>`
/** Providers with rates on the day of the test, by a request. */
const asking = fxProviders
  .filter((one) => one.historyFrom !== null && one.historyFrom <= TODAY && one.baseCurrencies.length > 0)
  .map((one) => one.code)
const ask = { providers: ['ECB'], from: TODAY }

test('a body of 2 GB is left at the limit: memory stays, the provider is reported, what was stored stays', async () => {
  const world = { endless: false, sent: 0 }
  const block = new Uint8Array(MIB).fill(0x20)
  const body = () =>
    new ReadableStream({
      pull(controller) {
        if (world.sent >= 2048) return controller.close()
        world.sent += 1
        controller.enqueue(block)
      },
    })
  const { sync, stored } = await syncApp([byCode('ECB')], () =>
    world.endless ? new Response(body(), { headers: { 'Content-Type': 'text/xml' } }) : xml('1.25'),
  )
  await sync(ask)
  const before = await stored()
  expect(before).toEqual([`EUR/USD ECB ${TODAY} 1.25`])
  world.endless = true
  Bun.gc(true)
  const [resident, start] = [process.memoryUsage.rss(), performance.now()]
  let most = resident
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 2)
  const answer = await sync(ask)
  clearInterval(watch)
  console.log(
    `2 GB body: ${world.sent} MiB sent, memory +${((most - resident) / MIB).toFixed(0)} MiB, ${(performance.now() - start).toFixed(0)} ms`,
  )
  expect(answer.body).toMatchObject({
    code: 'fx/sync-failed',
    failed: [{ detail: expect.stringContaining('more than 32768 KiB') }],
  })
  expect(world.sent).toBeLessThan(200)
  expect(most - resident).toBeLessThan(400 * MIB)
  expect(await stored()).toEqual(before)
})

test('429 with Retry-After is waited for, then tried again; the rates come', async () => {
  let calls = 0
  const { sync, stored } = await syncApp([byCode('ECB')], () =>
    ++calls === 1 ? new Response('', { status: 429, headers: { 'Retry-After': '1' } }) : xml('1.25'),
  )
  const timers = spyOn(globalThis, 'setTimeout')
  expect((await sync(ask)).as(FxSyncResult)).toMatchObject({ failed: [] })
  expect(calls).toBe(2)
  expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(1_000)
  timers.mockRestore()
  expect(await stored()).toEqual([`EUR/USD ECB ${TODAY} 1.25`])
})

test('500 twice is tried again and succeeds', async () => {
  let calls = 0
  const { sync, stored } = await syncApp([byCode('ECB')], () => (++calls < 3 ? new Response('', { status: 503 }) : xml('1.25')))
  expect((await sync(ask)).as(FxSyncResult)).toMatchObject({ failed: [] })
  expect([calls, await stored()]).toEqual([3, [`EUR/USD ECB ${TODAY} 1.25`]])
})

const harmless: Record<string, [answer: Answering, detail: RegExp]> = {
  'a page in place of XML': [
    () => new Response('<html><body>Checking your browser</body></html>', { headers: { 'Content-Type': 'text/html' } }),
    /web page/,
  ],
  'XML that is cut off': [() => xml('9.99').slice(0, -30), /cut off/],
  'XML that bites': [
    () => xml('9.99').replace('?>', '?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'),
    /cannot be read/,
  ],
  'renamed elements': [() => xml('9.99').replaceAll('Cube', 'Kube'), /format has changed/],
  'renamed attributes': [() => xml('9.99').replaceAll('currency=', 'code='), /format has changed/],
  'nothing at all': [() => '', /cannot be read|format has changed/],
  'a redirect to this machine': [
    () => new Response(null, { status: 302, headers: { Location: 'https://127.0.0.1:8420/api/v1/backup' } }),
    /127\.0\.0\.1 is a private/,
  ],
  'a redirect to a cloud’s metadata': [
    () => new Response(null, { status: 307, headers: { Location: 'https://[::ffff:169.254.169.254]/latest/meta-data' } }),
    /is a private/,
  ],
  'a redirect to a file': [
    () => new Response(null, { status: 301, headers: { Location: 'file:///etc/passwd' } }),
    /Only http and https/,
  ],
}
for (const [what, [answer, detail]] of Object.entries(harmless))
  test(`${what}: refused with its reason, and no stored rate is touched`, async () => {
    const world = { broken: false }
    const { sync, stored } = await syncApp([byCode('ECB')], (call) => (world.broken ? answer(call) : xml('1.25')))
    await sync(ask)
    const before = await stored()
    expect(before).toHaveLength(1)
    world.broken = true
    expect((await sync(ask)).body).toMatchObject({
      status: 502,
      code: 'fx/sync-failed',
      failed: [{ provider: 'ECB', detail: expect.stringMatching(detail) }],
    })
    expect(await stored()).toEqual(before)
  })

for (const [figure, code] of [
  ['125', 'jump'],
  ['0.0125', 'jump'],
  ['0', 'not-positive'],
  ['-1.25', 'not-positive'],
  ['1,25', 'not-a-rate'],
] as const)
  test(`${figure} from a real provider where 1.25 is stored: held back, reported, logged; the stored rate stays`, async () => {
    const world = { figure: '1.25' }
    const { sync, stored, logged, deps } = await syncApp([byCode('ECB')], () => xml(world.figure))
    await sync(ask)
    world.figure = figure
    const result = (await sync(ask)).as(FxSyncResult)
    expect(result).toMatchObject({ failed: [], rejected_count: 1, rejected: [{ provider: 'ECB', date: TODAY, code }] })
    expect(await stored()).toEqual([`EUR/USD ECB ${TODAY} 1.25`])
    deps.log.flush()
    expect(logged.join('')).toContain('exchange rates held back')
  })

/** What a provider whose key is not there says. */
const needed = (code: string) => {
  const { key } = byCode(code)
  return key?.required ? new RegExp(`set ${key.setting}`) : undefined
}

test('all at once while only one publisher answers: its rates are stored, every other is named with its own reason', async () => {
  const { sync, stored, call, admin } = await syncApp(fxProviders, ({ url }) =>
    url.includes('ecb.europa.eu') ? xml('1.25') : new Response('', { status: 403 }),
  )
  const result = (await sync({ providers: asking, from: TODAY })).as(FxSyncResult)
  const failed = result.failed.map((one) => one.provider)
  expect(failed.toSorted()).toEqual(asking.filter((code) => code !== 'ECB').toSorted())
  for (const { provider, detail } of result.failed)
    expect([provider, detail]).toEqual([provider, expect.stringMatching(needed(provider) ?? /answered 403/)])
  expect(await stored()).toEqual([`EUR/USD ECB ${TODAY} 1.25`])
  const states: { provider: string; last_error: string | null }[] = (await call(admin, 'GET', '/fx/currencies/sync')).body
  expect(new Set(states.filter((one) => one.last_error === null).map((one) => one.provider))).toEqual(new Set(['ECB']))
})

test('502 when none of them answers; nothing is stored', async () => {
  const { sync, stored } = await syncApp(fxProviders, () => new Response('', { status: 403 }))
  const answer = await sync({ providers: asking, from: TODAY })
  expect([answer.status, answer.body.code, answer.body.failed.length]).toEqual([502, 'fx/sync-failed', asking.length])
  expect(await stored()).toEqual([])
})
