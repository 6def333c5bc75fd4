import { expect, test } from 'bun:test'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

const WHO = { '/username': 'mira', '/email': 'mira@example.org', '/password': PASSWORD }

test('an empty service leads from `/` to a form that makes the first account, signs it in and shows the overview', async () => {
  const app = await createTestApp()
  const reader = createReader(app)
  const first = await reader.get('/')
  expect([first.status, first.headers.get('location')]).toEqual([303, '/sign-in'])
  const form = await reader.follow(await reader.follow(first))
  expect([form.status, form.path, form.h1]).toEqual([200, '/register', 'Welcome to Holdfast'])
  const made = await reader.submit(form, { values: WHO })
  expect([made.status, made.headers.get('location')]).toEqual([303, '/'])
  const home = await reader.follow(made)
  expect([home.status, home.h1]).toEqual([200, 'Overview'])
  expect(home.text).toContain('mira')
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Übersicht', 'de-AT'],
  ['pt-BR,nl-BE;q=0.7,en;q=0.5', 'nl', 'Overzicht', 'nl-BE'],
  ['en-GB', 'en', 'Overview', 'en-GB'],
  ['x, ../../de, nl-!!;q=1, *', 'en', 'Overview', 'en'],
  ['', 'en', 'Overview', 'en'],
])('a browser that wants %p reads %s, also after it has made an account', async (header, lang, overview, language) => {
  const app = await createTestApp()
  const reader = createReader(app)
  const headers = { 'Accept-Language': header }
  const form = await reader.get('/register', headers)
  expect(form.lang).toBe(lang)
  await reader.submit(form, { values: WHO, headers })
  const home = await reader.get('/')
  expect([home.lang, home.h1]).toEqual([lang, overview])
  const user = { id: 1, username: 'mira', token: reader.cookies.get('session') ?? '' }
  expect((await app.call(user, 'GET', '/auth/me')).body.preferences.language).toBe(language)
})

test('what is wrong with a form stands beside its field, and what was typed stays, but for the password', async () => {
  const reader = createReader(await createTestApp())
  const form = await reader.get('/register')
  const again = await reader.submit(form, { values: { ...WHO, '/username': 'm', '/password': 'short' } })
  expect([again.status, again.path]).toEqual([422, '/register'])
  expect(again.text).toContain('Must be 3 to 50 of the characters')
  expect(again.html).toContain('href="#f-username"')
  expect(again.html).toMatch(/id="f-username"[^>]*value="m"[^>]*aria-invalid="true"/)
  expect(again.html).not.toContain('short')
})

test('signing in goes on to the page that was wanted, a wrong password keeps the name, signing out ends it', async () => {
  const app = await createTestApp()
  const reader = createReader(app)
  await reader.submit(await reader.get('/register'), { values: WHO })
  const home = await reader.get('/more')
  const out = await reader.submit(home, { press: 'Sign out' })
  expect(out.headers.get('clear-site-data')).toBe('"cache"')
  expect(reader.cookies.get('session')).toBe('')
  const wanted = await reader.get('/more?x=1')
  expect(wanted.headers.get('location')).toBe('/sign-in?next=%2Fmore%3Fx%3D1')
  const door = await reader.follow(wanted)
  const wrong = await reader.submit(door, { values: { '/username': 'mira', '/password': 'wrong-wrong-1' } })
  expect([wrong.status, wrong.text.includes('The username or the password is wrong.')]).toEqual([422, true])
  expect(wrong.html).toMatch(/id="f-username"[^>]*value="mira"/)
  const signedIn = await reader.submit(wrong, { values: { '/username': 'mira', '/password': PASSWORD } })
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/more?x=1'])
})

test('a form that comes after the session has ended stays, and can be sent once signed in again', async () => {
  const app = await createTestApp()
  const reader = createReader(app)
  await reader.submit(await reader.get('/register'), { values: WHO })
  const page = await reader.get('/more')
  reader.cookies.delete('session')
  const late = await reader.submit(page, { press: 'Hide amounts' })
  expect([late.status, late.h1]).toEqual([403, 'Your session has ended'])
  const again = await reader.submit(late, { values: { '/username': 'mira', '/password': PASSWORD } })
  expect([again.status, again.h1]).toEqual([200, 'Signed in again'])
  const sent = await reader.submit(again, {})
  expect([sent.status, sent.headers.get('location'), reader.cookies.get('private')]).toEqual([303, '/more', '1'])
})

test('too many attempts are answered with the time to wait', async () => {
  const app = await createTestApp()
  const reader = createReader(app)
  await reader.submit(await reader.get('/register'), { values: WHO })
  let page = await reader.get('/sign-in')
  for (let n = 0; n < 30 && page.status !== 429; n++)
    page = await reader.submit(page, { values: { '/username': 'mira', '/password': 'wrong-wrong-1' } })
  expect(page.status).toBe(429)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(page.text).toMatch(/Too many attempts. Try again in \d+ seconds/)
})

test('where no more accounts are made the page says whom to ask', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  await app.call(root, 'PATCH', '/settings', { registration_enabled: false })
  const reader = createReader(app)
  expect((await reader.get('/register')).headers.get('location')).toBe('/sign-in')
  const door = await reader.get('/sign-in')
  expect(door.text).toContain('Accounts are made by whoever runs this service')
  expect(door.links.map(({ href }) => href)).not.toContain('/register')
})
