import { expect, test } from 'bun:test'
import { pricesCommand } from '#src/cli/prices.ts'
import { fakeSource, hit, ISIN, suggestWorld } from '#test/prices/suggest-world.ts'
import { createTestShell } from '#test/support/shell.ts'

const RECENT = { '2026-06-24': '50.6', '2026-06-29': '52' }
const named = { symbol: 'HARB.DE', name: 'Harbour Steel AG', currency: 'EUR', exchange: 'XETR', isin: ISIN }

async function setUp(env: Record<string, string> = {}) {
  const source = fakeSource('ONE', { hits: { [ISIN]: [hit('harb', named)] }, closes: { harb: RECENT } })
  const world = await suggestWorld([source], { env })
  const id = await world.add({ isin: ISIN })
  await world.buy(id)
  await world.buy(await world.add({ symbol: 'NONE', name: 'Nobody knows it' }))
  const { shell, lines } = createTestShell(world.app.deps)
  const run = (...words: string[]) => {
    const command = pricesCommand(shell)
    for (const one of [command, ...command.commands]) one.exitOverride().configureOutput({ writeErr: () => {} })
    return command.parseAsync(words, { from: 'user' })
  }
  return { ...world, id, lines, run, name: world.user.username }
}

test('prices sources prints a line for each asset; --assign gives the certain ones to their assets', async () => {
  const { lines, run, name, call, user, id } = await setUp()
  await run('sources', '--user', name)
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    'Id | Asset | State | Source | Price | Why',
    ' 1 Harbour Steel | proposed | ONE harb | 52 EUR | certain: same ISIN, same currency, 1.2 % from your trade of 2026-06-24'.replace(
      '1 H',
      '1 | H',
    ),
    expect.stringContaining('Nobody knows it'),
    '0 assigned, 1 proposed, 1 without any.',
  ])
  await run('sources', '--user', name, '--assign', '--json', '--asset', String(id))
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ assigned: 1, assets: [{ asset_id: id, state: 'assigned' }] })
  expect((await call(user, 'GET', `/assets/${id}`)).body).toMatchObject({
    price_source: { provider: 'ONE' },
    last_price: { close: '52' },
  })
})

test('prices sources says when all have one, which user it needs, and that the service is offline', async () => {
  const { lines, run, call, user, name } = await setUp()
  const assets = (await call(user, 'GET', '/assets')).body as { id: number }[]
  for (const { id } of assets) await call(user, 'PATCH', `/assets/${id}`, { archived: true })
  await run('sources', '--user', name)
  expect(lines).toEqual(['Everything held has a price source.'])
  await expect(run('sources')).rejects.toMatchObject({ code: 'user/ambiguous' })
  await expect(run('sources', '--asset', 'x')).rejects.toThrow('It must be the id of an asset.')
  const offline = await setUp({ OFFLINE: 'true' })
  await expect(offline.run('sources', '--user', offline.name)).rejects.toMatchObject({ code: 'asset/offline' })
})
