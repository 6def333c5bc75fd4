/** What is stored of a request about a broker, as a job or under an Idempotency-Key, is for members of that broker only. */
import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { Job } from '#src/jobs/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

const CSV = 'date,type,amount,currency\n2024-02-02,DEPOSIT,5,EUR\n'

async function setup() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const [owner, member] = [await app.createUser(), await app.createUser()]
  const broker = await createBroker(app, owner, { members: [[member, 'EDITOR']] })
  const upload = (by: TestUser, headers: Record<string, string>, text = CSV) => {
    const form = new FormData()
    form.set('file', new File([text], 'p.csv'))
    return app.call(by, 'POST', `/brokers/import/upload?broker_id=${broker}&import=true`, form, headers)
  }
  const remove = () => app.call(owner, 'DELETE', `/brokers/${broker}/access/${member.id}`)
  const again = () => app.call(owner, 'POST', `/brokers/${broker}/access`, { user_id: member.id, role: 'VIEWER' })
  const ended = async (by: TestUser, id: string) => {
    for (let turn = 0; turn < 2_000; turn++) {
      const job = (await app.call(by, 'GET', `/jobs/${id}`)).as(Job)
      if (!['queued', 'running'].includes(job.state)) return job
      await Bun.sleep(5)
    }
    throw new Error('the job does not end')
  }
  return { ...app, owner, member, broker, upload, remove, again, ended }
}

test('404 for a job of a broker after the removal from it: alone, in the list, its events and its end', async () => {
  const { call, member, owner, upload, remove, again, ended } = await setup()
  const { id } = (await upload(member, { Prefer: 'respond-async' })).body
  expect(await ended(member, id)).toMatchObject({ state: 'succeeded', result: { result: { imported: 1 } } })
  expect((await remove()).status).toBe(204)
  for (const [method, path] of [
    ['GET', `/jobs/${id}`],
    ['GET', `/jobs/${id}/events`],
    ['DELETE', `/jobs/${id}`],
  ] as const)
    expect((await call(member, method, path)).body.code).toBe('job/not-found')
  const list = await call(member, 'GET', '/jobs?count=true')
  expect([list.as(z.array(Job)), list.headers.get('x-total-count')]).toEqual([[], '0'])
  expect((await call(owner, 'GET', `/jobs/${id}`)).status).toBe(404)
  await again()
  expect((await call(member, 'GET', `/jobs/${id}`)).as(Job).result).not.toBeNull()
})

test('404 for a replay by Idempotency-Key after the removal, whatever was posted', async () => {
  const { call, member, broker, upload, remove, again } = await setup()
  const line = { broker_id: broker, type: 'DEPOSIT', date: '2024-01-02', amount: '7', currency: 'EUR', description: 'private' }
  const posts = [
    () => call(member, 'POST', '/transactions', line, { 'Idempotency-Key': 'line' }),
    () => call(member, 'POST', '/transactions/batch', { create: [line] }, { 'Idempotency-Key': 'batch' }),
    () => upload(member, { 'Idempotency-Key': 'file' }),
    () => upload(member, { 'Idempotency-Key': 'job', Prefer: 'respond-async' }, `${CSV}2024-02-03,DEPOSIT,6,EUR\n`),
  ]
  const first = []
  for (const post of posts) first.push(await post())
  expect(first.map((answer) => answer.status)).toEqual([201, 200, 201, 202])
  await remove()
  for (const post of posts) expect((await post()).body).toMatchObject({ status: 404, code: 'broker/not-found' })
  await again()
  for (const [index, post] of posts.entries()) {
    const answer = await post()
    expect([answer.headers.get('idempotent-replay'), answer.text]).toEqual(['true', first[index]!.text])
  }
})

test('a key stands for method, path and body, whichever host the request was sent to', async () => {
  const { app, member, broker, store } = await setup()
  const body = JSON.stringify({ broker_id: broker, type: 'DEPOSIT', date: '2024-01-02', amount: '7', currency: 'EUR' })
  const post = (host: string) =>
    app.request(`http://${host}/api/v1/transactions`, {
      method: 'POST',
      headers: { Cookie: `session=${member.token}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
      body,
    })
  const answers = [await post('localhost:8000'), await post('127.0.0.1:9000')]
  expect(answers.map((answer) => [answer.status, answer.headers.get('idempotent-replay')])).toEqual([
    [201, null],
    [201, 'true'],
  ])
  expect(await store.reader.selectFrom('ledger_transaction').select('id').execute()).toHaveLength(1)
})

test('an import that is cancelled while it runs ends as cancelled; nothing is booked and the file stays a report', async () => {
  const { call, member, upload, ended, store } = await setup()
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `2024-01-${String((index % 28) + 1).padStart(2, '0')},DEPOSIT,${index + 1},EUR\n`,
  )
  const { id } = (await upload(member, { Prefer: 'respond-async' }, `date,type,amount,currency\n${lines.join('')}`)).body
  while ((await call(member, 'GET', `/jobs/${id}`)).body.state === 'queued') await Bun.sleep(1)
  expect((await call(member, 'DELETE', `/jobs/${id}`)).status).toBe(204)
  expect(await ended(member, id)).toMatchObject({ state: 'cancelled', result: null, problem: { code: 'job/cancelled' } })
  expect(await store.reader.selectFrom('ledger_transaction').select('id').execute()).toEqual([])
  expect((await call(member, 'GET', '/brokers/import/files')).body).toMatchObject([{ status: 'uploaded' }])
})
