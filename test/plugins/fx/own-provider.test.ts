/** Sources of exchange rates in the data folder: the example of plugins/README.md, and files that must not be loaded. */
import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from '@hono/zod-openapi'
import { fxProviders } from '#plugins/fx/index.ts'
import * as kit from '#plugins/fx/kit.ts'
import { loadPlugins } from '#src/cli/plugins.ts'
import { Conversion, FxRate } from '#src/fx/rate.schema.ts'
import { DiscoveredRoute, FxProvider } from '#src/fx/schema.ts'
import { FxSyncResult } from '#src/fx/sync.schema.ts'
import { createLog } from '#src/log.ts'
import { syncApp } from '#test/fx/source.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const readme = await Bun.file(new URL('../../../plugins/README.md', import.meta.url)).text()
const section = readme.slice(readme.indexOf('## A source of exchange rates'), readme.indexOf('## Why it is so'))
const EXAMPLE = /```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? ''

async function load(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-fx-'))
  folders.push(folder)
  mkdirSync(join(folder, 'fx'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'fx', name), text)
  const lines: string[] = []
  const log = createLog({ level: 'debug', format: 'json', write: (text) => lines.push(text) })
  const { fx } = await loadPlugins({ plugins: folder }, log)
  log.flush()
  return { fx, entries: lines.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line)) }
}

test('the example of the README is loaded after the built-in ones and works as it stands: listed, discovered, fetched, converted', async () => {
  const { fx, entries } = await load({ 'acme.ts': EXAMPLE })
  expect(fx.map((one) => one.code)).toEqual([...fxProviders.map((one) => one.code), 'ACME'])
  expect(entries).toEqual([expect.objectContaining({ level: 'info', event: 'plugin loaded', code: 'ACME' })])
  const rows = ['27.06.2024,USD,1.07', '28.06.2024,USD,1.08', '28.06.2024,JPY,0.625', '28.06.2024,JPY,0.700', '28.06.2024,USD,0']
  const app = await syncApp(fx, ({ url }) =>
    url.startsWith('https://acme.example/rates.csv?from=2024-') ? `Day,Code,Rate\n${rows.join('\n')}\n` : undefined,
  )
  const get = (path: string) => app.call(app.admin, 'GET', path)
  const listed = (await get('/fx/providers')).as(z.array(FxProvider)).find((one) => one.code === 'ACME')
  expect(listed).toMatchObject({ base_currencies: ['EUR'], target_currencies: ['USD', 'JPY'], historic_currencies: ['HRK'] })
  const routes = (await get('/fx/providers/routes/discover?from=JPY&to=USD&max_steps=2&limit=20000')).as(z.array(DiscoveredRoute))
  expect(routes.map((one) => one.key)).toContain('JPY-EUR:ACME/EUR-USD:ACME')
  expect((await app.register(['JPY', 'EUR', 'ACME'], ['EUR', 'USD', 'ACME'])).status).toBe(201)
  const result = (await app.sync()).as(FxSyncResult)
  expect(result.failed).toEqual([])
  expect(result.pairs.map((one) => [one.pair, one.added])).toEqual([
    ['EUR/JPY', 1],
    ['EUR/USD', 2],
  ])
  expect(result.rejected.map((one) => one.code)).toEqual(['conflict', 'not-positive'])
  expect((await get('/fx/rates?base=EUR&quote=JPY')).as(z.array(FxRate)).map((one) => one.rate)).toEqual(['160'])
  expect((await get('/fx/convert?from=JPY&to=USD&amount=400&date=2024-06-28')).as(Conversion).amount).toBe('2.7')
  expect((await app.sync()).as(FxSyncResult).pairs.map((one) => one.added + one.updated)).toEqual([0, 0])
})

test('the example survives what a publisher may do: no data, a page, a gone column, a refusal', async () => {
  const { fx } = await load({ 'acme.ts': EXAMPLE })
  const own = fx.filter((one) => one.code === 'ACME')
  for (const [answer, detail] of [
    [() => undefined, null],
    [() => '<!DOCTYPE html><html></html>', /web page/],
    [() => 'Day,Currency,Rate\n28.06.2024,USD,1.08\n', /without the column Code/],
    [() => new Response('', { status: 403 }), /answered 403/],
  ] as const) {
    const { sync, stored } = await syncApp(own, answer)
    const body = (await sync({ providers: ['ACME'], from: '2024-06-01' })).body
    if (detail === null) expect(body).toMatchObject({ failed: [], rejected: [] })
    else expect(body).toMatchObject({ code: 'fx/sync-failed', failed: [{ detail: expect.stringMatching(detail) }] })
    expect(await stored()).toEqual([])
  }
})

test('the README names only functions that the kit of exchange rates has', () => {
  const names = [...section.matchAll(/`(\w+)`|kit\.(\w+)/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((name) => /^[a-z]+[A-Z]\w+$/.test(name) && name !== 'noData')
  expect(names.length).toBeGreaterThan(8)
  for (const name of names) expect(Object.keys(kit)).toContain(name)
})

const twisted = (from: string, to: string) => {
  expect(EXAMPLE).toContain(from)
  return EXAMPLE.replace(from, to)
}
const faulty: Record<string, [text: string, reason: RegExp]> = {
  'does not parse': ['export default {', /./],
  'throws while it loads': ["throw new Error('no such luck')", /no such luck/],
  'exports nothing': ['export const provider = 1', /default export/],
  'has the code of a built-in one': [twisted("code: 'ACME'", "code: 'ECB'"), /ECB already/],
  'has a code in lower case': [twisted("code: 'ACME'", "code: 'acme'"), /code must be upper case/],
  'announces no currency codes': [
    twisted("targetCurrencies: ['USD', 'JPY']", "targetCurrencies: ['US dollar']"),
    /targetCurrencies/,
  ],
  'has a series without a unit': [twisted("unit: '100'", 'scale: 100'), /series must be/],
  'has a series between one currency and itself': [
    twisted("base: 'EUR', quote: 'USD'", "base: 'EUR', quote: 'EUR'"),
    /series must/,
  ],
  'has a series that is nothing': [twisted('series: SERIES', 'series: [null]'), /series must be/],
  'has a first day that does not exist': [twisted("'2020-01-02'", "'2020-02-30'"), /historyFrom/],
  'has a schedule of its own kind': [twisted("frequency: 'daily'", "frequency: 'hourly'"), /schedule must be/],
  'fetches nothing': [twisted('async *fetchRates(', 'async *getRates('), /fetchRates must be a function/],
}
for (const [what, [text, reason]] of Object.entries(faulty))
  test(`a file that ${what} is logged and left out; the others load`, async () => {
    const { fx, entries } = await load({ 'a-broken.ts': text, 'acme.ts': EXAMPLE })
    expect(fx.map((one) => one.code).slice(fxProviders.length)).toEqual(['ACME'])
    const error = entries.find((entry) => entry.level === 'error')
    expect(error).toMatchObject({ event: 'plugin left out', path: expect.stringContaining('a-broken.ts') })
    expect(error.reason).toMatch(reason)
  })
