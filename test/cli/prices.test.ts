import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sourceError } from '#plugins/kit/http.ts'
import { pricesCommand } from '#src/cli/prices.ts'
import { testProvider } from '#test/prices/provider.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createTestShell } from '#test/support/shell.ts'

const requested: { from: string; to: string }[] = []
const provider = testProvider({
  fetchPrices: async function* ({ identifier, from, to }) {
    if (identifier === 'bad') throw sourceError('unknown', 'There is no bad.')
    requested.push({ from, to })
    const closes = identifier === 'spike' ? ['10', '11', '99', '12'] : ['10']
    yield { prices: closes.map((close, index) => ({ date: `2026-01-0${index + 2}`, close, currency: 'EUR' })), issues: [] }
  },
})

async function setUp(...identifiers: string[]) {
  return setUpWith({}, ...identifiers)
}

async function setUpWith(env: Record<string, string>, ...identifiers: string[]) {
  const app = await createTestApp({ deps: { plugins: { brim: [], fx: [], assets: [provider] } }, env })
  const user = await app.createUser()
  for (const identifier of identifiers)
    await app.call(user, 'POST', '/assets', {
      symbol: 'A',
      name: 'A',
      type: 'STOCK',
      currency: 'EUR',
      price_source: { provider: 'TEST', identifier },
    })
  const { shell, lines } = createTestShell(app.deps)
  const run = (...words: string[]) => {
    const command = pricesCommand(shell)
    for (const one of [command, ...command.commands]) one.exitOverride().configureOutput({ writeErr: () => {} })
    return command.parseAsync(words, { from: 'user' })
  }
  return { ...app, user, lines, run }
}

test('prices refresh prints a line for each asset, and as JSON', async () => {
  const { lines, run } = await setUp('good')
  await run('refresh')
  expect(lines).toEqual(['1\tTEST\tadded\t1 added\t0 updated'])
  await run('refresh', '--json', '--asset', '1')
  expect(JSON.parse(lines[1] ?? '')[0]).toMatchObject({ assetId: 1, state: 'unchanged' })
})

test('prices refresh fails when an asset failed, after the others were stored', async () => {
  const { lines, run } = await setUp('good', 'bad')
  await expect(run('refresh')).rejects.toMatchObject({ code: 'price/refresh-incomplete' })
  expect(lines).toEqual(['1\tTEST\tadded\t1 added\t0 updated', '2\tTEST\tfailed\tThere is no bad.'])
})

test('prices refresh of some days names what was held back; --accept-jumps takes it', async () => {
  const { lines, run } = await setUp('spike')
  await run('refresh', '--from', '2026-01-01', '--to', '2026-01-05')
  expect(requested.at(-1)).toEqual({ from: '2026-01-01', to: '2026-01-05' })
  expect(lines).toEqual([
    '1\tTEST\tadded\t3 added\t0 updated',
    '1\theld back\t2026-01-04: 99 is 9.00 times the close of 2026-01-03 (11); held back.',
  ])
  await run('refresh', '--from', '2026-01-01', '--accept-jumps')
  expect(lines.at(-1)).toBe('1\tTEST\tadded\t1 added\t0 updated')
})

test('prices refresh refuses what is no day, no asset, and no such asset', async () => {
  const { lines, run } = await setUp('good')
  await expect(run('refresh', '--from', '2026-02-30')).rejects.toThrow('Must be a day that exists, as YYYY-MM-DD.')
  await expect(run('refresh', '--asset', 'x')).rejects.toThrow('It must be the id of an asset.')
  await expect(run('refresh', '--asset', '1', '99')).rejects.toMatchObject({
    code: 'price/refresh-invalid',
    extras: { errors: [{ pointer: '/asset_ids/1', detail: 'There is no asset 99.' }] },
  })
  await expect(run('refresh', '--from', '2026-01-05', '--to', '2026-01-01')).rejects.toMatchObject({
    code: 'price/refresh-invalid',
  })
  expect(lines).toEqual([])
})

test('prices refresh says at once that the service is offline', async () => {
  const { lines, run } = await setUpWith({ OFFLINE: 'true' }, 'good')
  const before = requested.length
  await expect(run('refresh')).rejects.toMatchObject({ code: 'asset/offline', detail: expect.stringContaining('OFFLINE') })
  expect([requested.length, lines]).toEqual([before, []])
})

test('prices import enters closes of many assets with the rights of a user; a dry run stores none; faults have their lines', async () => {
  const { lines, run, call, user } = await setUpWith({}, 'good')
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-'))
  afterwards(async () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'closes.csv')
  await Bun.write(path, 'symbol,date,close\nA,2026-01-02,10\nA,2026-01-03,11.50\n')
  await run('import', path, '--dry-run')
  expect(lines).toEqual([
    'Would enter 2 prices of 1 asset: 2 new, 0 changed, 0 as they were.',
    '',
    'Symbol  Name  New  Changed  Same  From        To',
    'A       A       2        0     0  2026-01-02  2026-01-03',
  ])
  expect((await call(user, 'GET', '/assets/1/prices')).body).toEqual([])
  await run('import', path, '--user', user.username)
  await run('import', path, '--json')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ dry_run: false, added: 0, unchanged: 2, assets_total: 1 })
  await Bun.write(path, 'symbol,date,close\nB,2026-01-02,10\n')
  await expect(run('import', path)).rejects.toMatchObject({
    code: 'price/many-invalid',
    extras: { errors: [{ pointer: '/2/symbol' }] },
  })
  await expect(run('import', join(folder, 'none.csv'))).rejects.toMatchObject({ code: 'price/no-file' })
})
