/** The executable alone: an empty folder, an empty environment, no source and no packages near it. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { EXIT } from '#src/cli/exit.ts'
import {
  BINARY,
  emptyFolder,
  formOf,
  type Running,
  removeFolders,
  requireBinary,
  runBinary,
  startBinary,
} from '#test/support/binary.ts'
import { contentsOf, migrated } from '#test/support/schema.ts'

const PASSWORD = 'quiet-harbour-lantern-42'
const TRADES = `date,type,symbol,name,asset_type,quantity,price,amount,currency,fees,taxes,external_id,description
2024-01-05,DEPOSIT,,,,,,5000,EUR,,,N-1001,Savings
2024-01-08,BUY,LANT,Lantern World ETF,ETF,40,52.10,,EUR,2.50,,N-1002,
2024-04-15,DIVIDEND,LANT,Lantern World ETF,ETF,,,14.72,EUR,,5.28,N-1004,
2024-05-20,SELL,LANT,Lantern World ETF,ETF,10,57.8,,EUR,2.50,,N-1005,
2024-06-30,Loan,,,,,,12.5,EUR,,,N-1006,
`

let folder: string
let service: Running
let mira: ReturnType<Running['client']>

beforeAll(async () => {
  requireBinary()
  folder = emptyFolder()
  service = await startBinary(folder)
  mira = service.client()
  await mira('POST', '/auth/register', { username: 'mira', email: 'mira@example.org', password: PASSWORD })
  await mira('POST', '/auth/login', { username: 'mira', password: PASSWORD })
}, 60_000)

afterAll(async () => {
  await service?.stop()
  removeFolders()
})

const dataOf = (cwd: string) => join(cwd, 'data')

test('200 for health from an empty folder, with nothing in the environment but where to listen; everything it wrote is in ./data, for its owner only', async () => {
  const health = await mira('GET', '/system/health')
  expect([health.status, health.body.status]).toEqual([200, 'ok'])
  expect(readdirSync(folder)).toEqual(['data'])
  expect(statSync(dataOf(folder)).mode & 0o777).toBe(0o700)
  expect(service.lines.find((line) => line['level'] === 'warn')?.['event']).toContain('JWT_SECRET is not set')
  const listening = service.lines.find((line) => line['event'] === 'listening')
  expect(listening).toMatchObject({ data_dir: dataOf(folder), database: 'holdfast.db' })
})

test('200 for the documentation pages, all their files and the document, from the executable alone', async () => {
  for (const [path, least] of [
    ['/docs', 2],
    ['/redoc', 2],
    ['/scalar', 1],
  ] as const) {
    const page = await mira('GET', path)
    expect([path, page.status]).toEqual([path, 200])
    expect(page.text).not.toMatch(/https?:\/\//)
    const files = [...page.text.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map((match) => match[1])
    expect(files.length).toBeGreaterThanOrEqual(least)
    for (const file of files) {
      const answer = await mira('GET', `/${file}`)
      expect([file, answer.status, answer.text.length > 100]).toEqual([file, 200, true])
    }
  }
  const document = await mira('GET', '/openapi.json')
  expect([document.status, document.body.openapi]).toEqual([200, '3.1.0'])
  expect(Object.keys(document.body.paths).length).toBeGreaterThan(50)
})

test('the main job: register, broker, one file, right figures', async () => {
  const broker = await mira('POST', '/brokers', { name: 'Northwind', currency: 'EUR' })
  expect(broker.status).toBe(201)
  const upload = await mira('POST', `/brokers/import/upload?broker_id=${broker.body.id}&import=true`, formOf('t.csv', TRADES))
  expect(upload.status).toBe(201)
  expect(upload.body.result).toMatchObject({
    imported: 4,
    duplicates: 0,
    rows: { total: 6, transactions: 4, parts: 0, ignored: 1, issues: 1 },
    issues: [{ row: 6, code: 'unknown-type' }],
  })
  const summary = (await mira('GET', `/brokers/${broker.body.id}/summary`)).body
  expect(summary.balances).toEqual([{ currency: 'EUR', amount: '3503.72' }])
  expect(summary.holdings).toMatchObject([{ symbol: 'LANT', quantity: '30', cost_basis: '1564.875', market_value: '1734' }])
  const audit = new Database(join(dataOf(folder), 'holdfast.db'), { readonly: true })
  expect(audit.query('SELECT count(*) AS n FROM ledger_transaction').get()).toEqual({ n: 4 })
  audit.close()
})

test('rule: an executable that starts in an empty folder makes the database that the steps of the schema make', async () => {
  const cwd = emptyFolder()
  const own = await startBinary(cwd)
  await own.client()('GET', '/system/health')
  await own.stop()
  expect(own.lines.map((line) => line['event'])).toContain('database made')
  expect(readdirSync(dataOf(cwd)).filter((name) => name.endsWith('.new'))).toEqual([])
  const store = openStore(join(dataOf(cwd), 'holdfast.db'))
  const contents = contentsOf(store)
  await store.close()
  expect(contents).toEqual(await migrated(join(cwd, 'steps.db')))
})

test('200 for the icon of every built-in importer and the lists that come with the executable', async () => {
  const plugins = (await mira('GET', '/brokers/import/plugins')).body
  expect(plugins).toHaveLength(brokerPlugins.length)
  for (const { icon_url } of plugins) {
    const icon = await mira('GET', icon_url.replace('/api/v1', ''))
    expect([icon_url, icon.status, icon.headers.get('content-type'), icon.text.includes('<svg')]).toEqual([
      icon_url,
      200,
      'image/svg+xml',
      true,
    ])
  }
  expect((await mira('GET', '/utilities/currencies')).body.length).toBeGreaterThan(150)
})

test('a workbook is read by the thread that the executable carries', async () => {
  const { xlsx } = await import('#test/support/archives.ts')
  const rows = [
    ['date', 'type', 'amount', 'currency'],
    ['2024-01-05', 'DEPOSIT', 12.5, 'EUR'],
  ]
  const broker = await mira('POST', '/brokers', { name: 'Sheets' })
  const bytes = await xlsx({ name: 'A', rows })
  const upload = await mira(
    'POST',
    `/brokers/import/upload?broker_id=${broker.body.id}&import=true`,
    formOf('t.xlsx', new Uint8Array(bytes)),
  )
  expect([upload.status, upload.body.result?.imported]).toEqual([201, 1])
})

test('0 for version, help and openapi, which need no data folder; 64 for what is no command', async () => {
  const cwd = emptyFolder()
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(await runBinary(['version'], cwd)).toEqual({ code: 0, out: `${version}\n`, err: '' })
  expect(await runBinary(['--version'], cwd)).toEqual({ code: 0, out: `${version}\n`, err: '' })
  const help = await runBinary(['help'], cwd)
  expect([help.code, help.err, help.out.startsWith('Usage: holdfast [options] [command]')]).toEqual([0, '', true])
  const document = await runBinary(['openapi'], cwd)
  expect([document.code, JSON.parse(document.out)]).toEqual([0, (await mira('GET', '/openapi.json')).body])
  for (const words of [['nonsense'], ['import'], ['user', 'create', 'x'], ['serve', '--fast']]) {
    const { code, out, err } = await runBinary(words, cwd)
    expect([words, code, out, err.startsWith('error: ')]).toEqual([words, EXIT.usage, '', true])
  }
  expect(readdirSync(cwd)).toEqual([])
})

test('healthcheck: 0 while it serves, 1 with the reason when nobody does', async () => {
  const env = { PORT: String(service.port) }
  const well = await runBinary(['healthcheck'], emptyFolder(), env)
  expect([well.code, JSON.parse(well.out).status, well.err]).toEqual([0, 'ok', ''])
  const dead = await runBinary(['healthcheck'], emptyFolder(), { PORT: '1' })
  expect([dead.code, dead.out]).toEqual([1, ''])
  expect(dead.err).toContain('http://127.0.0.1:1/api/v1/system/health does not answer')
})

test('user and import work beside the running service, 1 with a sentence when they are refused', async () => {
  const run = (words: string[], input = '') => runBinary(words, folder, {}, input)
  const create = ['user', 'create', 'anna', '--email', 'anna@example.org']
  expect(await run(create, 'seven-tall-chimneys-88\n')).toMatchObject({ code: 0, out: 'anna was created with id 2.\n', err: '' })
  const again = await run(create, 'seven-tall-chimneys-88\n')
  expect([again.code, again.out, again.err.startsWith('holdfast: This username is taken.')]).toEqual([1, '', true])
  expect((await run(['user', 'create', 'x', '--email', 'no'], 'short\n')).code).toBe(1)
  expect((await run(['user', 'list'])).out).toBe('2\tanna\tanna@example.org\tuser\n1\tmira\tmira@example.org\tsuperuser\n')
  expect((await run(['user', 'password', 'anna'], 'nine-slow-rivers-31\n')).code).toBe(0)
  const anna = service.client()
  expect((await anna('POST', '/auth/login', { username: 'anna', password: 'nine-slow-rivers-31' })).status).toBe(200)

  await anna('POST', '/brokers', { name: 'Harbour' })
  writeFileSync(join(folder, 'july.csv'), 'date,type,amount,currency\n2024-07-01,DEPOSIT,7.25,EUR\n')
  const order = ['import', 'july.csv', '--broker', 'harbour', '--user', 'anna']
  const imported = await run(order)
  expect([imported.code, imported.out.split('\n')[0]]).toEqual([
    0,
    'Imported 1 transactions into Harbour; 0 duplicates and 0 others left out; 0 new assets.',
  ])
  expect(await run(order)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('at this broker already') })
  expect((await run(['import', 'none.csv', '--broker', 'harbour', '--user', 'anna'])).code).toBe(1)
  const [{ id }] = (await anna('GET', '/brokers')).body
  expect((await anna('GET', `/brokers/${id}/summary`)).body.balances).toEqual([{ currency: 'EUR', amount: '7.25' }])
  expect((await run(['doctor'])).out).toEndWith('All is well.\n')
})

test('75 for a second process on the same data folder; the first goes on', async () => {
  const second = await runBinary([], folder, { PORT: '0' })
  expect([second.code, second.err]).toEqual([
    EXIT.locked,
    `holdfast: Another Holdfast serves the data folder ${dataOf(folder)}. Stop it first, or give this one a folder of its own with DATA_DIR.\n`,
  ])
  expect((await mira('GET', '/system/health')).status).toBe(200)
})

test('69 for a port that is taken', async () => {
  const { code, err } = await runBinary([], emptyFolder(), { PORT: String(service.port), HOST: '127.0.0.1' })
  expect(code).toBe(EXIT.unavailable)
  expect(err).toContain(`Cannot listen on 127.0.0.1 port ${service.port}`)
})

test('78 for faults of the environment, all of them, and nothing is made', async () => {
  const cwd = emptyFolder()
  const env = {
    PORT: 'abc',
    WORKERS: '99',
    JWT_SECRET: 'short',
    BASE_PATH: 'x/',
    DATABASE_URL: 'postgres://x',
    METRICS_PORT: '70000',
  }
  const { code, out, err } = await runBinary([], cwd, { ...env, TRUSTED_PROXIES: 'everyone', PUBLIC_URL: 'ftp://x' })
  expect([code, out]).toEqual([EXIT.config, ''])
  const named = err.split('\n').flatMap((line) => /^holdfast: (\w+)[.:]/.exec(line)?.[1] ?? [])
  expect(named.sort()).toEqual([...Object.keys(env), 'PUBLIC_URL', 'TRUSTED_PROXIES'].sort())
  expect(readdirSync(cwd)).toEqual([])
})

test('73 for a data folder that is a file, that is below one, or that may not be written', async () => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'file'), '')
  for (const path of ['file', 'file/data']) {
    const { code, err } = await runBinary([], cwd, { PORT: '0', DATA_DIR: path })
    expect([code, err]).toEqual([
      EXIT.storage,
      `holdfast: ${join(cwd, path)} cannot be a data folder: it, or a part of its path, is a file. Set DATA_DIR to a folder.\n`,
    ])
  }
  chmodSync(cwd, 0o755)
  mkdirSync(join(cwd, 'locked'), { mode: 0o555 })
  const isRoot = process.getuid?.() === 0
  const plain = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  const env = { PORT: '0', DATA_DIR: join(cwd, 'locked') }
  const { status, stderr } = spawnSync(BINARY, [], { cwd: '/', env, encoding: 'utf8', ...plain })
  expect([status, /^holdfast: .*locked.* cannot be made or written by the user with id \d+: EACCES/.test(stderr)]).toEqual([
    EXIT.storage,
    true,
  ])
})

test('65 for a database that is none, which stays as it is', async () => {
  const cwd = emptyFolder()
  mkdirSync(dataOf(cwd))
  const text = 'not a database at all. '.repeat(300)
  writeFileSync(join(dataOf(cwd), 'holdfast.db'), text)
  const { code, err } = await runBinary([], cwd, { PORT: '0' })
  expect([code, err.includes('damaged or not a database')]).toEqual([EXIT.data, true])
  expect(readFileSync(join(dataOf(cwd), 'holdfast.db'), 'utf8')).toBe(text)
})

test('SIGTERM: the upload that runs is finished, then 0, with everything in the database file; the next start has it, and the plugin of the data folder', async () => {
  const cwd = emptyFolder()
  const env = { JWT_SECRET: 'a-secret-for-tests-only-0123456789abcdef' }
  const first = await startBinary(cwd, env)
  const client = first.client()
  await client('POST', '/auth/register', { username: 'otto', email: 'otto@example.org', password: PASSWORD })
  const { cookie } = await client('POST', '/auth/login', { username: 'otto', password: PASSWORD })
  await client('POST', '/brokers', { name: 'Acme' })
  const form = `--B\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\n${TRADES}\r\n--B--\r\n`
  const socket = connect(first.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(
    `POST /api/v1/brokers/import/upload?broker_id=1&import=true HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${form.length}\r\n\r\n${form.slice(0, 300)}`,
  )
  const until = performance.now() + 5_000
  while (readdirSync(join(dataOf(cwd), 'tmp')).length === 0 && performance.now() < until) await Bun.sleep(5)
  first.child.kill('SIGTERM')
  await Bun.sleep(100)
  expect(first.child.exitCode).toBeNull()
  socket.write(form.slice(300))
  expect([await first.child.exited, await closed]).toEqual([EXIT.ok, false])
  expect(received).toStartWith('HTTP/1.1 201')
  expect(first.lines.map((line) => line['event'])).toEqual(expect.arrayContaining(['stopping', 'stopped']))
  const log = join(dataOf(cwd), 'holdfast.db-wal')
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0)
  const database = new Database(join(dataOf(cwd), 'holdfast.db'), { readonly: true })
  expect(database.query('SELECT count(*) AS n FROM ledger_transaction').get()).toEqual({ n: 4 })
  database.close()

  mkdirSync(join(dataOf(cwd), 'plugins/brim'), { recursive: true })
  writeFileSync(join(dataOf(cwd), 'plugins/brim/acme.ts'), examplePlugin())
  const second = await startBinary(cwd, env)
  const otto = second.client()
  const headers = { cookie }
  const report =
    'Day;Booking;ISIN;Product;Units;Price;Total;Reference\n02.01.2025;Cash in;;;;;1.250,50;A-1\n03.01.2025;Balance;;;;;1.250,50;A-2\n'
  const path = '/brokers/import/upload?broker_id=1&import=true'
  const own = await otto('POST', path, formOf('acme.csv', report), headers)
  expect(second.lines).toContainEqual(expect.objectContaining({ event: 'plugin loaded', code: 'acme' }))
  expect([own.status, own.body.plugin, own.body.result.rows]).toEqual([
    201,
    'acme',
    { total: 3, transactions: 1, parts: 0, ignored: 2, issues: 0 },
  ])
  const summary = await otto('GET', '/brokers/1/summary', undefined, headers)
  expect(summary.body.balances).toEqual([{ currency: 'EUR', amount: '4754.22' }])
  expect(await second.stop('SIGINT')).toBe(EXIT.ok)
})

/** The importer of plugins/README.md, as a newcomer copies it. */
function examplePlugin(): string {
  const text = readFileSync(new URL('../plugins/README.md', import.meta.url), 'utf8')
  const code = /```ts\n([\s\S]*?)```/.exec(text)?.[1]
  if (code === undefined) throw new Error('plugins/README.md has no example')
  return code
}

test('an importer of one’s own is checked with nothing but the executable: the one of plugins/README.md, over the report there', async () => {
  const readme = readFileSync(new URL('../plugins/README.md', import.meta.url), 'utf8')
  const block = (kind: string) => new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? ''
  const own = emptyFolder()
  writeFileSync(join(own, 'acme.ts'), block('ts'))
  writeFileSync(join(own, 'statement.csv'), block('csv'))
  const { code, out, err } = await runBinary(['plugins', 'check', '.'], own)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^acme\.ts: acme 1, Acme[\s\S]*cash +EUR +939\.5\n[\s\S]*1 importer, 1 report: all is well\.\n$/)
  expect(readdirSync(own).sort()).toEqual(['acme.ts', 'statement.csv'])
})
