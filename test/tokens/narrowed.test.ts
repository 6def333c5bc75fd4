import { expect, test } from 'bun:test'
import type { Scope } from '#src/shared/scopes.ts'
import { differences, figuresOf, readsOf } from '#test/support/answers.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { openScene, type Scene } from '#test/support/strangers.ts'
import { makeToken } from '#test/support/tokens.ts'

/** Stands in every text of the broker that the token is not for. */
const MARK = 'zanzibar'
const ALL: readonly Scope[] = ['read', 'write', 'import', 'share']

async function narrowed(app: Pick<Scene, 'call'>, user: TestUser, ids: readonly number[], scopes = ALL): Promise<TestUser> {
  return { ...user, token: (await makeToken(app, user, scopes, { broker_ids: ids })).text }
}

/** Everything that reads, as the token sees it; with the ids of things at another broker, too. */
async function answersTo(scene: Scene, by: TestUser, elsewhere: Readonly<Record<string, readonly (number | string)[]>>) {
  const { broker, assets, report, job, victim } = scene
  const ids = {
    ...{ assets: [...Object.values(assets), ...(elsewhere['assets'] ?? [])], brokers: [broker, ...(elsewhere['brokers'] ?? [])] },
    ...{ transactions: [1, 2, 3], 'brokers/import': [report], uploads: [scene.icon], jobs: [job], users: [victim.id] },
  }
  const query = {
    ...{ broker_ids: String(broker), currency: 'EUR', by: 'asset', benchmark: String(assets.index), method: 'S104' },
    ...{ scope: 'assets', explain: 'true', lots: 'true', count: 'true', held: 'true', archived: 'true', failed: 'true' },
    ...{ q: 'a', interval: 'monthly', types: 'STOCK', asset_ids: String(assets.mine), from: 'EUR', to: 'USD', amount: '100' },
    ...{ expand: 'asset', kind: 'ISIN', value: 'US0378331005' },
  }
  const days = { from: '2026-01-01', to: '2026-06-30', as_of: '2026-06-30', date: '2026-01-02' }
  const answers = new Map<string, string>()
  scene.time.minutes += 1
  for (const path of [
    ...readsOf({ ids, query, days }),
    '/brokers',
    '/assets?q=zan',
    `/search?q=${MARK}`,
    '/transactions?limit=1000',
  ])
    answers.set(path, figuresOf(await scene.call(by, 'GET', path)).replace(/"(last_used_at|revision)":[^,}]*/g, ''))
  return answers
}

test('a second broker of the user, with whatever is in it, changes no answer to the token by a byte', async () => {
  const scene = await openScene()
  const { call, must, victim, broker, report } = scene
  const token = await narrowed(scene, victim, [broker])
  const [other, hidden] = [{ brokers: [4], assets: [8] }, await createBroker(scene, victim, { name: `Bank of ${MARK}` })]
  await scene.store.writer.deleteFrom('broker').where('id', '=', hidden).execute()
  const before = await answersTo(scene, token, other)
  const second = (await must(victim, 'POST', '/brokers', { name: `Bank of ${MARK}`, description: MARK, currency: 'GBP' })).id
  const asset = (await must(victim, 'POST', '/assets', { symbol: 'ZAN', name: MARK, type: 'STOCK', currency: 'EUR' })).id
  const line = { broker_id: second, date: '2026-02-02', currency: 'EUR', description: MARK, tags: [MARK] }
  await must(victim, 'POST', '/transactions/batch', {
    create: [
      { ...line, type: 'DEPOSIT', amount: '90000' },
      { ...line, type: 'DEPOSIT', amount: '90000', currency: 'JPY' },
      ...[asset, scene.assets.mine].map((asset_id) => ({ ...line, type: 'BUY', asset_id, quantity: '3', price: '7' })),
    ],
  })
  const sent = await scene.send(victim, second, `date,type,amount,currency\n2026-01-09,FEE,-1,EUR\n`, '&import=true')
  await must(victim, 'POST', `/brokers/import/files/${sent.id}/undo`, {})
  const job = await must(victim, 'POST', `/brokers/import/files/${sent.id}/import`, {}, { Prefer: 'respond-async' })
  while ((await call(victim, 'GET', `/jobs/${job.id}`)).body.finished_at === null) await Bun.sleep(5)
  expect([other.brokers, other.assets]).toEqual([[second], [asset]])
  const after = await answersTo(scene, token, other)
  expect(differences(before, after)).toEqual([])
  expect([...after.values()].filter((text) => text.includes(MARK))).toEqual([])
  expect(after.size).toBeGreaterThan(150)
  expect((await call(victim, 'GET', `/search?q=${MARK}`)).text).toContain(MARK)
  for (const path of [
    `/brokers/${second}`,
    `/brokers/${second}/summary`,
    `/brokers/${second}/access`,
    `/assets/${asset}`,
    `/jobs/${job.id}`,
  ])
    expect([path, (await call(token, 'GET', path)).status, (await call(victim, 'GET', path)).status]).toEqual([path, 404, 200])
  expect((await call(token, 'GET', `/brokers/import/files/${sent.id}`)).status).toBe(404)
  expect((await call(token, 'GET', `/brokers/import/files/${report}`)).status).toBe(200)
})

async function twoBrokers() {
  const app = await createTestApp()
  const [root, mira] = [await app.createUser(), await app.createUser({ username: 'mira' })]
  const [one, two] = [await createBroker(app, mira, { name: 'One' }), await createBroker(app, mira, { name: 'Two' })]
  const asset = await createAsset(app, { createdBy: mira.id })
  const line = (broker_id: number) => ({ broker_id, type: 'DEPOSIT', date: '2026-01-02', amount: '5', currency: 'EUR' })
  return { ...app, root, mira, one, two, asset, line, token: await narrowed(app, mira, [one]) }
}

test('422 for no broker and with admin, 404 for a broker of others; the list says what a token is narrowed to', async () => {
  const { call, root, mira, one, two } = await twoBrokers()
  const make = (by: TestUser, broker_ids: unknown, scopes: Scope[] = ['read']) =>
    call(by, 'POST', '/auth/tokens', { name: 'x', scopes, broker_ids })
  expect((await make(mira, [])).status).toBe(422)
  expect((await make(root, [one])).body).toMatchObject({ status: 404, code: 'broker/not-found' })
  expect((await make(mira, [one, 987])).body).toMatchObject({ status: 404, code: 'broker/not-found' })
  expect((await make(root, [one], ['admin'])).body).toMatchObject({ status: 422, code: 'token/broker-ids' })
  expect((await make(mira, [two, one, two])).body.broker_ids).toEqual([one, two])
  const listed: { broker_ids: unknown }[] = (await call(mira, 'GET', '/auth/tokens')).body
  expect(listed.map(({ broker_ids }) => broker_ids)).toEqual([[one], [one, two]])
})

test('it writes to its brokers alone, makes none, and sees no files of its user', async () => {
  const { call, token, one, two, line, asset, mira } = await twoBrokers()
  expect((await call(token, 'POST', '/transactions', line(one))).status).toBe(201)
  expect((await call(token, 'POST', '/transactions', line(two))).body).toMatchObject({ status: 404, code: 'broker/not-found' })
  const batch = await call(token, 'POST', '/transactions/batch', { create: [line(one), line(two)] })
  expect(batch.status).toBe(404)
  for (const [method, path, body] of [
    ['POST', '/brokers', { name: 'Three' }],
    ['GET', '/uploads', undefined],
  ] as const)
    expect((await call(token, method, path, body)).body).toMatchObject({ status: 403, code: 'auth/token-narrowed' })
  const buy = { ...line(two), type: 'BUY', asset_id: asset, quantity: '1', price: '5', amount: '-5' }
  expect((await call(token, 'GET', `/assets/${asset}`)).status).toBe(200)
  expect((await call(mira, 'POST', '/transactions', buy)).status).toBe(201)
  expect((await call(token, 'GET', `/assets/${asset}`)).status).toBe(404)
  expect((await call(token, 'PATCH', `/assets/${asset}`, { name: 'x' })).status).toBe(404)
  expect((await call(mira, 'PATCH', `/assets/${asset}`, { name: 'x' })).status).toBe(200)
})

test('a removed member has a token for nothing; without its brokers a token sees none, not all', async () => {
  const { call, token, one, two, mira, createUser, ...app } = await twoBrokers()
  const paul = await createUser()
  await call(mira, 'POST', `/brokers/${one}/access`, { user_id: paul.id, role: 'EDITOR' })
  const pauls = await narrowed({ call }, paul, [one])
  expect((await call(pauls, 'GET', `/brokers/${one}`)).status).toBe(200)
  await call(mira, 'DELETE', `/brokers/${one}/access/${paul.id}`)
  expect((await call(pauls, 'GET', `/brokers/${one}`)).status).toBe(404)
  expect((await call(pauls, 'GET', '/brokers')).body).toEqual([])
  expect((await call(mira, 'DELETE', `/brokers/${one}`)).status).toBe(204)
  expect((await call(token, 'GET', '/brokers')).body).toEqual([])
  expect((await call(token, 'GET', `/brokers/${two}`)).status).toBe(404)
  expect(await app.store.reader.selectFrom('api_token_broker').selectAll().execute()).toEqual([])
})

test('a token that does not read everything sees the jobs that it started alone; the session sees all', async () => {
  const { call, token, mira, deps, store, one } = await twoBrokers()
  const writer = { ...mira, token: (await makeToken({ call }, mira, ['write'])).text }
  const reader = { ...mira, token: (await makeToken({ call }, mira, ['read'])).text }
  const row = { kind: 'fx-sync', user_id: mira.id, state: 'succeeded', created_at: deps.clock().toISOString() }
  for (const [id, token_id] of [
    ['of-session', null],
    ['of-token', 1],
    ['of-writer', 2],
  ] as const)
    await store.writer
      .insertInto('job')
      .values({ ...row, id, token_id, broker_ids: `[${one}]` })
      .execute()
  const seen = async (by: TestUser) =>
    (await call(by, 'GET', '/jobs?count=true')).body.map((job: { id: string }) => job.id).sort()
  expect(await seen(token)).toEqual(['of-token'])
  expect(await seen(writer)).toEqual(['of-writer'])
  expect(await seen(reader)).toEqual(['of-session', 'of-token', 'of-writer'])
  expect(await seen(mira)).toEqual(['of-session', 'of-token', 'of-writer'])
  expect((await call(token, 'GET', '/jobs?count=true')).headers.get('x-total-count')).toBe('1')
})

test('repeats of a narrowed token are its own: a key of its user answers nothing of theirs', async () => {
  const { call, token, mira, line, one } = await twoBrokers()
  const key = { 'Idempotency-Key': 'same' }
  const first = await call(mira, 'POST', '/transactions', line(one), key)
  const second = await call(token, 'POST', '/transactions', line(one), key)
  const again = await call(token, 'POST', '/transactions', line(one), key)
  expect(second.body.id).not.toBe(first.body.id)
  expect([again.body.id, again.headers.get('idempotent-replay')]).toEqual([second.body.id, 'true'])
})
