import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const TITLES = 'date,type,symbol,asset_type,quantity,price,amount,currency,account,external_id'
const rows = (...lines: string[]) => `${[TITLES, ...lines].join('\n')}\n`
const FILE = rows(
  '2024-01-02,DEPOSIT,,,,,1000,EUR,Main,d1',
  '2024-01-02,DEPOSIT,,,,,1000,EUR,Depot 2,d2',
  '2024-01-03,BUY,LANT,STOCK,10,5,,EUR,Main,b1',
  '2024-02-01,TRANSFER,LANT,STOCK,-4,,,,Main,t1',
  '2024-02-01,TRANSFER,LANT,STOCK,4,,,,Depot 2,t2',
  '2024-03-01,SELL,LANT,STOCK,-4,6,,EUR,Depot 2,s1',
  '2024-03-02,DEPOSIT,,,,,5,EUR,,',
)

async function setUp() {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const [user, other] = [await app.createUser(), await app.createUser()]
  const home = await createBroker(app, user, { members: [[other, 'EDITOR']] })
  const second = await createBroker(app, user)
  const store = async (content: string) => (await upload(app, user, home, 'own.csv', content)).body.id as string
  const act = (who: TestUser, id: string, what: string, body: object) =>
    app.call(who, 'POST', `/brokers/import/files/${id}/${what}`, body)
  const linesOf = async (broker: number) =>
    (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc`)).body as {
      [name: string]: string | number | null
    }[]
  return { ...app, app, user, other, home, second, store, act, linesOf }
}

test('accounts go to the brokers of the map: the preview lists them first, ids and shortages are per broker, undo takes all', async () => {
  const { call, user, home, second, store, act, linesOf } = await setUp()
  const id = await store(FILE)
  const unmapped = (await act(user, id, 'parse', {})).body
  expect([unmapped.accounts, unmapped.accounts_total]).toEqual([
    [
      { account: 'Depot 2', broker_id: home, transactions: 3 },
      { account: 'Main', broker_id: home, transactions: 3 },
      { account: null, broker_id: home, transactions: 1 },
    ],
    3,
  ])
  const account_map = { 'Depot 2': second }
  const seen = (await act(user, id, 'parse', { account_map })).body
  expect(seen.accounts.map((share: { broker_id: number }) => share.broker_id)).toEqual([second, home, home])
  expect([seen.shortages, seen.issues]).toEqual([[], []])
  const dry = await act(user, id, 'import', { account_map, dry_run: true })
  expect([dry.status, dry.body.imported, await linesOf(second)]).toEqual([200, 7, []])
  const { status, body } = await act(user, id, 'import', { account_map })
  expect([status, body.imported, body.report.other_brokers]).toEqual([200, 7, [second]])
  const [first, then] = [await linesOf(home), await linesOf(second)]
  expect([first.map(({ type }) => type), then.map(({ type, account }) => `${type} ${account}`)]).toEqual([
    ['DEPOSIT', 'BUY', 'TRANSFER', 'DEPOSIT'],
    ['DEPOSIT Depot 2', 'TRANSFER Depot 2', 'SELL Depot 2'],
  ])
  expect(then[0]?.['external_id']).toBe('d2')
  expect([first[2]?.['group_id'] === null, first[2]?.['group_id']]).toEqual([false, then[1]?.['group_id'] ?? null])
  const gains = await call(user, 'GET', `/portfolio/gains?broker_ids=${second}&currency=EUR`)
  expect([gains.status, JSON.stringify(gains.body).includes('"cost":"20"')]).toEqual([200, true])
  const undone = await act(user, id, 'undo', {})
  expect([undone.status, undone.body.other_brokers, await linesOf(home), await linesOf(second)]).toEqual([200, [], [], []])
})

test('a broker that is unknown, foreign or only to be read, and an account that is not there: nothing is written or said', async () => {
  const { app, user, other, home, store, act, linesOf } = await setUp()
  const foreign = await createBroker(app, other)
  const readable = await createBroker(app, other, { members: [[user, 'VIEWER']] })
  const id = await store(FILE)
  for (const what of ['parse', 'import']) {
    const refused = async (account_map: object) => {
      const { status, body } = await act(user, id, what, { account_map })
      return [status, body.code, body.detail]
    }
    const [missing, strange] = [await refused({ 'Depot 2': 4_711 }), await refused({ 'Depot 2': foreign })]
    expect(missing).toEqual(strange)
    expect([strange.slice(0, 2), (await refused({ 'Depot 2': readable })).slice(0, 2)]).toEqual([
      [404, 'broker/not-found'],
      [403, 'broker/role-too-small'],
    ])
    const unknown = await act(user, id, what, { account_map: { 'Depot/9': home } })
    expect([unknown.status, unknown.body.code, unknown.body.errors[0].pointer]).toEqual([
      422,
      'import/account-map',
      '/account_map/Depot~19',
    ])
  }
  expect(await linesOf(home)).toEqual([])
  expect((await act(user, id, 'import', {})).body.imported).toBeGreaterThan(0)
})

test('all or nothing: what is short at one broker keeps everything back; left out, an event goes at both', async () => {
  const { user, home, second, store, act, linesOf } = await setUp()
  const id = await store(
    rows(
      '2024-01-02,DEPOSIT,,,,,1000,EUR,Main,',
      '2024-02-01,TRANSFER,LANT,STOCK,-4,,,,Main,',
      '2024-02-01,TRANSFER,LANT,STOCK,4,,,,Depot 2,',
    ),
  )
  const account_map = { 'Depot 2': second }
  const refused = await act(user, id, 'import', { account_map, opening: 'refuse' })
  expect([refused.status, refused.body.code, refused.body.broker_id, await linesOf(second)]).toEqual([
    409,
    'transaction/short',
    home,
    [],
  ])
  const left = await act(user, id, 'import', { account_map, short: 'leave-out', opening: null })
  expect([left.body.imported, (await linesOf(home)).length, await linesOf(second)]).toEqual([1, 1, []])
})

test('who may not see the other broker learns nothing of it, and cannot undo; who lost the right neither; who has it can', async () => {
  const { app, call, user, other, home, second, store, act, linesOf } = await setUp()
  const id = await store(FILE)
  await act(user, id, 'import', { account_map: { 'Depot 2': second } })
  const brokersFor = async (who: TestUser) => {
    const one = (await call(who, 'GET', `/brokers/import/files/${id}`)).body
    const [listed] = (await call(who, 'GET', `/brokers/import/files?broker_ids=${home}`)).body
    return [one.other_brokers, listed.other_brokers]
  }
  expect([await brokersFor(user), await brokersFor(other)]).toEqual([
    [[second], [second]],
    [[], []],
  ])
  const refused = await act(other, id, 'undo', { force: true })
  expect([refused.status, refused.body.code, refused.text.includes(`${second}`) && second > 9]).toEqual([
    403,
    'import/not-yours',
    false,
  ])
  for (const query of ['', '?undo=true']) {
    const deleted = await call(other, 'DELETE', `/brokers/import/files/${id}${query}`)
    expect([deleted.status, deleted.body.code]).toEqual([403, 'import/not-yours'])
  }
  expect((await linesOf(second)).map(({ report_id }) => report_id)).toEqual([id, id, id])
  await app.store.writer.updateTable('broker_access').set({ role: 'VIEWER' }).where('broker_id', '=', second).execute()
  expect((await act(user, id, 'undo', {})).body.code).toBe('import/not-yours')
  await app.store.writer.updateTable('broker_access').set({ role: 'EDITOR' }).where('broker_id', '=', second).execute()
  expect([(await act(user, id, 'undo', {})).status, await linesOf(second)]).toEqual([200, []])
})

test('lines at another broker stay when the broker of their report goes, and stand for themselves', async () => {
  const { call, user, home, second, store, act, linesOf } = await setUp()
  const id = await store(FILE)
  await act(user, id, 'import', { account_map: { 'Depot 2': second } })
  expect((await call(user, 'DELETE', `/brokers/${home}`)).status).toBeLessThan(300)
  expect((await linesOf(second)).map(({ report_id }) => report_id)).toEqual([null, null, null])
})

test('what another broker has already is a duplicate there, and only there', async () => {
  const { app, user, second, store, act } = await setUp()
  const one = rows('2024-01-02,DEPOSIT,,,,,1000,EUR,Depot 2,')
  await upload(app, user, second, 'before.csv', one, '&import=true')
  const id = await store(rows('2024-01-02,DEPOSIT,,,,,1000,EUR,Main,', '2024-01-02,DEPOSIT,,,,,1000,EUR,Depot 2,'))
  const { body } = await act(user, id, 'import', { account_map: { 'Depot 2': second } })
  expect([body.imported, body.duplicates, body.report.other_brokers]).toEqual([1, 1, []])
})

test('a transfer of which one leg is at the other broker already brings the other leg alone', async () => {
  const { app, call, user, home, second, store, act, linesOf } = await setUp()
  const leg = '2024-02-01,TRANSFER,LANT,STOCK,4,,,,Depot 2,'
  await upload(app, user, second, 'before.csv', rows(leg), '&import=true')
  const grouped = (line: string) => `${line},g`
  const file = [
    `${TITLES},group`,
    `2024-01-02,DEPOSIT,,,,,1000,EUR,Main,,`,
    `2024-01-03,BUY,LANT,STOCK,10,5,,EUR,Main,,`,
    grouped('2024-02-01,TRANSFER,LANT,STOCK,-4,,,,Main,'),
    grouped(leg),
  ]
  const { status, body } = await act(user, await store(`${file.join('\n')}\n`), 'import', { account_map: { 'Depot 2': second } })
  expect([status, body.imported, body.duplicates]).toEqual([200, 3, 1])
  const quantities = async (broker: number) =>
    (await call(user, 'GET', `/brokers/${broker}/summary`)).body.holdings.map(({ quantity }: { quantity: string }) => quantity)
  expect([await quantities(home), await quantities(second)]).toEqual([['6'], ['4']])
  expect((await linesOf(home)).map(({ group_id }) => group_id)).toEqual([null, null, null])
})
