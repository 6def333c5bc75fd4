import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { ReceivedAnswer, ReceivedReport } from '#src/imports/received/received.schema.ts'
import { Report } from '#src/imports/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { upload } from '#test/support/report.ts'

const OWN = 'date,type,amount,currency\n'
const line = (day: number, amount: string) => `2024-02-${String(day).padStart(2, '0')},DEPOSIT,${amount},EUR\n`
const KRAKEN =
  '"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"\n"L1","R1","2024-01-02 10:00:00","deposit","","currency","ZEUR",500.0000,0.0000,500.0000\n'
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
const RECEIVED = '/brokers/import/received'

async function start() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const send = (by: TestUser, ...files: readonly (readonly [name: string, text: string])[]) => {
    const form = new FormData()
    for (const [name, text] of files) form.append('file', new File([text], name))
    return app.call(by, 'POST', RECEIVED, form)
  }
  const broker = async (by: TestUser, name: string, fields: object = {}): Promise<number> =>
    (await app.call(by, 'POST', '/brokers', { name, currency: 'EUR', ...fields })).body.id
  const waiting = async (by: TestUser) => ReceivedReport.array().parse((await app.call(by, 'GET', RECEIVED)).body)
  const report = (by: TestUser, broker_id: number, ...file_ids: readonly string[]) =>
    app.call(by, 'POST', `${RECEIVED}/report`, { broker_id, file_ids })
  return { app, user, send, broker, waiting, report }
}

test('201: files of several brokers wait, each with its importer and the brokers that it seems to be of', async () => {
  const { app, user, send, broker, waiting } = await start()
  const [named, chosen] = [await broker(user, 'My Kraken money'), await broker(user, 'Coins', { import_plugin: 'kraken' })]
  const other = await broker(user, 'Krakenfels Bank')
  await upload(app, user, other, 'before.csv', OWN + line(1, '4'), '&import=true')
  const sent = await send(user, ['ledgers.csv', KRAKEN], ['own.csv', OWN + line(2, '5')], ['notes.csv', 'a,b\n1,2\n'])
  expect(sent.status).toBe(201)
  const { files, refused } = ReceivedAnswer.parse(sent.body)
  expect(refused).toEqual([])
  expect(files.map((one) => [one.filename, one.plugin, one.broker_name, one.problem?.code ?? null, one.brokers])).toEqual([
    [
      ...['ledgers.csv', 'kraken', 'Kraken', null],
      [
        { broker_id: chosen, because: 'importer' },
        { broker_id: named, because: 'name' },
      ],
    ],
    ['own.csv', 'broker_generic_csv', null, null, [{ broker_id: other, because: 'reports' }]],
    ['notes.csv', null, null, 'import/no-plugin', []],
  ])
  expect(await waiting(user)).toEqual(files)
  expect((await app.call(user, 'GET', '/uploads')).body.length).toBe(3)
  expect((await app.call(user, 'GET', '/brokers/import/files')).body.length).toBe(1)
})

test('what is no report is refused by itself, and the other files stay; where none is left it is the answer', async () => {
  const { user, send, waiting } = await start()
  const { files, refused } = ReceivedAnswer.parse((await send(user, ['a.pdf', PDF], ['own.csv', OWN + line(1, '1')])).body)
  expect([files.map(({ filename }) => filename), refused.map(({ filename, problem }) => [filename, problem.code])]).toEqual([
    ['own.csv'],
    [['a.pdf', 'upload/type-unsupported']],
  ])
  const alone = await send(user, ['a.pdf', PDF])
  expect([alone.status, alone.body.code]).toEqual([415, 'upload/type-unsupported'])
  const again = await send(user, ['the same.csv', OWN + line(1, '1')])
  expect([again.status, again.body.files[0].id, (await waiting(user)).length]).toEqual([201, files[0]?.id, 1])
})

test('201: files that wait become one report at a broker, are uploads no more, and take no room twice', async () => {
  const { app, user, send, broker, waiting, report } = await start()
  const id = await broker(user, 'Main')
  const { files } = ReceivedAnswer.parse((await send(user, ['a.csv', OWN + line(1, '1')], ['b.csv', OWN + line(2, '2')])).body)
  expect(files.map(({ brokers }) => brokers)).toEqual(Array(2).fill([{ broker_id: id, because: 'only' }]))
  const made = await report(user, id, ...files.map((file) => file.id))
  const stored = Report.parse(made.body)
  expect([made.status, stored.status, stored.parts.map(({ filename }) => filename)]).toEqual([
    201,
    'uploaded',
    ['a.csv', 'b.csv'],
  ])
  expect(made.headers.get('location')).toEndWith(`/brokers/import/files/${stored.id}`)
  expect([await waiting(user), (await app.call(user, 'GET', '/uploads')).body]).toEqual([[], []])
  expect((await app.call(user, 'GET', '/uploads/usage')).body.used).toBe(stored.size)
  const done = await app.call(user, 'POST', `/brokers/import/files/${stored.id}/import`, {})
  expect([done.status, done.body.imported]).toEqual([200, 2])
  const gone = await report(user, id, files[0]?.id ?? '')
  expect([gone.status, gone.body.code]).toEqual([404, 'import/not-received'])
})

test('409 where the broker has the bytes already: the file goes on waiting and says where they are', async () => {
  const { app, user, send, broker, waiting, report } = await start()
  const id = await broker(user, 'Main')
  const text = OWN + line(1, '1')
  const first = (await upload(app, user, id, 'first.csv', text)).body.id
  const [file] = ReceivedAnswer.parse((await send(user, ['second.csv', text])).body).files
  expect(file?.same).toEqual({ report_id: first, broker_id: id })
  const refused = await report(user, id, file?.id ?? '')
  expect([refused.status, refused.body.code, refused.body.id]).toEqual([409, 'import/duplicate-file', first])
  expect((await waiting(user)).map((one) => one.id)).toEqual([file?.id ?? ''])
  expect((await app.call(user, 'GET', `/uploads/file/${file?.id}`)).text).toBe(text)
})

test('the files of others, brokers that one may only read and archived ones are not there', async () => {
  const { app, user, send, broker, waiting, report } = await start()
  const [viewer, stranger] = [await app.createUser(), await app.createUser()]
  const id = await broker(user, 'Kraken', { import_plugin: 'kraken' })
  await broker(user, 'Old', { import_plugin: 'kraken', archived: true })
  await app.call(user, 'POST', `/brokers/${id}/access`, { user_id: viewer.id, role: 'VIEWER' })
  await upload(app, user, id, 'ledgers.csv', KRAKEN)
  const of = async (by: TestUser) => ReceivedAnswer.parse((await send(by, ['ledgers.csv', KRAKEN])).body).files
  const [[mine], [seen], [strange]] = [await of(user), await of(viewer), await of(stranger)]
  expect([mine, seen, strange].map((one) => one?.brokers)).toEqual([[{ broker_id: id, because: 'importer' }], [], []])
  expect([mine, seen, strange].map((one) => one?.same?.broker_id ?? null)).toEqual([id, id, null])
  expect((await waiting(stranger)).map((one) => one.id)).toEqual([strange?.id ?? ''])
  const statuses = [await report(viewer, id, seen?.id ?? ''), await report(stranger, id, strange?.id ?? '')]
  expect(statuses.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'broker/role-too-small'],
    [404, 'broker/not-found'],
  ])
  const own = await broker(stranger, 'Own')
  const taken = await report(stranger, own, mine?.id ?? '')
  expect([taken.status, taken.body.code]).toEqual([404, 'import/not-received'])
  expect((await app.call(user, 'GET', `/uploads/${mine?.id}`)).status).toBe(200)
})

test('409 when a hundred files wait', async () => {
  const { user, send, waiting } = await start()
  const many = Array.from({ length: 100 }, (_, n) => [`${n}.csv`, OWN + line((n % 28) + 1, String(n + 1))] as const)
  expect((await send(user, ...many)).status).toBe(201)
  const more = await send(user, ['more.csv', OWN + line(1, '1000')])
  expect([more.status, more.body.code, (await waiting(user)).length]).toEqual([409, 'import/too-many-received', 100])
})
