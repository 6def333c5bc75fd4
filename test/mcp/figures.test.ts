import { expect, test } from 'bun:test'
import { callTool, openWorld } from './world.ts'

type Json = ReturnType<typeof JSON.parse>

/** Without what tools leave out: explanations, and of warnings what is for programs that write. */
const plain = (report: Json) =>
  JSON.parse(JSON.stringify(report, (key, value) => (key === 'explain' || key === 'warnings' ? undefined : value)))

for (const [name, path, given] of [
  ['get_portfolio_summary', '/portfolio/summary', {}],
  ['get_holdings', '/portfolio/holdings', {}],
  [
    'get_holdings',
    '/portfolio/holdings?lots=true&as_of=2026-02-10&scope=assets&currency=EUR',
    { lots: true, as_of: '2026-02-10', scope: 'assets', currency: 'EUR' },
  ],
  ['get_performance', '/portfolio/performance', {}],
  ['get_performance', '/portfolio/performance?from=2026-01-01&to=2026-05-31', { from: '2026-01-01', to: '2026-05-31' }],
  ['get_gains', '/portfolio/gains?method=S104', { method: 'S104' }],
  ['get_income', '/portfolio/income?to=2026-05-01', { to: '2026-05-01' }],
] as const)
  test(`${name} ${JSON.stringify(given)}: the figures of the interface, to the last digit`, async () => {
    const world = await openWorld()
    const { text } = await world.token(world.nora)
    const { said, isError } = await callTool(world, text, name, given)
    const report = (await world.call(world.nora, 'GET', path)).body
    const { page: _, cut: __, ...figures } = plain(said)
    expect([isError, figures]).toEqual([false, plain(report)])
    if (name !== 'get_portfolio_summary')
      expect(said.warnings.map((each: Json) => [each.code, each.detail])).toEqual(
        report.warnings.map((each: Json) => [each.code, each.detail]),
      )
  })

test('cash, brokers, transactions and search are those of the interface', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  const holdings = (await world.call(world.nora, 'GET', '/portfolio/holdings')).body
  const cash = (await callTool(world, text, 'get_cash')).said
  expect(cash).toMatchObject({ total: holdings.totals.cash, complete: false, cash: plain(holdings.cash) })
  expect(cash.warnings[0]).toMatchObject({ code: 'rate-missing', severity: 'error', pair: 'SEK/EUR' })
  expect(cash.cash.find((each: Json) => each.currency === 'SEK')).toEqual({ currency: 'SEK', amount: '40', value: null })
  const brokers = (await callTool(world, text, 'list_brokers')).said
  expect(brokers.brokers.map(({ id, name }: Json) => [id, name])).toEqual([
    [world.main, 'Main'],
    [world.second, 'Second'],
  ])
  const found = (await callTool(world, text, 'search', { q: 'oak', kinds: ['assets'] })).said
  expect([found.assets[0].id, found.totals]).toEqual([world.oak, { assets: 1, brokers: 0, transactions: 0, reports: 0 }])
  const lines = (await world.call(world.nora, 'GET', '/transactions?expand=asset')).body
  const { transactions, total, next_cursor } = (await callTool(world, text, 'list_transactions')).said
  const { revision: _, created_by: __, created_at: ___, updated_at: ____, balance_after: _____, ...first } = lines[0]
  expect([transactions[0], total, next_cursor]).toEqual([first, lines.length, null])
})

test('pages of transactions and of rows go through all of them once; totals are of all', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  const seen: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { said } = await callTool(world, text, 'list_transactions', { limit: 2, cursor })
    seen.push(...said.transactions.map(({ id }: Json) => id))
    expect(said.total).toBe(7)
    cursor = said.next_cursor
  }
  expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  const first = (await callTool(world, text, 'get_holdings', { limit: 1 })).said
  const rest = (await callTool(world, text, 'get_holdings', { limit: 1, offset: first.page.next_offset })).said
  expect([first.page, rest.page]).toEqual([
    { offset: 0, returned: 1, total: 2, next_offset: 1 },
    { offset: 1, returned: 1, total: 2, next_offset: null },
  ])
  expect([first.totals, first.holdings[0].symbol === rest.holdings[0].symbol]).toEqual([rest.totals, false])
  expect((await callTool(world, text, 'get_holdings', { offset: 9 })).said.page).toEqual({
    offset: 9,
    returned: 0,
    total: 2,
    next_offset: null,
  })
})

test('explain_figures: the terms of a figure add up to it, narrowed by figure, asset and transaction', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  const { said } = await callTool(world, text, 'explain_figures', {
    report: 'holdings',
    figure: 'cost_basis',
    asset_id: world.oak,
  })
  expect(said).toMatchObject({ report: 'holdings', currency: 'EUR', complete: false, page: { total: 1 } })
  const [figure] = said.figures
  expect(figure).toMatchObject({
    of: { list: 'holdings', asset_id: world.oak, symbol: 'OAK' },
    figure: 'cost_basis',
    value: '609.12',
  })
  expect(figure.terms.map(({ amount, transaction_id }: Json) => [amount, transaction_id])).toEqual([['609.12', 2]])
  const gain = (await callTool(world, text, 'explain_figures', { report: 'performance', figure: 'gain.total' })).said.figures[0]
  const performance = (await world.call(world.nora, 'GET', '/portfolio/performance')).body
  expect([gain.of.list, gain.value]).toEqual(['report', performance.gain.total])
  const sale = (await callTool(world, text, 'explain_figures', { report: 'gains', figure: 'gain', transaction_id: 3 })).said
  const gains = (await world.call(world.nora, 'GET', '/portfolio/gains')).body
  expect(sale.figures.map(({ value }: Json) => value)).toEqual([gains.disposals[0].gain])
  for (const report of ['income', 'cash-flows', 'costs'])
    expect((await callTool(world, text, 'explain_figures', { report })).said.figures.length).toBeGreaterThan(0)
})

test('who may not see a broker learns nothing of it: strangers, and tokens that are narrowed to another', async () => {
  const world = await openWorld()
  const narrow = (await world.token(world.nora, ['read'], { broker_ids: [world.second] })).text
  const stranger = (await world.token(world.olaf)).text
  const asking: [string, Record<string, unknown>][] = [
    ['get_portfolio_summary', { broker_ids: [world.main] }],
    ['get_holdings', {}],
    ['get_holdings', { broker_ids: [world.main], lots: true }],
    ['get_cash', { broker_ids: [world.main] }],
    ['get_performance', {}],
    ['get_gains', {}],
    ['get_income', {}],
    ['explain_figures', { report: 'holdings' }],
    ['list_brokers', {}],
    ['list_transactions', { broker_ids: [world.main] }],
    ['list_transactions', { asset_ids: [world.oak] }],
    ['search', { q: 'main', kinds: ['brokers', 'transactions', 'reports'] }],
  ]
  for (const [name, given] of asking) {
    for (const token of [narrow, stranger]) {
      const { said, isError } = await callTool(world, token, name, given)
      const { assets: _, ...all } = said
      expect([name, isError, /OAK|"Main"|5000|479\.2/.test(JSON.stringify(all))]).toEqual([name, false, false])
    }
  }
  expect((await callTool(world, narrow, 'list_brokers')).said.brokers.map(({ id }: Json) => id)).toEqual([world.second])
  expect((await callTool(world, narrow, 'get_holdings')).said.holdings.map(({ symbol }: Json) => symbol)).toEqual(['ELM'])
  expect((await callTool(world, stranger, 'get_holdings')).said.holdings).toEqual([])
})

test('arguments that are wrong are answered in words for a model, and nothing breaks', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  const wrong: [name: string, given: Record<string, unknown>, part: string][] = [
    ['get_holdings', { as_of: '2026-02-30' }, 'as_of: Must be a day that exists'],
    ['get_holdings', { as_of: { $gt: '' } }, 'as_of:'],
    ['get_holdings', { broker_ids: ['1 or 1=1'] }, 'broker_ids'],
    ['get_holdings', { broker_ids: [[1, [2]]] }, 'broker_ids'],
    ['get_holdings', { currency: 'x'.repeat(5_000) }, 'currency'],
    ['get_holdings', { limit: 0 }, 'limit'],
    ['get_holdings', { limit: 1e9 }, 'limit'],
    ['get_holdings', { offset: -1 }, 'offset'],
    ['get_holdings', { limit: '50' }, 'limit'],
    ['get_holdings', { format: 'csv' }, 'There is no argument "format"'],
    ['get_holdings', { explain: true }, 'There is no argument "explain"'],
    ['get_holdings', { constructor: 1 }, 'There is no argument "constructor"'],
    ['get_performance', { benchmark: 999_999 }, '('],
    ['list_transactions', { cursor: '../../etc/passwd' }, 'cursor'],
    ['list_transactions', { types: ['NOTHING'] }, 'types'],
    ['search', {}, 'q: Is missing.'],
    ['search', { q: 'x', kinds: ['pages'] }, 'kinds'],
    ['explain_figures', { report: '../brokers' }, 'report'],
    ['explain_figures', {}, 'report: '],
    ['explain_figures', { report: 'gains', as_of: '2026-01-01' }, 'as_of'],
  ]
  for (const [name, given, part] of wrong) {
    const answer = await callTool(world, text, name, given)
    expect([name, given, answer.isError, answer.text.slice(0, 300)]).toEqual([name, given, true, expect.stringContaining(part)])
    expect(answer.said).toBeUndefined()
  }
  expect((await callTool(world, text, 'get_holdings', { as_of: null, limit: null, broker_ids: [] })).isError).toBe(false)
})
