/** Reports that are read beside the service: the same answers, byte for byte, and nothing that stops the service. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openReader } from '#db/connection.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createComputePool } from '#src/cli/compute-pool.ts'
import { type ComputeProcess, startComputeProcess } from '#src/cli/compute-process.ts'
import { createServer } from '#src/server.ts'
import { AppError } from '#src/shared/errors.ts'
import type { Compute } from '#src/task.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { zip } from '#test/support/archives.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

setDefaultTimeout(120_000)

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
  const started: ComputeProcess[] = []
  const pool = createComputePool(app.deps, {
    limits,
    start: (...given) => {
      const one = startComputeProcess(...given)
      started.push(one)
      return one
    },
  })
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
  /** The outcome, also where the machine is so busy that the answer is a job. */
  const far = async (path: string, body: object) => {
    const answer = await send(path, JSON.stringify(body), { 'Content-Type': 'application/json' })
    return answer.status === 202 ? await outcomeOf(app, user, (await answer.json()).id) : answer
  }
  return { app, user, requested, prepared, started, far, send, broker: () => createBroker(app, user) }
}

async function outcomeOf(app: TestApp, user: TestUser, id: string): Promise<Response> {
  for (;;) {
    const { finished_at, result, problem } = (await app.call(user, 'GET', `/jobs/${id}`)).body
    if (finished_at === null) await Bun.sleep(20)
    else if (problem === null) return Response.json(result)
    else return Response.json(problem, { status: problem.status, headers: { 'Content-Type': 'application/problem+json' } })
  }
}

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
  expect([...new Set(requested)]).toEqual(['imports/preview', 'imports/import'])
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
  expect([await uploaded(LONG), prepared, requested]).toEqual([201, [['imports/preview']], []])
  expect([await uploaded(LONG, '&import=true'), prepared[1], requested]).toEqual([201, ['imports/import'], ['imports/import']])
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

/** So much is sold that was never bought, and more rows are wrong than an answer lists. */
const SHORT =
  HEAD +
  Array.from({ length: ROWS }, (_, row) =>
    row % 3 === 0
      ? `2024-13-${row},BUY,?,,,,,EUR,no day`
      : `2024-02-0${(row % 9) + 1},SELL,OAKS,Oaks & Sons,-1,${row + 1},,EUR,${'x'.repeat(20)}`,
  ).join('\n')

test('what an import beside the service refuses, lists and counts is what one here does', async () => {
  const { app, user, far, broker } = await setUp()
  const answers = async (given: object) => {
    const [there, here] = [
      await upload(app, user, await broker(), 's.csv', SHORT),
      await upload(app, user, await broker(), 's.csv', SHORT),
    ]
    const answer = await far(`/brokers/import/files/${there.body.id}/import`, given)
    const near = await app.call(user, 'POST', `/brokers/import/files/${here.body.id}/import`, given)
    const bare = (body: object) =>
      JSON.stringify(body, (name, value) =>
        /^(report|instance|broker_id|request_id|asset_id|assets_created|assets_created_total|report_id)$/.test(name)
          ? null
          : value,
      )
    const body = await answer.json()
    expect([given, answer.status, bare(body)]).toEqual([given, near.status, bare(near.body)])
    return body
  }
  const refused = await answers({ opening: 'refuse' })
  expect([refused.code, refused.shortages_total]).toEqual(['transaction/short', 4_000])
  const tried = await answers({ opening: 'refuse', dry_run: true })
  expect([tried.refused.code, tried.shortages.length, tried.shortages_total, tried.dry_run]).toEqual([
    'transaction/short',
    1_000,
    4_000,
    true,
  ])
  const left = await answers({ opening: 'leave-out' })
  expect([left.imported, left.skipped, left.issues.length, left.issues_total]).toEqual([0, 4_000, 1_000, 6_000])
  const booked = await answers({ opening: 'book' })
  expect([booked.imported, booked.openings_total, booked.issues.length, booked.issues_total]).toEqual([4_000, 1, 1_000, 2_001])
})

test('while a long report is imported others read, and what they write comes after it', async () => {
  const { app, user, far, broker } = await setUp()
  const id = await broker()
  const stored = await upload(app, user, id, 'long.csv', LONG)
  const importing = far(`/brokers/import/files/${stored.body.id}/import`, {})
  const done: string[] = []
  const noted = importing.then(() => done.push('imported'))
  while (!(await app.deps.db.selectFrom('ledger_transaction').select('id').limit(1).executeTakeFirst())) {
    expect((await app.call(user, 'GET', '/brokers')).status).toBe(200)
    const line = { broker_id: id, type: 'DEPOSIT', date: '2024-01-01', amount: '1', currency: 'EUR' }
    if ((await app.call(user, 'POST', '/transactions', line)).status === 201) done.push('written')
  }
  await noted
  const { body } = await app.call(user, 'GET', `/brokers/${id}/summary`)
  const sum = Array.from({ length: ROWS }, (_, row) => (row % 50 === 7 ? 0 : row + 1)).reduce((all, one) => all + one, 0)
  expect(body.balances[0].amount).toBe(String(sum + done.filter((one) => one === 'written').length))
})

test('a process that dies while it writes leaves nothing behind: another imports the report, once', async () => {
  const { app, user, far, started, broker } = await setUp()
  const id = await broker()
  const stored = await upload(app, user, id, 'long.csv', LONG)
  const { db } = app.deps
  if (!('lend' in db)) throw new Error('the tests have a writer of their own')
  const { lend } = db
  let turns = 0
  // As soon as it has its turn.
  Object.assign(db, {
    lend: (work: () => Promise<void>) =>
      lend(async () => {
        turns++
        const wrote = work()
        if (turns === 1) started[0]?.kill()
        await wrote
      }),
  })
  const answer = await far(`/brokers/import/files/${stored.body.id}/import`, {})
  expect([answer.status, (await answer.json()).imported, turns, started.length]).toEqual([200, ROWS - ROWS / 50, 2, 2])
  const { headers } = await app.call(user, 'GET', `/transactions?broker_ids=${id}&limit=1&count=true`)
  expect(headers.get('x-total-count')).toBe(String(ROWS - ROWS / 50))
})

test('what a process has committed is said to be imported, also where it ended before it could answer', async () => {
  const { deps } = await createTestApp()
  const compute: Compute = async (ctx, task, input) => {
    await task.run(ctx, input)
    throw new AppError('unavailable', 'compute/too-long', 'It was ended.')
  }
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins }, compute } })
  const user = await app.createUser()
  const stored = await upload(app, user, await createBroker(app, user), 'long.csv', LONG)
  const path = `/brokers/import/files/${stored.body.id}`
  const { status, body } = await app.call(user, 'POST', `${path}/import`, {})
  expect([status, body.code, body.detail]).toEqual([409, 'import/already-imported', expect.stringContaining('ended before')])
  expect((await app.call(user, 'GET', path)).body).toMatchObject({ status: 'imported', problem: null })
})

test('a cancelled import ends where it stands, and nothing of it is stored', async () => {
  const { app, user, far, send, broker } = await setUp()
  const id = await broker()
  const stored = await upload(app, user, id, 'long.csv', LONG)
  const path = `/brokers/import/files/${stored.body.id}`
  const json = { 'Content-Type': 'application/json', Prefer: 'respond-async' }
  const { id: job } = await (await send(`${path}/import`, '{}', json)).json()
  const stateOf = async () => (await app.call(user, 'GET', `/jobs/${job}`)).body
  expect((await app.call(user, 'DELETE', `/jobs/${job}`)).status).toBe(204)
  while (['queued', 'running'].includes((await stateOf()).state)) await Bun.sleep(10)
  const { state } = await stateOf()
  const report = (await app.call(user, 'GET', path)).body
  const { headers } = await app.call(user, 'GET', `/transactions?broker_ids=${id}&limit=1&count=true`)
  expect([state, report.status, headers.get('x-total-count')]).toEqual(['cancelled', 'uploaded', '0'])
  expect((await far(`${path}/import`, {})).status).toBe(200)
})
