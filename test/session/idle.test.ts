import { expect, test } from 'bun:test'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { makeToken } from '#test/support/tokens.ts'

const BEGIN = Date.parse('2026-06-30T08:00:00.000Z')
const MINUTE = 60_000

async function signedIn() {
  const time = { now: BEGIN }
  const app = await createTestApp({ clock: () => new Date(time.now) })
  const root = await app.createUser()
  const set = (session_idle_minutes: number | null) => app.call(root, 'PATCH', '/settings', { session_idle_minutes })
  const me = async (user: TestUser) => {
    const answer = await app.call(user, 'GET', '/auth/me')
    const renewed = /^session=([^;]+);/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
    return {
      status: answer.status,
      ends: answer.body.session_expires_at as string,
      cookie: answer.headers.get('set-cookie'),
      renewed,
    }
  }
  return { ...app, time, root, set, me }
}

test('without the setting a session ends only when its time is over, and is never renewed', async () => {
  const { me, root, time } = await signedIn()
  expect(await me(root)).toMatchObject({ status: 200, ends: '2026-07-01T08:00:00.000Z', cookie: null })
  time.now += 24 * 60 * MINUTE - 1
  expect(await me(root)).toMatchObject({ status: 200, cookie: null })
  time.now += 1
  expect((await me(root)).status).toBe(401)
})

test('a session ends when it is not used for so long; used, it goes on by a new cookie now and then, to its end and no further', async () => {
  const { me, root, set, time } = await signedIn()
  await set(30)
  expect(await me(root)).toMatchObject({ ends: '2026-06-30T08:30:00.000Z', cookie: null })
  time.now += 2 * MINUTE
  expect(await me(root)).toMatchObject({ ends: '2026-06-30T08:30:00.000Z', cookie: null })
  time.now += 8 * MINUTE
  const { renewed = '', ends, cookie } = await me(root)
  expect(ends).toBe('2026-06-30T08:40:00.000Z')
  expect(cookie).toMatch(/; Max-Age=85800; Path=\/; HttpOnly; SameSite=Lax$/)
  let user = { ...root, token: renewed }
  time.now = BEGIN + 30 * MINUTE
  expect((await me(root)).status).toBe(401)
  while (time.now < BEGIN + 24 * 60 * MINUTE - 20 * MINUTE) {
    const answer = await me(user)
    expect(answer.status).toBe(200)
    user = { ...user, token: answer.renewed ?? user.token }
    time.now += 20 * MINUTE
  }
  expect((await me(user)).ends).toBe('2026-07-01T08:00:00.000Z')
  time.now = BEGIN + 24 * 60 * MINUTE
  expect((await me(user)).status).toBe(401)
})

test('the setting ends nobody at once: sessions from before have its time from then on; without it again they have all of theirs', async () => {
  const { me, root, set, time } = await signedIn()
  time.now += 300 * MINUTE
  await set(30)
  time.now += 29 * MINUTE
  const { status, renewed = '' } = await me(root)
  expect(status).toBe(200)
  time.now += 2 * MINUTE
  expect((await me(root)).status).toBe(401)
  const user = { ...root, token: renewed }
  expect((await me(user)).status).toBe(200)
  time.now += 30 * MINUTE
  expect((await me(user)).status).toBe(401)
})

test('a renewed session is as old as its sign-in, and a new password ends it; tokens and the database know nothing of it', async () => {
  const { call, me, root, set, time, store } = await signedIn()
  await set(60)
  const bearer = { ...root, token: (await makeToken({ call }, root, ['read'])).text }
  const version = () => store.reader.selectFrom('user').selectAll().execute()
  const before = await version()
  time.now += 20 * MINUTE
  const { renewed = '' } = await me(root)
  expect(await version()).toEqual(before)
  const user = { ...root, token: renewed }
  expect((await call(user, 'POST', '/auth/tokens', { name: 'x', scopes: ['read'] })).body.code).toBe('auth/password-needed')
  expect(await me(bearer)).toMatchObject({ status: 200, cookie: null })
  await call(user, 'DELETE', '/auth/sessions')
  expect((await me(user)).status).toBe(401)
  time.now += 70 * MINUTE
  expect((await me(bearer)).status).toBe(200)
})

test('of a clock that was ahead neither a session is left once it is right, nor a setting that lets sessions live on, nor a sign-in that counts as recent', async () => {
  const { call, me, time, createUser } = await signedIn()
  time.now = BEGIN + 30 * MINUTE
  const early = await createUser()
  time.now = BEGIN + 365 * 24 * 60 * MINUTE
  const ahead = await createUser({ isSuperuser: true })
  expect((await call(ahead, 'PATCH', '/settings', { session_idle_minutes: 30 })).status).toBe(200)
  time.now = BEGIN + 10 * MINUTE
  expect((await me(ahead)).status).toBe(401)
  expect((await me(early)).status).toBe(200)
  expect((await call(early, 'POST', '/auth/tokens', { name: 'x', scopes: ['read'] })).body.code).toBe('auth/password-needed')
  time.now = BEGIN + 60 * MINUTE
  expect((await me(early)).status).toBe(401)
})
