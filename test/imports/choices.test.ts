/** What was chosen for a report stays with it: shown again, and the default of the next parse and import. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const TABLE = 'Tag;Art;Papier;Menge;Betrag\n05.02.2024;Kauf;Lindenhof;12;-499,90\n06.02.2024;Kauf;Lindenhof;1;-40,00\n'
const MAPPING = {
  columns: { date: 'Tag', type: 'Art', name: 'Papier', quantity: 'Menge', amount: 'Betrag' },
  types: { Kauf: 'BUY' },
  ...{ date_format: 'dmy', decimal: 'comma', defaults: { currency: 'EUR' } },
}
const NONE = {
  plugin: null,
  options: null,
  asset_map: null,
  account_map: null,
  exclude: null,
  duplicates: null,
  short: null,
  opening: null,
  positions: null,
  prices: null,
  left_out: [],
}

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { allowCashOverdraft: true })
  const send = async (text: string) => (await upload(app, user, broker, 'report.csv', text)).body.id as string
  const call = async (id: string, operation: string, body: object = {}, by = user) =>
    app.call(by, 'POST', `/brokers/import/files/${id}/${operation}`, body)
  const choices = async (id: string, by = user) => (await app.call(by, 'GET', `/brokers/import/files/${id}`)).body.choices
  return { ...app, app, user, broker, send, call, choices }
}

test('a parse stores what it was given; parse and import without words do the same', async () => {
  const { send, call, choices } = await setUp()
  const id = await send(TABLE)
  expect(await choices(id)).toBe(null)
  const given = { plugin: 'broker_generic_csv', options: { mapping: MAPPING }, exclude: ['3'] }
  const first = await call(id, 'parse', given)
  expect([first.status, first.body.report.choices]).toEqual([200, { ...NONE, ...given }])
  expect(await choices(id)).toEqual({ ...NONE, ...given })
  const again = await call(id, 'parse')
  const strip = ({ report: _, ...rest }: Record<string, unknown>) => rest
  expect(strip(again.body)).toEqual(strip(first.body))
  expect(again.body.transactions.map((one: { row: number; outcome: string }) => [one.row, one.outcome])).toEqual([
    [2, 'import'],
    [3, 'excluded'],
  ])
  const done = await call(id, 'import')
  expect([done.status, done.body.imported, done.body.skipped]).toEqual([200, 1, 1])
  expect(done.body.report.choices).toEqual({ ...NONE, ...given })
})

test('null takes a member back, the others stay; a call that is refused or tried stores nothing', async () => {
  const { send, call, choices } = await setUp()
  const id = await send(TABLE)
  await call(id, 'parse', { plugin: 'broker_generic_csv', options: { mapping: MAPPING }, exclude: ['3'], duplicates: 'import' })
  expect((await call(id, 'parse', { plugin: 'nothing' })).body.code).toBe('import/plugin-unknown')
  expect((await call(id, 'parse', { plugin: 'degiro' })).body.report.status).toBe('failed')
  expect((await call(id, 'import', { short: 'allow', dry_run: true })).status).toBe(200)
  const stored = await choices(id)
  expect(stored).toMatchObject({ plugin: 'broker_generic_csv', exclude: ['3'], duplicates: 'import', short: null })
  const done = await call(id, 'import', { exclude: null })
  expect([done.body.imported, done.body.report.choices]).toEqual([2, { ...stored, exclude: null }])
  await call(id, 'undo')
  expect(await choices(id)).toEqual({ ...stored, exclude: null })
  expect((await call(id, 'import')).body.imported).toBe(2)
})

test('what a request says of short rows goes before a stored opening that says otherwise, and is what is stored then', async () => {
  const { send, call, choices } = await setUp()
  const id = await send('date,type,symbol,quantity,price,currency\n2024-02-05,SELL,LANT,-3,10,EUR\n2024-02-06,DEPOSIT,,,,EUR\n')
  const taken = async (body: object) => (await call(id, 'import', { ...body, dry_run: true })).body
  await call(id, 'parse', { opening: 'leave-out' })
  expect(await choices(id)).toMatchObject({ opening: 'leave-out', short: null })
  expect((await taken({ short: 'allow' })).imported).toBe(1)
  expect((await taken({ short: 'allow', opening: 'leave-out' })).imported).toBe(0)
  expect((await call(id, 'parse', { short: 'allow' })).body.report.choices).toMatchObject({ opening: null, short: 'allow' })
  await call(id, 'parse', { opening: 'book', short: null })
  expect((await taken({ short: 'leave-out' })).openings).toHaveLength(1)
})

test('an asset map is shown without assets that only strangers use, and another importer is not bound by it', async () => {
  const { app, user, broker, send, call, choices, store } = await setUp()
  const [reader, editor] = [await app.createUser(), await app.createUser()]
  for (const [other, role] of [
    [reader, 'VIEWER'],
    [editor, 'EDITOR'],
  ] as const)
    await app.call(user, 'POST', `/brokers/${broker}/access`, { user_id: other.id, role })
  const own = await createBroker(app, user)
  const secret = await createAsset(app, { symbol: 'SCRT', currency: 'EUR' })
  await store.writer.updateTable('asset').set({ created_by: user.id, verified: null }).where('id', '=', secret).execute()
  const line = { type: 'BUY', date: '2024-01-01', asset_id: secret, quantity: '1', price: '1', currency: 'EUR' }
  await app.call(user, 'POST', '/transactions', {
    broker_id: own,
    type: 'DEPOSIT',
    date: '2024-01-01',
    amount: '9',
    currency: 'EUR',
  })
  expect((await app.call(user, 'POST', '/transactions', { broker_id: own, ...line })).status).toBe(201)
  const id = await send(TABLE)
  const asset_map = { Lindenhof: secret }
  const given = { plugin: 'broker_generic_csv', options: { mapping: MAPPING }, asset_map }
  expect((await call(id, 'parse', given)).status).toBe(200)
  expect([(await choices(id)).asset_map, (await choices(id, reader)).asset_map]).toEqual([asset_map, {}])
  const refused = await call(id, 'import', {}, editor)
  expect([refused.status, refused.body.code]).toEqual([422, 'import/asset-map'])
  expect(JSON.stringify(refused.body)).not.toContain(`${secret}}`)
  const other = { mapping: { ...MAPPING, columns: { ...MAPPING.columns, symbol: 'Papier', name: undefined } } }
  expect((await call(id, 'parse', { options: other })).status).toBe(200)
  expect((await call(id, 'parse', { options: { mapping: MAPPING }, asset_map: { Nowhere: 'skip' } })).body.code).toBe(
    'import/asset-map',
  )
})

test('what is too long is used and named, and not stored', async () => {
  const { send, call, choices } = await setUp()
  const id = await send('date,type,amount,currency\n2024-01-02,DEPOSIT,5,EUR\n2024-01-03,DEPOSIT,6,EUR\n')
  const long = ['3', ...Array.from({ length: 2_000 }, (_, n) => `${n}`.padStart(200, 'x'))]
  const { body } = await call(id, 'parse', { exclude: long, short: 'allow' })
  expect(body.changes.cash[0].after).toBe('5')
  expect(await choices(id)).toEqual({ ...NONE, short: 'allow', left_out: ['exclude'] })
  await call(id, 'parse', { exclude: ['3'] })
  expect(await choices(id)).toEqual({ ...NONE, short: 'allow', exclude: ['3'] })
})

test('they go with the report; lists do not show them; strangers see nothing', async () => {
  const { app, user, send, call, choices, store } = await setUp()
  const id = await send('date,type,amount,currency\n2024-01-02,DEPOSIT,5,EUR\n')
  await call(id, 'parse', { short: 'allow' })
  const [listed] = (await app.call(user, 'GET', '/brokers/import/files')).body
  expect([listed.id, listed.choices]).toEqual([id, null])
  const stranger = await app.createUser()
  expect((await app.call(stranger, 'GET', `/brokers/import/files/${id}`)).status).toBe(404)
  expect(await choices(id)).toMatchObject({ short: 'allow' })
  await app.call(user, 'DELETE', `/brokers/import/files/${id}`)
  expect(await store.reader.selectFrom('report_choice').selectAll().execute()).toEqual([])
})
