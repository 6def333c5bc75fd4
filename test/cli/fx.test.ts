import { expect, test } from 'bun:test'
import { CommanderError } from 'commander'
import { fxProviders } from '#plugins/fx/index.ts'
import { fxCommand } from '#src/cli/fx.ts'
import { createShell } from '#src/cli/shell.ts'
import type { Deps } from '#src/context.ts'
import { routeWhatIsNeeded } from '#src/fx/route-watch.ts'
import { daysOf, syncApp, table, tableProvider } from '#test/fx/source.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { createTestShell } from '#test/support/shell.ts'

const NORTH = tableProvider('NORTH', 'EUR', 'USD GBP', { historyFrom: '2024-06-01' })

async function run(deps: Deps, ...words: string[]): Promise<string[]> {
  const { shell, lines } = createTestShell(deps)
  const command = fxCommand(shell).exitOverride()
  for (const sub of command.commands) sub.exitOverride().configureOutput({ writeErr: () => {} })
  await command.parseAsync(words, { from: 'user' })
  return lines
}

async function setup(env: Record<string, string> = {}) {
  const state = { figure: '1.25' }
  const app = await syncApp([NORTH], ({ url }) => table('USD GBP', daysOf(url).from, daysOf(url).to, () => state.figure), env)
  const put = (base: string, quote: string, date: string, rate: string) =>
    app.call(app.admin, 'PUT', '/fx/rates', [{ base, quote, date, rate }])
  return { ...app, world: state, put }
}

test('sync fetches what is named and says what was stored; what was held back too', async () => {
  const { deps, stored, world } = await setup()
  expect(await run(deps, 'sync', '-p', 'north', '-c', 'usd', '--to', '2024-06-20')).toEqual([
    '2024-06-01 to 2024-06-20',
    'EUR/USD\tNORTH\t20 added\t0 updated\tlatest 2024-06-20',
  ])
  world.figure = '125'
  const lines = await run(deps, 'sync', '-p', 'NORTH', '-c', 'USD', '--from', '2024-06-21', '--to', '2024-06-21')
  expect(lines.at(-1)).toMatch(/^held back\tNORTH\tEUR\/USD on 2024-06-21: 125 is 100/)
  await run(deps, 'sync', '-p', 'NORTH', '-c', 'USD', '--from', '2024-06-21', '--to', '2024-06-21', '--accept-jumps')
  expect(await stored()).toHaveLength(21)
  expect(JSON.parse((await run(deps, 'sync', '--json'))[0] ?? '')).toMatchObject({ pairs: [], failed: [] })
})

test('sync ends with a fault when a provider failed, and refuses at once what cannot be requested', async () => {
  const { deps } = await setup()
  const broken = { ...deps, fetch: (() => Promise.reject(new Error('down'))) as unknown as typeof fetch }
  await expect(run(broken, 'sync', '-p', 'NORTH')).rejects.toMatchObject({ code: 'fx/sync-failed' })
  await expect(run(deps, 'sync', '-p', 'NOPE')).rejects.toMatchObject({ code: 'fx/sync-invalid' })
  const offline = await setup({ OFFLINE: 'true' })
  await expect(run(offline.deps, 'sync')).rejects.toMatchObject({ code: 'fx/offline' })
})

test('convert shows the amount and every step', async () => {
  const { deps, sync } = await setup()
  await sync({ providers: ['NORTH'] })
  expect(await run(deps, 'convert', '100', 'usd', 'GBP', '--date', '2024-06-10')).toEqual([
    '100 USD = 100 GBP',
    '  USD -> EUR\tNORTH\tEUR/USD 1.25 of 2024-06-10',
    '  EUR -> GBP\tNORTH\tEUR/GBP 1.25 of 2024-06-10',
  ])
  expect(JSON.parse((await run(deps, 'convert', '-1.5', 'EUR', 'USD', '--json'))[0] ?? '')).toMatchObject({ amount: '-1.875' })
  await expect(run(deps, 'convert', '1', 'EUR', 'CHF')).rejects.toMatchObject({ code: 'fx/no-rate' })
  for (const words of [
    ['1e3', 'EUR', 'USD'],
    ['1', 'XXZ', 'USD'],
    ['1', 'EUR', 'USD', '--date', '2024-02-30'],
  ])
    await expect(run(deps, 'convert', ...words)).rejects.toBeInstanceOf(CommanderError)
})

test('providers lists every source', async () => {
  const { deps } = await createTestApp({ deps: { plugins: { brim: [], assets: [], fx: fxProviders } } })
  const lines = await run(deps, 'providers')
  expect(lines).toHaveLength(fxProviders.length)
  expect(lines).toContain('ECB\tEuropean Central Bank\tEUR\t29\t1999-01-04')
  expect(lines).toContain('MANUAL\tEntered by hand\t-\t0\t-')
  expect(JSON.parse((await run(deps, 'providers', '--json'))[0] ?? '')).toHaveLength(fxProviders.length)
})

test('help names every command, argument and option', () => {
  const { commands } = fxCommand(createShell({}, { code: 0 }))
  const help = Object.fromEntries(commands.map((command) => [command.name(), command.helpInformation()]))
  expect(Object.keys(help)).toEqual(['sync', 'convert', 'coverage', 'providers'])
  for (const word of ['--provider <code...>', '--currency <code...>', '--from <day>', '--to <day>', '--accept-jumps', '--json'])
    expect(help['sync']).toContain(word)
  for (const word of ['<amount> <from> <to>', '--date <day>', '--json', 'stored rates']) expect(help['convert']).toContain(word)
  expect(help['providers']).toContain('own currency, number of others')
  for (const command of commands) for (const option of command.options) expect(option.description).not.toBe('')
})

test('offline, what is stored is still converted and listed; only fetching is refused, before any request', async () => {
  const { deps, calls, put } = await setup({ OFFLINE: 'true' })
  await put('EUR', 'USD', '2024-06-10', '1.25')
  expect(await run(deps, 'convert', '100', 'USD', 'EUR', '--date', '2024-06-10')).toEqual([
    '100 USD = 80 EUR',
    '  USD -> EUR\tMANUAL\tEUR/USD 1.25 of 2024-06-10',
  ])
  expect(await run(deps, 'providers')).toHaveLength(1)
  await expect(run(deps, 'sync', '-p', 'NORTH')).rejects.toMatchObject({ code: 'fx/offline', kind: 'unavailable' })
  expect(calls).toEqual([])
})

test('convert counts rates by hand for all, and with --user those of that user', async () => {
  const { deps, put, call, createUser } = await setup()
  const user = await createUser({ username: 'ada' })
  await put('EUR', 'USD', '2024-06-10', '2')
  await call(user, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2024-06-10', rate: '4' }])
  const convert = (...more: string[]) => run(deps, 'convert', '1', 'EUR', 'USD', '--date', '2024-06-10', ...more)
  expect((await convert())[0]).toBe('1 EUR = 2 USD')
  expect((await convert('--user', 'ada'))[0]).toBe('1 EUR = 4 USD')
})

test('coverage is a table of what is needed and missing, or JSON', async () => {
  const app = await setup()
  const { deps, admin, call } = app
  const broker_id = await createBroker(app, admin)
  expect(await run(deps, 'coverage')).toEqual(['No other currency is needed.'])
  const create = ['USD', 'ISK'].map((currency) => ({ broker_id, type: 'DEPOSIT', date: '2024-06-27', currency, amount: '5' }))
  expect((await call(admin, 'POST', '/transactions/batch', { create })).status).toBe(200)
  await routeWhatIsNeeded(deps)
  expect(await run(deps, 'coverage', '--user', admin.username)).toEqual([
    'Currency  To   Needed from  Held                      Days missing  Route',
    'ISK       EUR  2024-06-27   none                                 2  none',
    'USD       EUR  2024-06-27   2024-06-27 to 2024-06-28             0  USD-EUR:NORTH (automatic)',
    '',
    'ISK to EUR has no rate on 2 of the days needed, first on 2024-06-27. No source of rates leads there. Enter rates by hand (PUT /fx/rates).',
  ])
  const [lines = ''] = await run(deps, 'coverage', '--currency', 'usd', '--json')
  expect(JSON.parse(lines)).toMatchObject([{ currency: 'ISK', to: 'USD', complete: false }])
})
