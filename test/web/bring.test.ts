/** The pages that take the export of another service. */
import { describe, expect, test } from 'bun:test'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { zip as zipOf } from '#test/support/archives.ts'
import { createReader, type WebReader } from '#test/support/web.ts'
import { fillLedger } from '#test/support/web-world.ts'

const PAGE = '/profile/data/import'
const zip = (bytes: Uint8Array<ArrayBuffer>, name = 'export.zip') => new File([bytes], name, { type: 'application/zip' })

/** The export of somebody with brokers, assets, prices and rates, and how many transactions it has. */
async function exported() {
  const app = await createTestApp()
  const { owner } = await fillLedger(app)
  const { bytes } = await app.call(owner, 'GET', '/backup/export')
  const { headers } = await app.call(owner, 'GET', '/transactions?limit=1&count=true')
  const brokers: string[] = (await app.call(owner, 'GET', '/brokers')).body.map(({ name }: { name: string }) => name)
  return { bytes: new Uint8Array(bytes), transactions: Number(headers.get('x-total-count')), brokers }
}

const send = async (reader: WebReader, file: File) =>
  reader.submit(await reader.get(PAGE), { press: 'See what would be added', files: [file] })

async function endOf(app: TestApp, user: TestUser, location: string | null) {
  const id = /^\/jobs\/([\w-]+)\?/.exec(location ?? '')?.[1]
  for (;;) {
    const { body } = await app.call(user, 'GET', `/jobs/${id}`)
    if (body.state !== 'queued' && body.state !== 'running') return body
    await Bun.sleep(20)
  }
}

describe('data of another service', () => {
  test('are shown first, and come with one press; the file goes', async () => {
    const { bytes, transactions, brokers } = await exported()
    const app = await createTestApp()
    const user = await app.createUser()
    const reader = createReader(app, user)
    const start = await reader.get('/profile/data')
    expect(start.links.some(({ href }) => href === PAGE)).toBe(true)
    const sent = await send(reader, zip(bytes))
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/profile\/data\/import\/[\w-]{36}$/),
    ])
    const page = await reader.follow(sent)
    expect([page.status, page.h1, page.faults]).toEqual([200, 'What would be added', []])
    for (const name of brokers) expect(page.text).toContain(name)
    expect(page.text).toContain(`Transactions ${transactions}`)
    expect((await app.call(user, 'GET', '/brokers')).body).toEqual([])
    expect((await app.call(user, 'GET', '/jobs')).body).toEqual([])

    const pressed = await reader.submit(page, { press: 'Add all of it' })
    const job = await endOf(app, user, pressed.headers.get('location'))
    expect([pressed.status, job.state, job.result.transactions]).toEqual([303, 'succeeded', transactions])
    const there = (await app.call(user, 'GET', '/brokers')).body.map(({ name }: { name: string }) => name)
    expect(there.sort()).toEqual([...brokers].sort())
    expect((await app.call(user, 'GET', '/uploads')).body).toEqual([])
    expect((await reader.submit(page, { press: 'Add all of it' })).status).toBe(404)
    expect((await app.call(user, 'GET', '/brokers')).body).toHaveLength(brokers.length)

    const again = await reader.follow(await send(reader, zip(bytes)))
    expect(again.text).toContain(`${brokers[0]} (2) (there: ${brokers[0]})`)
  })

  test('are refused beside the field when they are none, damaged or no ZIP, and are not left among the files', async () => {
    const { bytes } = await exported()
    const app = await createTestApp()
    const user = await app.createUser()
    const reader = createReader(app, user)
    const other = new Uint8Array(await zipOf([['notes.txt', 'nothing of ours']]))
    const damaged = bytes.slice()
    damaged.fill(0, 2_000, 2_200)
    for (const [file, reason] of [
      [zip(other), 'This is no file of Holdfast'],
      [new File(['date;amount\n'], 'table.csv', { type: 'text/csv' }), 'This export cannot be read'],
      [zip(damaged), 'This export cannot be read'],
      [zip(bytes.slice(0, -100)), 'it is damaged or cut off'],
      [new File(['#!/bin/sh\n'], 'run.sh', { type: 'text/plain' }), 'run.sh'],
    ] as const) {
      const page = await send(reader, file)
      expect([page.status, page.html.includes('aria-invalid="true"')]).toEqual([422, true])
      if (reason !== 'run.sh') expect(page.text).toContain(reason)
      expect((await app.call(user, 'GET', '/uploads')).body).toEqual([])
    }
  })

  test('are nobody else’s, and a file that is no export says so', async () => {
    const { bytes } = await exported()
    const app = await createTestApp()
    const [user, stranger] = [await app.createUser(), await app.createUser()]
    const reader = createReader(app, user)
    const path = (await send(reader, zip(bytes))).headers.get('location') ?? ''
    expect((await createReader(app, stranger).get(path)).status).toBe(404)
    const form = new FormData()
    form.append('file', new File(['a note\n'], 'note.txt', { type: 'text/plain' }))
    const { id } = (await app.call(user, 'POST', '/uploads', form)).body
    const wrong = await reader.get(`${PAGE}/${id}`)
    expect([wrong.status, wrong.text.includes('It cannot be added')]).toEqual([422, true])
    await app.call(user, 'PATCH', '/auth/users/me/preferences', { language: 'de' })
    expect((await reader.get(path)).text).toContain('Alles übernehmen')
  })

  test('that take long are followed as a job, whose finding is shown after it', async () => {
    const { bytes, transactions } = await exported()
    const app = await createTestApp()
    const user = await app.createUser()
    const reader = createReader(app, user)
    const path = (await send(reader, zip(bytes))).headers.get('location') ?? ''
    const form = new FormData()
    form.append('file', zip(bytes))
    const headers = { Cookie: `session=${user.token}`, Prefer: 'respond-async', 'Sec-Fetch-Site': 'same-origin' }
    const request = { method: 'POST', body: form, headers }
    const answer = await app.app.request('/api/v1/backup/import?dry_run=true', request)
    const { id }: { id: string } = await answer.json()
    const running = await reader.get(`${path}?job=${id}`)
    if (running.status === 303) expect(running.headers.get('location')).toStartWith(`/jobs/${id}?next=`)
    await endOf(app, user, `/jobs/${id}?`)
    const found = await reader.get(`${path}?job=${id}`)
    expect([found.h1, found.text.includes(`Transactions ${transactions}`)]).toEqual(['What would be added', true])
  })
})
