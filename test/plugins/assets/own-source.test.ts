import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from '@hono/zod-openapi'
import { priceProviders } from '#plugins/assets/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import { loadPlugins } from '#src/cli/plugins.ts'
import { createLog } from '#src/log.ts'
import { PriceProvider, PriceRefresh } from '#src/prices/refresh.schema.ts'
import { Price } from '#src/prices/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { collect, serve } from './serve.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const readme = await Bun.file(new URL('../../../plugins/README.md', import.meta.url)).text()
const section = readme.slice(readme.indexOf('## A source of prices'), readme.indexOf('## A source of exchange rates'))
const EXAMPLE = /```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
const FILE = 'Tag;Preis;Einheit\n31.12.2025;40,00;EUR\n02.01.2026;10,50;EUR\n05.01.2026;viel;EUR\n06.01.2026;1.050,00;GBX\n'

async function load(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-prices-'))
  folders.push(folder)
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'assets', name), text)
  const lines: string[] = []
  const log = createLog({ level: 'debug', format: 'json', write: (text) => lines.push(text) })
  const { assets } = await loadPlugins({ plugins: folder }, log)
  log.flush()
  return { assets, entries: lines.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line)) }
}

test('the example of the README is loaded after the built-in ones and works as it stands: listed, checked, fetched', async () => {
  const { assets, entries } = await load({ 'harbour.ts': EXAMPLE })
  expect(assets.map((one) => one.code)).toEqual([...priceProviders.map((one) => one.code), 'HARBOUR'])
  expect(entries).toEqual([expect.objectContaining({ level: 'info', event: 'plugin loaded', code: 'HARBOUR' })])
  const { tools, calls } = serve(() => FILE)
  const app = await createTestApp({
    deps: { plugins: { brim: [], fx: [], assets }, fetch: tools.fetch as typeof fetch },
    clock: () => new Date('2026-01-07T12:00:00Z'),
  })
  const user = await app.createUser()
  const body = { symbol: 'HF', name: 'Harbour Fund', type: 'FUND', currency: 'EUR' }
  const create = (identifier: string) =>
    app.call(user, 'POST', '/assets', { ...body, price_source: { provider: 'HARBOUR', identifier } })
  const refused = await create('abc')
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ pointer: '/price_source/identifier', detail: 'Must be a number of four digits.' }],
  ])
  const { id } = (await create('4711')).body
  await app.call(user, 'POST', `/assets/${id}/events`, { type: 'SPLIT', date: '2026-01-01', ratio: '1:4' })
  const listed = (await app.call(user, 'GET', '/assets/providers')).as(z.array(PriceProvider)).at(-1)
  expect(listed).toMatchObject({ code: 'HARBOUR', adjusted: 'splits', icon_url: null, searches: false, last_success: null })
  const [done] = (await app.call(user, 'POST', '/assets/prices/refresh', {})).as(PriceRefresh).assets
  expect([done?.state, done?.added, done?.refused.map((one) => one.detail)]).toEqual([
    'added',
    3,
    ['"05.01.2026" and "viel" are no day and price.'],
  ])
  expect(calls[0]?.url).toBe('https://harbour.example/4711.csv?from=2015-12-31&to=2026-01-07')
  const stored = (await app.call(user, 'GET', `/assets/${id}/prices`)).as(z.array(Price))
  expect(stored.map((one) => `${one.date} ${one.close} ${one.currency} ${one.source}`)).toEqual([
    '2026-01-06 10.5 GBP HARBOUR',
    '2026-01-02 10.5 EUR HARBOUR',
    '2025-12-31 10 EUR HARBOUR',
  ])
})

test('the example survives what a source may do: no fund, a page, a file that is cut off, a refusal', async () => {
  const own = (await load({ 'harbour.ts': EXAMPLE })).assets.at(-1)
  if (!own) throw new Error('not loaded')
  for (const [answer, code] of [
    [() => undefined, 'source/unknown'],
    [() => '<!DOCTYPE html><html></html>', 'source/html'],
    [() => FILE.trimEnd(), 'source/format'],
    [() => new Response('', { status: 403 }), 'source/status'],
  ] as const)
    await expect(collect(own, { identifier: '4711' }, serve(answer).tools)).rejects.toMatchObject({ code })
})

test('the example names only functions that the kit of prices has', () => {
  const names = [...EXAMPLE.matchAll(/kit\.(\w+)/g)].map((match) => match[1] ?? '')
  expect(names.length).toBeGreaterThanOrEqual(5)
  for (const name of names) expect(Object.keys(kit)).toContain(name)
})

test('files that are no source, or take the code of another, are left out with the reason', async () => {
  const broken = EXAMPLE.replace("adjusted: 'splits'", "adjusted: 'maybe'").replace('async *fetchPrices', 'async *getPrices')
  const { assets, entries } = await load({
    'broken.ts': broken,
    'crash.ts': 'throw new Error("boom")',
    'empty.ts': 'export const nothing = 1',
    'same.ts': EXAMPLE.replace("'HARBOUR'", "'YAHOO'"),
  })
  expect(assets.length).toBe(priceProviders.length)
  expect(entries.map((one) => one.reason)).toEqual([
    'adjusted must be none, splits or splits-and-dividends; fetchPrices must be a function',
    'boom',
    'it has no default export that is a plugin (see plugins/assets/contract.ts)',
    'there is a plugin with the code YAHOO already',
  ])
})

test('a source of the data folder that breaks its promises fails for its asset alone, and nothing of it is stored', async () => {
  const wild = (yields: string) => EXAMPLE.replace(/yield \{ prices, issues \}/, `yield ${yields}`)
  const cases = [
    'null',
    '{}',
    '{ prices: "many", issues: [] }',
    '{ prices: [null], issues: [] }',
    '{ prices: [{ date: 1, close: 2 }], issues: [] }',
  ]
  const files = cases.map((text, index) => [`w${index}.ts`, wild(text).replace("'HARBOUR'", `'WILD${index}'`)] as const)
  const { assets } = await load(Object.fromEntries(files))
  const { tools } = serve(() => FILE)
  const app = await createTestApp({
    deps: { plugins: { brim: [], fx: [], assets }, fetch: tools.fetch as typeof fetch },
    clock: () => new Date('2026-01-07T12:00:00Z'),
  })
  const user = await app.createUser()
  for (const index of cases.keys()) {
    const price_source = { provider: `WILD${index}`, identifier: '4711' }
    const body = { symbol: 'A', name: 'A', type: 'FUND', currency: 'EUR', price_source }
    expect((await app.call(user, 'POST', '/assets', body)).status).toBe(201)
  }
  const { assets: done } = (await app.call(user, 'POST', '/assets/prices/refresh', {})).as(PriceRefresh)
  expect(done.map((one) => [one.state, one.added])).toEqual([
    ['failed', 0],
    ['failed', 0],
    ['failed', 0],
    ['failed', 0],
    ['unchanged', 0],
  ])
  expect(done.at(-1)?.refused.map((one) => one.code)).toEqual(['not-a-day'])
  expect(await app.store.reader.selectFrom('price').selectAll().execute()).toEqual([])
})
