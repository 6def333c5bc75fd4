/** An import as a job is its user's to see, also where nothing came of it. */
import { expect, test } from 'bun:test'
import type { TestApp, TestUser } from '#test/support/app.ts'
import { rezip } from '#test/support/archives.ts'
import { createBroker } from '#test/support/factories.ts'
import { exportOf, openInstance } from './carried.ts'

/** The job of an import, once it has ended. */
async function jobOf({ app, call }: TestApp, user: TestUser, archive: Uint8Array, query = '') {
  const form = new FormData()
  form.set('file', new File([archive.slice()], 'export.zip', { type: 'application/zip' }))
  const headers = { Cookie: `session=${user.token}`, Prefer: 'respond-async', 'Sec-Fetch-Site': 'same-origin' }
  const answer = await app.request(`/api/v1/backup/import${query}`, { method: 'POST', body: form, headers })
  const { id }: { id: string } = await answer.json()
  for (;;) {
    const job = await call(user, 'GET', `/jobs/${id}`)
    if (!['queued', 'running'].includes(job.body.state)) return job
    await Bun.sleep(20)
  }
}

test('a dry run, an import and one that fails at its end are jobs that their user sees, with result or problem', async () => {
  const [here, there] = [await openInstance(), await openInstance()]
  const user = await here.createUser()
  const broker_id = await createBroker(here, user, { name: 'Main' })
  const line = { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '5', currency: 'EUR' }
  expect((await here.call(user, 'POST', '/transactions', line)).status).toBe(201)
  const archive = await exportOf(here, user)
  const guest = await there.createUser()
  const dry = await jobOf(there, guest, archive, '?dry_run=true')
  expect([dry.status, dry.body.state, dry.body.result?.brokers[0].name]).toEqual([200, 'succeeded', 'Main'])
  const fewer = await rezip(archive, 'export.json', (text) => text.replace(/("transactions": ?)1\b/, '$12'))
  const failed = await jobOf(there, guest, fewer)
  expect([failed.status, failed.body.state, failed.body.problem?.code]).toEqual([200, 'failed', 'backup/export-damaged'])
  expect((await there.call(guest, 'GET', '/brokers')).body).toEqual([])
  const done = await jobOf(there, guest, archive)
  expect([done.body.state, done.body.result.transactions]).toEqual(['succeeded', 1])
})
