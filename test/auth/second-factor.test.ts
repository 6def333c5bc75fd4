import { expect, test } from 'bun:test'
import { Enrolment, RecoveryCodes, SecondFactor } from '#src/auth/factor/schema.ts'
import { OwnUser } from '#src/auth/schema.ts'
import { codeAt, createSignable, wrongCode } from '#test/auth/codes.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'

const START = Date.parse('2026-03-02T10:00:00.000Z')
const proof = { password: PASSWORD }

/** Mira, whose second factor is in use, and a clock that the test moves. */
async function withMira(options: { isEnrolled?: boolean; env?: Record<string, string> } = {}) {
  const time = { now: new Date(START) }
  const app = await createTestApp({ clock: () => time.now, env: options.env ?? {} })
  const root = await createSignable(app, 'root')
  const mira = await createSignable(app, 'mira')
  const pass = (seconds: number) => {
    time.now = new Date(time.now.getTime() + seconds * 1000)
  }
  const login = (fields: object = {}, headers: Record<string, string> = {}) =>
    app.call(null, 'POST', '/auth/login', { username: 'mira', ...proof, ...fields }, headers)
  const enrolment = (await app.call(mira, 'POST', '/auth/second-factor', proof)).as(Enrolment)
  const code = () => codeAt(enrolment.secret, time.now)
  const said = async (fields?: object, headers?: Record<string, string>) => {
    const answer = await login(fields, headers)
    return [answer.status, answer.body.code]
  }
  const recovery: string[] = []
  if (options.isEnrolled !== false) {
    const confirmed = await app.call(mira, 'POST', '/auth/second-factor/confirm', { code: code() })
    recovery.push(...confirmed.as(RecoveryCodes).recovery_codes)
    pass(30)
  }
  return { ...app, root, mira, time, pass, login, said, enrolment, code, recovery }
}

const OK = [200, undefined]
const NEEDED = [401, 'auth/second-factor-needed']
const WRONG = [401, 'auth/second-factor-wrong']

test('a secret with its address and picture, in use only after the first right code, with ten recovery codes', async () => {
  const app = await withMira({ isEnrolled: false })
  const { secret, uri, qr_svg } = app.enrolment
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(`otpauth://totp/Holdfast:mira?issuer=Holdfast&secret=${secret}&algorithm=SHA1&digits=6&period=30`)
  expect(qr_svg).toMatch(/^<svg xmlns/)
  expect(await app.said()).toEqual(OK)
  const wrong = await app.call(app.mira, 'POST', '/auth/second-factor/confirm', { code: wrongCode(secret, app.time.now) })
  expect([wrong.status, wrong.body.code, wrong.body.errors[0].pointer]).toEqual([422, 'auth/wrong-code', '/code'])
  expect(await app.said()).toEqual(OK)
  const confirmed = await app.call(app.mira, 'POST', '/auth/second-factor/confirm', { code: app.code() })
  expect(new Set(confirmed.as(RecoveryCodes).recovery_codes).size).toBe(10)
  const state = (await app.call(app.mira, 'GET', '/auth/second-factor')).as(SecondFactor)
  expect(state).toEqual({ enabled: true, enabled_at: '2026-03-02T10:00:00.000Z', recovery_codes_left: 10 })
  expect((await app.call(app.mira, 'GET', '/auth/me')).as(OwnUser).second_factor).toBe(true)
  expect(await app.said()).toEqual(NEEDED)
  for (const [path, body] of [
    ['', proof],
    ['/confirm', { code: app.code() }],
  ] as const)
    expect((await app.call(app.mira, 'POST', `/auth/second-factor${path}`, body)).body.code).toBe('auth/second-factor-on')
})

test('enrolment needs the password, and what is shown once is shown once: a second beginning has a new secret', async () => {
  const app = await withMira({ isEnrolled: false })
  const refused = await app.call(app.mira, 'POST', '/auth/second-factor', { password: 'wrong-wrong-1' })
  expect([refused.status, refused.body.code]).toEqual([422, 'auth/wrong-password'])
  const again = (await app.call(app.mira, 'POST', '/auth/second-factor', proof)).as(Enrolment)
  expect(again.secret).not.toBe(app.enrolment.secret)
  const old = await app.call(app.mira, 'POST', '/auth/second-factor/confirm', { code: app.code() })
  expect(old.body.code).toBe('auth/wrong-code')
})

test('login takes the code of this interval, the one before and the one after, and no other', async () => {
  const app = await withMira()
  for (const [seconds, expected] of [
    [-30, OK],
    [0, OK],
    [30, OK],
    [-60, WRONG],
    [60, WRONG],
  ] as const) {
    app.pass(300)
    const code = codeAt(app.enrolment.secret, new Date(app.time.now.getTime() + seconds * 1000))
    expect([seconds, await app.said({ code })]).toEqual([seconds, expected])
  }
})

test('a code counts once, also when it comes twice at the same moment, and none from before the last', async () => {
  const app = await withMira()
  app.pass(300)
  const code = app.code()
  const both = await Promise.all([app.login({ code }), app.login({ code })])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 401])
  const before = codeAt(app.enrolment.secret, new Date(app.time.now.getTime() - 30_000))
  expect([await app.said({ code }), await app.said({ code: before })]).toEqual([WRONG, WRONG])
  app.pass(30)
  expect(await app.said({ code: app.code() })).toEqual(OK)
})

test('a wrong password is the same with any code, right or wrong, and uses none up', async () => {
  const app = await withMira()
  const id = { 'X-Request-Id': 'same' }
  const texts = new Set<string>()
  for (const fields of [{}, { code: app.code() }, { code: '000000' }, { recovery_code: app.recovery[0] }])
    texts.add((await app.login({ password: 'wrong-wrong-1', ...fields }, id)).text)
  texts.add((await app.login({ username: 'nobody', code: app.code() }, id)).text)
  expect(texts.size).toBe(1)
  expect([...texts][0]).toContain('auth/invalid-credentials')
  expect(await app.said({ code: app.code() })).toEqual(OK)
  expect((await app.call(app.mira, 'GET', '/auth/second-factor')).body.recovery_codes_left).toBe(10)
})

test('a recovery code counts once, in any letter case and spacing; it is stored as a hash', async () => {
  const app = await withMira()
  const [first = '', second = ''] = app.recovery
  expect(await app.said({ recovery_code: first })).toEqual(OK)
  expect(await app.said({ recovery_code: first })).toEqual(WRONG)
  expect(await app.said({ recovery_code: ` ${second.toUpperCase().replaceAll('-', ' ')} ` })).toEqual(OK)
  expect((await app.call(app.mira, 'GET', '/auth/second-factor')).body.recovery_codes_left).toBe(8)
  const rows = await app.store.writer.selectFrom('recovery_code').selectAll().execute()
  expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.hash))).toBe(true)
})

test('new recovery codes and taking the factor away need password and code', async () => {
  const app = await withMira()
  const path = '/auth/second-factor'
  const refuse = async (method: string, at: string, body: object) => {
    const answer = await app.call(app.mira, method, at, body)
    return [answer.status, answer.body.code]
  }
  for (const [method, at] of [
    ['POST', `${path}/recovery-codes`],
    ['DELETE', path],
  ] as const) {
    expect(await refuse(method, at, { password: 'wrong-wrong-1', code: app.code() })).toEqual([422, 'auth/wrong-password'])
    expect(await refuse(method, at, { ...proof, code: wrongCode(app.enrolment.secret, app.time.now) })).toEqual([
      422,
      'auth/wrong-code',
    ])
    expect((await refuse(method, at, proof))[0]).toBe(422)
  }
  const renewed = await app.call(app.mira, 'POST', `${path}/recovery-codes`, { ...proof, code: app.code() })
  expect(await app.said({ recovery_code: app.recovery[0] })).toEqual(WRONG)
  const [one = ''] = renewed.as(RecoveryCodes).recovery_codes
  expect((await app.call(app.mira, 'DELETE', path, { ...proof, recovery_code: one })).status).toBe(204)
  expect(await app.said()).toEqual(OK)
  expect(await refuse('DELETE', path, { ...proof, code: app.code() })).toEqual([409, 'auth/second-factor-off'])
})

test('ten wrong codes from anywhere bring a wait for the user, not for their sessions or a place known from before', async () => {
  const app = await withMira()
  const from = (index: number) => ({ 'X-Forwarded-For': `203.0.113.${index}` })
  expect(await app.said({ code: app.code() }, from(200))).toEqual(OK)
  app.pass(30)
  for (let index = 0; index < 10; index += 1)
    expect(await app.said({ code: wrongCode(app.enrolment.secret, app.time.now) }, from(index))).toEqual(WRONG)
  const blocked = await app.login({ code: app.code() }, from(11))
  expect([blocked.status, blocked.body.code, blocked.headers.get('retry-after')]).toEqual([429, 'auth/too-many-attempts', '1'])
  expect(await app.said({}, from(12))).toEqual(NEEDED)
  expect((await app.call(app.mira, 'GET', '/auth/me')).status).toBe(200)
  expect(await app.said({ code: app.code() }, from(200))).toEqual(OK)
  app.pass(30)
  expect(await app.said({ code: app.code() }, from(13))).toEqual(OK)
})

test('the password alone, sent again and again, gives no more tries of a code', async () => {
  const app = await withMira()
  const statuses: number[] = []
  for (let index = 0; index < 12; index += 1) {
    await app.login()
    statuses.push((await app.login({ code: wrongCode(app.enrolment.secret, app.time.now) })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test('a disabled user learns of it only after password and code', async () => {
  const app = await withMira()
  await app.call(app.root, 'PATCH', `/users/${app.mira.id}`, { is_active: false })
  expect(await app.said()).toEqual(NEEDED)
  expect(await app.said({ code: app.code() })).toEqual([403, 'auth/account-disabled'])
})

test('a superuser takes away the factor of another, not their own; nobody else does', async () => {
  const app = await withMira()
  const path = (id: number) => `/users/${id}/second-factor`
  expect((await app.call(app.mira, 'DELETE', path(app.root.id))).body.code).toBe('auth/superuser-only')
  expect((await app.call(app.root, 'DELETE', path(app.root.id))).body.code).toBe('user/own-account')
  expect((await app.call(app.root, 'DELETE', path(999))).status).toBe(404)
  for (let turn = 0; turn < 2; turn += 1) expect((await app.call(app.root, 'DELETE', path(app.mira.id))).status).toBe(204)
  expect(await app.said()).toEqual(OK)
  expect(await app.store.writer.selectFrom('recovery_code').selectAll().execute()).toEqual([])
})

test('neither secret nor codes are in the log or in any other answer, and a user takes them along', async () => {
  const app = await withMira()
  await app.login({ code: app.code() })
  await app.login({ recovery_code: app.recovery[0] })
  const answers = [await app.call(app.mira, 'GET', '/auth/me'), await app.call(app.mira, 'GET', '/auth/second-factor')]
  app.deps.log.flush()
  expect(app.logged.join('')).toContain('second factor enabled')
  const seen = [...app.logged, ...answers.map((answer) => answer.text)].join('\n')
  for (const hidden of [app.enrolment.secret, app.code(), ...app.recovery]) expect(seen).not.toContain(hidden)
  expect((await app.call(app.mira, 'DELETE', '/auth/users/me', proof)).status).toBe(204)
  expect(await app.store.writer.selectFrom('second_factor').selectAll().execute()).toEqual([])
})

test('422 for what is no code', async () => {
  const app = await withMira()
  for (const fields of [
    { code: '12345' },
    { code: '1234567' },
    { code: 'abcdef' },
    { code: 123_456 },
    { recovery_code: 'x'.repeat(65) },
  ])
    expect([fields, (await app.login(fields)).status]).toEqual([fields, 422])
  const code = app.code()
  expect(await app.said({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).toEqual(OK)
})

test('the codes of the tests are those of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const codes = [59, 1_111_111_109, 1_234_567_890].map((seconds) => codeAt(secret, new Date(seconds * 1000)))
  expect(codes).toEqual(['287082', '081804', '005924'])
})
