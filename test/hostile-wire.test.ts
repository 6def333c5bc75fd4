/** Lengths that are lies, clients that go away, disks that are full: the answer says so, and neither the database nor the disk keeps half of it. */
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { folderNames } from '#src/folders.ts'
import { createTestApp } from '#test/support/app.ts'
import { emptyFolder, formOf, removeFolders, requireBinary, startBinary } from '#test/support/binary.ts'
import { createBroker } from '#test/support/factories.ts'
import { filesOf, imprint } from '#test/support/imprint.ts'
import { upload } from '#test/support/report.ts'

afterAll(removeFolders)

const HEAD = 'date,type,symbol,quantity,price,amount,currency,external_id\n'
const ROW = '2024-01-05,DEPOSIT,,,,5000,EUR,N-1\n'
const NOTHING = { reports: [], uploads: [], temporary: [] }

/** A report of `count` trades. */
function manyRows(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `2024-01-08,BUY,SYM${index % 40},1,2.5,,EUR,number-${index}`)
  return `${HEAD}${rows.join('\n')}\n`
}

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  return { ...app, user, broker, imprintNow: () => imprint(app) }
}

async function serve() {
  const app = await setUp()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 10,
    fetch: (request, server) => app.app.fetch(request, { server }),
  })
  const head = (path: string, type: string, length: number) =>
    `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nCookie: session=${app.user.token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
  return { ...app, head, port: server.port ?? 0, [Symbol.asyncDispose]: () => server.stop(true) }
}

/** Sends a text, waits for what comes back until nothing has come for a moment, and closes. `answered` = something comes, be it late. */
async function say(port: number, text: string, { waits = 300, answered = false } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let last = performance.now()
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => resolve()))
  socket.on('data', (chunk) => {
    received += chunk.toString()
    last = performance.now()
  })
  socket.write(text)
  const quiet = (async () => {
    const until = last + 20_000
    while (performance.now() - last < waits || (answered && received === '' && performance.now() < until)) await Bun.sleep(10)
  })()
  await Promise.race([closed, quiet])
  socket.destroy()
  await Bun.sleep(30)
  return received
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))
const form = (text: string) => `--B\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\n${text}\r\n--B--\r\n`
const FORM = 'multipart/form-data; boundary=B'

test('a JSON body shorter than announced: the request is never carried out', async () => {
  await using app = await serve()
  const before = app.imprintNow()
  const body = '{"name":"Half a broker"}'
  for (const cut of [body, body.slice(0, 10), ''])
    expect(statusesIn(await say(app.port, app.head('/brokers', 'application/json', body.length + 50) + cut))).not.toContain(201)
  expect(app.imprintNow()).toEqual(before)
})

test('a JSON body longer than announced: what is beyond is no request of its own', async () => {
  await using app = await serve()
  const before = app.imprintNow()
  const body = '{"name":"Half a broker"}'
  const short = await say(app.port, app.head('/brokers', 'application/json', body.length - 6) + body, { answered: true })
  expect(statusesIn(short)[0]).toBe(400)
  const [, answered = ''] = short.split('\r\n\r\n')
  if (answered !== '') expect(answered).toContain('request/malformed')
  expect(app.imprintNow()).toEqual(before)
  const extra = await say(app.port, `${app.head('/brokers', 'application/json', body.length)}${body}{"name":"A second broker"}`, {
    answered: true,
  })
  // The server answers what is no request with a bare 400, which may come before ours, and closes: then nobody knows of the first one.
  const [status, [, text = ''] = []] = [statusesIn(extra)[0], extra.split('\r\n\r\n')]
  if (status === 400) expect(text).toBe('')
  else expect(status).toBe(201)
  const names: string[] = (await app.call(app.user, 'GET', '/brokers')).body.map(({ name }: { name: string }) => name)
  expect(names).not.toContain('A second broker')
  if (status === 201) expect(names).toContain('Half a broker')
})

test('400 for two lengths that differ, for one that is no number and for a length beside chunks; nothing changes', async () => {
  await using app = await serve()
  const before = app.imprintNow()
  const body = '{"name":"Smuggled"}'
  const head = app.head('/brokers', 'application/json', body.length)
  for (const [name, more] of [
    ['two lengths', 'Content-Length: 5\r\n'],
    ['no number', 'Content-Length: 1x\r\n'],
    ['negative', 'Content-Length: -1\r\n'],
    ['both', 'Transfer-Encoding: chunked\r\n'],
  ] as const) {
    const lines =
      name === 'two lengths' || name === 'both'
        ? head.replace('Host: x\r\n', `Host: x\r\n${more}`)
        : head.replace(/Content-Length: \d+\r\n/, more)
    const [status, ...others] = statusesIn(await say(app.port, lines + body, { waits: 200 }))
    expect([name, status ?? 400, others.includes(201)]).toEqual([name, 400, false])
  }
  expect(app.imprintNow()).toEqual(before)
})

test('a form whose length is a lie, either way: nothing of the report is stored', async () => {
  await using app = await serve()
  const before = app.imprintNow()
  const path = `/brokers/import/upload?broker_id=${app.broker}&import=true`
  const whole = form(HEAD + ROW)
  const short = await say(app.port, app.head(path, FORM, whole.length - 30) + whole, { answered: true })
  expect(statusesIn(short)).toEqual([400])
  const long = await say(app.port, app.head(path, FORM, whole.length + 500) + whole)
  expect(statusesIn(long)).not.toContain(201)
  for (let turn = 0; turn < 1_000 && !Bun.deepEquals(app.imprintNow(), before); turn++) await Bun.sleep(10)
  expect(app.imprintNow()).toEqual(before)
  const done = await say(app.port, app.head(path, FORM, whole.length) + whole, { answered: true })
  expect(statusesIn(done)).toEqual([201])
})

test('a client that goes away in the middle of a report, again and again: no row, no file, no error', async () => {
  await using app = await serve()
  const before = app.imprintNow()
  const path = `/brokers/import/upload?broker_id=${app.broker}&import=true`
  const whole = form(manyRows(20_000))
  const breakOff = async (at: number) => {
    const socket = connect(app.port, '127.0.0.1')
    socket.on('error', () => {})
    await new Promise((resolve) => socket.write(app.head(path, FORM, whole.length) + whole.slice(0, at), resolve))
    await Bun.sleep(5)
    socket.resetAndDestroy()
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => breakOff(Math.floor((whole.length * index) / 20))))
  const until = performance.now() + 5_000
  while (filesOf(app.deps.folders).temporary.length > 0 && performance.now() < until) await Bun.sleep(10)
  expect(app.imprintNow()).toEqual(before)
  app.deps.log.flush()
  expect(app.logged.join('')).not.toContain('"level":"error"')
})

test('507 storage/full when the database cannot grow: nothing of an import or a batch is stored, and both work when there is space again', async () => {
  const app = await setUp()
  const { sqlite } = app.store.writer
  const stored = await upload(app, app.user, app.broker, 'many.csv', manyRows(3_000))
  expect(stored.status).toBe(201)
  const before = app.imprintNow()
  const batch = {
    create: Array.from({ length: 2_000 }, (_, index) => ({
      broker_id: app.broker,
      type: 'DEPOSIT',
      date: '2024-01-05',
      amount: String(index + 1),
      currency: 'EUR',
      description: 'a line that takes some space '.repeat(5),
    })),
  }
  const work = {
    import: () => app.call(app.user, 'POST', `/brokers/import/files/${stored.body.id}/import`, {}),
    batch: () => app.call(app.user, 'POST', '/transactions/batch', batch),
  }
  const pages = sqlite.query<{ page_count: number }, []>('PRAGMA page_count').get()?.page_count ?? 0
  sqlite.run(`PRAGMA max_page_count = ${pages + 5}`)
  for (const [name, run] of Object.entries(work)) {
    const answer = await run()
    expect([name, answer.status, answer.body.code]).toEqual([name, 507, 'storage/full'])
    expect(app.imprintNow()).toEqual(before)
  }
  expect((await app.call(app.user, 'GET', '/brokers')).status).toBe(200)
  app.deps.log.flush()
  expect(app.logged.join('')).toContain('database or disk is full')
  sqlite.run('PRAGMA max_page_count = 1000000')
  expect((await work.import()).body.imported).toBe(3_000)
  expect((await work.batch()).status).toBe(200)
  const count = sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM ledger_transaction').get()
  expect(count?.n).toBe(5_000)
})

test('507 storage/full from the executable when no file may grow any more: no row, no file; it goes on and ends well', async () => {
  requireBinary()
  const cwd = emptyFolder()
  const service = await startBinary(cwd, {}, { maxFileBlocks: 3_000 })
  const client = service.client()
  const account = { username: 'otto', password: 'quiet-harbour-lantern-42' }
  await client('POST', '/auth/register', { ...account, email: 'otto@example.org' })
  await client('POST', '/auth/login', account)
  await client('POST', '/brokers', { name: 'Small disk' })
  const folders = folderNames(join(cwd, 'data'))
  const big = new Uint8Array(8 * 1024 * 1024).fill(65)
  for (const path of ['/uploads', '/brokers/import/upload?broker_id=1&import=true']) {
    const answer = await client('POST', path, formOf('big.csv', big))
    expect([path, answer.status, answer.body?.code]).toEqual([path, 507, 'storage/full'])
    expect([path, filesOf(folders)]).toEqual([path, NOTHING])
  }
  const rows = manyRows(20_000)
  const report = await client('POST', '/brokers/import/upload?broker_id=1&import=true', formOf('many.csv', rows))
  let problem = report.body
  for (let turn = 0; report.status === 202 && problem?.code === undefined && turn < 2_000; turn++) {
    await Bun.sleep(10)
    problem = (await client('GET', `/jobs/${report.body.id}`)).body.problem
  }
  expect([problem?.status, problem?.code]).toEqual([507, 'storage/full'])
  const small = await client('GET', '/brokers/1/summary')
  expect([small.status, small.body.balances, small.body.holdings]).toEqual([200, [], []])
  expect(await service.stop()).toBe(0)
  const database = new Database(join(cwd, 'data/holdfast.db'), { readonly: true })
  const count = (table: string) => database.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n
  expect(['ledger_transaction', 'balance_day', 'asset', 'upload'].map(count)).toEqual([0, 0, 0, 0])
  expect(database.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(filesOf(folders).reports).toHaveLength(count('report') ?? 0)
  database.close()
})
