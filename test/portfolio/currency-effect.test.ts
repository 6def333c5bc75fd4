import { expect, test } from 'bun:test'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { checkReport } from './by-hand.ts'

const LATE = { symbol: 'LATE', currency: 'USD' }

/**
 * Assets in dollars, reports in euros; the first rate is of 1 March: 0.8 euros. LATE was paid in euros before it, so what it cost in dollars is
 * not known; RATED at a rate that the broker booked, 0.9.
 */
async function setUp(...more: object[]) {
  const today = '2024-03-31'
  const { broker_id, asset_id: late, addAsset, book, price, rate, ask } = await openPortfolio({ today, asset: LATE })
  const known = await addAsset('RATED', 'USD')
  const line = { broker_id, currency: 'EUR' }
  const booked = { price_currency: 'USD', fx_rate: '0.9' }
  await book(
    { ...line, asset_id: late, type: 'BUY', date: '2024-01-10', quantity: '10', price: '10' },
    { ...line, asset_id: known, type: 'BUY', date: '2024-01-10', quantity: '10', price: '10', amount: '-90', ...booked },
    { ...line, asset_id: late, type: 'SELL', date: '2024-03-11', quantity: '-4', price: '12' },
    { ...line, asset_id: known, type: 'SELL', date: '2024-03-11', quantity: '-4', price: '12' },
    ...more.map((one) => ({ ...line, asset_id: late, ...one })),
  )
  for (const id of [late, known]) await price({ '2024-03-29': '15' }, id)
  await rate('EUR', 'USD', { '2024-03-01': '1.25', '2024-03-11': '1.25', '2024-03-29': '1.25' })
  return { get: (path: string) => ask(`${path}currency=EUR`) }
}

const parts = (price: string | null, currency: string | null) => ({
  unrealised_price_gain: price,
  unrealised_currency_gain: currency,
})

test('200 with null for what prices and currencies did to what was bought before the first rate; known where the broker booked one', async () => {
  const { get } = await setUp()
  const { holdings, warnings } = (await get('holdings?')).as(HoldingsReport)
  expect(holdings).toMatchObject([
    { symbol: 'LATE', market_value: '72', cost_basis: '60', unrealised_gain: '12', ...parts(null, null) },
    { symbol: 'RATED', market_value: '72', cost_basis: '54', unrealised_gain: '18', ...parts('24', '-6') },
  ])
  expect(warnings.map(({ code, pair }) => [code, pair])).toContainEqual(['currency-gain-unknown', 'USD/EUR'])
  const gains = (await get('gains?')).as(GainsReport)
  expect(gains.disposals).toMatchObject([
    { symbol: 'LATE', gain: '8', price_gain: null, currency_gain: null },
    { symbol: 'RATED', gain: '12', price_gain: '16', currency_gain: '-4' },
  ])
  expect(gains.totals).toMatchObject({ gain: '20', price_gain: '16', currency_gain: '-4' })
})

test('200 with all of such a gain as one of price in the performance, whose parts add up', async () => {
  const { get } = await setUp()
  const { gain } = (await get('performance?')).as(PerformanceReport)
  const parts = { realised: '24', unrealised: '36', income: '0', fees: '0', taxes: '0', currency: '-10' }
  expect(gain).toEqual({ total: '50', ...parts, price: '60', costs: '0' })
})

test('200 with null for an average of which a part was bought before the first rate', async () => {
  const { get } = await setUp({ type: 'BUY', date: '2024-03-04', quantity: '10', price: '12' })
  const { holdings } = (await get('holdings?method=AVERAGE&')).as(HoldingsReport)
  expect(holdings).toMatchObject([
    { symbol: 'LATE', quantity: '16', cost_basis: '176', unrealised_gain: '16', ...parts(null, null) },
    { symbol: 'RATED', ...parts('24', '-6') },
  ])
  const fifo = (await get('holdings?method=HIFO&lots=true&')).as(HoldingsReport).holdings[0]
  expect(fifo).toMatchObject({ unrealised_gain: '20', ...parts(null, null) })
})

test('200 with every figure explained where a rate is missing', async () => {
  const { get } = await setUp()
  const checked = { figures: 0, sums: 0, terms: 0, recomputed: 0 }
  for (const path of ['holdings?lots=true&explain=true&', 'gains?explain=true&', 'performance?explain=true&'])
    expect([path, checkReport((await get(path)).body, checked)]).toEqual([path, []])
  expect(checked.figures).toBeGreaterThan(40)
})

test('200 with the effect of the currency on what expired worthless: its cost at the rate of the day, against that of its own', async () => {
  const asset = { symbol: 'GONE', currency: 'USD' }
  const { line, book, rate, ask, ...read } = await openPortfolio({ today: '2024-03-31', asset })
  await book(
    { ...line, type: 'BUY', date: '2024-01-10', quantity: '10', price: '50' },
    { ...line, type: 'SELL', date: '2024-03-11', quantity: '-10', price: '0', amount: '0' },
  )
  await rate('EUR', 'USD', { '2024-01-10': '1.25', '2024-03-11': '1' })
  const gains = await read.gains('explain=true')
  expect(gains.disposals).toMatchObject([
    { cost: '400', proceeds: '0', gain: '-400', price_gain: '-500', currency_gain: '100', quantity: '10' },
  ])
  expect(checkReport(gains, { figures: 0, sums: 0, terms: 0, recomputed: 0 })).toEqual([])
  const held = await ask('performance?currency=EUR&scope=assets&explain=true')
  const { gain } = held.as(PerformanceReport)
  expect(gain).toMatchObject({ total: '-400', realised: '-500', unrealised: '0', currency: '100' })
  expect(checkReport(held.body, { figures: 0, sums: 0, terms: 0, recomputed: 0 })).toEqual([])
})
