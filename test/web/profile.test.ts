import { describe, expect, test } from 'bun:test'
import { codeAt, wrongCode } from '#test/auth/codes.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

const WHO = { '/username': 'mira', '/email': 'mira@example.org', '/password': PASSWORD }

/** A browser of who registered by the form, and so has a password. */
async function mira() {
  const app = await createTestApp()
  const reader = createReader(app)
  await reader.submit(await reader.get('/register'), { values: WHO })
  const own = async () => {
    const answer = await app.app.request('/api/v1/auth/me', { headers: { Cookie: `session=${reader.cookies.get('session')}` } })
    return answer.status === 200 ? await answer.json() : undefined
  }
  return { app, reader, own }
}

describe('the profile', () => {
  test('saves how pages look, and they look so at once', async () => {
    const { reader, own } = await mira()
    const values = {
      '/language': 'de',
      '/format_region': 'CH',
      '/currency': 'CHF',
      '/theme': 'dark',
      '/hide_amounts': 'true',
      '/cost_basis_method': 'LIFO',
    }
    const saved = await reader.submit(await reader.get('/profile'), { values, form: ({ fields }) => has(fields, 'preferences') })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/profile?saved=1'])
    expect((await own()).preferences).toMatchObject({
      ...{ language: 'de', format_region: 'CH', currency: 'CHF', theme: 'dark', hide_amounts: true, cost_basis_method: 'LIFO' },
    })
    const page = await reader.follow(saved)
    expect([page.html.includes('data-theme="dark"'), page.text.includes('Beträge anzeigen')]).toEqual([true, true])
    await reader.submit(page, { values: { '/hide_amounts': [] }, form: ({ fields }) => has(fields, 'preferences') })
    expect((await reader.get('/profile')).text).toContain('Beträge verbergen')
  })

  test('another e-mail address needs the password; what is wrong stands beside the field of its own form alone', async () => {
    const { reader, own } = await mira()
    const values = { '/username': 'mira2', '/email': 'mira@example.net' }
    const form = { form: ({ fields }: { fields: (readonly [string, string])[] }) => has(fields, 'account') }
    const again = await reader.submit(await reader.get('/profile'), { values, ...form })
    expect([again.status, again.html.includes('value="mira@example.net"')]).toEqual([422, true])
    const saved = await reader.submit(again, { values: { '/password': PASSWORD }, ...form })
    expect(saved.status).toBe(303)
    expect(await own()).toMatchObject({ username: 'mira2', email: 'mira@example.net' })
  })

  test('the password is changed with the present one, and all sessions can be ended', async () => {
    const { app, reader, own } = await mira()
    const values = { '/current_password': 'wrong-wrong-1', '/new_password': 'nine-slow-otters-4' }
    const wrong = await reader.submit(await reader.get('/profile/security'), { values, press: 'Change the password' })
    expect([wrong.status, wrong.html.includes('nine-slow-otters-4')]).toEqual([422, false])
    const right = { ...values, '/current_password': PASSWORD }
    const changed = await reader.submit(wrong, { values: right, press: 'Change the password' })
    expect([changed.status, (await own()).username]).toEqual([303, 'mira'])
    const out = await reader.submit(await reader.get('/profile/security'), { press: 'Sign out everywhere' })
    expect([out.headers.get('location'), out.headers.get('clear-site-data'), await own()]).toEqual([
      '/sign-in?out=1',
      '"cache"',
      undefined,
    ])
    const again = createReader(app)
    const signed = await again.submit(await again.get('/sign-in'), {
      values: { '/username': 'mira', '/password': 'nine-slow-otters-4' },
    })
    expect(signed.status).toBe(303)
  })

  test('a token is shown once, does what it may, and is revoked', async () => {
    const { app, reader } = await mira()
    const made = await reader.submit(await reader.get('/profile/tokens'), {
      values: { '/name': 'Dashboard' },
      press: 'Make the token',
    })
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const token = /hf_[\w-]+/.exec(made.text)?.[0] ?? ''
    const ask = () => app.app.request('/api/v1/brokers', { headers: { Authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)
    const list = await reader.get('/profile/tokens')
    expect([list.text.includes('Dashboard'), list.text.includes(token)]).toEqual([true, false])
    expect((await reader.submit(list, { press: /^Revoke/ })).headers.get('location')).toBe('/profile/tokens?revoked=1')
    expect((await ask()).status).toBe(401)
    const nothing = await reader.submit(await reader.get('/profile/tokens'), {
      values: { '/name': 'x', '/scopes': [] },
      press: 'Make the token',
    })
    expect([nothing.status, nothing.text.includes('Give at least one scope')]).toEqual([422, true])
  })

  test('the account is deleted with its password', async () => {
    const { reader, own } = await mira()
    const page = await reader.get('/profile/data')
    expect(page.links.some(({ href }) => href === '/api/v1/backup/export')).toBe(true)
    const wrong = await reader.submit(page, { values: { '/password': 'wrong-wrong-1' }, press: /Delete my account/ })
    expect([wrong.status, (await own()).username]).toEqual([422, 'mira'])
    const gone = await reader.submit(wrong, { values: { '/password': PASSWORD }, press: /Delete my account/ })
    expect([gone.headers.get('location'), await own()]).toEqual(['/sign-in?out=1', undefined])
  })
})

function has(fields: readonly (readonly [string, string])[], does: string): boolean {
  return fields.some(([name, value]) => name === 'do' && value === does)
}

test('a second factor is set up with a picture of our own, turned on by a code, and off by one', async () => {
  const { reader, own } = await mira()
  const path = '/profile/second-factor'
  const page = await reader.get(path)
  const shown = await reader.submit(page, { values: { '/password': PASSWORD }, press: 'Set it up' })
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const secret = /Key: ((?:[A-Z2-7]{4} ?)+)/.exec(shown.text)?.[1]?.replaceAll(' ', '') ?? ''
  expect([secret.length, /<path d="M[\dhvz,M.-]{500,}"/.test(shown.html), shown.faults]).toEqual([32, true, []])
  const wrong = await reader.submit(shown, { values: { '/code': wrongCode(secret, new Date()) }, press: 'Turn it on' })
  expect([wrong.status, wrong.html.includes(secret), (await own()).second_factor]).toEqual([422, false, false])
  const codes = await reader.submit(wrong, { values: { '/code': codeAt(secret, new Date()) }, press: 'Turn it on' })
  expect([codes.status, codes.text.includes('shown only now'), (await own()).second_factor]).toEqual([200, true, true])
  const [recovery = ''] = /[a-z2-9]{4}(-[a-z2-9]{4}){3}/.exec(codes.text) ?? []
  const off = await reader.get(`${path}?do=off`)
  const values = { '/password': PASSWORD, '/code': 'aaaa-aaaa-aaaa-aaaa' }
  const refused = await reader.submit(off, { values, press: 'Turn it off' })
  expect([refused.status, (await own()).second_factor]).toEqual([422, true])
  const done = await reader.submit(refused, { values: { ...values, '/code': recovery }, press: 'Turn it off' })
  expect([done.status, (await own()).second_factor]).toEqual([303, false])
})
