import { expect, test } from 'bun:test'
import { AllocationReport } from '#src/portfolio/allocation/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { CashFlowsReport, CostsReport, IncomeReport } from '#src/portfolio/income-and-costs/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { createAsset } from '#test/support/factories.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

async function setUp() {
  const world = await openPortfolio({ broker: { name: 'One' } })
  const { app, broker_id: one, asset_id: acme, line, addBroker, send, book } = world
  const two = await addBroker({ name: 'Two' })
  const fund = await createAsset(app, { symbol: 'FUND', type: 'ETF' })
  await send('PATCH', `/assets/${acme}`, { country: 'IT', sector: 'ENERGY' })
  await send('PATCH', `/assets/${fund}`, { allocation: { countries: { US: '0.6', IT: '0.3' }, sectors: {} } })
  const cash = { broker_id: one, currency: 'EUR' }
  await book(
    { ...cash, type: 'DEPOSIT', date: '2024-01-02', amount: '1990', fees: '10' },
    { ...cash, type: 'WITHDRAWAL', date: '2024-06-02', amount: '-200' },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50', fees: '5', taxes: '1' },
    { ...line, asset_id: fund, type: 'BUY', date: '2024-01-03', quantity: '10', price: '30' },
    { ...line, type: 'DIVIDEND', date: '2024-04-01', amount: '7', taxes: '3' },
    { ...line, type: 'SELL', date: '2024-05-01', quantity: '-5', price: '60' },
    { ...cash, type: 'INTEREST', date: '2024-04-30', amount: '2' },
    { ...cash, type: 'FEE', date: '2024-07-01', amount: '-4' },
    { ...cash, type: 'FEE', date: '2024-08-01', amount: '1' },
    { broker_id: one, asset_id: fund, type: 'TRANSFER', date: '2024-09-01', quantity: '-4', group: 'move' },
    { broker_id: two, asset_id: fund, type: 'TRANSFER', date: '2024-09-01', quantity: '4', group: 'move' },
    { broker_id: two, asset_id: fund, type: 'ADJUSTMENT', date: '2024-10-01', quantity: '1' },
  )
  return { ...world, one, two, acme, fund }
}

test('200 for income per payment, month and asset; the forecast goes by the units held now', async () => {
  const { ask, acme } = await setUp()
  const report = (await ask('income?currency=EUR')).as(IncomeReport)
  expect(report.payments).toMatchObject([
    { symbol: 'ACME', type: 'DIVIDEND', date: '2024-04-01', gross: '10', tax: '3', fees: '0', net: '7' },
    { symbol: null, type: 'INTEREST', gross: '2', net: '2' },
  ])
  expect(report.months).toEqual([{ month: '2024-04', gross: '12', tax: '3', fees: '0', net: '9' }])
  expect(report.by_asset).toMatchObject([
    { asset_id: acme, net: '7' },
    { asset_id: null, net: '2' },
  ])
  expect(report.totals).toEqual({ gross: '12', tax: '3', fees: '0', net: '9', complete: true, explain: null })
  expect(report.forecast).toEqual([{ month: '2025-04', gross: '7', explain: null }])
})

test('200 for cash flows, whose sum is net_flows of the performance; a transfer within is none, a gift is one', async () => {
  const { ask } = await setUp()
  const report = (await ask('cash-flows?currency=EUR')).as(CashFlowsReport)
  expect(report.flows.map(({ type, amount, value }) => [type, amount, value])).toEqual([
    ['DEPOSIT', '1990', '2000'],
    ['WITHDRAWAL', '-200', '-200'],
    ['ADJUSTMENT', '0', '30'],
  ])
  expect(report.totals).toEqual({ in: '2030', out: '200', net: '1830', complete: true, explain: null })
  const performance = (await ask('performance?currency=EUR')).as(PerformanceReport)
  expect(performance.net_flows).toBe('1830')
  expect(performance.gain).toMatchObject({ fees: '-18', taxes: '-4', income: '12' })
})

test('200 for a transfer as a flow when only one of its brokers is requested', async () => {
  const { ask, two } = await setUp()
  const report = (await ask(`cash-flows?currency=EUR&broker_ids=${two}`)).as(CashFlowsReport)
  expect(report.flows.map(({ type, value }) => [type, value])).toEqual([
    ['TRANSFER', '120'],
    ['ADJUSTMENT', '30'],
  ])
})

test('200 for costs: of trades, withheld, booked alone; refunds are negative', async () => {
  const { ask, one } = await setUp()
  const report = (await ask('costs?currency=EUR')).as(CostsReport)
  expect(report.costs.map(({ type, fees, taxes }) => [type, fees, taxes])).toEqual([
    ['DEPOSIT', '10', '0'],
    ['BUY', '5', '1'],
    ['DIVIDEND', '0', '3'],
    ['FEE', '4', '0'],
    ['FEE', '-1', '0'],
  ])
  expect(report.totals).toEqual({ fees: '18', taxes: '4', total: '22', complete: true, explain: null })
  expect(report.by_broker).toEqual([{ broker_id: one, fees: '18', taxes: '4', total: '22' }])
  expect(report.months.map(({ month, total }) => [month, total])).toEqual([
    ['2024-01', '16'],
    ['2024-04', '3'],
    ['2024-07', '4'],
    ['2024-08', '-1'],
  ])
})

test('200 for the allocation by every key; the slices add up to the value of the holdings', async () => {
  const { ask, one, two, acme, fund } = await setUp()
  const slices = async (by: string) =>
    (await ask(`allocation?currency=EUR&by=${by}`)).as(AllocationReport).slices.map(({ key, value }) => [key, value])
  const cash = '1290'
  expect(await slices('asset')).toEqual([
    ['cash:EUR', cash],
    [String(fund), '330'],
    [String(acme), '300'],
  ])
  expect(await slices('type')).toEqual([
    ['cash', cash],
    ['ETF', '330'],
    ['STOCK', '300'],
  ])
  expect(await slices('broker')).toEqual([
    [String(one), '1770'],
    [String(two), '150'],
  ])
  expect(await slices('currency')).toEqual([['EUR', '1920']])
  expect(await slices('country')).toEqual([
    ['cash', cash],
    ['IT', '399'],
    ['US', '198'],
    ['unknown', '33'],
  ])
  expect((await slices('sector')).length).toBe(3)
  const all = (await ask('allocation?currency=EUR&by=type')).as(AllocationReport)
  const holdings = (await ask('holdings?currency=EUR')).as(HoldingsReport)
  expect(all.total).toBe(holdings.totals.total_value)
  expect(all.slices.reduce((sum, slice) => sum + (slice.weight ?? 0), 0)).toBeCloseTo(1, 12)
  expect((await ask('allocation?currency=EUR&by=type&scope=assets')).as(AllocationReport).total).toBe('630')
  expect((await ask('allocation?currency=EUR')).status).toBe(422)
})

test('200 with closes of the catalogue: the last known one counts, older than a week with a warning', async () => {
  const { app, user, ask, acme } = await setUp()
  const put = await app.call(user, 'PUT', `/assets/${acme}/prices`, [
    { date: '2024-06-28', close: '70' },
    { date: '2024-12-30', close: '80' },
  ])
  expect(put.status).toBe(200)
  const held = async (day: string) => {
    const report = (await ask(`holdings?currency=EUR&as_of=${day}`)).as(HoldingsReport)
    const holding = report.holdings.find((one) => one.asset_id === acme)
    return [
      holding?.price,
      holding?.price_source,
      holding?.market_value,
      report.warnings.find(({ affects }) => affects.assets.some(({ id }) => id === acme))?.code,
    ]
  }
  expect(await held('2024-05-02')).toEqual(['60', 'trade', '300', 'price-missing'])
  expect(await held('2024-06-30')).toEqual(['70', 'close', '350', undefined])
  expect(await held('2024-08-30')).toEqual(['70', 'close', '350', 'price-stale'])
  expect(await held('2024-12-31')).toEqual(['80', 'close', '400', undefined])
  const report = (await ask('performance?currency=EUR&from=2024-07-01&to=2024-12-31&scope=assets')).as(PerformanceReport)
  expect([report.start_value, report.end_value]).toEqual(['650', '730'])
})

test('200 as CSV for each of them', async () => {
  const { ask } = await setUp()
  const first = async (path: string) => (await ask(`${path}currency=EUR&format=csv`)).text.split('\r\n')[1]
  expect(await first('income?')).toEndWith(',DIVIDEND,2024-04-01,10,3,0,7')
  expect(await first('cash-flows?')).toEndWith(',DEPOSIT,2024-01-02,EUR,1990,2000')
  expect(await first('costs?')).toEndWith(',DEPOSIT,2024-01-02,10,0,10')
  expect(await first('allocation?by=type&')).toStartWith('cash,Cash,1290,0.67')
})
