import { expect, setDefaultTimeout, test } from 'bun:test'
import type { PasswordSource } from '#src/cli/password-input.ts'
import { userCommand } from '#src/cli/user.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/support/app.ts'
import { createTestShell } from '#test/support/shell.ts'

setDefaultTimeout(120_000)

async function* typed(...chunks: string[]) {
  for (const chunk of chunks) yield new TextEncoder().encode(chunk)
}

function sourceOf(isTerminal: boolean, ...chunks: string[]) {
  const seen: string[] = []
  const source: PasswordSource = {
    isTerminal,
    chunks: typed(...chunks),
    setHidden: (hidden) => seen.push(hidden ? '<hidden>' : '<shown>'),
    write: (text) => seen.push(text),
  }
  return { source, seen }
}

async function run(app: TestApp, args: string[], source: PasswordSource = sourceOf(false).source): Promise<string[]> {
  const { shell, lines } = createTestShell(app.deps)
  const command = userCommand(shell, source).exitOverride()
  for (const sub of command.commands) sub.exitOverride().configureOutput({ writeErr: () => {} })
  await command.parseAsync(args, { from: 'user' })
  return lines
}

const login = (app: TestApp, username: string, password: string = PASSWORD) =>
  app.call(null, 'POST', '/auth/login', { username, password })

test('create makes a user who can sign in; the first is superuser, others with --superuser', async () => {
  const app = await createTestApp()
  const pipe = () => sourceOf(false, PASSWORD, '\r\nignored').source
  expect(await run(app, ['create', 'olga', '--email', 'olga@example.org'], pipe())).toEqual([
    'olga was created with id 1, as superuser.',
  ])
  expect(await run(app, ['create', 'vera', '--email', 'vera@example.org'], pipe())).toEqual(['vera was created with id 2.'])
  expect(await run(app, ['create', 'otto', '--email', 'otto@example.org', '--superuser'], pipe())).toEqual([
    'otto was created with id 3, as superuser.',
  ])
  expect((await login(app, 'vera')).status).toBe(200)
})

test('a terminal is read twice, hidden, and shown again afterwards', async () => {
  const app = await createTestApp()
  const { source, seen } = sourceOf(true, 'wrong\u0015correct-horse-batterx', '\u007fy-9\r', `${PASSWORD}\r`)
  await run(app, ['create', 'olga', '--email', 'olga@example.org'], source)
  expect(seen).toEqual(['<hidden>', 'New password: ', '\nThe same again: ', '\n', '<shown>'])
  expect((await login(app, 'olga')).status).toBe(200)
})

test.each([
  ['user/password-mismatch', true, [`${PASSWORD}\r`, 'other-horse-battery\r']],
  ['user/password-cancelled', true, ['corr\u0003']],
  ['user/password-missing', true, []],
  ['user/password-missing', false, []],
  ['user/password-too-long', false, ['x'.repeat(5000)]],
  ['user/password-weak', false, ['password123\n']],
  ['request/invalid', false, ['short\n']],
] as const)('%s is refused, nobody is created and the terminal shows again what is typed', async (code, isTerminal, chunks) => {
  const app = await createTestApp()
  const { source, seen } = sourceOf(isTerminal, ...chunks)
  await expect(run(app, ['create', 'olga', '--email', 'olga@example.org'], source)).rejects.toMatchObject({ code })
  if (isTerminal) expect(seen.at(-1)).toBe('<shown>')
  expect(await run(app, ['list'])).toEqual([])
})

test('create names every fault of name and address, and a taken name', async () => {
  const app = await createTestApp()
  const pipe = () => sourceOf(false, `${PASSWORD}\n`).source
  await expect(run(app, ['create', 'o!', '--email', 'nowhere'], pipe())).rejects.toThrow(/username: .* email: /)
  await run(app, ['create', 'olga', '--email', 'olga@example.org'], pipe())
  await expect(run(app, ['create', 'OLGA', '--email', 'o2@example.org'], pipe())).rejects.toMatchObject({
    code: 'user/username-taken',
  })
})

test('password sets a new one by name or e-mail address and ends the sessions', async () => {
  const app = await createTestApp()
  const olga = await app.createUser({ username: 'olga' })
  expect(await run(app, ['password', 'OLGA@example.org'], sourceOf(false, PASSWORD).source)).toEqual([
    'The password of olga was changed; all sessions have ended.',
  ])
  expect((await app.call(olga, 'GET', '/auth/me')).body.code).toBe('auth/session-invalid')
  expect((await login(app, 'olga')).status).toBe(200)
  await expect(run(app, ['password', 'nobody'], sourceOf(false, PASSWORD).source)).rejects.toMatchObject({
    code: 'user/not-found',
  })
})

test('promote makes a disabled user an active superuser', async () => {
  const app = await createTestApp()
  await app.createUser({ username: 'olga' })
  const vera = await app.createUser({ username: 'vera' })
  await app.store.writer.updateTable('user').set({ is_active: 0 }).where('id', '=', vera.id).execute()
  expect(await run(app, ['promote', 'vera'])).toEqual(['vera is a superuser now.'])
  expect(await run(app, ['list'])).toEqual(['1\tolga\tolga@example.org\tsuperuser', '2\tvera\tvera@example.org\tsuperuser'])
  await expect(run(app, ['promote', 'nobody'])).rejects.toMatchObject({ code: 'user/not-found' })
})

test('list as JSON holds every user and no password material', async () => {
  const app = await createTestApp()
  await app.createUser({ username: 'olga' })
  const [text = ''] = await run(app, ['list', '--json'])
  expect(JSON.parse(text)).toMatchObject([{ id: 1, username: 'olga', isSuperuser: true, isActive: true }])
  expect(text).not.toMatch(/hash|password/i)
})

test('an option that does not exist, a password among the arguments and a missing e-mail address are refused', async () => {
  const app = await createTestApp()
  for (const args of [
    ['create', 'olga'],
    ['create', 'olga', '--email', 'olga@example.org', '--password', PASSWORD],
    ['create', 'olga', PASSWORD, '--email', 'olga@example.org'],
  ])
    await expect(run(app, args, sourceOf(false, PASSWORD).source)).rejects.toThrow()
  expect(await run(app, ['list'])).toEqual([])
})

test('reset-factor takes the second factor away, and says so when there was none', async () => {
  const app = await createTestApp()
  const mira = await app.createUser({ username: 'mira' })
  const row = { user_id: mira.id, secret: 'ABC', confirmed_at: '2026-01-01', created_at: '2026-01-01' }
  await app.store.writer.insertInto('second_factor').values(row).execute()
  expect(await run(app, ['reset-factor', 'Mira@example.org'])).toEqual(['mira has no second factor any more.'])
  expect(await run(app, ['reset-factor', 'mira'])).toEqual(['mira has no second factor.'])
  expect(run(app, ['reset-factor', 'nobody'])).rejects.toThrow('user/not-found')
})
