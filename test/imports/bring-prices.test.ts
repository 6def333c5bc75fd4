import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import type { BrokerPlugin, ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { ImportAnswer } from '#src/imports/schema.ts'
import { Price } from '#src/prices/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

/** An importer of JSON that is a report as it stands. */
const PLAIN: BrokerPlugin = {
  ...{ code: 'plain', name: 'Plain', broker: 'Plain', website: '', version: '1', extensions: [], languages: [] },
  ...{ description: '', docs: '', sampleColumns: [], assets: {} },
  recognises: (head) => (head.format === 'json' ? 1 : 0),
  parse: (file: ReportFile) => JSON.parse(file.text) as ParsedReport,
}

/** 50 on two days. */
const FIFTY: PriceProvider = {
  ...{ code: 'FIFTY', name: 'Fifty', description: 'Closes', website: 'https://fifty.example', attribution: 'Fifty' },
  ...{ adjusted: 'none', network: false, identifierHint: 'any', options: [], pauseMilliseconds: 0, assets: {} },
  check: () => [],
  async *fetchPrices({ currency }) {
    yield { prices: ['05', '06'].map((day) => ({ date: `2026-01-${day}`, close: '50', currency })), issues: [] }
  },
}

const close = (date: string, text: string, currency = 'EUR', asset = 'AB') => ({ asset, date, close: text, currency })
const buy = { rows: [1], date: '2026-01-02', type: 'BUY', asset: 'AB', quantity: '3', price: '7', amount: '-21', currency: 'EUR' }
const AB = { ref: 'AB', symbol: 'AB', name: 'Abel Fund', isin: 'XF0000000017', currency: 'EUR' }
const reportOf = (prices: readonly object[], more: object = {}) =>
  JSON.stringify({ transactions: [buy], assets: [AB], issues: [], ignored: [], rows: [1], prices, ...more })

async function setUp() {
  const { deps } = await createTestApp()
  const plugins = { ...deps.plugins, brim: [PLAIN], assets: [FIFTY] }
  const app = await createTestApp({ clock: () => new Date('2026-01-09T12:00:00.000Z'), deps: { plugins } })
  const root = await app.createUser()
  const [user, other] = [await app.createUser(), await app.createUser()]
  const bring = async (who: TestUser, content: string, body: object = {}) => {
    const broker = await createBroker(app, who, { allowCashOverdraft: true, allowAssetShorting: true })
    const stored = await upload(app, who, broker, 'report.json', content)
    const path = `/brokers/import/files/${stored.body.id}`
    const preview = await app.call(who, 'POST', `${path}/parse`, {})
    const { prices, dry_run, assets_created } = (await app.call(who, 'POST', `${path}/import`, body)).as(ImportAnswer)
    const undo = async (force = false) => (await app.call(who, 'POST', `${path}/undo`, { force })).status
    return { prices, dry_run, made: assets_created[0] ?? 0, total: preview.body.prices_total, undo, broker }
  }
  const closes = async (id: number, who = user) => {
    const prices = (await app.call(who, 'GET', `/assets/${id}/prices`)).as(z.array(Price))
    return prices.map(({ date, close: text, currency, source }) => `${date.slice(8)} ${text} ${currency} ${source}`).reverse()
  }
  const put = (id: number, date: string, text: string, who = user) =>
    app.call(who, 'PUT', `/assets/${id}/prices`, [{ date, close: text }])
  return { ...app, app, root, user, other, bring, closes, put }
}

test('closes that a report carries are stored for assets that it made, pence as pounds, and what is none is left out', async () => {
  const { user, bring, closes } = await setUp()
  const odd = [close('2026-01-04', '0'), close('2026-03-01', '7'), close('2026-01-03', '5', 'XXQ'), close('1650-01-01', '5')]
  const strange = close('2026-01-05', '9', 'EUR', 'CD')
  const prices = [close('2026-01-05', '7.5'), close('2026-01-02', '7'), close('2026-01-06', '1234', 'GBX'), ...odd, strange]
  const { made, total, ...done } = await bring(
    user,
    reportOf(prices, { assets: [AB, { ref: 'CD', symbol: 'CD', name: 'Unused' }] }),
  )
  expect([total, done.prices]).toEqual([8, { given: 8, added: 3, present: 0, left_out: 5 }])
  expect(await closes(made)).toEqual(['02 7 EUR IMPORT', '05 7.5 EUR IMPORT', '06 12.34 GBP IMPORT'])
})

test('a close of a user or a source is never replaced, and both replace an imported one', async () => {
  const { app, user, bring, closes, put } = await setUp()
  const { made } = await bring(user, reportOf([]))
  await put(made, '2026-01-05', '8')
  const next = await bring(user, reportOf([close('2026-01-05', '7'), close('2026-01-06', '7'), close('2026-01-07', '7')]))
  expect(next.prices).toEqual({ given: 3, added: 2, present: 1, left_out: 0 })
  expect(await closes(made)).toEqual(['05 8 EUR MANUAL', '06 7 EUR IMPORT', '07 7 EUR IMPORT'])
  await app.call(user, 'PATCH', `/assets/${made}`, { price_source: { provider: 'FIFTY', identifier: 'x' } })
  expect((await app.call(user, 'POST', '/assets/prices/refresh', { asset_ids: [made] })).status).toBe(200)
  expect(await closes(made)).toEqual(['05 8 EUR MANUAL', '06 50 EUR FIFTY', '07 7 EUR IMPORT'])
})

test('undo takes away exactly the closes that the import brought and that nobody has changed, also from an asset that survived a merge', async () => {
  const { app, user, bring, closes, put } = await setUp()
  const first = await bring(user, reportOf([close('2026-01-02', '6')]))
  const second = await bring(user, reportOf([close('2026-01-02', '7'), close('2026-01-05', '7'), close('2026-01-06', '7')]))
  expect([second.prices.added, second.made]).toEqual([2, 0])
  await put(first.made, '2026-01-06', '7')
  expect(await second.undo()).toBe(200)
  expect(await closes(first.made)).toEqual(['02 6 EUR IMPORT', '06 7 EUR MANUAL'])
  const third = await bring(user, reportOf([close('2026-01-07', '9')]))
  const twin = { symbol: 'TWIN', name: 'Twin', type: 'FUND', currency: 'EUR' }
  const { id } = (await app.call(user, 'POST', '/assets', twin)).body
  expect((await app.call(user, 'POST', `/assets/${first.made}/merge`, { into: id })).status).toBeLessThan(300)
  expect(await closes(id)).toEqual(['02 6 EUR IMPORT', '06 7 EUR MANUAL', '07 9 EUR IMPORT'])
  expect(await third.undo(true)).toBe(200)
  expect(await closes(id)).toEqual(['02 6 EUR IMPORT', '06 7 EUR MANUAL'])
})

test('without the wish for them, and in a dry run, nothing is stored', async () => {
  const { app, user, bring, closes } = await setUp()
  const { made, prices } = await bring(user, reportOf([close('2026-01-05', '7')]), { prices: false })
  expect([prices, await closes(made)]).toEqual([{ given: 1, added: 0, present: 0, left_out: 1 }, []])
  const dry = await bring(user, reportOf([close('2026-01-05', '7')]), { dry_run: true })
  expect([dry.prices.added, await closes(made)]).toEqual([1, []])
  const history = (await app.call(user, 'GET', `/assets/${made}/history`)).body
  expect(history.map(({ action }: { action: string }) => action)).toEqual(['created'])
})

test('closes of before a known split of the asset are left out: nobody knows whether they are adjusted', async () => {
  const { app, user, bring, closes } = await setUp()
  const { made } = await bring(user, reportOf([]))
  const split = { type: 'SPLIT', date: '2026-01-06', ratio: '2:1' }
  expect((await app.call(user, 'POST', `/assets/${made}/events`, split)).status).toBe(201)
  const { prices } = await bring(user, reportOf([close('2026-01-05', '7'), close('2026-01-06', '3.5')]))
  expect([prices.left_out, await closes(made)]).toEqual([1, ['06 3.5 EUR IMPORT']])
})

test('who may not enter closes of an asset brings none by a report, and takes none away by its undo', async () => {
  const { app, root, user, other, bring, closes, put } = await setUp()
  const first = await bring(user, reportOf([close('2026-01-05', '7')]))
  expect((await app.call(root, 'PATCH', `/assets/${first.made}`, { verified: true })).status).toBe(200)
  const foreign = await bring(other, reportOf([close('2026-01-05', '1'), close('2026-01-06', '1')]))
  expect(foreign.prices).toEqual({ given: 2, added: 0, present: 0, left_out: 2 })
  expect((await put(first.made, '2026-01-06', '1', other)).status).toBe(403)
  expect(await first.undo()).toBe(200)
  expect(await closes(first.made, other)).toEqual(['05 7 EUR IMPORT'])
})
