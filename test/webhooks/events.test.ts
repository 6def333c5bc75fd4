import { expect, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { inTransaction } from '#db/transaction.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { makeBackup } from '#src/backup/service.ts'
import { syncWhenDue } from '#src/fx/schedule.ts'
import { notify } from '#src/webhooks/notify.service.ts'
import { daysOf, syncApp, table, tableProvider } from '#test/fx/source.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createHookApp, listenForHooks } from '#test/support/hooks.ts'

const ALL = ['import.done', 'import.failed', 'broker.shared', 'prices.failed', 'login.new_address']
const OF_SERVICE = ['sync.failed', 'backup.done', 'backup.failed']
const HEAD = 'date,type,symbol,quantity,price,amount,currency'
const ROWS = [HEAD, '2024-01-02,DEPOSIT,,,,1000,EUR', '2024-01-03,BUY,OAK,2,5,,EUR', ''].join('\n')

/** What waits for webhooks, in order: for whom, and what it says. */
async function queued({ store }: Pick<TestApp, 'store'>) {
  const rows = await store.reader.selectFrom('webhook_delivery').select(['user_id', 'broker_id', 'body']).orderBy('id').execute()
  return rows.map(({ user_id: user, broker_id: broker, body }) => ({ user, broker, ...JSON.parse(body) }))
}

async function importScene(env: Record<string, string> = {}) {
  const { deps } = await createTestApp()
  const app = await createHookApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } }, env })
  const [ann, ben] = [await app.createUser({ username: 'ann' }), await app.createUser({ username: 'ben' })]
  for (const user of [app.root, ann, ben]) await app.hook(user, 'https://hooks.example/', ALL)
  const broker = (await app.call(ann, 'POST', '/brokers', { name: 'Oak Bank' })).body.id as number
  const send = (user: TestUser, name: string, text: string, query = '&import=true') => {
    const form = new FormData()
    form.set('file', new File([text], name, { type: 'text/csv' }))
    return app.call(user, 'POST', `/brokers/import/upload?broker_id=${broker}${query}`, form)
  }
  return { ...app, ann, ben, broker, send }
}

test('an import tells its user that it was done or why not, and nobody else; a preview tells nothing', async () => {
  const { ann, broker, call, send, ...app } = await importScene()
  expect((await send(ann, 'oak.csv', ROWS)).body.status).toBe('imported')
  const [done, ...more] = await queued(app)
  expect(more).toEqual([])
  expect(done).toMatchObject({
    user: ann.id,
    broker,
    type: 'import.done',
    data: { imported: 2, filename: 'oak.csv', broker: 'Oak Bank' },
  })
  expect(done.data.text).toBe('oak.csv was imported at Oak Bank: 2 transactions, 0 duplicates, 0 left out, 0 issues.')
  expect(JSON.stringify(done)).not.toContain('1000')
  await send(ann, 'none.csv', `${HEAD}\n`)
  expect((await queued(app)).slice(1)).toMatchObject([{ user: ann.id, type: 'import.failed', data: { filename: 'none.csv' } }])
  const stored = (await send(ann, 'more.csv', ROWS.replace('1000', '2000'), '')).body.id
  await call(ann, 'POST', `/brokers/import/files/${stored}/parse`, {})
  await call(ann, 'POST', `/brokers/import/files/${stored}/import`, { dry_run: true })
  expect(await queued(app)).toHaveLength(2)
  await call(ann, 'POST', `/brokers/import/files/${stored}/import`, {})
  await call(ann, 'POST', `/brokers/import/files/${stored}/import`, {})
  expect((await queued(app)).map(({ type }) => type)).toEqual(['import.done', 'import.failed', 'import.done'])
})

test('an import that the ledger refuses is a failed one', async () => {
  const { ann, send, call, ...app } = await importScene()
  const { id } = (await send(ann, 'short.csv', [HEAD, '2024-01-03,SELL,OAK,-2,5,,EUR', ''].join('\n'), '')).body
  const refused = await call(ann, 'POST', `/brokers/import/files/${id}/import`, { short: 'refuse' })
  expect([refused.status, refused.body.code]).toEqual([409, 'transaction/short'])
  expect(await queued(app)).toMatchObject([{ user: ann.id, type: 'import.failed', data: { code: 'transaction/short' } }])
})

test('whoever a broker is shared with hears of it from then on; where nothing may go out nothing is queued', async () => {
  const { ann, ben, broker, call, ...app } = await importScene()
  await call(ann, 'POST', `/brokers/${broker}/access`, { user_id: ben.id, role: 'VIEWER' })
  expect(await queued(app)).toMatchObject([
    { user: ben.id, broker, type: 'broker.shared', data: { broker: 'Oak Bank', role: 'VIEWER', by_username: 'ann' } },
  ])
  const offline = await importScene({ OFFLINE: 'true' })
  await offline.call(offline.ann, 'POST', `/brokers/${offline.broker}/access`, { user_id: offline.ben.id, role: 'VIEWER' })
  expect(await queued(offline)).toEqual([])
})

test('backups tell superusers, that they were made and that not', async () => {
  const app = await createHookApp()
  const ann = await app.createUser()
  await app.hook(app.root, 'https://hooks.example/', OF_SERVICE)
  await app.hook(ann, 'https://hooks.example/', ALL)
  const controls = { progress: () => {}, signal: new AbortController().signal }
  const made = await makeBackup(app.deps, controls)
  expect(await queued(app)).toMatchObject([
    { user: app.root.id, type: 'backup.done', data: { archive: made?.filename, text: `The backup ${made?.filename} was made.` } },
  ])
  rmSync(app.deps.folders.backups, { recursive: true })
  expect(makeBackup(app.deps, controls)).rejects.toThrow()
  await app.until(async () => (await queued(app)).length === 2)
  mkdirSync(app.deps.folders.backups)
  const [, failed] = await queued(app)
  expect(failed).toMatchObject({ user: app.root.id, type: 'backup.failed', data: { archive: null } })
  expect(JSON.stringify(failed)).not.toContain(app.folder)
})

test('a scheduled sync of exchange rates tells superusers which providers gave none', async () => {
  let isBroken = false
  const north = tableProvider('NORTH', 'EUR', 'USD GBP', { historyFrom: '2024-06-01' })
  const app = await syncApp([north], ({ url }) => {
    if (isBroken) return new Response('no', { status: 404 })
    return table('USD GBP', daysOf(url).from, daysOf(url).to, () => '1.25')
  })
  await app.register(['USD', 'EUR', 'NORTH'])
  const hook = { url: 'https://hooks.example/', events: OF_SERVICE }
  expect((await app.call(app.admin, 'POST', '/webhooks', hook)).status).toBe(201)
  app.state.now = '2024-06-28T06:30:00Z'
  await syncWhenDue(app.deps)
  expect(await queued(app)).toEqual([])
  isBroken = true
  app.state.now = '2024-06-28T16:30:00Z'
  await syncWhenDue(app.deps).catch(() => undefined)
  expect(await queued(app)).toMatchObject([{ user: app.admin.id, type: 'sync.failed' }])
})

test('a sync that somebody requests tells superusers which providers began to fail, once', async () => {
  let isBroken = true
  const north = tableProvider('NORTH', 'EUR', 'USD GBP', { historyFrom: '2024-06-01' })
  const app = await syncApp([north], ({ url }) => {
    if (isBroken) return new Response('no', { status: 404 })
    return table('USD GBP', daysOf(url).from, daysOf(url).to, () => '1.25')
  })
  await app.register(['USD', 'EUR', 'NORTH'])
  const hook = { url: 'https://hooks.example/', events: OF_SERVICE }
  expect((await app.call(app.admin, 'POST', '/webhooks', hook)).status).toBe(201)
  for (let turn = 0; turn < 2; turn += 1) expect((await app.sync()).status).toBe(502)
  const failed = { user: app.admin.id, type: 'sync.failed', data: { providers: ['NORTH'], count: 1 } }
  expect(await queued(app)).toMatchObject([failed])
  isBroken = false
  expect((await app.sync()).status).toBe(200)
  isBroken = true
  expect((await app.sync()).status).toBe(502)
  expect(await queued(app)).toMatchObject([failed, failed])
})

test('of what may be rolled back no message is made', async () => {
  const { deps } = await createTestApp()
  const notice = { event: 'import.done', text: '', data: {} } as const
  expect(inTransaction(deps, (deps) => notify(deps, { to: 1 }, notice))).rejects.toThrow('committed')
})

test('from the upload to the listener: signed, and for the address that was given', async () => {
  const { ann, hook, send, start, until } = await importScene()
  const { got, url } = listenForHooks()
  await hook(ann, `${url}?topic=oak`, ['import.done'], { format: 'ntfy' })
  start()
  await send(ann, 'oak.csv', ROWS)
  await until(() => got.length > 0)
  expect(got[0]?.path).toBe('/hook?topic=oak')
  expect([got[0]?.headers.get('title'), got[0]?.body]).toEqual([
    'Import done',
    expect.stringContaining('oak.csv was imported at Oak Bank'),
  ])
})
