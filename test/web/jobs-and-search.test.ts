import { describe, expect, test } from 'bun:test'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'
import { BITE, fillLedger } from '#test/support/web-world.ts'

/** A job that has ended. */
async function aJob(app: TestApp, user: TestUser): Promise<string> {
  const headers = { Cookie: `session=${user.token}`, Prefer: 'respond-async', 'Sec-Fetch-Site': 'same-origin' }
  const answer = await app.app.request('/api/v1/backup', { method: 'POST', headers })
  const { id }: { id: string } = await answer.json()
  const stateOf = async () => (await app.call(user, 'GET', `/jobs/${id}`)).body.state
  while (['queued', 'running'].includes(await stateOf())) await Bun.sleep(20)
  return id
}

describe('jobs', () => {
  test('say what came of them and lead on, but to pages of ours only', async () => {
    const app = await createTestApp()
    const user = await app.createUser()
    const reader = createReader(app, user)
    expect((await reader.get('/jobs')).text).toContain('No job has run')
    const id = await aJob(app, user)
    expect((await reader.get('/jobs')).links.some(({ href }) => href === `/jobs/${id}`)).toBe(true)
    const job = await reader.get(`/jobs/${id}?next=/administration/backups?done=made`)
    expect([job.status, job.h1, job.text.includes('It is done')]).toEqual([200, 'Make a backup', true])
    expect(job.links.find(({ text }) => text === 'Go on')?.href).toBe('/administration/backups?done=made')
    expect(job.html).not.toContain('data-events')
    for (const next of ['//evil.example', 'https://evil.example', '/nothing-here'])
      expect((await reader.get(`/jobs/${id}?next=${encodeURIComponent(next)}`)).text).not.toContain('Go on')
    expect((await createReader(app, await app.createUser()).get(`/jobs/${id}`)).status).toBe(404)
  })
})

describe('search', () => {
  test('finds assets, brokers, transactions and pages, each by its page', async () => {
    const app = await createTestApp()
    const world = await fillLedger(app)
    const reader = createReader(app, world.owner)
    const page = await reader.get('/search?q=broker')
    expect(page.status).toBe(200)
    expect(page.links.some(({ href }) => href === `/brokers/${world.broker}`)).toBe(true)
    expect(page.links.some(({ href }) => href === '/brokers')).toBe(true)
    expect(page.text).toContain(`Broker ${BITE}`)
    expect((await reader.get('/search?q=SYM1')).text).toContain('Company number 1')
    const dividend = (await reader.get('/search?q=Note')).text
    expect(dividend).toContain('4,321.09')
    reader.cookies.set('private', '1')
    expect((await reader.get('/search?q=Note')).html).not.toMatch(/4,?321/)
  })

  test('says what to do where nothing is typed, nothing fits or it cannot be read, and finds nothing of others', async () => {
    const app = await createTestApp()
    const world = await fillLedger(app)
    const reader = createReader(app, world.stranger)
    expect([(await reader.get('/search')).status, (await reader.get('/search')).text.includes('What to look for')]).toEqual([
      200,
      true,
    ])
    const nothing = await reader.get('/search?q=SYM1')
    expect([nothing.text.includes('Nothing fits'), nothing.text.includes('Company')]).toEqual([true, false])
    expect((await reader.get(`/search?q=${'x'.repeat(300)}`)).status).toBe(200)
  })
})
