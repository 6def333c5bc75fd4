/** A compute process is there before somebody who comes in looks at the first report. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openReader } from '#db/connection.ts'
import { createComputePool } from '#src/cli/compute-pool.ts'
import { startComputeProcess } from '#src/cli/compute-process.ts'
import { createServer } from '#src/server.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'

test('signing in has one started, a refused one does not; with the report none is added', async () => {
  const { deps, folder } = await createTestApp()
  const ready = Promise.withResolvers<void>()
  let started = 0
  const pool = createComputePool(deps, {
    start: (config, on) => {
      started += 1
      const answer: typeof on.answer = (message) => {
        on.answer(message)
        if ('resident' in message) ready.resolve()
      }
      return startComputeProcess(config, { ...on, answer })
    },
  })
  afterwards(async () => pool.close())
  const { reader, close } = openReader(join(folder, 'holdfast.db'))
  afterwards(close)
  const server = createServer({ ...deps, reader, compute: pool.compute, expectReports: pool.expectReports })
  const send = (path: string, body: unknown) =>
    server.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const signIn = (password: string) => send('/auth/login', { username: 'reader', password })
  await send('/auth/register', { username: 'reader', email: 'reader@example.org', password: PASSWORD })
  expect([(await signIn('not-this-password-1')).status, started]).toEqual([401, 0])
  expect([(await server.request('/sign-in')).status, started]).toEqual([200, 0])
  const signedIn = await signIn(PASSWORD)
  expect([signedIn.status, started]).toEqual([200, 1])
  await ready.promise
  expect([(await signIn(PASSWORD)).status, started]).toEqual([200, 1])
  const Cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const report = await server.request('/api/v1/portfolio/holdings', { headers: { Cookie } })
  expect([report.status, started]).toEqual([200, 1])
}, 60_000)
