import { expect, test } from 'bun:test'
import { brokerCommand } from '#src/cli/broker.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTestShell } from '#test/support/shell.ts'

async function run(app: TestApp, ...words: string[]): Promise<string[]> {
  const { shell, lines } = createTestShell(app.deps)
  const command = brokerCommand(shell).exitOverride()
  for (const one of command.commands) one.exitOverride().configureOutput({ writeErr: () => {} })
  await command.parseAsync(words, { from: 'user' })
  return lines
}

test('create makes a broker as the interface does, for the only user there is', async () => {
  const app = await createTestApp()
  const user = await app.createUser({ username: 'olga' })
  expect(await run(app, 'create', ' Main depot ', '-c', 'eur', '--no-overdraft', '--website', 'https://broker.example')).toEqual([
    'Main depot was created with id 1, for olga.',
  ])
  const stored = (await app.call(user, 'GET', '/brokers/1')).body
  expect(stored).toMatchObject({ name: 'Main depot', currency: 'EUR', role: 'OWNER', website: 'https://broker.example' })
  expect(stored).toMatchObject({ allow_cash_overdraft: false, allow_asset_shorting: false, import_plugin: null })
  const [json = ''] = await run(app, 'create', 'Second', '--shorting', '--description', 'Bets', '--json')
  expect(JSON.parse(json)).toEqual((await app.call(user, 'GET', '/brokers/2')).body)
  expect(JSON.parse(json)).toMatchObject({ allow_cash_overdraft: true, allow_asset_shorting: true, description: 'Bets' })
})

test('create refuses what the interface refuses, and makes nothing', async () => {
  const app = await createTestApp()
  await app.createUser()
  await run(app, 'create', 'Depot')
  await expect(run(app, 'create', 'depot')).rejects.toMatchObject({ code: 'broker/name-taken' })
  await expect(run(app, 'create', '  ')).rejects.toMatchObject({ code: 'request/invalid' })
  await expect(run(app, 'create', 'X', '--website', 'javascript:alert(1)')).rejects.toMatchObject({ code: 'request/invalid' })
  await expect(run(app, 'create', 'X', '--currency', 'XYZ')).rejects.toMatchObject({ code: 'commander.invalidArgument' })
  expect(await run(app, 'list')).toHaveLength(2)
})

test('list shows the brokers of the user with the role there, and nobody else’s', async () => {
  const app = await createTestApp()
  const [olga, piet] = [await app.createUser({ username: 'olga' }), await app.createUser({ username: 'piet' })]
  await run(app, 'create', 'Family\u001b[31m', '--user', 'olga', '-c', 'EUR')
  await run(app, 'create', 'Private', '--user', 'olga')
  await run(app, 'create', 'Own', '--user', 'piet')
  await app.call(olga, 'POST', '/brokers/1/access', { username: 'piet', role: 'VIEWER' })
  await app.call(olga, 'POST', '/transactions', {
    broker_id: 1,
    type: 'DEPOSIT',
    date: '2026-01-02',
    amount: '5',
    currency: 'EUR',
  })
  await expect(run(app, 'list')).rejects.toMatchObject({ code: 'user/ambiguous', detail: expect.stringContaining('olga, piet') })
  expect(await run(app, 'list', '--user', 'piet')).toEqual([
    'Id  Name         Currency  Role    Members  Transactions',
    ' 1  Family\uFFFD[31m  EUR       VIEWER        2             1  not included in reports',
    ' 3  Own          -         OWNER         1             0',
  ])
  const [json = ''] = await run(app, 'list', '--user', 'piet', '--json')
  expect(JSON.parse(json)).toEqual((await app.call(piet, 'GET', '/brokers')).body)
  await app.call(olga, 'PATCH', '/brokers/2', { archived: true })
  expect((await run(app, 'list', '--archived', '--user', 'olga')).join()).toContain('Private')
})

test('list says how to make the first one', async () => {
  const app = await createTestApp()
  await app.createUser()
  expect(await run(app, 'list')).toEqual(['There is no broker yet. Make one: holdfast broker create NAME'])
  expect(await run(app, 'list', '--archived')).toEqual(['No broker is archived.'])
})
