import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

setDefaultTimeout(120_000)

const HASH = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })
const TIME = '2026-01-01T00:00:00.000Z'

async function withPassword(app: TestApp, fields: { username?: string; isSuperuser?: boolean } = {}): Promise<TestUser> {
  const user = await app.createUser(fields)
  await app.store.writer.updateTable('user').set({ password_hash: HASH }).where('id', '=', user.id).execute()
  return user
}

const leave = (app: TestApp, user: TestUser, password: string = PASSWORD) =>
  app.call(user, 'DELETE', '/auth/users/me', { password })

async function makeBroker(app: TestApp, owner: TestUser, name: string, others: [TestUser, 'OWNER' | 'EDITOR' | 'VIEWER'][] = []) {
  const { id } = await app.store.writer
    .insertInto('broker')
    .values({ name, name_key: name.toLowerCase(), created_by: owner.id, created_at: TIME, updated_at: TIME })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [user, role] of [[owner, 'OWNER'] as const, ...others])
    await app.store.writer
      .insertInto('broker_access')
      .values({ broker_id: id, user_id: user.id, role, granted_at: TIME, granted_by: owner.id })
      .execute()
  await app.store.writer
    .insertInto('ledger_transaction')
    .values({
      broker_id: id,
      type: 'DEPOSIT',
      date: '2026-01-01',
      amount: '5',
      currency: 'EUR',
      created_by: owner.id,
      created_at: TIME,
      updated_at: TIME,
    })
    .execute()
  await app.store.writer
    .insertInto('balance_day')
    .values({ broker_id: id, unit: 'EUR', date: '2026-01-01', change: '5' })
    .execute()
  return id
}

async function makeReport(app: TestApp, brokerId: number, by: TestUser): Promise<string> {
  const id = crypto.randomUUID()
  await app.store.writer
    .insertInto('report')
    .values({
      id,
      broker_id: brokerId,
      filename: 'a.csv',
      size: 1,
      sha256: id,
      content_type: 'text/csv',
      status: 'uploaded',
      uploaded_by: by.id,
      uploaded_at: TIME,
    })
    .execute()
  writeFileSync(join(app.deps.folders.reports, id), 'x')
  return join(app.deps.folders.reports, id)
}

async function makeUpload(app: TestApp, by: TestUser) {
  const id = crypto.randomUUID()
  await app.store.writer
    .insertInto('upload')
    .values({
      id,
      filename: 'a.png',
      content_type: 'image/png',
      size: 1,
      sha256: id,
      uploaded_by: by.id,
      created_at: TIME,
      updated_at: TIME,
    })
    .execute()
  writeFileSync(join(app.deps.folders.uploads, id), 'x')
  return { id, path: join(app.deps.folders.uploads, id) }
}

const count = async (
  app: TestApp,
  table: 'broker' | 'report' | 'upload' | 'ledger_transaction' | 'balance_day' | 'broker_access' | 'user',
) => (await app.store.writer.selectFrom(table).selectAll().execute()).length

test('204: the user, their files and their own brokers are gone, rows and files, and the cookie is cleared', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const vera = await withPassword(app)
  const report = await makeReport(app, await makeBroker(app, vera, 'Mine'), vera)
  const upload = await makeUpload(app, vera)
  const answer = await leave(app, vera)
  expect([answer.status, answer.headers.get('set-cookie')?.startsWith('session=; Max-Age=0')]).toEqual([204, true])
  for (const table of ['broker', 'report', 'upload', 'ledger_transaction', 'balance_day', 'broker_access'] as const)
    expect([table, await count(app, table)]).toEqual([table, 0])
  expect([existsSync(report), existsSync(upload.path)]).toEqual([false, false])
  expect((await app.call(vera, 'GET', '/auth/me')).body.code).toBe('auth/session-invalid')
  expect((await app.call(root, 'GET', '/auth/me')).status).toBe(200)
})

test('204 for a member among other owners: the broker, its rows and reports stay with them, without the icon that goes', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const vera = await withPassword(app)
  const broker = await makeBroker(app, vera, 'Shared', [[root, 'OWNER']])
  const report = await makeReport(app, broker, vera)
  const upload = await makeUpload(app, vera)
  await app.store.writer.updateTable('broker').set({ icon: upload.id }).execute()
  await app.store.writer.updateTable('asset').set({ icon: upload.id }).execute()
  expect((await leave(app, vera)).status).toBe(204)
  expect(await app.store.writer.selectFrom('asset').select('id').where('icon', 'is not', null).execute()).toEqual([])
  const row = await app.store.writer.selectFrom('broker').select(['id', 'icon', 'created_by']).executeTakeFirstOrThrow()
  expect(row).toEqual({ id: broker, icon: null, created_by: null })
  expect([await count(app, 'ledger_transaction'), await count(app, 'report'), await count(app, 'broker_access')]).toEqual([
    1, 1, 1,
  ])
  expect([existsSync(report), existsSync(upload.path)]).toEqual([true, false])
})

test('204 for an editor and a viewer of others’ brokers, which stay as they are', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const vera = await withPassword(app)
  await makeBroker(app, root, 'One', [[vera, 'EDITOR']])
  await makeBroker(app, root, 'Two', [[vera, 'VIEWER']])
  expect((await leave(app, vera)).status).toBe(204)
  expect([await count(app, 'broker'), await count(app, 'broker_access'), await count(app, 'ledger_transaction')]).toEqual([
    2, 2, 2,
  ])
})

test('409 for the last OWNER of a broker with other members, naming it; nothing is removed', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const vera = await withPassword(app)
  const alone = await makeReport(app, await makeBroker(app, vera, 'Alone'), vera)
  const shared = await makeBroker(app, vera, 'Shared', [[root, 'EDITOR']])
  const upload = await makeUpload(app, vera)
  for (const answer of [await leave(app, vera), await app.call(root, 'DELETE', `/users/${vera.id}`)]) {
    expect([answer.status, answer.body.code, answer.body.broker_ids]).toEqual([409, 'access/last-owner', [shared]])
    expect(answer.body.detail).toContain('Shared')
  }
  expect([
    await count(app, 'broker'),
    await count(app, 'report'),
    await count(app, 'user'),
    existsSync(alone),
    existsSync(upload.path),
  ]).toEqual([2, 1, 2, true, true])
})

test('422 for a wrong password, 429 after ten, and nobody is gone', async () => {
  const app = await createTestApp()
  await app.createUser()
  const vera = await withPassword(app)
  const codes = []
  for (let index = 0; index < 11; index += 1) codes.push((await leave(app, vera, `wrong-wrong-${index}`)).status)
  expect(codes).toEqual([...Array(10).fill(422), 429])
  expect(await count(app, 'user')).toBe(2)
})

test('422 without a password', async () => {
  const app = await createTestApp()
  const vera = await withPassword(app)
  for (const body of [{}, { password: null }, { password: PASSWORD, force: true }])
    expect((await app.call(vera, 'DELETE', '/auth/users/me', body)).status).toBe(422)
  expect((await app.call(vera, 'DELETE', '/auth/users/me')).status).toBeOneOf([415, 422])
})

test('409 for the last superuser while others exist, 204 for the last user of all; the next to register is superuser', async () => {
  const app = await createTestApp()
  const root = await withPassword(app)
  const other = await app.createUser()
  const refused = await leave(app, root)
  expect([refused.status, refused.body.code]).toEqual([409, 'user/last-superuser'])
  expect((await app.call(root, 'DELETE', `/users/${other.id}`)).status).toBe(204)
  expect((await leave(app, root)).status).toBe(204)
  const next = await app.call(null, 'POST', '/auth/register', { username: 'next', email: 'next@example.org', password: PASSWORD })
  expect(next.body.user).toMatchObject({ is_superuser: true })
  expect(next.body.user.id).toBeGreaterThan(other.id)
})

test('one of two superusers stays when both leave at the same moment', async () => {
  const app = await createTestApp()
  const [one, two] = [await withPassword(app), await withPassword(app, { isSuperuser: true })]
  await app.createUser()
  const answers = await Promise.all([leave(app, one), leave(app, two)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409])
})

test('one of two owners stays when both leave at the same moment while a member remains', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const [one, two] = [await withPassword(app), await withPassword(app)]
  await makeBroker(app, one, 'Shared', [
    [two, 'OWNER'],
    [root, 'VIEWER'],
  ])
  const answers = await Promise.all([leave(app, one), leave(app, two)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409])
  const owners = await app.store.writer.selectFrom('broker_access').select('user_id').where('role', '=', 'OWNER').execute()
  expect(owners).toHaveLength(1)
})

test('204 for a superuser who removes another user with everything that only they had', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const vera = await app.createUser()
  const report = await makeReport(app, await makeBroker(app, vera, 'Mine'), vera)
  expect((await app.call(root, 'DELETE', `/users/${vera.id}`)).status).toBe(204)
  expect([await count(app, 'broker'), await count(app, 'user'), existsSync(report)]).toEqual([0, 1, false])
  expect((await app.call(root, 'GET', `/users/${vera.id}`)).status).toBe(404)
})

test('204 for a user whose broker sent units to another: the leg that stays is a transfer from outside', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const vera = await app.createUser()
  const [own, shared] = [await createBroker(app, vera), await createBroker(app, root, { members: [[vera, 'OWNER']] })]
  const asset_id = await createAsset(app, { symbol: 'ACME', currency: 'EUR' })
  const leg = { asset_id, date: '2024-02-21', type: 'TRANSFER', group: 'gift' }
  const bought = { broker_id: own, asset_id, type: 'BUY', date: '2024-01-17', quantity: '5', price: '31', currency: 'EUR' }
  const create = [bought, { ...leg, broker_id: own, quantity: '-5' }, { ...leg, broker_id: shared, quantity: '5' }]
  expect((await app.call(vera, 'POST', '/transactions/batch', { create })).status).toBe(200)
  const legs = async () => (await app.call(root, 'GET', '/transactions')).body
  expect(await legs()).toMatchObject([{ broker_id: shared, quantity: '5', group_id: expect.any(String) }])
  expect((await app.call(root, 'DELETE', `/users/${vera.id}`)).status).toBe(204)
  const [stays] = await legs()
  expect([stays.quantity, stays.group_id]).toEqual(['5', null])
})
