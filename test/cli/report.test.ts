import { expect, test } from 'bun:test'
import { run as runProgram } from '#src/cli/program.ts'
import { reportCommand } from '#src/cli/report.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { createTestShell } from '#test/support/shell.ts'

async function setUp() {
  const app = await createTestApp({ clock: () => new Date('2024-12-31T12:00:00Z') })
  const user = await app.createUser({ username: 'olga' })
  const [one, two] = [await createBroker(app, user, { name: 'Harbour' }), await createBroker(app, user, { name: 'Bridge' })]
  const acme = await createAsset(app, { symbol: 'ACME', name: '東証 ACME' })
  const wide = await createAsset(app, { symbol: 'FUND', name: 'Fund\u202E with a rather long name that goes on' })
  const line = { currency: 'EUR', date: '2024-01-03' }
  const create = [
    { ...line, broker_id: one, type: 'DEPOSIT', amount: '100000' },
    { ...line, broker_id: one, asset_id: acme, type: 'BUY', quantity: '1000', price: '50', fees: '5' },
    { ...line, broker_id: one, asset_id: wide, type: 'BUY', quantity: '10.5', price: '30' },
    { ...line, broker_id: two, type: 'DEPOSIT', amount: '250' },
  ]
  expect((await app.call(user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  const prices = [
    { date: '2024-12-30', close: '62.25', currency: 'EUR' },
    { date: '2024-01-03', close: '50', currency: 'EUR' },
  ]
  expect((await app.call(user, 'PUT', `/assets/${acme}/prices`, prices)).status).toBeLessThan(300)
  return { app, user, one, two }
}

type App = Awaited<ReturnType<typeof setUp>>['app']

async function run(app: App, words: string[], isColoured = false) {
  const { shell, lines } = createTestShell(app.deps, { isColoured })
  const command = reportCommand(shell).exitOverride()
  await command.configureOutput({ writeErr: () => {} }).parseAsync(words, { from: 'user' })
  return lines
}

const cells = (line: string) => line.trim().split(/ {2,}/)

test('the figures are those of the service, rounded to the digits of the currency', async () => {
  const { app, user } = await setUp()
  const lines = await run(app, ['--currency', 'eur'])
  expect(lines[0]).toBe('olga: 2024-01-03 to 2024-12-31, EUR, FIFO')
  const found = lines.find((line) => line.startsWith('ACME')) ?? ''
  const holdings = (await app.call(user, 'GET', '/portfolio/holdings?currency=EUR')).body
  const [acme] = holdings.holdings
  expect([acme.market_value, acme.cost_basis, acme.unrealised_gain]).toEqual(['62250', '50005', '12245'])
  expect(cells(found)).toEqual([
    'ACME',
    '東証 ACME',
    '1,000',
    '62.25 EUR',
    '62,250.00',
    '55.34%',
    '50,005.00',
    '+12,245.00',
    '+24.49%',
  ])
  const total = lines.find((line) => line.startsWith('Total')) ?? ''
  expect(cells(total)[1]?.replaceAll(',', '')).toBe(Number(holdings.totals.total_value).toFixed(2))
  const performance = (await app.call(user, 'GET', '/portfolio/performance?currency=EUR')).body
  const figure = (name: string) => cells(lines.find((line) => line.trim().startsWith(name)) ?? '')[1]
  expect(figure('Net flows')).toBe('100,250.00')
  expect(figure('Value at the end')?.replaceAll(',', '')).toBe(Number(performance.end_value).toFixed(2))
  expect(figure('Time-weighted return')).toBe(`+${(performance.twr * 100).toFixed(2)}%`)
  expect(figure('fees')).toBe('-5.00')
})

test('columns are aligned, wide letters counted as two; nothing that a terminal obeys comes out of a name', async () => {
  const { app } = await setUp()
  const lines = await run(app, [])
  const table = lines.slice(2, 7)
  expect(table.map((line) => cells(line)[0])).toEqual(['Symbol', 'ACME', 'FUND', 'Cash', 'Total'])
  const widthUpTo = (line: string, text: string) => Bun.stringWidth(line.slice(0, line.indexOf(text) + text.length))
  const at = widthUpTo(table[0] ?? '', 'Value')
  expect(widthUpTo(table[1] ?? '', '62,250.00')).toBe(at)
  expect(widthUpTo(table[2] ?? '', '315.00')).toBe(at)
  expect(table[2]).toContain('…')
  for (const letter of ['\u001b', '\u202e']) expect(lines.join('\n')).not.toContain(letter)
})

test('every warning is listed', async () => {
  const { app, user } = await setUp()
  const lines = await run(app, ['-c', 'EUR'])
  const { warnings } = (await app.call(user, 'GET', '/portfolio/performance?currency=EUR')).body
  expect(warnings.length).toBeGreaterThan(0)
  const from = lines.indexOf(`Warnings (${warnings.length})`)
  const named = lines.slice(from + 1).filter((line) => !/^ +(mend|look|enter): /.test(line))
  expect(named.map((line) => cells(line)[0])).toEqual(warnings.map(({ code }: { code: string }) => code))
})

test('colours on a terminal only', async () => {
  const { app } = await setUp()
  expect((await run(app, [], true)).join('\n')).toContain('\u001b[32m+12,245.00\u001b[0m')
  expect((await run(app, [])).join('\n')).not.toContain('\u001b')
})

test('--broker takes some brokers by name or id, --json gives what the service answers', async () => {
  const { app, user, two } = await setUp()
  expect((await run(app, ['--broker', 'bridge']))[0]).toStartWith('Bridge: ')
  const both = await run(app, ['--broker', 'harbour', String(two)])
  expect(both[0]).toStartWith('Harbour, Bridge: ')
  const query = `currency=EUR&broker_ids=${two}&from=2024-01-01&to=2024-06-30&method=HIFO`
  const [json = ''] = await run(app, [...'-b bridge -c EUR --from 2024-01-01 --to 2024-06-30 --method HIFO --json'.split(' ')])
  const { holdings, performance } = JSON.parse(json)
  expect(holdings).toEqual(
    (await app.call(user, 'GET', `/portfolio/holdings?currency=EUR&broker_ids=${two}&as_of=2024-06-30&method=HIFO`)).body,
  )
  expect(performance).toEqual((await app.call(user, 'GET', `/portfolio/performance?${query}`)).body)
})

test('an empty portfolio is said to be empty; several users need a name', async () => {
  const app = await createTestApp()
  await app.createUser({ username: 'olga' })
  expect(await run(app, [])).toContain('Nothing is held.')
  await app.createUser({ username: 'piet' })
  await expect(run(app, [])).rejects.toMatchObject({ code: 'user/ambiguous' })
  expect((await run(app, ['--user', 'piet']))[0]).toStartWith('piet: ')
})

test('what cannot be requested is refused', async () => {
  const { app } = await setUp()
  await expect(run(app, ['--from', '2024-02-30'])).rejects.toMatchObject({ code: 'commander.invalidArgument' })
  await expect(run(app, ['--currency', 'XYZ'])).rejects.toMatchObject({ code: 'commander.invalidArgument' })
  await expect(run(app, ['--method', 'BEST'])).rejects.toMatchObject({ code: 'commander.invalidArgument' })
  await expect(run(app, ['--broker', 'nowhere'])).rejects.toMatchObject({ code: 'broker/not-found' })
  await expect(run(app, ['--from', '2025-02-01', '--to', '2025-01-01'])).rejects.toMatchObject({ code: 'portfolio/range' })
})

test('the program knows the command', async () => {
  expect(await runProgram(['report', '--method', 'BEST'], {})).toBe(64)
})
