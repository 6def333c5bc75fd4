import { expect, test } from 'bun:test'
import { acceptedCountry } from '#src/web/reader.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

const WHO = { '/username': 'mira', '/email': 'mira@example.org', '/password': PASSWORD }

test('the country of a browser is that of the language that it likes best of those with a country', () => {
  const cases = {
    'en-US,en;q=0.9': 'US',
    'fr-CH, fr;q=0.9, en-US;q=0.5': 'CH',
    'en;q=0.9,sv-se;q=0.8,en-US;q=0.7': 'SE',
    'en-GB;q=0.2,pt-BR;q=0.9': 'BR',
    'zh-Hant-TW': 'TW',
    'de-DE-1996': 'DE',
    'en-US;q=0,pl-PL;q=0.1': 'PL',
  }
  for (const [header, country] of Object.entries(cases)) expect([header, acceptedCountry(header)]).toEqual([header, country])
  for (const header of ['', '*', 'en', 'es-419', 'de, nl-!!', 'x;q=much', 'a-b-c-de', '-US'])
    expect([header, acceptedCountry(header)]).toEqual([header, undefined])
})

async function register(language: string, app = undefined as Awaited<ReturnType<typeof createTestApp>> | undefined) {
  const service = app ?? (await createTestApp())
  const reader = createReader(service)
  const headers = { 'Accept-Language': language }
  const made = await reader.submit(await reader.get('/register', headers), { values: WHO, headers })
  expect([language, made.status]).toEqual([language, 303])
  const user = { id: 0, username: 'mira', token: reader.cookies.get('session') ?? '' }
  return (await service.call(user, 'GET', '/auth/me')).body.preferences
}

test.each([
  ['en-US', 'en', 'USD'],
  ['de-CH', 'de-CH', 'CHF'],
  ['sv-SE,sv;q=0.9,en;q=0.8', 'en', 'SEK'],
  ['nl-BE', 'nl-BE', 'EUR'],
  ['en', 'en', 'EUR'],
  ['en-ZZ', 'en-ZZ', 'EUR'],
])('a new account of a browser of %p reads %s and counts in %s', async (browser, language, currency) => {
  expect(await register(browser)).toMatchObject({ language, currency })
})

test('a currency that the administrator has set for all stands', async () => {
  const app = await createTestApp()
  const admin = await app.createUser({ isSuperuser: true })
  const set = await app.call(admin, 'PATCH', '/settings', { default_currency: 'NOK', registration_enabled: true })
  expect([set.status, set.text]).toEqual([200, set.text])
  expect((await register('en-US', app)).currency).toBe('NOK')
})

test('the money of every country can be chosen', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const countries = (await app.call(user, 'GET', '/utilities/countries')).body
  const main = new Set<string>(countries.flatMap(({ currencies }: { currencies: string[] }) => currencies.slice(0, 1)))
  expect(main.size).toBeGreaterThan(150)
  for (const currency of main) {
    const { status } = await app.call(user, 'PATCH', '/auth/users/me/preferences', { currency })
    expect([currency, status]).toEqual([currency, 200])
  }
})
