import { expect, test } from 'bun:test'
import { createBroker } from '#test/support/factories.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

async function setUp() {
  const world = await openPortfolio({ today: '2024-03-01', asset: { symbol: 'ACME', currency: 'USD' } })
  const { broker_id, line, book, price, rate, addAsset } = world
  const other = await addAsset('OAK')
  await rate('EUR', 'USD', { '2024-01-02': '1.25', '2024-02-01': '1' })
  await price({ '2024-01-03': '100', '2024-01-10': '120', '2024-02-01': '110' })
  await price({ '2024-01-03': '40', '2024-02-20': '50' }, other)
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '2000', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '100' },
    { ...line, asset_id: other, type: 'BUY', date: '2024-01-05', quantity: '3', price: '40', currency: 'EUR' },
    { ...line, type: 'DIVIDEND', date: '2024-02-01', amount: '20' },
    { ...line, type: 'SELL', date: '2024-02-02', quantity: '-10', price: '110' },
  )
  return { ...world, other }
}

test('200 for the history of one holding: units, price, value, what was put in and gained, from its first day on', async () => {
  const { asset_id, other, history, ask } = await setUp()
  const { points, asset_ids, scope, from } = await history(`asset_ids=${other}&interval=monthly`)
  expect([asset_ids, scope, from]).toEqual([[other], 'assets', '2024-01-05'])
  const price = { asset_id: other, price_source: 'close', currency: 'EUR' } as const
  expect(points.map(({ date, value, put_in, gain, holding }) => [date, value, put_in, gain, holding])).toEqual([
    ['2024-01-31', '120', '120', '0', { ...price, quantity: '3', price: '40', price_date: '2024-01-03' }],
    ['2024-02-29', '150', '120', '30', { ...price, quantity: '3', price: '50', price_date: '2024-02-20' }],
    ['2024-03-01', '150', '120', '30', { ...price, quantity: '3', price: '50', price_date: '2024-02-20' }],
  ])
  const sold = (await history(`asset_ids=${asset_id}&from=2024-02-01&to=2024-02-02`)).points
  expect(sold.map(({ value, cash, holding }) => [value, cash, holding?.quantity, holding?.price])).toEqual([
    ['1100', '0', '10', '110'],
    ['0', '0', '0', null],
  ])
  const csv = (await ask(`history?asset_ids=${other}&to=2024-01-05&currency=EUR&format=csv`)).text.split('\r\n')
  expect(csv.slice(0, 2)).toEqual([
    'date,value,cash,invested,net_flows,twr,put_in,gain,quantity,price,price_date,price_source,currency',
    '2024-01-05,120,0,120,120,0,120,0,3,40,2024-01-03,close,EUR',
  ])
  expect((await history(`asset_ids=${other}&asset_ids=${asset_id}`)).points[0]?.holding).toBeNull()
})

test('200 with asset_ids at every report and chart: those assets alone, and nothing of cash', async () => {
  const { asset_id, other, ask, performance, holdings, gains } = await setUp()
  expect(await performance(`asset_ids=${asset_id}`)).toMatchObject({
    scope: 'assets',
    asset_ids: [asset_id],
    net_flows: '-320',
    gain: { total: '320' },
  })
  expect((await performance()).asset_ids).toBeNull()
  const held = await holdings(`asset_ids=${other}&scope=total`)
  expect([held.scope, held.cash, held.totals.total_value]).toEqual(['assets', [], '150'])
  expect(held.holdings.map((one) => [one.symbol, one.weight])).toEqual([['OAK', 1]])
  expect((await gains(`asset_ids=${other}`)).disposals).toEqual([])
  const of = async (path: string) => (await ask(`${path}currency=EUR&asset_ids=${asset_id}`)).body
  expect((await of('income?')).payments).toHaveLength(1)
  expect((await of('costs?')).costs).toEqual([])
  expect((await of('cash-flows?')).totals).toMatchObject({ in: '800', out: '1120', net: '-320' })
  expect((await of('allocation?by=asset&as_of=2024-01-31&')).slices.map((one: { label: string }) => one.label)).toEqual(['ACME'])
  const { rows, total } = await of('performance/breakdown?by=asset&')
  expect(rows.map((row: { label: string }) => row.label)).toEqual(['ACME'])
  expect(total.gain.total).toBe('320')
  for (const chart of ['history', 'performance', 'drawdown', 'allocation', 'income', 'gains'])
    expect([chart, (await ask(`charts/${chart}.svg?asset_ids=${asset_id}`)).status]).toEqual([chart, 200])
})

test('200 for assets that nobody has, or only others: nothing, as for unknown brokers, and the same answer for both', async () => {
  const { app, asset_id, ask } = await setUp()
  const stranger = await app.createUser()
  await createBroker(app, stranger)
  const answers = await Promise.all(
    [asset_id, 99_999].map(async (id) => (await ask(`performance?currency=EUR&asset_ids=${id}`, {}, stranger)).body),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ asset_ids: [], end_value: '0', twr: null })
  expect((await ask('performance?asset_ids=x')).status).toBe(422)
})

test('200 with explain for chosen assets: the terms add up to the figures', async () => {
  const { asset_id, ask } = await setUp()
  for (const path of ['performance', 'cash-flows', 'history']) {
    const query = path === 'history' ? 'interval=monthly&' : ''
    const { body } = await ask(`${path}?${query}currency=EUR&explain=true&asset_ids=${asset_id}`)
    const rows: { explain: { figure: string; terms: { amount: string }[] }[] }[] = body.points ?? body.flows ?? [body]
    for (const row of rows)
      for (const { figure, terms } of row.explain.filter(({ terms }) => terms.length > 0)) {
        const shown = figure.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], row)
        const total = terms.reduce((all, { amount }) => all + Number(amount), 0)
        expect([path, figure, total.toFixed(6)]).toEqual([path, figure, Number(shown).toFixed(6)])
      }
  }
})
