import { expect, test } from 'bun:test'
import { fakeSource, hit, ISIN, OTHER_ISIN, suggestWorld } from '#test/prices/suggest-world.ts'
import { createReader } from '#test/support/web.ts'

const CLOSES = { '2026-06-24': '50.6', '2026-06-29': '52' }
const listing = (isin: string) => ({ symbol: 'HARB.DE', name: 'Harbour Steel AG', type: 'STOCK', currency: 'EUR', isin })

async function setUp(env: Record<string, string> = {}) {
  const hits = { [ISIN]: [hit('harb', listing(ISIN))], [OTHER_ISIN]: [hit('tide', listing(OTHER_ISIN))] }
  const world = await suggestWorld([fakeSource('ONE', { hits, closes: { harb: CLOSES, tide: CLOSES } })], { env })
  const { add, buy, app, user } = world
  const ids = [await add({ isin: ISIN }), await add({ symbol: 'TIDE', name: 'Tide Works', isin: OTHER_ISIN })]
  const nameless = await add({ symbol: 'BARE', name: 'Bare Assets' })
  for (const id of [...ids, nameless]) await buy(id)
  return { ...world, ids, nameless, reader: createReader(app, user) }
}

test('from the catalogue to all sources and their closes in four presses', async () => {
  const { app, user, ids, nameless, reader } = await setUp()
  const link = (await reader.get('/assets')).links.find(({ text }) => text === 'Prices: 3 assets need a source')
  const before = await reader.get(link?.href ?? '')
  expect(before.text).toContain('3 assets without a proposal')
  const page = await reader.follow(await reader.submit(before, { press: 'Find sources' }))
  expect(page.text).toContain('same ISIN, same currency')
  expect(page.text).toContain('1 asset without a proposal')
  expect(page.forms.flatMap(({ fields }) => fields).filter(([name]) => name === 'asset')).toEqual(
    ids.map((id) => ['asset', String(id)]),
  )
  const done = await reader.submit(page, { press: 'Assign the ticked' })
  expect([done.status, done.headers.get('location')]).toEqual([303, '/assets/sources?done=1'])
  for (const [index, identifier] of ['harb', 'tide'].entries()) {
    const asset = (await app.call(user, 'GET', `/assets/${ids[index]}`)).body
    expect([asset.price_source.identifier, asset.last_price.close]).toEqual([identifier, '52'])
  }
  const left = (await app.call(user, 'GET', '/assets?unsourced=true')).body
  expect(left.map(({ id }: { id: number }) => id)).toEqual([nameless])
})

test('only what is ticked is assigned; what is declined is not proposed again', async () => {
  const { app, user, ids, reader } = await setUp()
  const page = await reader.follow(await reader.submit(await reader.get('/assets/sources'), { press: 'Find sources' }))
  const none = await reader.submit(page, { press: 'Assign the ticked', values: { asset: [] } })
  expect([none.status, none.text.includes('Tick at least one asset.')]).toEqual([422, true])
  await reader.submit(page, { press: /^Decline.*Tide Works/ })
  const rest = await reader.get('/assets/sources')
  expect(rest.text).not.toContain('Source of Tide Works')
  await reader.submit(rest, { press: 'Assign the ticked', values: { asset: ids.map(String) } })
  const sourceOf = async (id: number | undefined) => (await app.call(user, 'GET', `/assets/${id}`)).body.price_source
  expect([(await sourceOf(ids[0]))?.identifier, await sourceOf(ids[1])]).toEqual(['harb', null])
})

test('a source is named, changed and taken away by hand', async () => {
  const { app, user, nameless, reader } = await setUp()
  const path = `/assets/${nameless}/edit`
  const save = async (provider: string, identifier: string) =>
    reader.submit(await reader.get(path), {
      press: 'Save the source',
      values: { '/price_source/provider': provider, '/price_source/identifier': identifier },
    })
  expect((await save('ONE', 'harb')).status).toBe(303)
  const fetched = await reader.submit(await reader.get(`/assets/${nameless}`), { press: 'Fetch the prices' })
  expect(fetched.headers.get('location')).toBe(`/assets/${nameless}?done=1`)
  expect((await app.call(user, 'GET', `/assets/${nameless}`)).body.last_price.close).toBe('52')
  expect((await save('ONE', '')).status).toBe(422)
  expect((await save('', '')).status).toBe(303)
  expect((await app.call(user, 'GET', `/assets/${nameless}`)).body.price_source).toBeNull()
})

test('a service that reaches out to nobody says so, and takes pasted closes of many assets', async () => {
  const { app, user, ids, reader } = await setUp({ OFFLINE: 'true' })
  const page = await reader.get('/assets/sources')
  const refused = await reader.submit(page, { press: 'Find sources' })
  expect(refused.text).toContain('This service reaches out to nobody')
  expect(refused.links.some(({ href }) => href === '/assets/prices#paste')).toBe(true)
  const prices = await reader.get('/assets/prices')
  const csv = `isin;date;close\n${ISIN};2026-06-26;51.5\n${OTHER_ISIN};2026-06-26;9.75`
  const saved = await reader.submit(prices, { press: 'Save the closes', values: { csv } })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/assets/prices?done=1'])
  expect((await app.call(user, 'GET', `/assets/${ids[1]}`)).body.last_price.close).toBe('9.75')
  const wrong = await reader.submit(prices, { press: 'Save the closes', values: { csv: 'isin,date,close\nXX,2026-06-26,1' } })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('XX,2026-06-26,1')
})

test('a close that is held back stands on its page and is used by one press', async () => {
  const jumpy = fakeSource('ONE', { closes: { harb: { '2026-06-25': '50', '2026-06-26': '51', '2026-06-29': '5100' } } })
  const { app, user, add, buy } = await suggestWorld([jumpy])
  const id = await add({ price_source: { provider: 'ONE', identifier: 'harb' } })
  await buy(id)
  await app.call(user, 'POST', '/assets/prices/refresh', { asset_ids: [id] })
  const reader = createReader(app, user)
  expect((await reader.get('/assets')).text).toContain('1 close is held back')
  expect((await reader.get('/assets/prices')).text).toContain('Harbour Steel')
  const page = await reader.get(`/assets/${id}`)
  expect(page.text).toContain('Held back, ')
  const used = await reader.submit(page, { press: 'Use this close' })
  expect(used.status).toBe(303)
  expect((await app.call(user, 'GET', `/assets/${id}/prices/suspect`)).body).toEqual([])
  expect((await app.call(user, 'GET', `/assets/${id}`)).body.last_price.close).toBe('5100')
})

test('a close that is held back is rejected by one press, on its page or among all; what was rejected may be used all the same', async () => {
  const jumpy = fakeSource('ONE', { closes: { harb: { '2026-06-25': '50', '2026-06-26': '51', '2026-06-29': '5100' } } })
  const { app, user, add, buy } = await suggestWorld([jumpy])
  const id = await add({ price_source: { provider: 'ONE', identifier: 'harb' } })
  await buy(id)
  const refresh = async () => await app.call(user, 'POST', '/assets/prices/refresh', { asset_ids: [id] })
  const waiting = async () => (await app.call(user, 'GET', `/assets/${id}/prices/suspect`)).body.length
  await refresh()
  const reader = createReader(app, user)
  const rejected = await reader.submit(await reader.get('/assets/prices'), { press: 'Reject' })
  expect([rejected.status, rejected.headers.get('location')]).toEqual([303, '/assets/prices?done=rejected'])
  const after = await reader.follow(rejected)
  expect(after.text).toContain('Rejected: it is not used, and is not held back again.')
  expect(after.text).toContain('None is held back.')
  await refresh()
  expect(await waiting()).toBe(0)
  const page = await reader.get(`/assets/${id}`)
  expect([page.ids.has('suspects'), page.text.includes('Rejected closes (1)')]).toEqual([false, true])
  expect(page.text).toContain('Closes rejected (1)')
  const used = await reader.submit(page, { press: 'Use this close' })
  expect(used.headers.get('location')).toBe(`/assets/${id}?done=1`)
  expect((await app.call(user, 'GET', `/assets/${id}`)).body.last_price.close).toBe('5100')
  expect((await reader.get(`/assets/${id}`)).text).not.toContain('Rejected closes')
  await app.call(user, 'DELETE', `/assets/${id}/prices`)
  await refresh()
  expect(await waiting()).toBe(1)
  const again = await reader.submit(await reader.get(`/assets/${id}`), { press: 'Reject' })
  expect(again.headers.get('location')).toBe(`/assets/${id}?done=rejected`)
  expect(await waiting()).toBe(0)
})

test('buttons for closes that are held back are shown only where they may be pressed; a forged press says why not, and without a day rejects nothing', async () => {
  const closes = { '2026-06-25': '50', '2026-06-26': '51', '2026-06-29': '5100' }
  const { app, user, add, buy, broker } = await suggestWorld([fakeSource('ONE', { closes: { harb: closes, oak: closes } })])
  const shared = await add({ price_source: { provider: 'ONE', identifier: 'harb' } })
  await buy(shared)
  await app.call(user, 'POST', '/assets/prices/refresh', { asset_ids: [shared] })
  const viewer = await app.createUser()
  await app.call(user, 'POST', `/brokers/${broker}/access`, { user_id: viewer.id, role: 'VIEWER' })
  await app.call(viewer, 'PATCH', `/brokers/${broker}/access/me`, { included: true })
  const onlooker = createReader(app, viewer)
  for (const path of ['/assets/prices', `/assets/${shared}`]) {
    const page = await onlooker.get(path)
    expect([path, page.text.includes('5100'), page.text.includes('Reject')]).toEqual([path, true, false])
  }
  const own = await createReader(app, user).get('/assets/prices')
  const form = own.forms.find(({ fields }) => fields.some(([name]) => name === 'date'))
  const forged = { ...own, forms: [{ ...form!, fields: [...form!.fields] }] }
  const refused = await onlooker.submit(forged, { press: 'Reject' })
  expect([refused.status, refused.text.includes('asset')]).toEqual([403, true])
  const dayless = await createReader(app, user).submit(own, { press: 'Reject', values: { date: '' } })
  expect(dayless.status).toBe(422)
  expect((await app.call(user, 'GET', `/assets/${shared}/prices/suspect`)).body).toHaveLength(1)
})
