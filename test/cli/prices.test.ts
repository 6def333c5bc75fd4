import { expect, test } from 'bun:test'
import { definePrices } from '#plugins/assets/provider.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { pricesCommand } from '#src/cli/prices.ts'
import { createTestApp } from '#test/support/app.ts'

const provider = definePrices({
  ...{
    code: 'TEST',
    name: 'Test',
    description: 'For tests',
    website: '',
    attribution: '',
    adjusted: 'none',
    identifierHint: 'Any text',
  },
  pauseMilliseconds: 0,
  fetchPrices: async function* ({ identifier }) {
    if (identifier === 'bad') throw sourceError('unknown', 'There is no bad.')
    yield { prices: [{ date: '2026-01-02', close: '10', currency: 'EUR' }], issues: [] }
  },
})

async function setUp(...identifiers: string[]) {
  const app = await createTestApp({ deps: { plugins: { brim: [], fx: [], assets: [provider] } } })
  const user = await app.createUser()
  for (const identifier of identifiers)
    await app.call(user, 'POST', '/assets', {
      symbol: 'A',
      name: 'A',
      type: 'STOCK',
      currency: 'EUR',
      price_source: { provider: 'TEST', identifier },
    })
  const lines: string[] = []
  const run = (...words: string[]) =>
    pricesCommand(
      (work) => work(app.deps),
      (line) => lines.push(line),
    )
      .exitOverride()
      .parseAsync(words, { from: 'user' })
  return { lines, run }
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
