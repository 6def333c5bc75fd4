/** A mapping that was confirmed once is known again by the header of the file. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { ImportTemplate } from '#src/imports/choices/template.schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'Tag;Art;Papier;Menge;Betrag;Gebühr'
const ROWS = '05.02.2024;Kauf;Lindenhof;12;-499,90;1,90\n'
const LATER = '05.03.2024;Kauf;Lindenhof;1;-45,00;1,00\n'
const MAPPING = {
  columns: { date: 'Tag', type: 'Art', name: 'Papier', quantity: 'Menge', amount: 'Betrag', fees: 'Gebühr' },
  types: { Kauf: 'BUY' },
  ...{ date_format: 'dmy', decimal: 'comma', defaults: { currency: 'EUR' } },
}
const PATH = '/brokers/import/templates'

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { allowCashOverdraft: true })
  const send = async (text: string, by = user, query = '') => (await upload(app, by, broker, 'umsaetze.csv', text, query)).body
  const put = (body: object, by: TestUser = user) => app.call(by, 'PUT', PATH, body)
  const list = async (by: TestUser = user) => (await app.call(by, 'GET', PATH)).as(ImportTemplate.array())
  const confirm = async () => {
    const { id } = await send(`${HEAD}\n${ROWS}`)
    await app.call(user, 'POST', `/brokers/import/files/${id}/parse`, {
      plugin: 'broker_generic_csv',
      options: { mapping: MAPPING },
    })
    return id as string
  }
  return { ...app, app, user, broker, send, put, list, confirm }
}

test('a template of a confirmed mapping reads the next file with that header, whatever its rows, case and blanks', async () => {
  const { send, put, list, confirm } = await setUp()
  const report_id = await confirm()
  const made = (await put({ name: ' Kleinbank ', report_id })).as(ImportTemplate)
  expect([made.name, made.plugin, made.titles, made.mapping]).toEqual([
    'Kleinbank',
    'broker_generic_csv',
    HEAD.split(';'),
    MAPPING,
  ])
  expect(await list()).toEqual([made])
  const report = await send(`Umsätze;;;;;\n${HEAD.replace('Tag', ' tag ').replace('Gebühr', 'GEBUHR')};\n${LATER}`)
  expect([report.status, report.template, report.near_template, report.problem]).toEqual([
    'uploaded',
    { name: 'Kleinbank' },
    null,
    null,
  ])
  expect([report.compatible_plugins, report.choices.options]).toEqual([['broker_generic_csv'], { mapping: MAPPING }])
  const direct = await send(`${HEAD}\n${LATER}`, undefined, '&import=true')
  expect([direct.status, direct.result.imported, direct.template]).toEqual(['imported', 1, { name: 'Kleinbank' }])
})

test('a header that has changed does not match, and says which columns are new and which are gone', async () => {
  const { send, put, confirm } = await setUp()
  await put({ name: 'Kleinbank', report_id: await confirm() })
  const near = async (head: string) => {
    const { template, near_template, compatible_plugins } = await send(`${head}\n${LATER}`)
    expect([template, compatible_plugins]).toEqual([null, []])
    return near_template
  }
  expect(await near('Tag;Art;Papier;Menge;Betrag;Kosten')).toEqual({
    name: 'Kleinbank',
    missing: ['Gebühr'],
    unknown: ['Kosten'],
  })
  expect(await near('Tag;Art;Papier;Menge;Betrag')).toEqual({ name: 'Kleinbank', missing: ['Gebühr'], unknown: [] })
  expect(await near('Art;Tag;Papier;Menge;Betrag;Gebühr')).toEqual({ name: 'Kleinbank', missing: [], unknown: [] })
  expect(await near('Farbe;Form;Papier;Gewicht')).toBe(null)
})

test('a template goes before the importers that know the file', async () => {
  const { user, send, put, call } = await setUp()
  const text = 'date,type,amount,currency,comment\n2024-01-02,DEPOSIT,5,EUR,x\n'
  const { id, compatible_plugins } = await send(text)
  const mapping = { columns: { date: 'date', type: 'type', amount: 'amount', currency: 'currency', description: 'comment' } }
  expect(compatible_plugins).toEqual([])
  await call(user, 'POST', `/brokers/import/files/${id}/import`, { plugin: 'broker_generic_csv', options: { mapping } })
  expect((await put({ name: 'Own', report_id: id })).status).toBe(200)
  expect((await send(text.replace('5', '6'))).choices).toMatchObject({ plugin: 'broker_generic_csv', options: { mapping } })
})

test('templates are of one user: others neither see nor use them, not even at the same broker', async () => {
  const { app, user, broker, send, put, list, confirm, call } = await setUp()
  const other = await app.createUser()
  await call(user, 'POST', `/brokers/${broker}/access`, { user_id: other.id, role: 'EDITOR' })
  const report_id = await confirm()
  await put({ name: 'Kleinbank', report_id })
  expect(await list(other)).toEqual([])
  expect(await send(`${HEAD}\n${LATER}`, other)).toMatchObject({
    status: 'failed',
    template: null,
    near_template: null,
    choices: null,
  })
  const mine = await send(`${HEAD}\n\n${LATER}`)
  expect(mine.template).toEqual({ name: 'Kleinbank' })
  const seen = (await call(other, 'GET', `/brokers/import/files/${mine.id}`)).body
  expect([seen.template, seen.choices.plugin]).toEqual([null, 'broker_generic_csv'])
  expect(JSON.stringify(seen)).not.toContain('Kleinbank')
  expect((await call(other, 'DELETE', `${PATH}?name=Kleinbank`)).status).toBe(404)
  expect((await put({ name: 'Mine', report_id }, await app.createUser())).body.code).toBe('import/not-found')
  expect((await put({ name: 'Kleinbank', report_id }, other)).status).toBe(200)
})

test('a name is one template; a header too; what is no mapping is refused', async () => {
  const { send, put, list, confirm, call, user } = await setUp()
  const given = { name: 'Kleinbank', titles: HEAD.split(';'), mapping: MAPPING }
  const first = (await put(given)).as(ImportTemplate)
  const again = (await put({ ...given, name: 'KLEINBANK', mapping: { ...MAPPING, decimal: 'dot' } })).as(ImportTemplate)
  expect([again.name, again.created_at, again.fingerprint, (await list()).length]).toEqual([
    'KLEINBANK',
    first.created_at,
    first.fingerprint,
    1,
  ])
  const twin = await put({ ...given, name: 'Other' })
  expect([twin.status, twin.body.code, twin.body.name]).toEqual([409, 'import/template-header', 'KLEINBANK'])
  for (const [change, pointer] of [
    [{ titles: ['Tag', 'Art'] }, '/mapping'],
    [{ mapping: { columns: 5 } }, '/mapping'],
    [{ plugin: 'degiro' }, '/plugin'],
    [{ titles: undefined }, '/report_id'],
    [{ report_id: crypto.randomUUID() }, '/report_id'],
    [
      {
        mapping: { ...MAPPING, types: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`type number ${n}`, 'BUY'])) },
      },
      '/mapping',
    ],
  ] as const) {
    const { status, body } = await put({ ...given, name: 'New', titles: [...given.titles, 'x'], ...change })
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, pointer])
  }
  const { id } = await send('colour;size\nred;1\n')
  expect((await put({ name: 'None', report_id: id })).body.code).toBe('import/template-mapping')
  expect((await call(user, 'DELETE', `${PATH}?name=kleinbank`)).status).toBe(204)
  expect([await list(), (await call(user, 'DELETE', `${PATH}?name=kleinbank`)).body.code]).toEqual([
    [],
    'import/template-not-found',
  ])
  expect((await put({ name: 'New', report_id: await confirm() })).status).toBe(200)
})

test('a hundred templates are enough', async () => {
  const { put, list } = await setUp()
  const make = (n: number) => put({ name: `t${n}`, titles: [...HEAD.split(';'), `c${n}`], mapping: MAPPING })
  for (let n = 0; n < 100; n++) expect((await make(n)).status).toBe(200)
  const { status, body } = await make(100)
  expect([status, body.code, (await list()).length]).toEqual([409, 'import/templates-full', 100])
  expect((await put({ name: 't7', titles: HEAD.split(';'), mapping: MAPPING })).status).toBe(200)
})

test('they go with their user', async () => {
  const { app, user, put, store } = await setUp()
  const root = await app.createUser({ isSuperuser: true })
  await put({ name: 'Kleinbank', titles: HEAD.split(';'), mapping: MAPPING })
  await app.call(user, 'DELETE', `/brokers/1`)
  const gone = await app.call(root, 'DELETE', `/users/${user.id}`, {})
  expect(gone.status).toBeLessThan(300)
  expect(await store.reader.selectFrom('import_template').selectAll().execute()).toEqual([])
})
