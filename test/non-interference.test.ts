import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker, setSharedData } from '#test/support/factories.ts'
import { type Call, callOf, isWrite, operationsOf } from '#test/support/vandal.ts'

/**
 * What an ordinary user writes changes only answers of users who share a broker with them. A vandal calls every operation of the OpenAPI document that
 * writes, with ids of others and of their own; after that every answer of a stranger is the same to the byte. A new operation is in by itself.
 * `NON_INTERFERENCE_RUNS=500` looks longer.
 */
const RUNS = Number(process.env['NON_INTERFERENCE_RUNS'] ?? 4)
const TIMEOUT = RUNS * 60_000
const CALLS_A_RUN = 40
const NOW = new Date('2026-06-30T12:00:00.000Z')
const [FROM, TO] = ['2026-01-01', '2026-06-30']
const HEAD = 'date,type,symbol,isin,name,quantity,price,amount,currency\n'
const APPLE = 'US0378331005'
const BUY_APPLE = `${HEAD}2026-02-05,BUY,AAPL,${APPLE},Apple Inc,1,100,-100,EUR\n`
const BUY_SAP = `${HEAD}2026-02-06,BUY,SAP,DE0007164600,SAP SE,2,100,-200,EUR\n`

/** Closes of the first days of the year; the same however often one asks. */
const steady: PriceProvider = {
  ...{ code: 'STEADY', name: 'Steady', description: 'Closes', website: 'https://steady.example', attribution: 'Steady' },
  ...{ adjusted: 'none', network: false, identifierHint: 'any', options: [], pauseMilliseconds: 0, assets: {} },
  check: () => [],
  async *fetchPrices({ currency }) {
    const prices = ['05', '06', '07'].map((day) => ({ date: `2026-01-${day}`, close: `5${day}`, currency }))
    yield { prices, issues: [] }
  },
}

async function setUp(sharedData?: 'everyone') {
  const app = await createTestApp({ clock: () => NOW, deps: { plugins: { brim: [genericCsv], fx: [], assets: [steady] } } })
  const { call } = app
  const root = await app.createUser()
  const [victim, vandal] = [await app.createUser(), await app.createUser()]
  if (sharedData !== undefined) await setSharedData(app, sharedData)
  const asset = async (by: TestUser, symbol: string, fields: object = {}): Promise<number> =>
    (await call(by, 'POST', '/assets', { symbol, name: `${symbol} plc`, type: 'STOCK', currency: 'EUR', ...fields })).body.id
  const broker = await createBroker(app, victim, { name: 'Ours' })
  const own = await createBroker(app, vandal, { name: 'Theirs' })
  const assets = {
    mine: await asset(victim, 'MINE'),
    index: await asset(victim, 'WORLD', { type: 'INDEX' }),
    theirs: await asset(vandal, 'THEIRS'),
    junk: await asset(vandal, 'JUNK', { isin: APPLE, name: 'Apple Inc' }),
    spare: await asset(vandal, 'SPARE'),
    open: await asset(root, 'OPEN', { price_source: { provider: 'STEADY', identifier: 'x', options: {} } }),
  }
  await call(root, 'PATCH', `/assets/${assets.open}`, { verified: true })
  await call(root, 'POST', '/assets/prices/refresh', {})
  await call(vandal, 'PUT', `/assets/${assets.theirs}/prices`, [{ date: '2026-03-02', close: '52' }])
  const trade = (type: string, asset_id: number, date: string, quantity: string, price: string) => ({
    ...{ broker_id: broker, type, asset_id, date, quantity, price, currency: 'EUR' },
  })
  const create = [
    { broker_id: broker, type: 'DEPOSIT', date: '2026-01-02', amount: '5000', currency: 'EUR' },
    { broker_id: broker, type: 'DEPOSIT', date: '2026-01-02', amount: '100', currency: 'USD' },
    ...[assets.mine, assets.theirs, assets.open].map((id) => trade('BUY', id, '2026-01-03', '10', '50')),
    trade('SELL', assets.mine, '2026-05-02', '-2', '60'),
  ]
  expect((await call(victim, 'POST', '/transactions/batch', { create })).status).toBe(200)
  for (const id of [assets.mine, assets.index])
    await call(victim, 'PUT', `/assets/${id}/prices`, [
      { date: '2026-01-05', close: '50' },
      { date: '2026-04-03', close: '55' },
    ])
  await call(victim, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2026-01-02', rate: '1.1' }])
  const upload = (by: TestUser, id: number, text: string, query = '') => {
    const form = new FormData()
    form.set('file', new File([text], 'report.csv', { type: 'text/csv' }))
    return call(by, 'POST', `/brokers/import/upload?broker_id=${id}${query}`, form)
  }
  expect((await upload(victim, broker, BUY_SAP, '&import=true')).status).toBe(201)
  const report: string = (await upload(victim, broker, BUY_APPLE)).body.id
  await call(victim, 'POST', `/brokers/import/files/${report}/parse`, {})
  const theirReport: string = (await upload(vandal, own, BUY_APPLE)).body.id
  return { ...app, root, victim, vandal, broker, own, assets, report, theirReport, upload }
}

const writes = operationsOf().filter(isWrite)

type Scene = Awaited<ReturnType<typeof setUp>>

/** Every answer of the victim that figures stand in, and what their next import would do. */
async function answersOf({ call, victim, broker, assets, report }: Scene): Promise<Map<string, string>> {
  const query = `broker_ids=${broker}&currency=EUR`
  const reads = operationsOf('GET', '/portfolio').map(({ path, operation }) => {
    const names = new Set(operation.parameters?.map(({ name }) => name))
    const days = names.has('from') ? `&from=${FROM}&to=${TO}` : names.has('as_of') ? `&as_of=${TO}` : ''
    const extra = names.has('benchmark') ? `&benchmark=${assets.index}` : names.has('by') ? '&by=asset' : ''
    return `${path}?${query}${days}${extra}`
  })
  const found = (await call(victim, 'GET', '/assets')).body as { id: number }[]
  const ofAssets = found.flatMap(({ id }) =>
    ['', '/prices', '/events', '/history', '/prices/suspect'].map((part) => `/assets/${id}${part}`),
  )
  const others = [
    '/assets?count=true',
    '/assets/prices/refresh',
    `/brokers/${broker}`,
    `/brokers/${broker}/summary`,
    `/brokers/${broker}/access`,
  ]
  const answers = new Map<string, string>()
  for (const path of [
    ...reads,
    ...ofAssets,
    ...others,
    `/transactions?${query.split('&')[0]}`,
    `/brokers/import/files/${report}`,
  ])
    answers.set(path, withoutInstants((await call(victim, 'GET', path)).text))
  answers.set('fx', (await call(victim, 'GET', '/fx/convert?from=EUR&to=USD&amount=100&date=2026-01-02')).text)
  answers.set('preview', withoutInstants((await call(victim, 'POST', `/brokers/import/files/${report}/parse`, {})).text))
  return answers
}

/** What only says which request it was, or when a price was last asked for. */
function withoutInstants(text: string): string {
  return text.replaceAll(/"(request_id|parsed_at|last_attempt|last_success)":"[^"]*"/g, '')
}

/** Names the answers that differ. */
function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
}

/** One call of the vandal; of what ends sessions and accounts, of an accomplice. */
async function act(scene: Scene, call: Call): Promise<number> {
  const user = call.path.startsWith('/auth/') ? await scene.createUser() : scene.vandal
  const answer = await scene.call(user, call.method, call.path, call.body())
  expect([call.id, answer.status < 500 || answer.status === 503]).toEqual([call.id, true])
  return answer.status
}

const idsIn = ({ report, theirReport, own, assets }: Scene) => ({
  texts: [report, theirReport],
  own: [own, assets.junk, assets.spare],
})

test(
  'no operation that writes, called by a stranger with every id there is, changes an answer by a byte',
  async () => {
    const scene = await setUp()
    const before = await answersOf(scene)
    const statuses = new Map<string, number>()
    for (const operation of writes.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
      for (const call of fc.sample(callOf(operation, idsIn(scene)), {
        seed: 7,
        numRuns: operation.path.startsWith('/auth/') ? 2 : 12,
      })) {
        const status = await act(scene, call)
        statuses.set(operation.id, Math.min(status, statuses.get(operation.id) ?? 999))
      }
    }
    expect(differences(before, await answersOf(scene))).toEqual([])
    const done = [...statuses].filter(([, status]) => status < 300).map(([id]) => id)
    expect(done).toEqual(
      expect.arrayContaining([
        'createAsset',
        'putPrices',
        'createAssetEvent',
        'mergeAssets',
        'createBroker',
        'importReport',
        'undoImport',
      ]),
    )
  },
  TIMEOUT,
)

test(
  'property: nothing that a stranger does, in whatever order, changes an answer by a byte',
  async () => {
    const scene = await setUp()
    const before = await answersOf(scene)
    const calls = fc.array(
      fc.constantFrom(...writes).chain((operation) => callOf(operation, idsIn(scene))),
      {
        minLength: CALLS_A_RUN,
        maxLength: CALLS_A_RUN,
      },
    )
    await fc.assert(
      fc.asyncProperty(calls, async (list) => {
        for (const call of list) await act(scene, call)
        const changed = differences(before, await answersOf(scene))
        if (changed.length > 0) throw new Error(`changed: ${changed.join(', ')}`)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  TIMEOUT,
)

test(
  'where shared_data is everyone the same acts are noticed: the property can fail',
  async () => {
    const scene = await setUp('everyone')
    const before = await answersOf(scene)
    const { call, vandal, assets } = scene
    await call(vandal, 'PUT', `/assets/${assets.mine}/prices`, [{ date: '2026-06-29', close: '9999999' }])
    expect(differences(before, await answersOf(scene)).length).toBeGreaterThan(3)
  },
  TIMEOUT,
)
