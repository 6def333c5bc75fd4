/** What the log says of requests and statements that take long, and what it never says. */
import { expect, test } from 'bun:test'
import { createActivity, inActivity, shownText, statementsForLog, watchDatabase } from '#src/activity.ts'
import { createLog } from '#src/log.ts'
import { createMemory } from '#src/memory.ts'
import { createTestApp, PASSWORD, TEST_SECRET } from '#test/support/app.ts'

const linesOf = (logged: readonly string[]) =>
  logged
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test('a slow request says which statements it ran, how often and how long, without their values', async () => {
  const app = await createTestApp({ env: { SLOW_MS: '1' } })
  const mira = await app.createUser({ username: 'mira' })
  const answer = await app.call(mira, 'POST', '/brokers', { name: 'Very private name' })
  expect(answer.status).toBe(201)
  app.deps.log.flush()
  const slow = linesOf(app.logged).filter(({ event }) => event === 'slow request')
  const line = slow.find(({ method }) => method === 'POST')
  expect(line).toMatchObject({
    level: 'warn',
    path: '/api/v1/brokers',
    status: 201,
    request_id: answer.headers.get('x-request-id'),
  })
  expect(line.statements).toBeGreaterThanOrEqual(line.longest_statements.length)
  expect(line.longest_statements.some(({ statement }: { statement: string }) => statement.includes('insert into "broker"'))).toBe(
    true,
  )
  for (const { count, milliseconds } of line.longest_statements) expect([count > 0, milliseconds >= 0]).toEqual([true, true])
  expect(app.logged.join('')).not.toContain('Very private name')
})

test('SLOW_MS=0 says nothing of them, and by default a quick request is not slow', async () => {
  for (const env of [{ SLOW_MS: '0' }, { SLOW_MS: '999999' }]) {
    const app = await createTestApp({ env })
    await app.call(await app.createUser(), 'GET', '/brokers')
    app.deps.log.flush()
    expect(linesOf(app.logged).filter(({ event }) => String(event).startsWith('slow'))).toEqual([])
  }
})

test('a slow statement is logged with the request that ran it; requests side by side do not count for each other', async () => {
  const logged: string[] = []
  const log = createLog({ level: 'debug', format: 'json', write: (text) => logged.push(text) })
  const watch = watchDatabase({ memory: createMemory(), log, slowMilliseconds: 100 })
  const activities = ['first', 'second'].map((id) => createActivity(id))
  await Promise.all(
    activities.map((activity, index) =>
      inActivity(activity, async () => {
        for (let turn = 0; turn <= index; turn += 1) {
          await Bun.sleep(1)
          watch.ran('select 1 from "broker" where "id" = +?', 60 * (index + 1))
        }
      }),
    ),
  )
  log.flush()
  expect(activities.map((activity) => statementsForLog(activity))).toEqual([
    {
      statements: 1,
      statement_milliseconds: 60,
      longest_statements: [{ statement: 'select 1 from "broker" where "id" = +?', count: 1, milliseconds: 60 }],
    },
    {
      statements: 2,
      statement_milliseconds: 240,
      longest_statements: [{ statement: 'select 1 from "broker" where "id" = +?', count: 2, milliseconds: 240 }],
    },
  ])
  expect(linesOf(logged).map(({ event, request_id, milliseconds }) => [event, request_id, milliseconds])).toEqual([
    ['slow statement', 'second', 120],
    ['slow statement', 'second', 120],
  ])
})

test('texts within a statement are left out, and a long one is cut', () => {
  expect(shownText(`update "x" set "a" = 'it''s 12' where "b" = 'y'`)).toBe(`update "x" set "a" = '...' where "b" = '...'`)
  expect(shownText(`select ${'a, '.repeat(1_000)}`)).toHaveLength(603)
})

test('no secret of any kind reaches the log: passwords, sessions, keys of sources, tokens, codes, bodies', async () => {
  const key = 'a-key-of-a-source-4711'
  const app = await createTestApp({
    env: { SLOW_MS: '1', FRED_API_KEY: key, BANXICO_TOKEN: `${key}-2`, SETUP_CODE: 'the-setup-code-12345' },
  })
  const mira = await app.createUser({ username: 'mira' })
  const bearer = 'hf_0123456789abcdefghijklmnopqrstuvwxyz0123'
  const account = { username: 'otto', email: 'otto@example.org', password: PASSWORD, setup_code: 'the-setup-code-12345' }
  await app.call(null, 'POST', '/auth/register', account)
  await app.call(null, 'POST', '/auth/login', { username: 'otto', password: PASSWORD })
  await app.call(null, 'POST', '/auth/login', { username: 'otto', password: 'a-wrong-password-77' })
  await app.call(mira, 'GET', '/brokers')
  const headers = { Authorization: `Bearer ${bearer}`, Cookie: 'session=forged-session-99' }
  await app.app.request('/api/v1/brokers', { headers })
  await app.app.request('/api/v1/brokers?token=query-token-88&q=x', { headers })
  app.deps.log.info('a line', {
    authorization: `Bearer ${bearer}`,
    nested: { api_key: key, password: PASSWORD },
    cookie: mira.token,
  })
  app.deps.log.flush()
  const text = app.logged.join('')
  expect(text.length).toBeGreaterThan(500)
  const secrets = [
    PASSWORD,
    'a-wrong-password-77',
    mira.token,
    key,
    bearer,
    TEST_SECRET,
    'the-setup-code-12345',
    'forged-session-99',
    'query-token-88',
  ]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
