import { expect, test } from 'bun:test'
import { createRouter } from '#src/http/route.ts'
import { sendEvents } from '#src/jobs/events.answer.ts'
import { startJob, watchJob } from '#src/jobs/service.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'

async function createWatched({ idleTimeout = 30 } = {}) {
  const app = await createTestApp()
  const user = await app.createUser()
  const { promise, resolve } = Promise.withResolvers<void>()
  let tell: (done: number) => void = () => {}
  const { job, outcome } = await startJob(
    { ...app.deps, user: { ...user, isSuperuser: false } },
    { kind: 'import-report', origin: { instance: '/x', requestId: 'r' } },
    async ({ progress }) => {
      tell = progress
      await promise
      return 9
    },
    (ships) => ({ ships }),
  )
  const server = Bun.serve({ port: 0, idleTimeout, fetch: (request, server) => app.app.fetch(request, { server }) })
  const open = (signal?: AbortSignal) => watch(server.url, user, job.id, signal)
  return { app, user, job, outcome, server, open, finish: resolve, tell: (done: number) => tell(done) }
}

async function watch(base: URL, user: TestUser, id: string, signal?: AbortSignal) {
  const response = await fetch(new URL(`/api/v1/jobs/${id}/events`, base), {
    headers: { Cookie: `session=${user.token}`, 'Accept-Encoding': 'gzip' },
    ...(signal ? { signal } : {}),
  })
  return { response, text: response.text() }
}

function eventsIn(text: string) {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: job\n'))
    .map((block) => JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? ''))
}

test('200 with an event now, one for every change and one for the end; then the stream closes', async () => {
  const { server, open, finish, tell } = await createWatched()
  const { response, text } = await open()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.has('content-encoding')).toBe(false)
  await Bun.sleep(150)
  tell(3)
  await Bun.sleep(50)
  finish()
  expect(eventsIn(await text).map((job) => [job.state, job.done])).toEqual([
    ['running', 0],
    ['running', 3],
    ['succeeded', 3],
  ])
  await server.stop(true)
})

/** The server looks every four seconds which connections are idle: with a time-out of one second it may end one that has only just begun. */
const TICK_MILLISECONDS = 4_000

test('a silent stream stays open longer than the idle time-out of the server', async () => {
  const { server, open, finish } = await createWatched({ idleTimeout: 1 })
  const { text } = await open().catch(() => open())
  await Bun.sleep(TICK_MILLISECONDS + 500)
  finish()
  expect(eventsIn(await text).at(-1)).toMatchObject({ state: 'succeeded', result: { ships: 9 } })
  await server.stop(true)
})

test('a job that has ended gives one event', async () => {
  const { server, open, finish, outcome } = await createWatched()
  finish()
  await outcome
  const { text } = await open()
  expect(eventsIn(await text)).toMatchObject([{ state: 'succeeded', result: { ships: 9 } }])
  await server.stop(true)
})

test('204 for who has had the end and opens the stream again, as an EventSource does by itself', async () => {
  const { server, user, job, open, finish, outcome } = await createWatched()
  finish()
  await outcome
  const id = /^id: (.+)$/m.exec(await (await open()).text)?.[1] ?? ''
  const again = (lastEventId: string) =>
    fetch(new URL(`/api/v1/jobs/${job.id}/events`, server.url), {
      headers: { Cookie: `session=${user.token}`, 'Last-Event-ID': lastEventId },
    })
  expect((await again(id)).status).toBe(204)
  expect((await again('running-0')).status).toBe(200)
  await server.stop(true)
})

test('a comment is sent when nothing happens, and watching ends when the client has gone', async () => {
  const { app, user, job, server, finish, outcome } = await createWatched()
  const ctx = { ...app.deps, user: { ...user, isSuperuser: false } }
  const ended = Promise.withResolvers<void>()
  const router = createRouter()
  router.get('/quick', (c) =>
    sendEvents(c, async function* (signal) {
      try {
        yield* watchJob(ctx, job.id, { quietMilliseconds: 20, signal })
      } finally {
        ended.resolve()
      }
    }),
  )
  const quick = Bun.serve({ port: 0, fetch: (request, server) => router.fetch(request, { server }) })
  const gone = new AbortController()
  const response = await fetch(new URL('/quick', quick.url), { signal: gone.signal })
  const reader = response.body?.getReader()
  let text = ''
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    text += new TextDecoder().decode(part.value)
    if (text.includes(': ping')) break
  }
  expect(text).toContain(': ping')
  expect(eventsIn(text)).toHaveLength(1)
  gone.abort()
  await ended.promise
  finish()
  await outcome
  await Promise.all([quick.stop(true), server.stop(true)])
})
