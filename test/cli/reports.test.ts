import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportCommand } from '#src/cli/report.ts'
import { createAsset } from '#test/support/factories.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { createTestShell } from '#test/support/shell.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

/** Bought twice and sold in part, with a dividend and fees; a second asset that is named by its ISIN. */
async function setUp() {
  const world = await openPortfolio({ today: '2025-06-30', broker: { name: 'Harbour' } })
  const fund = await createAsset(world.app, { symbol: 'IE00B4L5Y983', name: 'World Fund', currency: 'EUR' })
  const { line, broker_id } = world
  await world.book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '3000', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '100', fees: '5' },
    { ...line, type: 'BUY', date: '2024-06-03', quantity: '10', price: '110', fees: '5' },
    { ...line, type: 'SELL', date: '2024-12-02', quantity: '-15', price: '120', fees: '7.5', taxes: '2.5' },
    { ...line, type: 'SELL', date: '2025-01-02', quantity: '-1', price: '90' },
    { ...line, type: 'DIVIDEND', date: '2025-02-03', amount: '8', taxes: '2' },
    { ...line, asset_id: fund, type: 'BUY', date: '2025-03-03', quantity: '2', price: '80' },
    { ...line, asset_id: fund, type: 'SELL', date: '2025-03-04', quantity: '-1', price: '81' },
  )
  await world.price({ '2024-12-31': '115', '2025-06-27': '125' })
  const run = async (...words: string[]) => {
    const { shell, lines } = createTestShell(world.deps)
    const command = reportCommand(shell)
    for (const one of [command, ...command.commands]) one.exitOverride().configureOutput({ writeErr: () => {} })
    await command.parseAsync(words, { from: 'user' })
    return lines
  }
  return { ...world, run }
}

const cells = (line: string | undefined) => (line ?? '').trim().split(/ {2,}/)

const RANGE = ['--from', '2024-01-01', '--to', '2025-06-30']
const QUERY = 'from=2024-01-01&to=2025-06-30'
/** Words of a report, and where the interface answers it. */
const REPORTS: readonly (readonly [string, readonly string[], string])[] = [
  ['holdings', ['--as-of', '2025-01-31', '--lots', '--scope', 'assets'], 'holdings?as_of=2025-01-31&lots=true&scope=assets'],
  ['performance', [...RANGE, '--scope', 'assets', '--benchmark', '1'], `performance?${QUERY}&scope=assets&benchmark=1`],
  ['breakdown', [...RANGE, '--by', 'broker'], `performance/breakdown?${QUERY}&by=broker`],
  ['gains', [...RANGE, '--method', 'LIFO'], `gains?${QUERY}&method=LIFO`],
  ['income', RANGE, `income?${QUERY}`],
  ['cash-flows', [...RANGE, '--owned'], `cash-flows?${QUERY}&owned=true`],
  ['costs', RANGE, `costs?${QUERY}`],
  ['history', [...RANGE, '--interval', 'monthly'], `history?${QUERY}&interval=monthly`],
  ['allocation', ['--as-of', '2025-01-31', '--by', 'currency'], 'allocation?as_of=2025-01-31&by=currency'],
]

test('--json and --csv are what the interface answers to the same words', async () => {
  const { run, ask } = await setUp()
  for (const [name, words, path] of REPORTS) {
    const [json = '', ...more] = await run(name, ...words, '-c', 'eur', '--json')
    expect([name, JSON.parse(json), more]).toEqual([name, (await ask(`${path}&currency=EUR`)).body, []])
    const csv = (await run(name, ...words, '-c', 'eur', '--csv')).map((line) => `${line}\n`).join('')
    expect([name, csv]).toEqual([name, (await ask(`${path}&currency=EUR&format=csv`)).text])
  }
})

test('--explain explains what the interface explains', async () => {
  const { run, ask } = await setUp()
  for (const [name, words, path] of REPORTS.filter(([name]) => name !== 'breakdown')) {
    const [json = ''] = await run(name, ...words, '--explain', '--json')
    const answer = (await ask(`${path}&currency=EUR&explain=true`)).body
    expect([name, JSON.parse(json)]).toEqual([name, answer])
    const figures = [...JSON.stringify(answer).matchAll(/"figure":"(\w+)"/g)].map((match) => match[1])
    const shown = (await run(name, ...words, '--explain')).flatMap((line) => / {2}(\w+) = /.exec(line)?.[1] ?? [])
    expect([name, shown]).toEqual([name, figures.filter((figure) => figure !== undefined)])
  }
})

test('the terms of an explained figure add up to it by hand', async () => {
  const { run } = await setUp()
  const lines = await run('holdings', '--explain')
  const at = lines.findIndex((line) => line.startsWith('ACME  cost_basis = '))
  expect(lines.slice(at + 1, at + 3).map((line) => line.trimEnd())).toEqual([
    '  lot    1,105 EUR x 4 / 10 units, transaction 3  442',
    '',
  ])
  expect(lines.join('\n')).toContain('4 units x 125 EUR (MANUAL, 2025-06-27)  500')
})

test('gains stand lot by lot, with the sums of the years, and what an ISIN means', async () => {
  const { run } = await setUp()
  const lines = await run('gains')
  expect(lines[0]).toEndWith(': gains 2024-01-02 to 2025-06-30, EUR, FIFO')
  expect(lines.slice(2).map(cells)).toEqual([
    ['Sold', 'Acquired', 'Asset', 'Broker', 'Quantity', 'Cost', 'Proceeds', 'Gain', 'of it currency', 'Days'],
    ['2024-12-02', '2024-01-03', 'ACME', 'Harbour', '10', '1,005.00', '1,193.33', '+188.33', '0.00', '334'],
    ['2024-12-02', '2024-06-03', 'ACME', 'Harbour', '5', '552.50', '596.67', '+44.17', '0.00', '182'],
    ['2025-01-02', '2024-06-03', 'ACME', 'Harbour', '1', '110.50', '90.00', '-20.50', '0.00', '213'],
    ['2025-03-04', '2025-03-03', 'World Fund', 'Harbour', '1', '80.00', '81.00', '+1.00', '0.00', '1'],
    ['Total', '1,748.00', '1,961.00', '+213.00', '0.00'],
    [''],
    ['Year', 'Cost', 'Proceeds', 'Gain', 'of it currency'],
    ['2024', '1,557.50', '1,790.00', '+232.50', '0.00'],
    ['2025', '190.50', '171.00', '-19.50', '0.00'],
  ])
})

test('statements show every line with its broker, and their sums', async () => {
  const { run } = await setUp()
  const income = await run('income')
  expect(income.slice(3).map(cells)).toEqual([
    ['2025-02-03', 'DIVIDEND', 'ACME', 'Harbour', '10.00', '2.00', '0.00', '8.00'],
    ['Total', '10.00', '2.00', '0.00', '8.00'],
    [''],
    ['Expected in the twelve months after: 10.00'],
  ])
  const flows = await run('cash-flows')
  expect(flows.slice(3).map(cells)).toEqual([
    ['2024-01-02', 'DEPOSIT', 'Harbour', '3,000 EUR', '+3,000.00'],
    ['In', '+3,000.00'],
    ['Out', '0.00'],
    ['Total', '+3,000.00'],
  ])
  expect(cells((await run('costs')).findLast((line) => line.startsWith('Total')))).toEqual(['Total', '17.50', '4.50', '22.00'])
})

test('history has a gain beside what was put in, allocation a bar for each part', async () => {
  const { run } = await setUp()
  const last = (await run('history', '--from', '2024-01-01', '--to', '2024-12-31'))
    .map(cells)
    .find(([day]) => day === '2024-12-31')
  expect(last?.slice(0, 6)).toEqual(['2024-12-31', '575.00', '2,680.00', '3,255.00', '3,000.00', '+255.00'])
  const allocation = (await run('allocation', '--by', 'asset', '--as-of', '2024-12-31')).slice(3, 6).map(cells)
  expect(allocation).toEqual([
    ['Cash EUR', '2,680.00', '82.33%', '#'.repeat(30)],
    ['ACME', '575.00', '17.67%', '#'.repeat(6)],
    ['Total', '3,255.00'],
  ])
})

test('what has no value makes the total incomplete', async () => {
  const { run, book, broker_id } = await setUp()
  expect((await run('holdings')).some((line) => line.startsWith('Total (incomplete)'))).toBe(false)
  await book({ broker_id, type: 'DEPOSIT', date: '2025-06-02', amount: '50', currency: 'CHF' })
  const lines = await run('holdings')
  expect(cells(lines.find((text) => text.startsWith('Cash') && text.includes('CHF')))).toEqual(['Cash', 'CHF', '50', '-', '-'])
  expect(lines.some((text) => text.startsWith('Total (incomplete)'))).toBe(true)
  expect(lines.join('\n')).toContain('rate-missing  ')
})

test('--chart writes the picture of the interface, as SVG or PNG', async () => {
  const { run, ask, folder } = await setUp()
  const file = (name: string) => join(folder, name)
  const lines = await run('history', ...RANGE, '--chart', file('h.svg'), '--width', '500', '--theme', 'dark')
  expect(lines.at(-1)).toBe(`The picture is in ${file('h.svg')}`)
  const svg = await ask(`charts/history.svg?${QUERY}&currency=EUR&width=500&theme=dark`)
  expect(readFileSync(file('h.svg'), 'utf8')).toBe(svg.text)
  const [json = ''] = await run('allocation', '--by', 'asset', '--chart', file('a.PNG'), '--json')
  expect(JSON.parse(json)).toMatchObject({ by: 'asset' })
  const png = await ask('charts/allocation.png?by=asset&currency=EUR')
  expect(Buffer.from(readFileSync(file('a.PNG'))).equals(png.bytes)).toBe(true)
  for (const name of ['performance', 'gains', 'income']) {
    await run(name, '--chart', file(`${name}.svg`))
    expect(existsSync(file(`${name}.svg`))).toBe(true)
  }
})

test('what cannot be is refused', async () => {
  const { run, folder } = await setUp()
  const invalid = { code: 'commander.invalidArgument' }
  await expect(run('history', '--chart', 'x.pdf')).rejects.toMatchObject(invalid)
  await expect(run('history', '--chart', 'x.svg', '--width', '10')).rejects.toMatchObject(invalid)
  await expect(run('history', '--interval', 'hourly')).rejects.toMatchObject(invalid)
  await expect(run('holdings', '--scope', 'all')).rejects.toMatchObject(invalid)
  await expect(run('costs', '--chart', 'x.svg')).rejects.toMatchObject({ code: 'commander.unknownOption' })
  await expect(run('gains', '--csv', '--explain')).rejects.toMatchObject({ code: 'commander.error' })
  await expect(run('nothing')).rejects.toMatchObject({ code: 'commander.excessArguments' })
  const path = join(folder, 'no', 'x.svg')
  await expect(run('history', '--chart', path)).rejects.toMatchObject({ code: 'report/chart-unwritable' })
  await expect(run('performance', '--benchmark', '77')).rejects.toMatchObject({ kind: 'invalid' })
})

test('the program gives the words after a report to that report', async () => {
  const { folder, ask } = await setUp()
  const words = ['report', 'holdings', '--broker', 'Harbour', '--as-of', '2024-12-31', '--json']
  const env = { DATA_DIR: folder, OFFLINE: 'true' }
  const child = Bun.spawn([process.execPath, MAIN, ...words], { env, stdout: 'pipe', stderr: 'pipe' })
  const [text, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([errors, await child.exited]).toEqual(['', 0])
  expect(JSON.parse(text)).toEqual((await ask('holdings?broker_ids=1&as_of=2024-12-31')).body)
})
