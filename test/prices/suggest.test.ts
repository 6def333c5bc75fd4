import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import type { SearchHit } from '#plugins/assets/contract.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { settleJobs } from '#src/jobs/service.ts'
import { PriceSourceProposal } from '#src/prices/suggest/suggest.schema.ts'
import { createBroker } from '#test/support/factories.ts'
import { fakeIdentifiers, fakeSource, hit, ISIN, OTHER_ISIN, type SourceCall, suggestWorld, TODAY } from './suggest-world.ts'

const RECENT = { '2026-06-24': '50.6', '2026-06-29': '52' }
const named = { symbol: 'HARB.DE', name: 'Harbour Steel AG', type: 'STOCK', currency: 'EUR', exchange: 'XETR', isin: ISIN }

test('200 what is held without a source, by ISIN: the close of the day, how far it is from the last trade, and why', async () => {
  const calls: SourceCall[] = []
  const source = fakeSource('ONE', { hits: { [ISIN]: [hit('harb', named)] }, closes: { harb: RECENT } }, calls)
  const { add, buy, suggest, call, user } = await suggestWorld([source])
  const id = await add({ isin: ISIN })
  await buy(id)
  await buy(await add({ symbol: 'HAS', isin: OTHER_ISIN, price_source: { provider: 'ONE', identifier: 'x' } }))
  await add({ symbol: 'NOT', name: 'Not held' })
  const result = await suggest()
  expect([result.total, result.assigned, result.proposed, result.failed]).toEqual([1, 0, 1, []])
  expect(result.assets).toEqual([
    {
      ...{ asset_id: id, symbol: 'HARB', name: 'Harbour Steel', state: 'proposed', filled: ['country', 'exchange'] },
      candidates: [
        {
          ...{ provider: 'ONE', identifier: 'harb', options: {}, symbol: 'HARB.DE', name: 'Harbour Steel AG' },
          ...{
            exchange: 'XETR',
            currency: 'EUR',
            price: '52',
            date: '2026-06-29',
            difference: '0.012',
            trade_date: '2026-06-24',
          },
          ...{ certainty: 'certain', reason: 'same ISIN, same currency, 1.2 % from your trade of 2026-06-24' },
        },
      ],
    },
  ])
  expect(calls).toEqual([
    { code: 'ONE', query: ISIN },
    { code: 'ONE', identifier: 'harb', from: '2026-06-16', to: TODAY },
  ])
  const asset = (await call(user, 'GET', `/assets/${id}`)).body
  expect([asset.price_source, asset.country, asset.exchange]).toEqual([null, 'DE', 'XETR'])
  const again = await suggest()
  expect(again.assets[0]?.candidates[0]?.reason).toBe(
    'same ISIN, same exchange, same currency, 1.2 % from your trade of 2026-06-24',
  )
})

test('an old trade is compared with the closes of its own days, splits since then undone', async () => {
  const calls: SourceCall[] = []
  const source = fakeSource('ONE', { hits: { [ISIN]: [hit('harb', named)] } }, calls, {
    adjusted: 'splits',
    fetchPrices: async function* ({ from, to }) {
      calls.push({ code: 'ONE', from, to })
      const prices = [
        { date: '2024-03-01', close: '49', currency: 'EUR' },
        { date: '2026-06-29', close: '110', currency: 'EUR' },
      ].filter(({ date }) => date >= from && date <= to)
      yield { prices, splits: [{ date: '2025-01-07', ratio: '2:1' }], issues: [] }
    },
  })
  const { add, buy, suggest } = await suggestWorld([source])
  await buy(await add({ isin: ISIN }), { date: '2024-03-01', price: '100' })
  const [candidate] = (await suggest()).assets[0]?.candidates ?? []
  expect([candidate?.price, candidate?.difference, candidate?.certainty]).toEqual(['110', '0.02', 'certain'])
  expect(calls.filter((one) => one.from !== undefined).map(({ from, to }) => [from, to])).toEqual([
    ['2026-06-16', TODAY],
    ['2024-02-26', '2024-03-05'],
  ])
})

test('ranks: certain before likely before possible; a close far away, another currency or none of late is never certain', async () => {
  const closes = { right: RECENT, far: { '2026-06-24': '75', '2026-06-29': '77' }, old: { '2024-01-02': '50' }, dollars: RECENT }
  const in_ = (identifier: string, currency = 'EUR') => hit(identifier, { ...named, currency, exchange: 'XPAR' })
  const one = (code: string, identifier: string, currency = 'EUR') =>
    fakeSource(code, { hits: { [ISIN]: [in_(identifier, currency)] }, closes, currency })
  const { add, buy, suggest } = await suggestWorld([
    one('FAR', 'far'),
    one('OLD', 'old'),
    one('USD', 'dollars', 'USD'),
    one('RIGHT', 'right'),
  ])
  await buy(await add({ isin: ISIN }))
  const candidates = (await suggest()).assets[0]?.candidates ?? []
  expect(candidates.map(({ provider, certainty }) => [provider, certainty])).toEqual([
    ['RIGHT', 'certain'],
    ['FAR', 'possible'],
    ['OLD', 'possible'],
    ['USD', 'possible'],
  ])
  expect(candidates.map(({ reason }) => reason).slice(1)).toEqual([
    'same ISIN, same currency, 50 % from your trade of 2026-06-24',
    'same ISIN, same currency, no close of the last two weeks',
    'same ISIN, in USD, not EUR, no trade of yours to compare with',
  ])
})

test('a source that takes its currency from the asset is certain only where a source of identifiers confirms it', async () => {
  const paris = { hits: { [ISIN]: [hit(`${ISIN}-XPAR`, { ...named, currency: undefined as never, exchange: 'XPAR' })] } }
  const option = { name: 'currency', description: '', required: false }
  const closes = { [`${ISIN}-XPAR`]: RECENT }
  const source = fakeSource('PARIS', { ...paris, closes }, [], { options: [option] })
  for (const [listed, expected] of [
    [[], ['likely', null]],
    [[{ symbol: 'HARB', name: 'HARBOUR STEEL', mic: 'XPAR' }], ['certain', 'EUR']],
  ] as const) {
    const { source: identifiers, queries } = fakeIdentifiers({ [ISIN]: listed })
    const { add, buy, suggest } = await suggestWorld([source], { identifiers: [identifiers] })
    await buy(await add({ isin: ISIN }))
    const [candidate] = (await suggest()).assets[0]?.candidates ?? []
    expect([[candidate?.certainty, candidate?.currency], queries]).toEqual([[...expected], [ISIN]])
  }
})

test('a hit without an ISIN counts as the asset’s when symbol and name say so, else it is only found by the ISIN', async () => {
  const closes = { a: RECENT, b: RECENT }
  const unnamed = (identifier: string, symbol: string, name: string) => ({ identifier, symbol, name })
  const source = fakeSource('ONE', {
    hits: { [ISIN]: [unnamed('a', 'OTHER.DE', 'Harbour Steel'), unnamed('b', 'HARB.DE', 'HARBOUR STEEL')] },
    closes,
    currency: 'EUR',
  })
  const { add, buy, suggest } = await suggestWorld([source])
  await buy(await add({ isin: ISIN }))
  expect(
    (await suggest()).assets[0]?.candidates.map(({ identifier, certainty, reason }) => [identifier, certainty, reason]),
  ).toEqual([
    ['b', 'certain', 'same ISIN, same currency, 1.2 % from your trade of 2026-06-24'],
    ['a', 'likely', 'found by its ISIN, same currency, 1.2 % from your trade of 2026-06-24'],
  ])
})

test('by symbol where nobody knows the ISIN: likely at best, and never of another currency or ISIN', async () => {
  const found = [
    hit('x', { symbol: 'HARB', currency: 'USD' }),
    hit('y', { symbol: 'HARB.X', isin: OTHER_ISIN }),
    hit('z', { symbol: 'HARB.DE' }),
    hit('w', { symbol: 'HARBX' }),
  ]
  const source = fakeSource('ONE', { hits: { HARB: found }, closes: { x: RECENT, y: RECENT, z: RECENT, w: RECENT } })
  const { add, buy, suggest } = await suggestWorld([source])
  await buy(await add({ isin: ISIN }))
  const result = await suggest({ assign: true })
  expect(result.assets[0]?.candidates.map(({ identifier, certainty }) => [identifier, certainty])).toEqual([['z', 'likely']])
  expect(result.assigned).toBe(0)
})

test('coins are looked up where coins are, and only there where that is all a source has', async () => {
  const calls: SourceCall[] = []
  const coins = fakeSource('COINS', { hits: { BTC: [hit('bitcoin', { symbol: 'btc' })] }, closes: { bitcoin: RECENT } }, calls, {
    types: ['CRYPTO'],
  })
  const { add, buy, suggest } = await suggestWorld([coins, fakeSource('SHARES', {}, calls, { types: ['STOCK'] })])
  await buy(await add({ symbol: 'BTC', name: 'Bitcoin', type: 'CRYPTO' }))
  await buy(await add({ isin: ISIN }))
  const { assets } = await suggest()
  expect(assets.map(({ state, candidates }) => [state, candidates[0]?.certainty])).toEqual([
    ['proposed', 'likely'],
    ['none', undefined],
  ])
  expect(calls.filter((one) => one.query !== undefined).map(({ code, query }) => [code, query])).toEqual([
    ['COINS', 'BTC'],
    ['SHARES', ISIN],
    ['SHARES', 'HARB'],
  ])
})

test('an ISIN is tried where it is the identifier, and what the source does not know is no candidate', async () => {
  const source = fakeSource('XETRA', { closes: { [ISIN]: RECENT }, currency: 'EUR' }, [], {
    search: undefined,
    byIsin: { mic: 'XETR' },
  })
  const { add, buy, suggest } = await suggestWorld([source])
  await buy(await add({ isin: ISIN }))
  await buy(await add({ isin: OTHER_ISIN, symbol: 'US' }))
  const { assets, failed } = await suggest()
  expect([assets.map(({ candidates }) => candidates.map((one) => [one.identifier, one.exchange])), failed]).toEqual([
    [[[ISIN, 'XETR']], []],
    [],
  ])
})

test('assign: what is certain is the source at once, with its closes and the fields that were missing; the rest waits', async () => {
  const sure = fakeSource('SURE', { hits: { [ISIN]: [hit('harb', named)] }, closes: { harb: RECENT } })
  const { source: identifiers } = fakeIdentifiers({ [OTHER_ISIN]: [{ symbol: 'FRUT', name: 'FRUIT INC', type: 'STOCK' }] })
  const unsure = fakeSource('UNSURE', { hits: { FRUT: [hit('frut', { symbol: 'FRUT' })] }, closes: { frut: RECENT } })
  const { add, buy, suggest, call, user } = await suggestWorld([sure, unsure], { identifiers: [identifiers] })
  const id = await add({ isin: ISIN, name: 'HARB', type: 'OTHER' })
  const other = await add({ symbol: 'FRUT', name: OTHER_ISIN, isin: OTHER_ISIN, type: 'OTHER' })
  for (const one of [id, other]) await buy(one)
  const result = await suggest({ assign: true })
  expect(result.assets.map(({ asset_id, state, filled }) => [asset_id, state, [...filled].sort()])).toEqual([
    [id, 'assigned', ['country', 'exchange', 'name', 'type']],
    [other, 'proposed', ['country', 'name', 'type']],
  ])
  const asset = (await call(user, 'GET', `/assets/${id}`)).body
  expect(asset).toMatchObject({ name: 'Harbour Steel AG', type: 'STOCK', country: 'DE', exchange: 'XETR' })
  expect([asset.price_source, asset.last_price?.close]).toEqual([{ provider: 'SURE', identifier: 'harb', options: {} }, '52'])
  expect((await call(user, 'GET', `/assets/${other}`)).body).toMatchObject({
    name: 'FRUIT INC',
    type: 'STOCK',
    price_source: null,
  })
  const answer = await call(user, 'GET', '/assets/price-sources/proposals?count=true')
  const proposals = answer.as(z.array(PriceSourceProposal))
  expect(proposals.map(({ asset_id, name, candidates }) => [asset_id, name, candidates[0]?.identifier])).toEqual([
    [other, 'FRUIT INC', 'frut'],
  ])
  expect(answer.headers.get('x-total-count')).toBe('1')
  const { provider, identifier, options } = proposals[0]!.candidates[0]!
  expect(
    (await call(user, 'PATCH', '/assets/batch', [{ id: other, price_source: { provider, identifier, options } }])).status,
  ).toBe(200)
  expect((await call(user, 'GET', '/assets/price-sources/proposals')).body).toEqual([])
})

test('a declined proposal stays away, for who declined it alone, until the asset is named; a stranger cannot tell one from none', async () => {
  const source = fakeSource('ONE', { hits: { FRUT: [hit('frut', { name: 'Fruit' })] }, closes: { frut: RECENT } })
  const { add, buy, suggest, call, user, app, broker } = await suggestWorld([source])
  const [other, stranger] = [await app.createUser(), await app.createUser()]
  const id = await add({ symbol: 'FRUT', name: 'Fruit' })
  await buy(id)
  await call(user, 'POST', `/brokers/${broker}/access`, { user_id: other.id, role: 'VIEWER' })
  await call(other, 'PATCH', `/brokers/${broker}/access/me`, { included: true })
  const proposed = async (who = user) => (await call(who, 'GET', '/assets/price-sources/proposals')).body.length
  const path = `/assets/price-sources/proposals/${id}`
  for (const who of [user, other]) expect((await suggest({}, who)).assets.map(({ state }) => state)).toEqual(['proposed'])
  const none = (await call(stranger, 'DELETE', '/assets/price-sources/proposals/999')).body
  const refused = await call(stranger, 'DELETE', path)
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([404, 'price/proposal-not-found', none.detail])
  expect((await call(user, 'DELETE', path)).status).toBe(204)
  expect((await call(user, 'DELETE', path)).status).toBe(404)
  expect([await proposed(), await proposed(other)]).toEqual([0, 1])
  expect(await suggest({})).toMatchObject({ assets: [], total: 0 })
  expect(await proposed()).toBe(0)
  expect((await suggest({ asset_ids: [id] })).assets.map(({ state }) => state)).toEqual(['proposed'])
  expect([await proposed(), (await suggest({})).total]).toEqual([1, 1])
})

test('roles: trades of brokers that the caller has not included count for nothing, a VIEWER changes nothing, strangers see nothing', async () => {
  const source = fakeSource('ONE', { hits: { [ISIN]: [hit('harb', named)] }, closes: { harb: RECENT } })
  const { add, buy, suggest, call, user, app, broker } = await suggestWorld([source])
  const [viewer, stranger] = [await app.createUser(), await app.createUser()]
  const id = await add({ isin: ISIN, name: 'HARB' })
  await buy(id)
  await call(user, 'POST', `/brokers/${broker}/access`, { user_id: viewer.id, role: 'VIEWER' })
  expect((await suggest({}, viewer)).total).toBe(0)
  await call(viewer, 'PATCH', `/brokers/${broker}/access/me`, { included: true })
  const seen = await suggest({ assign: true }, viewer)
  expect(seen.assets.map(({ state, filled, candidates }) => [state, filled, candidates[0]?.certainty])).toEqual([
    ['proposed', [], 'certain'],
  ])
  expect((await call(user, 'GET', `/assets/${id}`)).body).toMatchObject({ name: 'HARB', price_source: null })
  const refused = await call(stranger, 'POST', '/assets/price-sources/suggest', { asset_ids: [id, 999] })
  expect([refused.status, refused.body.errors.map((one: { pointer: string }) => one.pointer)]).toEqual([
    404,
    ['/asset_ids/0', '/asset_ids/1'],
  ])
  expect((await call(stranger, 'GET', '/assets/price-sources/proposals')).body).toEqual([])
  expect((await call(viewer, 'GET', '/assets/price-sources/proposals')).body.length).toBe(1)
  await call(user, 'DELETE', `/brokers/${broker}/access/${viewer.id}`)
  expect((await call(viewer, 'GET', '/assets/price-sources/proposals')).body).toEqual([])
})

test('another broker’s trades never make a source certain', async () => {
  const source = fakeSource('ONE', { hits: { [ISIN]: [hit('harb', named)] }, closes: { harb: RECENT } })
  const { add, buy, suggest, app, root, call, user, broker } = await suggestWorld([source])
  const id = await add({ isin: ISIN })
  await call(root, 'PATCH', `/assets/${id}`, { verified: true })
  await buy(id, { price: '500', date: '2026-06-23' })
  const other = await app.createUser()
  const theirs = await createBroker(app, other)
  await buy(id, { broker_id: theirs, price: '50', date: '2026-06-24' }, other)
  expect((await suggest()).assets[0]?.candidates[0]?.certainty).toBe('possible')
  await call(other, 'POST', `/brokers/${theirs}/access`, { user_id: user.id, role: 'OWNER' })
  const [mine] = (await suggest()).assets
  expect([mine?.candidates[0]?.certainty, mine?.candidates[0]?.trade_date]).toEqual(['possible', '2026-06-23'])
  expect(broker).toBeGreaterThan(0)
})

test('a source that fails is named and left alone; the others answer', async () => {
  const calls: string[] = []
  const broken = fakeSource('BROKEN', {}, [], {
    search: (query) => {
      calls.push(query)
      return Promise.reject(sourceError('status', 'It answered 500.'))
    },
  })
  const { add, buy, suggest } = await suggestWorld([
    broken,
    fakeSource('ONE', { hits: { [ISIN]: [hit('harb', named)] }, closes: { harb: RECENT } }),
  ])
  await buy(await add({ isin: ISIN }))
  for (const symbol of ['A', 'B', 'C', 'D']) await buy(await add({ symbol }))
  const { assets, failed } = await suggest()
  expect([assets[0]?.candidates.length, failed]).toEqual([1, [{ provider: 'BROKEN', detail: 'It answered 500.' }]])
  expect(calls.length).toBe(3)
})

test('OFFLINE is said at once, and no job is made', async () => {
  const { call, user, add, buy } = await suggestWorld([fakeSource('ONE', {})], { env: { OFFLINE: 'true' } })
  await buy(await add({ isin: ISIN }))
  const answer = await call(user, 'POST', '/assets/price-sources/suggest', {}, { Prefer: 'respond-async' })
  expect([answer.status, answer.body.code]).toEqual([503, 'asset/offline'])
  expect((await call(user, 'GET', '/jobs')).body).toEqual([])
})

test('as a job: progress, result, cancel; a source is called by one request after another, whoever asks', async () => {
  let [under, most, calls] = [0, 0, 0]
  const slow = fakeSource('SLOW', {}, [], {
    search: async (_, { signal }) => {
      calls += 1
      most = Math.max(most, ++under)
      try {
        await new Promise((resolve, reject) => {
          setTimeout(resolve, 20)
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
      } finally {
        under -= 1
      }
      return []
    },
  })
  const { add, buy, call, user } = await suggestWorld([slow])
  for (let index = 0; index < 40; index++) await buy(await add({ symbol: `S${index}` }))
  const start = async () =>
    (await call(user, 'POST', '/assets/price-sources/suggest', {}, { Prefer: 'respond-async' })).body.id as string
  const [first, second] = [await start(), await start()]
  while ((await call(user, 'GET', `/jobs/${first}`)).body.done < 2) await Bun.sleep(5)
  const waiting = (await call(user, 'GET', `/jobs/${second}`)).body
  expect([waiting.kind, waiting.state]).toEqual(['suggest-price-sources', 'queued'])
  await call(user, 'DELETE', `/jobs/${first}`)
  let job = (await call(user, 'GET', `/jobs/${first}`)).body
  for (; job.finished_at === null; job = (await call(user, 'GET', `/jobs/${first}`)).body) await Bun.sleep(5)
  expect([job.state, job.total, job.done < 40, most]).toEqual(['cancelled', 40, true, 1])
  const before = calls
  await call(user, 'DELETE', `/jobs/${second}`)
  await Bun.sleep(60)
  expect(calls - before).toBeLessThan(5)
})

test('the service stops: the job ends at once, and says so', async () => {
  const slow = fakeSource('SLOW', {}, [], { search: () => new Promise(() => {}) })
  const { add, buy, call, user, app } = await suggestWorld([slow])
  await buy(await add({ isin: ISIN }))
  const { id } = (await call(user, 'POST', '/assets/price-sources/suggest', {}, { Prefer: 'respond-async' })).body
  while ((await call(user, 'GET', `/jobs/${id}`)).body.state === 'queued') await Bun.sleep(5)
  await settleJobs(app.deps, 0)
  const job = (await call(user, 'GET', `/jobs/${id}`)).body
  expect([job.state, job.problem.code]).toEqual(['failed', 'job/interrupted'])
})

test('200 with the sector of a company, where what is sure of it and names one says the same', async () => {
  const one = (code: string, fields: Partial<SearchHit>) =>
    fakeSource(code, { hits: { [ISIN]: [hit('harb', { ...named, ...fields })] }, closes: { harb: RECENT } })
  const far = fakeSource('FAR', {
    hits: { [ISIN]: [hit('far', { ...named, sector: 'ENERGY' })] },
    closes: { far: { '2026-06-24': '500', '2026-06-29': '520' } },
  })
  const cases: [string, ReturnType<typeof fakeSource>[], object, string | null][] = [
    ['one of two names it', [one('A', {}), one('B', { sector: 'MATERIALS' })], {}, 'MATERIALS'],
    ['two agree', [one('A', { sector: 'MATERIALS' }), one('B', { sector: 'MATERIALS' })], {}, 'MATERIALS'],
    ['two do not', [one('A', { sector: 'MATERIALS' }), one('B', { sector: 'ENERGY' })], {}, null],
    ['another one is not sure', [one('A', { sector: 'MATERIALS' }), far], {}, 'MATERIALS'],
    ['only what is not sure names one', [far], {}, null],
    ['none of ours', [one('A', { sector: 'Steel' })], {}, null],
    ['the asset has one', [one('A', { sector: 'MATERIALS' })], { sector: 'INDUSTRIALS' }, 'INDUSTRIALS'],
    ['a fund', [one('A', { sector: 'MATERIALS' })], { type: 'ETF' }, null],
  ]
  const found: [string, unknown][] = []
  for (const [name, sources, fields] of cases) {
    const { add, buy, suggest, call, user } = await suggestWorld(sources)
    const id = await add({ isin: ISIN, type: 'STOCK', ...fields })
    await buy(id)
    const { filled, candidates } = (await suggest()).assets[0] ?? {}
    const { sector } = (await call(user, 'GET', `/assets/${id}`)).body
    expect([name, filled?.includes('sector'), Object.keys(candidates?.[0] ?? {}).includes('sector')]).toEqual([
      name,
      sector !== null && !('sector' in fields),
      false,
    ])
    found.push([name, sector])
  }
  expect(found).toEqual(cases.map(([name, , , sector]) => [name, sector]))
})
