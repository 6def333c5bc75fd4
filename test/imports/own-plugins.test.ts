/** Importers of the data folder may do anything: they run beside the service, and one that never ends is stopped and named. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createComputePool } from '#src/cli/compute-pool.ts'
import { loadPlugins } from '#src/cli/plugins.ts'
import { createServer } from '#src/server.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

setDefaultTimeout(120_000)

const ENDLESS = `const nothing = { transactions: [], assets: [], issues: [], ignored: [{ row: 1, reason: 'title' }, { row: 2, reason: 'test' }] }
const endless = () => { for (;;) Bun.sleepSync(100) }
export default {
  code: 'endless', name: 'E', broker: 'E', website: '', description: 'E', extensions: [], languages: [], version: '1', docs: '',
  sampleColumns: [], assets: {},
  recognises: (head) => (head.filename === 'look.csv' ? endless() : 1),
  parse: (file) => (file.filename === 'read.csv' ? endless() : nothing),
}`

async function setUp(limits: object) {
  const plugins = { ...(await createTestApp()).deps.plugins, brim: brokerPlugins }
  const app = await createTestApp({ deps: { plugins } })
  const folder = join(app.deps.folders.plugins, 'brim')
  await mkdir(folder, { recursive: true })
  await Bun.write(join(folder, 'endless.ts'), ENDLESS)
  Object.assign(plugins, await loadPlugins(app.deps.folders, app.deps.log))
  const user = await app.createUser()
  const pool = createComputePool(app.deps, { limits })
  afterwards(async () => pool.close())
  const server = createServer({ ...app.deps, compute: pool.compute })
  const call = async (method: string, path: string, body?: object | FormData, headers: Record<string, string> = {}) => {
    const type: Record<string, string> = body instanceof FormData ? {} : { 'Content-Type': 'application/json' }
    const answer = await server.request(`/api/v1${path}`, {
      method,
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      headers: { Cookie: `session=${user.token}`, ...type, ...headers },
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  const broker = await createBroker(app, user)
  const send = async (filename: string) => {
    const form = new FormData()
    form.set('file', new File([`a,b\n${filename},2\n`], filename))
    return (await call('POST', `/brokers/import/upload?broker_id=${broker}`, form)).body
  }
  return { call, send }
}

test('one that never knows whether a file is its own is stopped; the file stays with a problem that names it', async () => {
  const { call, send } = await setUp({ longestLook: 1_000 })
  const order: string[] = []
  const sent = send('look.csv').then((report) => {
    order.push('upload')
    return report
  })
  expect((await call('GET', '/brokers')).status).toBe(200)
  order.push('brokers')
  const { status, problem } = await sent
  expect(order).toEqual(['brokers', 'upload'])
  expect([status, problem.code]).toEqual(['failed', 'import/too-long'])
  expect(problem.detail).toContain('import plugin endless')
  expect((await send('good.csv')).compatible_plugins[0]).toBe('endless')
})

/** What a request that became a job, on a machine that is busy, ends with. */
async function problemOfJob(call: Awaited<ReturnType<typeof setUp>>['call'], id: string) {
  for (;;) {
    const { body } = await call('GET', `/jobs/${id}`)
    if (body.problem !== null || body.state === 'succeeded') return body.problem
    await Bun.sleep(50)
  }
}

test('one that never ends reading is stopped: 422 that names it for the preview and the import, others are answered meanwhile', async () => {
  const { call, send } = await setUp({ longestReading: 1_000 })
  const { id } = await send('read.csv')
  for (const verb of ['parse', 'import']) {
    const pending = call('POST', `/brokers/import/files/${id}/${verb}`, { plugin: 'endless' })
    expect((await call('GET', '/brokers')).status).toBe(200)
    const answer = await pending
    const body = answer.status === 202 ? await problemOfJob(call, answer.body.id) : answer.body
    expect([verb, body.status, body.code]).toEqual([verb, 422, 'import/too-long'])
    expect(body.detail).toContain('took too long in the import plugin endless')
  }
  const good = await send('good.csv')
  expect((await call('POST', `/brokers/import/files/${good.id}/parse`, { plugin: 'endless' })).status).toBe(200)
})

test('an import by one that never ends is cancelled', async () => {
  const { call, send } = await setUp({})
  const { id } = await send('read.csv')
  const started = await call('POST', `/brokers/import/files/${id}/import`, { plugin: 'endless' }, { Prefer: 'respond-async' })
  expect(started.status).toBe(202)
  await Bun.sleep(300)
  expect((await call('DELETE', `/jobs/${started.body.id}`)).status).toBeLessThan(300)
  let job = await call('GET', `/jobs/${started.body.id}`)
  while (job.body.state === 'running') {
    await Bun.sleep(50)
    job = await call('GET', `/jobs/${started.body.id}`)
  }
  expect(job.body.state).toBe('cancelled')
  expect((await send('good.csv')).compatible_plugins[0]).toBe('endless')
})
