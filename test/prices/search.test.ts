import { expect, spyOn, test } from 'bun:test'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { definePrices } from '#plugins/assets/provider.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { AssetSearch, type PriceProvider as ListedProvider } from '#src/prices/refresh.schema.ts'
import { createTestApp } from '#test/support/app.ts'

type Search = NonNullable<PriceProvider['search']>

const provider = (search: Search, fields: Partial<PriceProvider> = {}) =>
  definePrices({
    ...{ code: 'TEST', name: 'Test', description: 'For tests', website: '', attribution: '', adjusted: 'none' as const },
    ...{ identifierHint: 'Any text', pauseMilliseconds: 0 },
    fetchPrices: async function* () {
      yield { prices: [], issues: [] }
    },
    search,
    ...fields,
  })

async function setUp(...providers: PriceProvider[]) {
  const app = await createTestApp({ deps: { plugins: { brim: [], fx: [], assets: providers } } })
  const user = await app.createUser()
  const add = async (fields: object) => {
    const answer = await app.call(user, 'POST', '/assets', { name: 'Acme', type: 'STOCK', currency: 'EUR', ...fields })
    expect([answer.status, answer.text]).toEqual([201, answer.text])
    return answer.body.id as number
  }
  const search = async (q: string) => (await app.call(user, 'GET', `/assets/search?q=${q}`)).as(AssetSearch)
  return { ...app, user, add, search }
}

const hit = (identifier: string, fields: object = {}) => ({ identifier, symbol: identifier, name: identifier, ...fields })

test('200 the catalogue first, then what providers know, each with the asset that it is already', async () => {
  const { add, search } = await setUp(
    provider(async () => [hit('ACM.DE'), hit('ACM.L', { isin: 'US0378331005' }), hit('ACME.PA', { isin: 'DE0007164600' })]),
  )
  const sourced = await add({ symbol: 'ACM', price_source: { provider: 'TEST', identifier: 'ACM.DE' } })
  const byIsin = await add({ symbol: 'ACL', isin: 'US0378331005' })
  await add({ symbol: 'ZZZ', name: 'Other' })
  await add({ symbol: 'GONE', archived: true })
  const { assets, found, failed } = await search('acme')
  expect(assets.map((asset) => asset.symbol)).toEqual(['ACL', 'ACM'])
  expect(found.map((one) => [one.identifier, one.asset_id])).toEqual([
    ['ACM.DE', sourced],
    ['ACM.L', byIsin],
    ['ACME.PA', null],
  ])
  expect(failed).toEqual([])
})

test('200 what is in the catalogue also when every provider fails', async () => {
  const { add, search } = await setUp(provider(() => Promise.reject(sourceError('status', 'It answered 500.'))))
  await add({ symbol: 'ACM' })
  expect(await search('acme')).toMatchObject({
    ...{ assets: [{ symbol: 'ACM' }], found: [] },
    failed: [{ provider: 'TEST', detail: 'It answered 500.' }],
  })
})

test('the same question of many users at once is sent once; others wait for each other', async () => {
  const requested: string[] = []
  let [under, most] = [0, 0]
  const { search } = await setUp(
    provider(async (query) => {
      requested.push(query)
      under += 1
      most = Math.max(most, under)
      await Bun.sleep(20)
      under -= 1
      return [hit(query)]
    }),
  )
  const answers = await Promise.all(['acme', 'ACME', 'acme', 'other'].map(search))
  expect(answers.map((one) => one.found[0]?.identifier)).toEqual(['acme', 'acme', 'acme', 'other'])
  expect([requested, most]).toEqual([['acme', 'other'], 1])
})

test('a provider is left its pause between two questions', async () => {
  const requested: string[] = []
  const { search } = await setUp(
    provider(
      async (query) => {
        requested.push(query)
        return [hit(query)]
      },
      { pauseMilliseconds: 60_000 },
    ),
  )
  await search('one')
  const timers = spyOn(globalThis, 'setTimeout')
  await search('two')
  const pauses = timers.mock.calls.map(([, milliseconds = 0]) => milliseconds)
  timers.mockRestore()
  expect(requested).toEqual(['one', 'two'])
  expect(pauses.filter((pause) => pause > 50 && pause <= 2_000)).toHaveLength(1)
})

test('a flood of questions is refused for that provider, the catalogue still answers, and nothing is noted as an outage', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { add, search, call, user } = await setUp(
    provider(async (query) => {
      await held
      return [hit(query)]
    }),
  )
  await add({ symbol: 'ACM' })
  const waiting = Array.from({ length: 16 }, (_, index) => search(`q${index}`))
  for (let turn = 0; turn < 20; turn++) await Bun.sleep(1)
  const refused = await search('acme')
  expect([refused.assets.length, refused.failed[0]?.detail]).toEqual([
    1,
    'Test gets too many searches at once; try again in a moment.',
  ])
  release()
  expect((await Promise.all(waiting)).every((one) => one.failed.length === 0)).toBe(true)
  const [state] = (await call(user, 'GET', '/assets/providers')).body as ReturnType<typeof ListedProvider.parse>[]
  expect(state).toMatchObject({ failures: 0, last_error: null })
})

test('422 for a provider that there is not, or that cannot search', async () => {
  const { search: _, ...silent } = provider(async () => [], { code: 'SILENT' })
  const { call, user } = await setUp(
    provider(async (query) => [hit(query)]),
    silent,
  )
  for (const code of ['NOBODY', 'SILENT']) {
    const answer = await call(user, 'GET', `/assets/search?q=a&provider=${code}`)
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([
      422,
      'asset/search-provider',
      '/query/provider',
    ])
  }
  expect((await call(user, 'GET', '/assets/search?q=a&provider=TEST')).body.found).toHaveLength(1)
})

test('three outages in a row of searching open the circuit: the provider is not called', async () => {
  let requested = 0
  const { search } = await setUp(
    provider(() => {
      requested += 1
      return Promise.reject(sourceError('timeout', 'Too late.'))
    }),
  )
  for (const q of ['a', 'b', 'c', 'd']) await search(q)
  expect(requested).toBe(3)
  expect((await search('e')).failed[0]?.detail).toContain('it is left alone until')
})

test('200 a source without the key that it needs, or with few calls, is searched only by whoever names it', async () => {
  const key = { setting: 'FAR_API_KEY', required: true, website: 'https://far.example' }
  const keyed = provider(async () => [hit('FAR')], { code: 'FAR', name: 'Far', key })
  const scarce = provider(async () => [hit('FEW')], { code: 'FEW', searchedByName: true })
  const sources = [provider(async () => [hit('ACM')]), keyed, scarce]
  const answerOf = async (env: Record<string, string>, path = '') => {
    const app = await createTestApp({ deps: { plugins: { brim: [], fx: [], assets: sources } }, env })
    return (await app.call(await app.createUser(), 'GET', `/assets/search?q=a${path}`)).as(AssetSearch)
  }
  expect(await answerOf({})).toMatchObject({ found: [{ identifier: 'ACM' }], failed: [] })
  expect((await answerOf({ FAR_API_KEY: 'sesame' })).found.map((one) => one.identifier)).toEqual(['ACM', 'FAR'])
  expect((await answerOf({}, '&provider=FEW')).found.map((one) => one.identifier)).toEqual(['FEW'])
  expect((await answerOf({}, '&provider=FAR')).failed[0]?.detail).toBe(
    'Far wants a key: set FAR_API_KEY (from https://far.example).',
  )
})
