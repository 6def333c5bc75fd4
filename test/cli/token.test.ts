import { expect, test } from 'bun:test'
import { tokenCommand } from '#src/cli/token.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTestShell } from '#test/support/shell.ts'
import { callWith } from '#test/support/tokens.ts'

async function run(app: TestApp, ...words: string[]): Promise<string[]> {
  const { shell, lines } = createTestShell(app.deps)
  const command = tokenCommand(shell).exitOverride()
  for (const sub of command.commands) sub.exitOverride().configureOutput({ writeErr: () => {} })
  await command.parseAsync(words, { from: 'user' })
  return lines
}

test('create prints a token that works, list names it without showing it, revoke ends it', async () => {
  const app = await createTestApp()
  await app.createUser({ username: 'olga' })
  const vera = await app.createUser({ username: 'vera' })
  const [token = '', ...more] = await run(
    app,
    'create',
    'Home\u001b Assistant',
    '--scope',
    'read',
    'import',
    '--user',
    'vera',
    '--expires',
    '2099-01-01',
  )
  expect(more).toEqual([])
  expect((await callWith(app, token, 'GET', '/auth/me')).body).toMatchObject({
    id: vera.id,
    session_expires_at: '2099-01-01T00:00:00.000Z',
  })
  const listed = await run(app, 'list', '--user', 'vera')
  expect(listed[1]).toContain('read import')
  expect(listed.join('\n')).not.toContain(token.slice(3))
  expect(listed.join('\n')).not.toContain('\u001b')
  expect(JSON.parse((await run(app, 'list', '--user', 'vera', '--json')).join('\n'))).toMatchObject([
    { id: 1, scopes: ['read', 'import'] },
  ])
  expect(run(app, 'revoke', '1', '--user', 'olga')).rejects.toMatchObject({ code: 'token/not-found' })
  expect(await run(app, 'revoke', '1', '--user', 'vera')).toEqual(['Token 1 was revoked.'])
  expect((await callWith(app, token, 'GET', '/auth/me')).status).toBe(401)
})

test('the user is needed where there are several; a scope must be one, the end still to come, admin for superusers', async () => {
  const app = await createTestApp()
  await app.createUser({ username: 'olga' })
  expect(JSON.parse((await run(app, 'create', 'x', '--scope', 'admin', '--json')).join('\n'))).toMatchObject({
    name: 'x',
    token: expect.stringMatching(/^hf_/),
  })
  await app.createUser({ username: 'vera' })
  expect(run(app, 'create', 'x', '--scope', 'read')).rejects.toThrow()
  expect(run(app, 'create', 'x', '--scope', 'root', '--user', 'vera')).rejects.toMatchObject({ code: 'request/invalid' })
  expect(run(app, 'create', 'x', '--scope', 'read', '--user', 'vera', '--expires', '2020-01-01')).rejects.toMatchObject({
    code: 'token/expires-at',
  })
  expect(run(app, 'create', 'x', '--scope', 'admin', '--user', 'vera')).rejects.toMatchObject({ code: 'auth/superuser-only' })
})
