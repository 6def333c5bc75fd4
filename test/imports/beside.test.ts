/** Reports that are read beside the service: the same answers, byte for byte, and nothing that stops the service. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openReader } from '#db/connection.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createComputePool } from '#src/cli/compute-pool.ts'
import { handOver, takeOver } from '#src/imports/handover.ts'
import { openReportFile, rankPlugins, readReport } from '#src/imports/reading/read.ts'
import { createServer } from '#src/server.ts'
import { writeOutput } from '#src/shared/output.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { zip } from '#test/support/archives.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

setDefaultTimeout(120_000)

const FIXTURES = new URL('../plugins/brim/fixtures/', import.meta.url).pathname
const ROWS = 6_000
const HEAD = 'date,type,symbol,name,quantity,price,amount,currency,description\n'
/** More than is read in its own request; some rows are faulty, some come from one another's days. */
const LONG =
  HEAD +
  Array.from({ length: ROWS }, (_, row) =>
    row % 50 === 7
      ? `2024-13-${row},BUY,?,,,,,EUR,no day`
      : `2024-0${(row % 9) + 1}-1${row % 10},DEPOSIT,,,,,${row + 1},EUR,“déposé” № ${row} ${'x'.repeat(20)}`,
  ).join('\n')

async function setUp(limits = {}) {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  const pool = createComputePool(app.deps, { limits })
  afterwards(async () => pool.close())
  const { reader, close } = openReader(join(app.folder, 'holdfast.db'))
  afterwards(close)
  const requested: string[] = []
  const compute: typeof pool.compute = (ctx, task, ...rest) => {
    requested.push(task.name)
    return pool.compute(ctx, task, ...rest)
  }
  const prepared: string[][] = []
  const prepareCompute: typeof pool.prepare = (tasks) => {
    prepared.push(tasks.map(({ name }) => name))
    pool.prepare(tasks)
  }
  const server = createServer({ ...app.deps, reader, compute, prepareCompute })
  const send = (path: string, body: BodyInit, type: Record<string, string> = {}) =>
    server.request(`/api/v1${path}`, { method: 'POST', body, headers: { Cookie: `session=${user.token}`, ...type } })
  const far = (path: string, body: object) => send(path, JSON.stringify(body), { 'Content-Type': 'application/json' })
  return { app, user, requested, prepared, far, send, broker: () => createBroker(app, user) }
}

test('what is handed over from one process to another is what was read, for every fixture', async () => {
  const { deps } = await createTestApp()
  const host = { ...deps, plugins: { ...deps.plugins, brim: brokerPlugins } }
  let compared = 0
  for (const path of [...new Bun.Glob('**/*').scanSync(FIXTURES)].sort()) {
    const opened = await openReportFile(await Bun.file(FIXTURES + path).bytes(), basename(path)).catch(() => undefined)
    const code = opened && rankPlugins(host, opened.files)[0]
    const plugin = brokerPlugins.find((one) => one.code === code)
    if (opened === undefined || plugin === undefined) continue
    const read = await readReport(host, plugin, opened.files, {})
    const json = JSON.stringify(read)
    for (const most of [1_000_000, 10])
      expect([path, JSON.stringify(sorted(await takeOver(writeOutput(handOver(read), deps.folders.temporary, most))))]).toEqual([
        path,
        JSON.stringify(sorted(JSON.parse(json))),
      ])
    compared += 1
  }
  expect(compared).toBeGreaterThan(20)
  expect([...new Bun.Glob('answer-*').scanSync(deps.folders.temporary)]).toEqual([])
})

const sorted = (value: object) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

test('a long report is read in a process of its own, with the same preview, byte for byte, and the same import', async () => {
  const { app, user, requested, far, broker } = await setUp()
  const stored = await upload(app, user, await broker(), 'long.csv', LONG)
  const path = `/brokers/import/files/${stored.body.id}`
  for (const page of [{}, { limit: 5, offset: 40 }, { plugin: 'degiro' }, { plugin: 'none' }]) {
    const answer = await far(`${path}/parse`, page)
    const near = await app.call(user, 'POST', `${path}/parse`, page)
    const bare = (text: string) => text.replace(/"(request_id|parsed_at)":"[^"]*"/g, '')
    expect([page, answer.status, bare(await answer.text())]).toEqual([page, near.status, bare(near.text)])
    expect([page, answer.headers.get('content-type')]).toEqual([page, near.headers.get('content-type')])
  }
  const imported = await (await far(`${path}/import`, {})).json()
  const again = await upload(app, user, await broker(), 'long.csv', LONG)
  const near = await app.call(user, 'POST', `/brokers/import/files/${again.body.id}/import`, {})
  const { report: _, ...result } = imported
  const { report: __, ...nearResult } = near.body
  expect(result).toEqual(nearResult)
  expect(result.imported).toBe(ROWS - ROWS / 50)
  expect([...new Set(requested)]).toEqual(['imports/preview', 'imports/read'])
  expect([...new Bun.Glob('answer-*').scanSync(app.deps.folders.temporary)]).toEqual([])
})

test('the process that reads a long report is made ready while it is uploaded', async () => {
  const { send, prepared, requested, broker } = await setUp()
  const uploaded = async (text: string, query = '') => {
    const form = new FormData()
    form.set('file', new File([text], 'some.csv'))
    const sent = new Request('http://localhost', { method: 'POST', body: form })
    const contentType = sent.headers.get('content-type') ?? ''
    const bytes = await sent.bytes()
    const type = { 'Content-Type': contentType, 'Content-Length': String(bytes.length) }
    return (await send(`/brokers/import/upload?broker_id=${await broker()}${query}`, bytes, type)).status
  }
  expect([await uploaded(LONG.slice(0, 2_000)), prepared, requested]).toEqual([201, [], []])
  expect([await uploaded(LONG), prepared]).toEqual([201, [['imports/recognise']]])
  expect([await uploaded(LONG, '&import=true'), prepared[1]]).toEqual([201, ['imports/recognise', 'imports/read']])
})

test('a short report is read in its own request; a packed one that may be long is not', async () => {
  const { app, requested, far, send, broker } = await setUp()
  const form = async (name: string, bytes: string | Uint8Array) => {
    const body = new FormData()
    body.set('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
    return (await send(`/brokers/import/upload?broker_id=${await broker()}`, body)).json()
  }
  const short = await form('short.csv', LONG.slice(0, 2_000))
  expect((await far(`/brokers/import/files/${short.id}/parse`, {})).status).toBe(200)
  expect(requested).toEqual([])
  const packed = await form('packed.zip', await zip([['long.csv', LONG]]))
  expect(packed.compatible_plugins).toEqual(['broker_generic_csv'])
  expect(requested).toEqual(['imports/recognise'])
  expect([...new Bun.Glob('answer-*').scanSync(app.deps.folders.temporary)]).toEqual([])
})

test('an own importer that never ends is stopped, and the report says so; others are answered meanwhile', async () => {
  const { app, user, far, broker } = await setUp({ longestReading: 3_000 })
  const folder = join(app.deps.folders.plugins, 'brim')
  await mkdir(folder, { recursive: true })
  const members = 'name: "E", broker: "E", website: "", description: "E", extensions: [], languages: [], version: "1", docs: ""'
  const verbs =
    'recognises: () => 1, parse: (file) => { if (file.filename === "long.csv") for (;;) Bun.sleepSync(100); return nothing }'
  const nothing = 'const nothing = { transactions: [], assets: [], issues: [], ignored: [] }'
  await Bun.write(
    join(folder, 'endless.ts'),
    `${nothing}\nexport default { code: "endless", ${members}, sampleColumns: [], assets: {}, ${verbs} }`,
  )
  const stored = await upload(app, user, await broker(), 'long.csv', LONG)
  const path = `/brokers/import/files/${stored.body.id}`
  const requested = far(`${path}/parse`, { plugin: 'endless' })
  expect((await app.call(user, 'GET', '/brokers')).status).toBe(200)
  const problem = await (await requested).json()
  expect([problem.status, problem.code]).toEqual([422, 'import/too-long'])
  expect(problem.detail).toContain('Split the report')
  const report = (await app.call(user, 'GET', path)).body
  expect([report.status, report.problem.code]).toEqual(['failed', 'import/too-long'])
  const other = await upload(app, user, await broker(), 'other.csv', `${LONG}\n`)
  const next = await far(`/brokers/import/files/${other.body.id}/parse`, { plugin: 'endless' })
  expect([next.status, (await next.json()).transactions_total]).toEqual([200, 0])
})
