/** Positions files of brokers whose histories are cut off after some years: refused as reports of transactions, and ready to open a portfolio. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const FIXTURES = new URL('../plugins/brim/fixtures/', import.meta.url)

async function setUp(path: string) {
  const { deps } = await createTestApp({})
  const app = await createTestApp({
    clock: () => new Date('2026-07-15T12:00:00Z'),
    deps: { plugins: { ...deps.plugins, brim: brokerPlugins } },
  })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const text = await Bun.file(new URL(path, FIXTURES)).text()
  const { id } = (await upload(app, user, broker, 'positions.csv', text)).body
  const imports = (body: object) => app.call(user, 'POST', `/brokers/import/files/${id}/import`, body)
  const held = async () =>
    (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body.holdings.map(
      (one: { symbol: string; quantity: string; cost_basis: string | null }) => [one.symbol, one.quantity, one.cost_basis],
    )
  const closes = async () => {
    const lines: string[] = []
    for (const { id, symbol } of (await app.call(user, 'GET', '/assets?held=true')).body as { id: number; symbol: string }[])
      for (const { date, close, currency, source } of (await app.call(user, 'GET', `/assets/${id}/prices`)).body)
        lines.push(`${symbol} ${date} ${close} ${currency} ${source}`)
    return lines.sort()
  }
  return { imports, held, closes }
}

const COSTS = new Map([
  ['HLTP', '450'],
  ['PLUM', '6000'],
])

test.each(['fidelity/positions.csv', 'schwab/positions.csv'])(
  '%s opens a portfolio on its own day, with its costs',
  async (path) => {
    const { imports, held } = await setUp(path)
    const refused = await imports({})
    expect([refused.status, refused.body.code]).toEqual([422, 'import/nothing-to-import'])
    expect(refused.body.detail).toContain('import it with positions=book')
    const { body } = await imports({ positions: 'book' })
    expect(body.openings.map((one: { symbol: string; date: string }) => [one.symbol, one.date])).toEqual([
      ['HLTP', '2026-06-30'],
      ['PLUM', '2026-06-30'],
      ['GIFT', '2026-06-30'],
    ])
    const found = await held()
    expect(found.map(([symbol, quantity]: string[]) => [symbol, quantity])).toEqual([
      ['GIFT', '3'],
      ['HLTP', '12.5'],
      ['PLUM', '1200'],
    ])
    for (const [symbol, , cost] of found) if (COSTS.has(symbol)) expect([symbol, cost]).toEqual([symbol, COSTS.get(symbol)])
  },
)

test('a statement that does not say of which day it is asks for it', async () => {
  const { imports, held } = await setUp('fidelity/statement.csv')
  const refused = await imports({ positions: 'book' })
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('Give the option positions_day')])
  const wrong = await imports({ positions: 'book', options: { positions_day: 'June' } })
  expect([wrong.status, wrong.body.code]).toEqual([422, 'import/needs-option'])
  const { body } = await imports({ positions: 'book', options: { positions_day: '2026-06-30' } })
  expect(body.openings).toMatchObject([{ symbol: 'HLTP', date: '2026-06-30', quantity: '12.5' }])
  expect(await held()).toEqual([['HLTP', '12.5', '450']])
})

test('closes that a positions file states are stored where no other close is, as those of a report', async () => {
  const { imports, closes } = await setUp('schwab/positions.csv')
  const { body } = await imports({ positions: 'book' })
  expect(body.prices).toEqual({ given: 3, added: 3, present: 0, left_out: 0 })
  expect(await closes()).toEqual([
    'GIFT 2026-06-30 15 USD IMPORT',
    'HLTP 2026-06-30 40.2 USD IMPORT',
    'PLUM 2026-06-30 5.6 USD IMPORT',
  ])
})

test.each([
  ['aj-bell/portfolio.csv', {}, ['HWE 2026-03-02 12.5 GBP IMPORT', 'PRR 2026-03-02 52 USD IMPORT']],
  ['vanguard-us/holdings.csv', { positions_day: '2026-06-30' }, ['MDWX 2026-06-30 21 USD IMPORT']],
  [
    'degiro/portfolio.csv',
    { positions_day: '2026-06-30' },
    [
      'GB0002634946 2026-06-30 3.455 GBP IMPORT',
      'IE00B4L5Y983 2026-06-30 71.25 EUR IMPORT',
      'US0378331005 2026-06-30 30.1 USD IMPORT',
    ],
  ],
])(
  '%s opens a portfolio and brings the closes that are for one unit; left out where they are not wanted',
  async (path, options, all) => {
    const { imports, closes } = await setUp(path)
    const [without, given] = [await imports({ positions: 'book', options, prices: false, dry_run: true }), all.length]
    expect(without.body.prices).toEqual({ given, added: 0, present: 0, left_out: given })
    expect((await imports({ positions: 'book', options })).body.prices).toEqual({ given, added: given, present: 0, left_out: 0 })
    expect(await closes()).toEqual(all)
  },
)

test('a portfolio of no day asks for its day when it is to be booked', async () => {
  const { imports } = await setUp('degiro/portfolio.csv')
  const { status, body } = await imports({ positions: 'book' })
  expect([status, body.code]).toEqual([422, 'import/nothing-to-import'])
  expect(body.detail).toContain('give the option positions_day, such as positions_day=2026-06-30')
  expect((await imports({ positions: 'book', options: { positions_day: '2026-06-30' } })).body.openings).toHaveLength(4)
})
