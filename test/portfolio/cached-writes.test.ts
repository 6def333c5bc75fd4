import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStore, type Store } from '#db/connection.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createMemory } from '#src/memory.ts'
import { createServer } from '#src/server.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'
import { tableProvider } from '../fx/source.ts'
import { storeRates } from '../fx/store.ts'

const DAY = '2024-03-31'
const REPORTS = [
  'portfolio/performance',
  'portfolio/performance?scope=assets&from=2024-02-10',
  'portfolio/performance?owned=true&from=2024-01-20',
  'portfolio/performance?benchmark=2&from=2024-02-10&broker_ids=1',
  'portfolio/performance/breakdown?by=asset&from=2024-02-10',
  'portfolio/performance/breakdown?by=broker',
  'portfolio/history?interval=daily&from=2024-02-10',
  'portfolio/history?interval=monthly&scope=assets',
  'portfolio/holdings?lots=true&explain=true',
  'portfolio/holdings?lots=true&method=S104',
  'portfolio/holdings?method=AVERAGE&broker_ids=2',
  'portfolio/gains',
  'portfolio/gains?method=HIFO&format=csv',
  'portfolio/income',
  'portfolio/cash-flows',
  'portfolio/costs?format=csv',
  ...['asset', 'type', 'broker', 'currency', 'country', 'sector'].map((by) => `portfolio/allocation?by=${by}`),
  ...['history', 'drawdown', 'income'].map((chart) => `portfolio/charts/${chart}.svg`),
  'portfolio/charts/allocation.svg?by=type',
  'brokers/1/summary',
  'brokers/2/summary?currency=USD',
  'brokers/3/summary',
]

/** What a friend asks: the code is the same, and which brokers count shows in any of them. */
const OF_A_FRIEND = REPORTS.filter((_, index) => index % 3 === 0)

async function setUp() {
  const fx = ['ONE', 'TWO'].map((code) => tableProvider(code, 'EUR', 'USD'))
  const app = await createTestApp({
    clock: () => new Date(`${DAY}T12:00:00Z`),
    deps: { plugins: { brim: brokerPlugins, assets: [], fx } },
  })
  const user = await app.createUser()
  const friend = await app.createUser()
  for (const name of ['One', 'Two', 'Three']) await createBroker(app, user, { name, allowAssetShorting: true })
  for (const [symbol, currency] of [
    ['AAA', 'EUR'],
    ['BBB', 'USD'],
    ['CCC', 'EUR'],
    ['DDD', 'EUR'],
  ] as const)
    await createAsset(app, { symbol, currency, createdBy: user.id })
  const write = async (method: string, path: string, body?: unknown) => {
    const answer = await app.call(user, method, path, body)
    expect([method, path, answer.status < 300 ? 'ok' : answer.text]).toEqual([method, path, 'ok'])
    return answer.body
  }
  const book = async (...create: object[]) => await write('POST', '/transactions/batch', { create })
  return { app, user, friend, write, book }
}

type World = Awaited<ReturnType<typeof setUp>>

async function fill({ app, write, book }: World) {
  const at = (broker_id: number, asset_id: number, currency = 'EUR') => ({ broker_id, asset_id, currency })
  await book(
    { broker_id: 1, type: 'DEPOSIT', date: '2024-01-05', amount: '5000', currency: 'EUR' },
    { broker_id: 2, type: 'DEPOSIT', date: '2024-01-05', amount: '900', currency: 'USD' },
    { ...at(1, 1), type: 'BUY', date: '2024-01-08', quantity: '10', price: '20', fees: '1' },
    { ...at(1, 1), type: 'BUY', date: '2024-02-14', quantity: '5', price: '24', fees: '1' },
    { ...at(1, 2, 'USD'), type: 'BUY', date: '2024-01-09', quantity: '8', price: '30' },
    { ...at(2, 2, 'USD'), type: 'BUY', date: '2024-02-20', quantity: '4', price: '33' },
    { ...at(2, 3), type: 'BUY', date: '2024-01-12', quantity: '6', price: '50' },
    { ...at(3, 1), type: 'BUY', date: '2024-01-15', quantity: '7', price: '21' },
    { ...at(1, 1), type: 'DIVIDEND', date: '2024-02-25', amount: '9', taxes: '1' },
    { ...at(1, 1), type: 'SELL', date: '2024-03-05', quantity: '-4', price: '26' },
    { ...at(2, 2, 'USD'), type: 'SELL', date: '2024-03-06', quantity: '-1', price: '35' },
    { broker_id: 1, asset_id: 4, type: 'ADJUSTMENT', date: '2024-01-10', quantity: '3', cost_basis: '210', currency: 'EUR' },
    { broker_id: 1, type: 'FEE', date: '2024-03-07', amount: '-3', currency: 'EUR' },
    { broker_id: 3, asset_id: 1, type: 'TRANSFER', date: '2024-02-12', quantity: '-2', group: 'move' },
    { broker_id: 2, asset_id: 1, type: 'TRANSFER', date: '2024-02-12', quantity: '2', group: 'move' },
  )
  for (const [id, factor] of [
    [1, 20],
    [2, 30],
    [3, 50],
  ] as const) {
    const days = ['2024-01-08', '2024-02-09', '2024-02-20', '2024-03-05', '2024-03-28']
    await write(
      'PUT',
      `/assets/${id}/prices`,
      days.map((date, index) => ({ date, close: String(factor + index * id) })),
    )
  }
  const days = ['2024-01-03', '2024-02-08', '2024-02-19', '2024-03-04', '2024-03-27']
  for (const [code, first] of [
    ['ONE', 1.05],
    ['TWO', 1.25],
  ] as const)
    await storeRates(
      app,
      code,
      days.map((day, index) => ['EUR', 'USD', day, (first + index / 100).toFixed(2)] as const),
    )
}

/** Reports of both users, as one service answers them. */
async function ask(
  [user, friend]: readonly [TestUser, TestUser],
  request: (path: string, user: TestUser) => Promise<string>,
): Promise<string[]> {
  const answers: string[] = []
  const questions = [
    ...REPORTS.map((report) => [user, report] as const),
    ...OF_A_FRIEND.map((report) => [friend, report] as const),
  ]
  for (const [one, report] of questions) answers.push(`${one.id} ${report}: ${await request(`/${report}`, one)}`)
  return answers
}

/** Reports by a service that has cached nothing, over connections of its own. */
async function cold({ app, user, friend }: World, store: Store): Promise<string[]> {
  const memory = createMemory()
  const server = createServer({ ...app.deps, memory, db: store.writer, reader: store.reader })
  const answers = await ask([user, friend], async (path, { token }) => {
    const answer = await server.request(`/api/v1${path}`, { headers: { Cookie: `session=${token}` } })
    return `${answer.status} ${masked(await answer.text())}`
  })
  await memory.close()
  return answers
}

async function warm({ app, user, friend }: World): Promise<string[]> {
  return await ask([user, friend], async (path, one) => {
    const { status, text } = await app.call(one, 'GET', path)
    return `${status} ${masked(text)}`
  })
}

/** A problem says which request it answers. */
const masked = (text: string) => text.replace(/"(request_id|instance)":"[^"]*"/g, '')

const IMPORTED =
  'date,type,symbol,asset_type,quantity,price,amount,currency\n2024-02-16,BUY,AAA,STOCK,3,23,,EUR\n2024-02-17,DEPOSIT,,,,,70,EUR\n'

/** Every operation that writes something which a report may depend on; `null` = it changes no answer. */
function writes({ app, user, friend, write, book }: World): (readonly [string, () => Promise<unknown>, null?])[] {
  const made = { buy: 0, event: 0, routes: [] as number[], report: 0 }
  const line = { broker_id: 1, asset_id: 1, currency: 'EUR', type: 'BUY', quantity: '2', price: '22' }
  const route = (provider: string) => async () => {
    const chain_steps = [{ from: 'EUR', to: 'USD', provider }]
    made.routes.push((await write('POST', '/fx/providers/routes', { chain_steps })).id)
  }
  const patch = (body: object) => async () => await write('PATCH', '/assets/2', body)
  return [
    ['a transaction', async () => (made.buy = (await write('POST', '/transactions', { ...line, date: '2024-02-16' })).id)],
    ['its price', () => write('PATCH', `/transactions/${made.buy}`, { price: '23' })],
    ['its day', () => write('PATCH', `/transactions/${made.buy}`, { date: '2024-01-28' })],
    ['its time', () => write('PATCH', `/transactions/${made.buy}`, { time: '10:00:00' }), null],
    ['its description', () => write('PATCH', `/transactions/${made.buy}`, { description: 'one' }), null],
    ['its asset', () => write('PATCH', `/transactions/${made.buy}`, { asset_id: 3 })],
    ['its end', () => write('DELETE', `/transactions/${made.buy}`)],
    [
      'several at once',
      async () => {
        const all = (await app.call(user, 'GET', '/transactions?limit=1000&order=date_asc')).body as {
          id: number
          type: string
        }[]
        const [sale, fee] = ['SELL', 'FEE'].map((type) => all.find((one) => one.type === type)?.id)
        const update = [{ id: sale, quantity: '-3' }]
        await write('POST', '/transactions/batch', { create: [{ ...line, date: '2024-02-18' }], update, delete: [fee] })
      },
    ],
    [
      'a line at another broker instead',
      async () => {
        const all = (await app.call(user, 'GET', '/transactions?limit=1000&broker_ids=1')).body as { id: number; date: string }[]
        const moved = all.find((one) => one.date === '2024-02-18')?.id
        await write('POST', '/transactions/batch', {
          create: [{ ...line, broker_id: 2, date: '2024-02-18' }],
          delete: [moved],
        })
      },
    ],
    ['units of a price', () => write('PATCH', '/assets/4', { price_quantity: '10' })],
    ['the type of an asset', patch({ type: 'ETF' })],
    ['its sector', patch({ sector: 'ENERGY' })],
    ['its country', patch({ country: 'FR' })],
    ['its allocation', patch({ allocation: { countries: { IT: '0.4' }, sectors: { ENERGY: '0.3' } } })],
    ['its symbol', patch({ symbol: 'BB2' })],
    ['its name', patch({ name: 'Another name' })],
    ['its currency', patch({ currency: 'EUR' })],
    ['its currency again', patch({ currency: 'USD' })],
    ['closes', () => write('PUT', '/assets/1/prices', [{ date: '2024-03-15', close: '31' }])],
    ['a close before all', () => write('PUT', '/assets/1/prices', [{ date: '2023-12-29', close: '18' }]), null],
    ['a close changed', () => write('PUT', '/assets/1/prices', [{ date: '2024-03-15', close: '29' }])],
    ['a close removed', () => write('DELETE', '/assets/1/prices?from=2024-03-15&to=2024-03-15')],
    [
      'a split',
      async () =>
        (made.event = (await write('POST', '/assets/3/events', { type: 'SPLIT', date: '2024-03-30', ratio: '2:1' })).id),
    ],
    ['the split removed', () => write('DELETE', `/assets/3/events/${made.event}`)],
    ['a route', route('ONE')],
    ['another route', route('TWO'), null],
    ['its priority', () => write('PATCH', `/fx/providers/routes/${made.routes[0]}`, { priority: 9 })],
    ['a route removed', () => write('DELETE', `/fx/providers/routes/${made.routes[1]}`)],
    ['the last route removed', () => write('DELETE', `/fx/providers/routes/${made.routes[0]}`)],
    ['a rate', () => write('PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2024-02-10', rate: '1.5' }])],
    ['a rate changed', () => write('PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2024-02-10', rate: '1.6' }])],
    ['a rate removed', () => write('DELETE', '/fx/rates?base=EUR&quote=USD&from=2024-02-10&to=2024-02-10')],
    ['a member', () => write('POST', '/brokers/1/access', { user_id: friend.id, role: 'VIEWER', share: '0' })],
    ['shares', () => write('PATCH', `/brokers/1/access/${user.id}`, { share: '0.4' })],
    ['a role', () => write('PATCH', `/brokers/1/access/${friend.id}`, { role: 'EDITOR' }), null],
    ['a member of another', () => write('POST', '/brokers/2/access', { user_id: friend.id, role: 'OWNER', share: '0' })],
    ['a member removed', () => write('DELETE', `/brokers/1/access/${friend.id}`)],
    ['a currency of one’s own', () => write('PATCH', '/auth/users/me/preferences', { currency: 'USD' })],
    ['a method of one’s own', () => write('PATCH', '/auth/users/me/preferences', { cost_basis_method: 'LIFO' })],
    ['a language of one’s own', () => write('PATCH', '/auth/users/me/preferences', { language: 'de' })],
    ['the name of a broker', () => write('PATCH', '/brokers/2', { name: 'Second' })],
    ['its currency', () => write('PATCH', '/brokers/3', { currency: 'EUR' })],
    [
      'an import',
      async () => {
        const answer = await upload(app, user, 1, 'report.csv', IMPORTED, '&import=true')
        expect([answer.status, answer.body.result?.issues]).toEqual([201, []])
        made.report = answer.body.id
      },
    ],
    ['the import undone', () => write('POST', `/brokers/import/files/${made.report}/undo`, {})],
    ['an asset merged', () => write('POST', '/assets/3/merge', { into: 1 })],
    [
      'named lots',
      () => book({ ...line, type: 'SELL', quantity: '-1', date: '2024-03-20', lots: [{ lot_id: 4, quantity: '1' }] }),
    ],
    ['a broker removed that sent units', () => write('DELETE', '/brokers/3')],
    [
      'units from a broker that only a friend sees',
      async () => {
        const own = await createBroker(app, friend, { name: 'Own' })
        const leg = { asset_id: 2, date: '2024-02-21', type: 'TRANSFER', group: 'gift' }
        const bought = {
          broker_id: own,
          asset_id: 2,
          type: 'BUY',
          date: '2024-01-17',
          quantity: '5',
          price: '31',
          currency: 'USD',
        }
        const create = [bought, { ...leg, broker_id: own, quantity: '-5' }, { ...leg, broker_id: 2, quantity: '5' }]
        expect((await app.call(friend, 'POST', '/transactions/batch', { create })).status).toBe(200)
      },
    ],
    ['the friend removed, with that broker', () => write('DELETE', `/users/${friend.id}`)],
  ]
}

test('200 with what holds now after every kind of write, whoever asks', async () => {
  const world = await setUp()
  await fill(world)
  const operations = writes(world)
  let [compared, unexpected] = [0, [] as string[]]
  const store = openStore(join(world.app.folder, 'holdfast.db'), { durable: false })
  afterwards(() => store.close())
  let before = await warm(world)
  for (const [name, operation, isSame] of operations) {
    await operation()
    const after = await warm(world)
    const fresh = await cold(world, store)
    const differs = after.filter((answer, index) => answer !== fresh[index]).map((answer) => answer.slice(0, 60))
    expect([name, differs]).toEqual([name, []])
    const changed = after.some((answer, index) => answer !== before[index])
    if (changed === (isSame === null)) unexpected = [...unexpected, name]
    compared += after.length
    before = after
  }
  expect(unexpected).toEqual([])
  expect(compared).toBe(operations.length * (REPORTS.length + OF_A_FRIEND.length))
}, 120_000)
