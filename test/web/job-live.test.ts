import { expect, test } from 'bun:test'
import { cancellation, startJob } from '#src/jobs/service.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

/** A job that is half done and waits to be cancelled. */
async function halfDone(app: TestApp, user: TestUser): Promise<string> {
  const { job } = await startJob(
    { ...app.deps, user: { ...user, isSuperuser: false } },
    { kind: 'fx-sync', total: 1000, origin: { instance: '/x', requestId: 'x' } },
    async ({ progress, signal }) => {
      progress(500, { note: 'Fetching rates of the ECB' })
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw cancellation()
    },
    () => ({}),
  )
  while ((await app.call(user, 'GET', `/jobs/${job.id}`)).body.done !== 500) await Bun.sleep(5)
  return job.id
}

test('a job at work shows how far it is, is read again without scripts, followed with them, and stops when it is cancelled', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const reader = createReader(app, user)
  const id = await halfDone(app, user)
  const page = await reader.get(`/jobs/${id}?next=/brokers`)
  expect([page.h1, page.text.includes('Fetching rates of the ECB'), page.text.includes('500 of 1,000')]).toEqual([
    'Fetch exchange rates',
    true,
    true,
  ])
  expect(page.html).toContain('<progress aria-label="Progress" max="1000" value="500"')
  expect(page.html).toContain(`data-events="/api/v1/jobs/${id}/events"`)
  expect(page.html).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>')
  const stopped = await reader.submit(page, { press: 'Cancel the job' })
  expect(stopped.headers.get('location')).toBe(`/jobs/${id}?next=%2Fbrokers&cancelling=1`)
  while ((await app.call(user, 'GET', `/jobs/${id}`)).body.state === 'running') await Bun.sleep(10)
  const after = await reader.follow(stopped)
  expect([after.text.includes('It was cancelled'), after.links.some(({ text }) => text === 'Go on')]).toEqual([true, true])
  expect([after.html.includes('data-events'), after.html.includes('refresh')]).toEqual([false, false])
})
