import { expect, test } from 'bun:test'
import { HistoryReport } from '#src/portfolio/history/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

/** Ten units at one broker, which books a split 2:1 on the fifth; five at another, which does so on the eighth. */
async function setUp(isEventKnown: boolean, ...more: object[]) {
  const {
    broker_id: first,
    asset_id,
    line,
    addBroker,
    book,
    price,
    split,
    ...rest
  } = await openPortfolio({ today: '2024-01-31' })
  const second = await addBroker()
  const bought = { ...line, type: 'BUY', date: '2024-01-02', price: '100' }
  await book(
    { ...bought, quantity: '10' },
    { ...bought, broker_id: second, quantity: '5' },
    ...more.map((one) => ({ ...bought, broker_id: second, ...one })),
    { asset_id, broker_id: first, type: 'SPLIT', date: '2024-01-05', ratio: '2:1' },
    { asset_id, broker_id: second, type: 'SPLIT', date: '2024-01-08', ratio: '2:1' },
  )
  await price({ '2024-01-02': '100', '2024-01-05': '50', '2024-01-09': '51' })
  if (isEventKnown) await split('2024-01-05', '2:1')
  return { second, get: (path: string) => rest.call(rest.user, 'GET', `${path}&currency=EUR`) }
}

test('200 for a split that two brokers book some days apart: no day in between on which units of one are worth the price of the other', async () => {
  for (const isEventKnown of [true, false]) {
    const { second, get } = await setUp(isEventKnown)
    const { points } = (await get('/portfolio/history?scope=assets&from=2024-01-03&to=2024-01-09')).as(HistoryReport)
    expect([isEventKnown, points.map(({ value }) => value)]).toEqual([
      isEventKnown,
      [...Array.from({ length: 6 }, () => '1500'), '1530'],
    ])
    for (const method of ['FIFO', 'AVERAGE', 'S104']) {
      const held = (await get(`/portfolio/holdings?method=${method}&as_of=2024-01-06`)).as(HoldingsReport)
      expect(held.holdings).toMatchObject([{ quantity: '30', market_value: '1500', cost_basis: '1500', unrealised_gain: '0' }])
    }
    const { twr, max_drawdown, gain } = (await get('/portfolio/performance?scope=assets&to=2024-01-09')).as(PerformanceReport)
    expect([max_drawdown?.ratio, gain.total]).toEqual([0, '30'])
    expect(twr).toBeCloseTo(0.02, 12)
    const row = (await get('/portfolio/performance/breakdown?by=broker&scope=assets&from=2024-01-03&to=2024-01-06')).body.rows[1]
    expect(row).toMatchObject({ key: String(second), start_value: '500', end_value: '500', gain: { total: '0' } })
    if (isEventKnown)
      expect((await get(`/brokers/${second}/summary?as_of=2024-01-06`)).body.totals).toMatchObject({ market_value: '500' })
  }
})

test('200 with a split on its own day where the broker moved units in between', async () => {
  const { get } = await setUp(false, { date: '2024-01-06', quantity: '1', price: '100' })
  const { holdings } = (await get('/portfolio/holdings?as_of=2024-01-07')).as(HoldingsReport)
  expect(holdings).toMatchObject([{ quantity: '26' }])
  expect((await get('/portfolio/holdings?as_of=2024-01-08')).as(HoldingsReport).holdings).toMatchObject([{ quantity: '32' }])
})
