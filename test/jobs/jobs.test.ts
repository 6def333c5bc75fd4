import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { inTransaction } from '#db/transaction.ts'
import { json } from '#src/http/openapi.ts'
import { createRouter } from '#src/http/route.ts'
import { answerLong, longAnswer } from '#src/jobs/answer.ts'
import { jobRoutes } from '#src/jobs/routes.ts'
import { Job } from '#src/jobs/schema.ts'
import { endInterruptedJobs, type JobControls, type JobWork } from '#src/jobs/service.ts'
import { createApp } from '#src/server.ts'
import { userRoute } from '#src/session/guard.ts'
import { AppError } from '#src/shared/errors.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'

const Ships = z.object({ ships: z.int() }).openapi('Ships')

const shipRoute = userRoute({
  operationId: 'countShips',
  method: 'post',
  path: '/ships',
  responses: { 201: json(Ships, 'The ships'), ...longAnswer('import-report') },
})

type Gate = { readonly promise: Promise<void>; readonly open: () => void }

function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, open: resolve }
}

/** The service with one operation more, POST /ships, whose work is `work`. */
async function createShipyard(work: JobWork<number>, patienceMilliseconds: number, clock?: () => Date) {
  const router = createRouter()
  router.openapi(shipRoute, (c) =>
    answerLong(
      c,
      { kind: 'import-report', total: 10, status: 201, patienceMilliseconds, toLocation: (ships: number) => `/ships/${ships}` },
      work,
      (ships) => ({ ships }),
    ),
  )
  const app = await createTestApp({ ...(clock ? { clock } : {}), serve: (deps) => createApp(deps, [jobRoutes(), router]) })
  return { app, user: await app.createUser() }
}

async function jobOf(app: TestApp, user: TestUser, id: string) {
  const answer = await app.call(user, 'GET', `/jobs/${id}`)
  expect(answer.status).toBe(200)
  return answer.as(Job)
}

async function until(app: TestApp, user: TestUser, id: string, state: string, done = 0) {
  for (let turn = 0; turn < 4_000; turn++) {
    const job = await jobOf(app, user, id)
    if (job.state === state && job.done >= done) return job
    await Bun.sleep(5)
  }
  throw new Error(`the job did not become ${state}`)
}

const idIn = (location: string | null) => location?.split('/').at(-1) ?? ''

test('201 in the request when the work is short, and the job is stored with its result', async () => {
  const { app, user } = await createShipyard(async () => 3, 5_000)
  const answer = await app.call(user, 'POST', '/ships')
  expect(answer.status).toBe(201)
  expect(answer.as(Ships)).toEqual({ ships: 3 })
  expect(answer.headers.get('location')).toBe('/api/v1/ships/3')
  const list = (await app.call(user, 'GET', '/jobs')).as(z.array(Job))
  expect(list).toMatchObject([{ kind: 'import-report', state: 'succeeded', result: { ships: 3 }, problem: null }])
})

test('202 at once with Prefer: respond-async; progress, then the result', async () => {
  const gate = createGate()
  const { app, user } = await createShipyard(async ({ progress }) => {
    progress(4, { note: 'at sea' })
    progress(5)
    await gate.promise
    return 7
  }, 60_000)
  const answer = await app.call(user, 'POST', '/ships', undefined, { Prefer: 'wait=5, respond-async' })
  expect(answer.status).toBe(202)
  expect(answer.headers.get('preference-applied')).toBe('respond-async')
  expect(answer.headers.get('location')).toBe(`/api/v1/jobs/${answer.as(Job).id}`)
  const id = idIn(answer.headers.get('location'))
  expect(await until(app, user, id, 'running', 5)).toMatchObject({
    state: 'running',
    done: 5,
    total: 10,
    note: 'at sea',
    finished_at: null,
  })
  gate.open()
  expect(await until(app, user, id, 'succeeded')).toMatchObject({ result: { ships: 7 }, problem: null })
})

test('202 by itself when the work is not short', async () => {
  const gate = createGate()
  const { app, user } = await createShipyard(() => gate.promise.then(() => 1), 20)
  const answer = await app.call(user, 'POST', '/ships')
  expect(answer.status).toBe(202)
  expect(answer.headers.has('preference-applied')).toBe(false)
  gate.open()
  const job = await until(app, user, answer.as(Job).id, 'succeeded')
  expect(job.finished_at).not.toBeNull()
})

test('the work goes on when the client goes away', async () => {
  const gate = createGate()
  const { app, user } = await createShipyard(() => gate.promise.then(() => 2), 60_000)
  const server = Bun.serve({ port: 0, fetch: (request, server) => app.app.fetch(request, { server }) })
  const gone = new AbortController()
  const request = fetch(new URL('/api/v1/ships', server.url), {
    method: 'POST',
    headers: { Cookie: `session=${user.token}` },
    signal: gone.signal,
  }).catch((error: Error) => error.name)
  const jobs = async () => (await app.call(user, 'GET', '/jobs')).as(z.array(Job))
  for (let turn = 0; turn < 2_000 && (await jobs()).length === 0; turn++) await Bun.sleep(5)
  gone.abort()
  expect(await request).toBe('AbortError')
  gate.open()
  expect(await until(app, user, (await jobs())[0]?.id ?? '', 'succeeded')).toMatchObject({ result: { ships: 2 } })
  await server.stop(true)
})

test('reading a job does not wait for the transaction that its work holds', async () => {
  const gate = createGate()
  const { app, user } = await createShipyard(async ({ progress }) => {
    await inTransaction(app.deps, async (deps) => {
      await deps.db.updateTable('user').set({ theme: 'dark' }).execute()
      for (let row = 0; row < 1_000; row++) progress(row, { total: 1_000 })
      progress(1_000)
      await gate.promise
    })
    return 1
  }, 10)
  const { id } = (await app.call(user, 'POST', '/ships')).as(Job)
  expect(await until(app, user, id, 'running', 1_000)).toMatchObject({ done: 1_000, total: 1_000 })
  gate.open()
  await until(app, user, id, 'succeeded')
})

test('the problem of the request and of its job are the same', async () => {
  const { app, user } = await createShipyard(async () => {
    throw new AppError('conflict', 'ship/sunk', 'The ship has sunk.', { extensions: { depth: 40 } })
  }, 5_000)
  const answer = await app.call(user, 'POST', '/ships')
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ code: 'ship/sunk', depth: 40, instance: '/api/v1/ships' })
  const [job] = (await app.call(user, 'GET', '/jobs')).body
  expect(job).toMatchObject({ state: 'failed', result: null, problem: answer.body })
})

test('a fault of ours tells nothing of itself in the job', async () => {
  const { app, user } = await createShipyard(async () => {
    throw new Error('secret table is missing')
  }, 5_000)
  const answer = await app.call(user, 'POST', '/ships')
  expect(answer.status).toBe(500)
  const text = (await app.call(user, 'GET', '/jobs')).text
  expect(text).toContain('"code":"internal"')
  expect(text).not.toContain('secret table')
})

test('DELETE cancels: the work stops at its next safe point and the job says so; again it is 409', async () => {
  let controls: JobControls | undefined
  const { app, user } = await createShipyard(async (job) => {
    controls = job
    for (;;) {
      await Bun.sleep(5)
      job.signal.throwIfAborted()
    }
  }, 10)
  const { id } = (await app.call(user, 'POST', '/ships')).as(Job)
  expect((await app.call(user, 'DELETE', `/jobs/${id}`)).status).toBe(204)
  const job = await until(app, user, id, 'cancelled')
  expect(controls?.signal.aborted).toBe(true)
  expect(job.problem).toMatchObject({ code: 'job/cancelled', status: 409 })
  const again = await app.call(user, 'DELETE', `/jobs/${id}`)
  expect([again.status, again.body.code]).toEqual([409, 'job/finished'])
})

test('a queued job that is cancelled never starts', async () => {
  const gate = createGate()
  let started = 0
  const { app, user } = await createShipyard(() => {
    started += 1
    return gate.promise.then(() => 1)
  }, 10)
  const jobs = []
  for (let n = 0; n < 5; n++) jobs.push((await app.call(user, 'POST', '/ships')).as(Job))
  const last = jobs.at(-1)?.id ?? ''
  expect((await jobOf(app, user, last)).state).toBe('queued')
  await app.call(user, 'DELETE', `/jobs/${last}`)
  gate.open()
  await until(app, user, last, 'cancelled')
  for (const { id } of jobs.slice(0, -1)) await until(app, user, id, 'succeeded')
  expect(started).toBe(4)
})

test('404 for the job of another user, whatever the request, and for one that does not exist', async () => {
  const { app, user } = await createShipyard(async () => 1, 5_000)
  const stranger = await app.createUser()
  await app.call(user, 'POST', '/ships')
  const [job] = (await app.call(user, 'GET', '/jobs')).as(z.array(Job))
  for (const id of [job?.id, crypto.randomUUID()]) {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/events'],
    ] as const) {
      const answer = await app.call(stranger, method, `/jobs/${id}${path}`)
      expect([answer.status, answer.body.code]).toEqual([404, 'job/not-found'])
    }
  }
  expect((await app.call(stranger, 'GET', '/jobs')).body).toEqual([])
  expect((await app.call(user, 'GET', '/jobs/17')).status).toBe(404)
})

test('jobs are listed newest first in pages, and counted on request', async () => {
  let time = Date.parse('2026-03-01T00:00:00.000Z')
  let ships = 0
  const { app, user } = await createShipyard(
    async () => ++ships,
    5_000,
    () => {
      time += 1_000
      return new Date(time)
    },
  )
  for (let n = 0; n < 5; n++) await app.call(user, 'POST', '/ships')
  const seen: unknown[] = []
  let path: string | undefined = '/jobs?limit=2&count=true'
  while (path !== undefined) {
    const answer = await app.call(user, 'GET', path)
    expect(answer.headers.get('x-total-count')).toBe('5')
    seen.push(...answer.as(z.array(Job)).map((job) => job.result?.['ships']))
    path = /<\/api\/v1([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual([5, 4, 3, 2, 1])
})

test('jobs that ended are deleted after 7 days', async () => {
  let time = Date.parse('2026-03-01T00:00:00.000Z')
  const { app, user } = await createShipyard(
    async () => 1,
    5_000,
    () => new Date(time),
  )
  const count = async () => (await app.store.reader.selectFrom('job').select('id').execute()).length
  await app.call(user, 'POST', '/ships')
  time += 7 * 86_400_000
  await endInterruptedJobs(app.deps)
  expect(await count()).toBe(1)
  time += 1
  await endInterruptedJobs(app.deps)
  expect(await count()).toBe(0)
})

test('jobs of a process that has ended are failed at the next start, as interrupted', async () => {
  const gate = createGate()
  const { app, user } = await createShipyard(() => gate.promise.then(() => 1), 10)
  const { id } = (await app.call(user, 'POST', '/ships')).as(Job)
  const other = crypto.randomUUID()
  const row = await app.store.writer.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await app.store.writer
    .insertInto('job')
    .values({ ...row, id: other, state: 'running' })
    .execute()
  await endInterruptedJobs(app.deps, { ids: [other] })
  expect(await jobOf(app, user, other)).toMatchObject({ state: 'failed', problem: { code: 'job/interrupted', status: 503 } })
  expect((await jobOf(app, user, id)).state).toBe('running')
  gate.open()
  await until(app, user, id, 'succeeded')
})
