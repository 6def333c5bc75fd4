import { expect, test } from 'bun:test'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { checkReport } from './by-hand.ts'

/** Ten units at one broker for 100 each and 5 of fees, ten sold short at another for 120 each less 4; at the end the price is 130. */
async function setUp() {
  const { broker_id: long, addBroker, line, book, price, ask } = await openPortfolio({ asset: { symbol: 'EVEN' } })
  const short = await addBroker({ allowAssetShorting: true })
  await book(
    { ...line, type: 'BUY', date: '2024-02-01', quantity: '10', price: '100', fees: '5' },
    { ...line, broker_id: short, type: 'SELL', date: '2024-03-01', quantity: '-10', price: '120', fees: '4' },
  )
  await price({ '2024-12-30': '130' })
  return { long, short, get: ask }
}

test('200 with a row for units that are held at one broker and sold short at another, as many', async () => {
  const { long, short, get } = await setUp()
  const found = (await get('holdings?currency=EUR&lots=true')).as(HoldingsReport)
  expect(found.holdings).toMatchObject([
    {
      ...{ symbol: 'EVEN', quantity: '0', market_value: '0', weight: 0, cost_basis: '-191', average_cost: null },
      ...{ unrealised_gain: '191', unrealised_price_gain: '191', unrealised_currency_gain: '0', realised_gain: '0' },
      ...{
        total_gain: '191',
        lots: [
          { quantity: '10', cost: '1005' },
          { quantity: '-10', cost: '-1196' },
        ],
      },
    },
  ])
  expect(found.totals).toMatchObject({ unrealised_gain: '191', market_value: '0', cost_basis: '-191', total_value: '191' })
  const gains = await Promise.all(
    [long, short].map(async (id) => (await get(`holdings?currency=EUR&broker_ids=${id}`)).as(HoldingsReport).totals),
  )
  expect(gains.map((one) => [one.market_value, one.unrealised_gain])).toEqual([
    ['1300', '295'],
    ['-1300', '-104'],
  ])
  expect((await get('performance?currency=EUR')).as(PerformanceReport).gain.total).toBe('191')
})

test('200 with every figure of such a row explained, and the same as CSV', async () => {
  const { get } = await setUp()
  const explained = (await get('holdings?currency=EUR&lots=true&explain=true')).body
  const checked = { figures: 0, sums: 0, terms: 0, recomputed: 0 }
  expect(checkReport(explained, checked)).toEqual([])
  expect(checked.figures).toBeGreaterThan(10)
  const [names = '', row = ''] = (await get('holdings?currency=EUR&format=csv')).text.split('\r\n')
  const cell = (name: string) => row.split(',')[names.split(',').indexOf(name)]
  expect([cell('quantity'), cell('average_cost'), cell('unrealised_gain')]).toEqual(['0', '', '191'])
})

test('200 without such a row where one pool over all brokers has closed it', async () => {
  const { get } = await setUp()
  expect((await get('holdings?currency=EUR&method=S104')).as(HoldingsReport).holdings).toEqual([])
  expect((await get('gains?currency=EUR&method=S104')).as(GainsReport).totals.gain).toBe('191')
})
