/** Files that no broker gives: each is refused with a code and a row or pointer, and neither the database nor the disk keeps half of it. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { claimSize, rezip, xlsx, zip } from '#test/support/archives.ts'
import { createBroker } from '#test/support/factories.ts'
import { imprint } from '#test/support/imprint.ts'
import { upload } from '#test/support/report.ts'

type App = Awaited<ReturnType<typeof setUp>>
type Bytes = Uint8Array<ArrayBuffer>

const HEAD = 'date,type,symbol,quantity,price,amount,currency\n'
const DEPOSIT = '2024-01-05,DEPOSIT,,,,5000,EUR\n'
const BUY = '2024-01-08,BUY,LANT,40,52.10,,EUR\n'
const fixture = (path: string) => Bun.file(new URL(`plugins/brim/fixtures/${path}`, import.meta.url)).text()

async function setUp(flags: Parameters<typeof createBroker>[2] = {}) {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, flags)
  const send = (name: string, bytes: string | Bytes, query = '', as: TestUser = user) =>
    upload(app, as, broker, name, bytes, query)
  return { ...app, user, broker, send, imprintNow: () => imprint(app) }
}

/** The answer of a report that is stored although nothing can be imported: one row and its file, not one line, asset or balance; gone without a trace when deleted. */
async function expectStoredButFailed(app: App, name: string, bytes: string | Bytes, code: string): Promise<void> {
  const before = app.imprintNow()
  const answer = await app.send(name, bytes, '&import=true')
  const stored = answer.body.report
  expect([name, answer.status, answer.body.code, stored.status, stored.problem?.code]).toEqual([name, 422, code, 'failed', code])
  expect([name, stored.result]).toEqual([name, null])
  const after = app.imprintNow()
  expect(after.files).toEqual({ ...before.files, reports: [...before.files.reports, stored.id].sort() })
  const { report, ...others } = after.rows
  const { report: _, ...othersBefore } = before.rows
  expect([name, others]).toEqual([name, othersBefore])
  expect(report).toHaveLength((before.rows['report']?.length ?? 0) + 1)
  for (const step of ['parse', 'import']) {
    const again = await app.call(app.user, 'POST', `/brokers/import/files/${stored.id}/${step}`, {})
    expect([name, step, again.status, again.body.code ?? again.body.report?.problem.code]).toEqual([
      name,
      step,
      step === 'parse' && again.status === 200 ? 200 : 422,
      code,
    ])
  }
  expect(app.imprintNow().files).toEqual(after.files)
  expect((await app.call(app.user, 'DELETE', `/brokers/import/files/${stored.id}`)).status).toBe(204)
  expect([name, app.imprintNow()]).toEqual([name, before])
}

/** The answer of a file that is not stored at all. */
async function expectRefused(app: App, name: string, bytes: string | Bytes, status: number, code: string): Promise<void> {
  const before = app.imprintNow()
  const answer = await app.send(name, bytes, '&import=true')
  expect([name, answer.status, answer.body.code]).toEqual([name, status, code])
  expect([name, app.imprintNow()]).toEqual([name, before])
}

test('an XLSX that is a ZIP bomb: by its sum, by its ratio, by a size that is a lie, by a workbook within', async () => {
  const app = await setUp()
  const honest = await xlsx({
    name: 'A',
    rows: [
      ['date', 'type', 'amount', 'currency'],
      ['2024-01-05', 'DEPOSIT', 5, 'EUR'],
    ],
  })
  const sheet = 'xl/worksheets/sheet1.xml'
  const sum = await rezip(honest, sheet, (text) => text + ' '.repeat(70 * 1024 * 1024))
  const ratio = await rezip(honest, sheet, (text) => text + ' '.repeat(12 * 1024 * 1024))
  await expectStoredButFailed(app, 'sum.xlsx', sum as Bytes, 'import/zip-bomb')
  await expectStoredButFailed(app, 'ratio.xlsx', ratio as Bytes, 'import/zip-bomb')
  const lie = claimSize(await zip([['a.csv', `${HEAD}${DEPOSIT}`.repeat(5_000)]]), 900)
  await expectStoredButFailed(app, 'lie.zip', lie as Bytes, 'import/zip-bomb')
  const many = await zip(Array.from({ length: 2_100 }, (_, index) => [`${index}.csv`, ''] as const))
  await expectStoredButFailed(app, 'many.zip', many as Bytes, 'import/zip-bomb')
  const nested = await zip([['inner.zip', await zip([['a.csv', HEAD]])]])
  await expectStoredButFailed(app, 'nested.zip', nested as Bytes, 'import/nested-zip')
})

test('a workbook whose cells are a bomb of shared texts or whose size is a lie costs its sender only', async () => {
  const app = await setUp()
  const honest = await xlsx({
    name: 'A',
    rows: [
      ['date', 'type', 'amount', 'currency'],
      ['2024-01-05', 'DEPOSIT', 5, 'EUR'],
    ],
  })
  const lying = await rezip(honest, 'xl/worksheets/sheet1.xml', (text) =>
    text.replace(/<dimension ref="[^"]*"\/>/, '<dimension ref="A1:XFD1048576"/>'),
  )
  const answer = await app.send('dimension.xlsx', lying as Bytes, '&import=true')
  expect([answer.status, answer.body.result?.imported ?? answer.body.code]).toEqual([201, 1])
  const damaged = await rezip(honest, 'xl/worksheets/sheet1.xml', (text) => text.slice(0, text.length / 2))
  const broken = await app.send('half.xlsx', damaged as Bytes, '&import=true')
  expect([broken.status, broken.body.report.status, broken.body.report.result]).toEqual([422, 'failed', null])
  expect(app.imprintNow().rows['ledger_transaction']).toHaveLength(1)
})

test('XML with entities: none is expanded or fetched, and nothing of it is imported', async () => {
  const app = await setUp()
  const flex = (declaration: string, text: string) =>
    `<?xml version="1.0"?>\n<!DOCTYPE x [${declaration}]>\n<FlexQueryResponse queryName="${text}" type="AF"><FlexStatements count="1"><FlexStatement accountId="U1"><Trades/></FlexStatement></FlexStatements></FlexQueryResponse>\n`
  const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join('')
  const bombs = {
    'laughs.xml': flex(`<!ENTITY l0 "ha">${laughs}`, '&l9;'),
    'file.xml': flex('<!ENTITY f SYSTEM "file:///etc/passwd">', '&f;'),
    'net.xml': flex('<!ENTITY n SYSTEM "http://169.254.169.254/latest">', '&n;'),
    'parameter.xml': flex('<!ENTITY % p SYSTEM "http://127.0.0.1/x.dtd"> %p;', ''),
  }
  for (const [name, text] of Object.entries(bombs)) {
    const before = app.imprintNow()
    const answer = await app.send(name, text, '&import=true')
    const stored = answer.body.report
    expect([name, answer.status, stored?.status ?? answer.body.code]).toEqual([name, 422, 'failed'])
    expect(answer.text).not.toContain('root:')
    const forced = await app.call(app.user, 'POST', `/brokers/import/files/${stored.id}/import`, { plugin: 'ibkr' })
    expect([name, forced.status, forced.body.code]).toEqual([name, 422, 'import/nothing-to-import'])
    expect(forced.body.detail).toMatch(/document type|entit/i)
    expect(forced.text).not.toContain('root:')
    expect((await app.call(app.user, 'DELETE', `/brokers/import/files/${stored.id}`)).status).toBe(204)
    expect(app.imprintNow()).toEqual(before)
  }
})

test('a CSV cut off in mid-row: whole rows are imported, the broken one is named by its number, and undo leaves nothing', async () => {
  const cuts: [string, string, number][] = [
    ['cell.csv', `${HEAD}${DEPOSIT}${BUY}2024-02-01,DEPO`, 4],
    ['quote.csv', `${HEAD}${DEPOSIT}${BUY}2024-02-01,"DEPOSIT,,,,50`, 4],
    ['figure.csv', `${HEAD}${DEPOSIT}${BUY}2024-02-01,DEPOSIT,,,,50`, 4],
  ]
  for (const [name, text, row] of cuts) {
    const app = await setUp()
    const empty = app.imprintNow()
    const answer = await app.send(name, text, '&import=true')
    expect([name, answer.status, answer.body.result?.imported]).toEqual([name, 201, 2])
    expect(answer.body.result.rows).toEqual({ total: 4, transactions: 2, parts: 0, ignored: 1, issues: 1 })
    expect(answer.body.result.issues).toMatchObject([{ row, severity: 'error', code: 'row-broken' }])
    expect(app.imprintNow().rows['ledger_transaction']).toHaveLength(2)
    expect((await app.call(app.user, 'DELETE', `/brokers/import/files/${answer.body.id}?undo=true`)).status).toBe(204)
    expect([name, app.imprintNow()]).toEqual([name, empty])
  }
})

test('rows with 40 digits, days that do not exist and unknown types are issues with their numbers; only whole ones are lines', async () => {
  const app = await setUp()
  const bad = [
    `2024-01-06,DEPOSIT,,,,${'1'.repeat(40)},EUR`,
    `2024-01-06,BUY,LANT,${'1'.repeat(40)},1,,EUR`,
    '2024-02-30,DEPOSIT,,,,5,EUR',
    '2023-02-29,DEPOSIT,,,,5,EUR',
    '2024-13-01,DEPOSIT,,,,5,EUR',
    '2024-01-06,LOAN,,,,5,EUR',
    '2024-01-06,DEPOSIT,,,,NaN,EUR',
    '2024-01-06,DEPOSIT,,,,5,EURO',
    '2024-01-06,BUY,,10,5,,EUR',
    '2999-01-01,DEPOSIT,,,,5,EUR',
  ]
  const answer = await app.send('rows.csv', `${HEAD}${DEPOSIT}${bad.join('\n')}\n`, '&import=true')
  expect([answer.status, answer.body.result?.imported]).toEqual([201, 1])
  const { rows, issues } = answer.body.result
  expect(rows).toEqual({ total: bad.length + 2, transactions: 1, parts: 0, ignored: 1, issues: bad.length })
  const named = issues
    .filter((issue: { severity: string }) => issue.severity === 'error')
    .map((issue: { row: number }) => issue.row)
  expect([...new Set(named)].sort((a, b) => Number(a) - Number(b))).toEqual(bad.map((_, index) => index + 3))
  expect(app.imprintNow().rows['ledger_transaction']).toHaveLength(1)
  const summary = await app.call(app.user, 'GET', `/brokers/${app.broker}/summary`)
  expect(summary.body.balances).toEqual([{ currency: 'EUR', amount: '5000' }])
})

test('a report of another broker given to the wrong importer is refused with a reason, and stays for the right one', async () => {
  const app = await setUp({ allowAssetShorting: true })
  const text = await fixture('trading212/net-total-utc.csv')
  const stored = await app.send('t212.csv', text)
  expect([stored.status, stored.body.compatible_plugins[0]]).toEqual([201, 'trading212'])
  const before = app.imprintNow()
  const others = brokerPlugins.filter((plugin) => plugin.code !== 'trading212' && plugin.code !== 'broker_generic_csv')
  for (const { code, options: described = [] } of others) {
    const options = Object.fromEntries(described.flatMap(({ name, type }) => (type === 'currency' ? [[name, 'EUR']] : [])))
    const answer = await app.call(app.user, 'POST', `/brokers/import/files/${stored.body.id}/import`, { plugin: code, options })
    expect([code, answer.status, answer.body.code]).toEqual([code, 422, 'import/nothing-to-import'])
    expect(answer.body.errors.length).toBeGreaterThan(0)
    expect(app.imprintNow()).toEqual(before)
  }
  expect((await app.call(app.user, 'POST', `/brokers/import/files/${stored.body.id}/import`, {})).status).toBe(200)
})

test('tables that are no report at all: stored as failed with import/no-plugin', async () => {
  const app = await setUp()
  await expectStoredButFailed(app, 'recipe.csv', 'flour,milk\n500,200\n', 'import/no-plugin')
  await expectStoredButFailed(app, 'page.json', '{"a":[1,2]}', 'import/no-plugin')
})

test('empty files, noise, programs and web pages: no row and no file', async () => {
  const app = await setUp()
  await expectRefused(app, 'empty.csv', '', 422, 'import/empty')
  await expectRefused(
    app,
    'program.csv',
    new Uint8Array([0x7f, 0x45, 0x4c, 0x46, ...Array(400).fill(0)]),
    415,
    'upload/executable',
  )
  await expectRefused(app, 'page.csv', '<!DOCTYPE html><html><body><script>x()</script></body></html>', 415, 'upload/executable')
  await expectRefused(app, 'report.pdf', '%PDF-1.7\n1 0 obj', 415, 'upload/type-unsupported')
  const noise = new Uint8Array(4_000).map((_, index) => (index * 7919 + 13) % 256)
  await expectRefused(app, 'noise.csv', noise, 415, 'upload/type-unsupported')
})

test('blanks and a byte order mark alone: nothing can be imported', async () => {
  const app = await setUp()
  for (const [name, bytes] of [
    ['blank.csv', ' \r\n\t\r\n'],
    ['mark.csv', new Uint8Array([0xef, 0xbb, 0xbf])],
  ] as const) {
    const before = app.imprintNow()
    const answer = await app.send(name, bytes as Bytes, '&import=true')
    expect([name, answer.status, answer.body.code, answer.body.report?.status]).toEqual([name, 422, 'import/empty', 'failed'])
    await app.call(app.user, 'DELETE', `/brokers/import/files/${answer.body.report.id}`)
    expect(app.imprintNow()).toEqual(before)
  }
})

test('other encodings are read as what they are: the same lines and names from UTF-8, UTF-16 and windows-1252', async () => {
  const app = await setUp()
  const text = 'date,type,symbol,name,asset_type,quantity,price,currency\n2024-01-08,BUY,LNDH,Größe & Söhne,STOCK,1,2,EUR\n'
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  for (const [name, bytes] of [
    ['8.csv', Buffer.from(text)],
    ['16.csv', utf16],
    ['1252.csv', Buffer.from(text, 'latin1')],
  ] as const) {
    const answer = await app.send(name, new Uint8Array(bytes), '&import=true')
    expect([name, answer.status, answer.body.result?.imported]).toEqual([name, 201, 1])
    const asset = await app.call(app.user, 'GET', `/assets/${answer.body.result.assets_created[0]}`)
    expect([name, asset.body.name]).toEqual([name, 'Größe & Söhne'])
    await app.call(app.user, 'POST', `/brokers/import/files/${answer.body.id}/undo`, {})
  }
})

test('the same file ten times at once: one is imported, nine are 409 with its id; one row, one file, its lines once', async () => {
  const app = await setUp()
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.send('t.csv', HEAD + DEPOSIT + BUY, '&import=true')))
  const [done] = answers.filter((answer) => answer.status === 201)
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  for (const answer of answers.filter((one) => one !== done))
    expect([answer.status, answer.body.code, answer.body.id]).toEqual([409, 'import/duplicate-file', done?.body.id])
  const { rows, files } = app.imprintNow()
  expect([rows['report']?.length, rows['ledger_transaction']?.length, rows['asset']?.length]).toEqual([1, 2, 1])
  expect(files).toEqual({ reports: [done?.body.id], uploads: [], temporary: [] })
})

test('one report imported eight times at once: once 200, else 409, its lines once; undone eight times at once: once', async () => {
  const app = await setUp()
  const empty = app.imprintNow()
  const { id } = (await app.send('t.csv', HEAD + DEPOSIT + BUY)).body
  const eight = async (step: string) => {
    const tries = Array.from({ length: 8 }, () => app.call(app.user, 'POST', `/brokers/import/files/${id}/${step}`, {}))
    return (await Promise.all(tries)).map((answer) => `${answer.status} ${answer.body.code ?? ''}`).sort()
  }
  expect(await eight('import')).toEqual(['200 ', ...Array(7).fill('409 import/already-imported')])
  expect(app.imprintNow().rows['ledger_transaction']).toHaveLength(2)
  expect(await eight('undo')).toEqual(['200 ', ...Array(7).fill('409 import/not-imported')])
  await app.call(app.user, 'DELETE', `/brokers/import/files/${id}`)
  expect(app.imprintNow()).toEqual(empty)
})

test('an import that the ledger refuses, or that is deleted while it runs, leaves not one line', async () => {
  const app = await setUp()
  const short = await app.send(
    'short.csv',
    `${HEAD}${DEPOSIT}${BUY}2024-03-01,SELL,LANT,41,1,,EUR\n`,
    '&import=true&short=refuse',
  )
  expect([short.status, short.body.code, short.body.date, short.body.amount]).toEqual([
    409,
    'transaction/short',
    '2024-03-01',
    '-1',
  ])
  const { rows, files } = app.imprintNow()
  for (const table of ['ledger_transaction', 'balance_day', 'balance_month', 'asset']) expect(rows[table]).toBeUndefined()
  expect(files.reports).toEqual([short.body.report_id])
  const path = `/brokers/import/files/${short.body.report_id}`
  const together = await Promise.all([app.call(app.user, 'POST', `${path}/import`, {}), app.call(app.user, 'DELETE', path)])
  expect(together[1].status).toBe(204)
  expect(together[0].status).toBeWithin(404, 410)
  expect(app.imprintNow().rows['ledger_transaction']).toBeUndefined()
  expect(app.imprintNow().files).toEqual({ reports: [], uploads: [], temporary: [] })
})

test('reports of others: 404 for a stranger, 403 for a VIEWER on everything that changes something, and nothing changes', async () => {
  const app = await setUp()
  const { id } = (await app.send('t.csv', HEAD + DEPOSIT)).body
  const [stranger, viewer] = [await app.createUser({ isSuperuser: true }), await app.createUser()]
  const access = { broker_id: app.broker, user_id: viewer.id, role: 'VIEWER' as const, share: '0', granted_by: app.user.id }
  await app.store.writer
    .insertInto('broker_access')
    .values({ ...access, granted_at: '2026-01-01T00:00:00.000Z' })
    .execute()
  const before = app.imprintNow()
  for (const [user, status] of [
    [stranger, 404],
    [viewer, 403],
  ] as const) {
    expect((await app.send('x.csv', HEAD + BUY, '&import=true', user)).status).toBe(status)
    for (const step of ['parse', 'import', 'undo'])
      expect([step, (await app.call(user, 'POST', `/brokers/import/files/${id}/${step}`, {})).status]).toEqual([step, status])
    expect((await app.call(user, 'DELETE', `/brokers/import/files/${id}`)).status).toBe(status)
  }
  expect((await app.call(stranger, 'GET', `/brokers/import/files/${id}/content`)).status).toBe(404)
  expect(app.imprintNow()).toEqual(before)
})
