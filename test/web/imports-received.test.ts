import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createReader, type WebPage } from '#test/support/web.ts'
import { BITE } from '#test/support/web-world.ts'

const OWN = 'date,type,amount,currency\n'
const line = (day: number, amount: string) => `2024-02-${String(day).padStart(2, '0')},DEPOSIT,${amount},EUR\n`
const KRAKEN =
  '"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"\n"L1","R1","2024-01-02 10:00:00","deposit","","currency","ZEUR",6543.2100,0.0000,6543.2100\n'
const BITVAVO =
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address\nEurope/Amsterdam,2024-03-01,10:00:00,deposit,EUR,250,,,,,,,Completed,a1,\n'
const file = (name: string, text: string) => new File([text], name, { type: 'text/csv' })

async function start() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const ask = async (by: TestUser, path: string) => (await app.call(by, 'GET', path)).body
  const broker = async (name: string, fields: object = {}): Promise<number> =>
    (await app.call(user, 'POST', '/brokers', { name, currency: 'EUR', ...fields })).body.id
  return { app, user, ask, broker, reader: createReader(app, user) }
}

const isPlaces = ({ action }: { action: string }) => action === '/imports/received'
const UPLOAD = 'Upload and review'
const placesOf = (page: WebPage) => page.forms.find(isPlaces)?.fields.filter(([name]) => name.startsWith('broker/')) ?? []

test('files of several brokers are sent together, from the empty overview on; each goes to its own, made for it', async () => {
  const { user, ask, reader } = await start()
  const home = await reader.get('/')
  expect(home.text).toContain('Begin with a report of your broker')
  const sent = await reader.submit(home, { press: UPLOAD, files: [file('ledgers.csv', KRAKEN), file('history.csv', BITVAVO)] })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/imports#waiting'])
  const page = await reader.get('/imports')
  expect(page.text).toContain('Whose are these files?')
  expect(placesOf(page).map(([, value]) => value)).toEqual(['new:Kraken', 'new:Bitvavo'])
  const done = await reader.submit(page, { press: 'Import these files' })
  expect(done.status).toBe(303)
  const shown = await reader.follow(done)
  for (const words of ['2 reports are new', '1 transaction imported']) expect(shown.text).toContain(words)
  expect(placesOf(shown)).toEqual([])
  const brokers = await ask(user, '/brokers')
  expect(brokers.map((one: { name: string; import_plugin: string }) => [one.name, one.import_plugin])).toEqual([
    ['Bitvavo', 'bitvavo'],
    ['Kraken', 'kraken'],
  ])
  expect((await ask(user, '/transactions')).length).toBe(2)
  const next = KRAKEN.replaceAll('L1', 'L2').replaceAll('R1', 'R2')
  const sure = await reader.submit(await reader.get('/imports'), { press: UPLOAD, files: [file('later.csv', next)] })
  const review = await reader.follow(sure)
  expect([sure.status, review.h1]).toEqual([303, 'later.csv'])
})

test('one file leads to its review; what waits is there when one comes back, and can be deleted or left', async () => {
  const { user, ask, broker, reader } = await start()
  const main = await broker('Main')
  await broker('Other')
  await reader.submit(await reader.get('/imports'), {
    press: UPLOAD,
    files: [file('a.csv', OWN + line(1, '1')), file('b.csv', OWN + line(2, '2')), file('c.csv', OWN + line(3, '3'))],
  })
  const page = await reader.get('/imports')
  const [a = '', b = '', c = ''] = placesOf(page).map(([name]) => name)
  expect(placesOf(page).map(([, value]) => value)).toEqual(['', '', ''])
  const nothing = await reader.submit(page, { form: isPlaces, press: 'Review before importing' })
  expect([nothing.status, nothing.text.includes('Choose the broker that the report is from.')]).toEqual([422, true])
  const values = { [a]: String(main), [b]: 'delete', [c]: '' }
  const sent = await reader.submit(page, { form: isPlaces, values, press: 'Review before importing' })
  const review = await reader.follow(sent)
  expect([review.h1, review.text.includes('Import 1 transaction')]).toEqual(['a.csv', true])
  expect(placesOf(await reader.get('/imports')).map(([name]) => name)).toEqual([c])
  expect((await ask(user, '/uploads')).map((one: { filename: string }) => one.filename)).toEqual(['c.csv'])
  expect(await ask(user, '/transactions')).toEqual([])
})

test('a file that nobody knows says what can be done, and is a report of its own beside others of its broker', async () => {
  const { user, ask, broker, reader } = await start()
  const id = await broker('Kraken', { import_plugin: 'kraken' })
  const files = [file('ledgers.csv', KRAKEN), file('bank.csv', 'Tag;Betrag\n05.02.2024;1,50\n')]
  await reader.submit(await reader.get('/imports'), { press: UPLOAD, files })
  const page = await reader.get('/imports')
  for (const words of ['No importer knows it', 'is read for this broker']) expect(page.text).toContain(words)
  const values = Object.fromEntries(placesOf(page).map(([name]) => [name, String(id)]))
  const shown = await reader.follow(await reader.submit(page, { form: isPlaces, values, press: 'Import these files' }))
  expect(shown.text).toContain('2 reports are new')
  const reports = await ask(user, '/brokers/import/files')
  expect(reports.map((one: { filename: string; status: string }) => [one.filename, one.status]).sort()).toEqual([
    ['bank.csv', 'failed'],
    ['ledgers.csv', 'imported'],
  ])
})

test('what goes wrong stands beside its file, and what was done stays done', async () => {
  const { app, user, ask, broker, reader } = await start()
  await broker('Kraken', { archived: true })
  const pdf = new File(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'], 'statement.pdf')
  const sent = await reader.submit(await reader.get('/imports'), {
    press: UPLOAD,
    files: [file('ledgers.csv', KRAKEN), file('history.csv', BITVAVO), pdf],
  })
  expect([sent.status, sent.text.includes('statement.pdf was not taken')]).toEqual([422, true])
  expect(placesOf(sent).length).toBe(2)
  const again = await reader.submit(sent, { form: isPlaces, press: 'Import these files' })
  expect([again.status, again.text.includes('There is a broker of this name already.')]).toEqual([422, true])
  expect(placesOf(again).map(([, value]) => value)).toEqual(['new:Kraken'])
  expect((await ask(user, '/brokers/import/files')).map((one: { status: string }) => one.status)).toEqual(['imported'])
  const gone = await reader.submit(sent, { form: isPlaces, press: 'Import these files' })
  expect(gone.status).toBe(422)
  expect((await app.call(user, 'GET', '/brokers')).body.length).toBe(1)
})

test('bytes that a broker has already lead to its first report', async () => {
  const { user, ask, broker, reader } = await start()
  const id = await broker('Main')
  const place = await reader.get('/imports')
  const first = await reader.submit(place, {
    values: { broker: String(id) },
    press: UPLOAD,
    files: [file('a.csv', OWN + line(1, '1'))],
  })
  await reader.submit(place, { press: UPLOAD, files: [file('b.csv', OWN + line(1, '1'))] })
  const page = await reader.get('/imports')
  expect(page.text).toContain('It was uploaded before.')
  const again = await reader.submit(page, {
    form: isPlaces,
    values: { [placesOf(page)[0]?.[0] ?? '']: String(id) },
    press: 'Import this file',
  })
  expect(again.headers.get('location')).toBe(`${first.headers.get('location')}?same`)
  expect(await ask(user, '/uploads')).toEqual([])
})

test('names of files and brokers stay text, brokers that one may only read are not offered, and nothing is left in privacy mode', async () => {
  const { app, user, broker, reader } = await start()
  const id = await broker(`Kraken ${BITE}`)
  const viewer = await app.createUser()
  await app.call(user, 'POST', `/brokers/${id}/access`, { user_id: viewer.id, role: 'VIEWER' })
  const name = `${BITE.replaceAll('/', '')}.csv`
  reader.cookies.set('private', '1')
  await reader.submit(await reader.get('/imports'), { press: UPLOAD, files: [file(name, KRAKEN)] })
  const page = await reader.get('/imports')
  expect([page.text.includes(name), page.faults, placesOf(page).map(([, value]) => value)]).toEqual([true, [], [String(id)]])
  expect(page.html).not.toMatch(/6,?543/)
  const theirs = createReader(app, viewer)
  await theirs.submit(await theirs.get('/imports'), { press: UPLOAD, files: [file('own.csv', KRAKEN)] })
  const seen = await theirs.get('/imports')
  expect(placesOf(seen).map(([, value]) => value)).toEqual(['new:Kraken'])
  expect(seen.html).not.toContain(`<option value="${id}"`)
})
