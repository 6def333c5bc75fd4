import { expect, test } from 'bun:test'
import { Asset } from '#src/assets/schema.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

async function setUp() {
  const { book, rate, send, line, ...world } = await openPortfolio({ today: '2026-06-30' })
  await book({ ...line, type: 'BUY', date: '2026-01-02', quantity: '10', price: '20' })
  for (const [from, to] of [
    ['EUR', 'USD'],
    ['EUR', 'GBP'],
  ] as const) {
    const route = { chain_steps: [{ from, to, provider: 'MANUAL' }] }
    await send('POST', '/fx/providers/routes', route)
  }
  await rate('EUR', 'USD', { '2026-01-02': '1.1', '2026-03-31': '1.25', '2026-06-30': '1.6' })
  await rate('EUR', 'GBP', { '2026-01-02': '0.9', '2026-06-30': '0.8' })
  const id = world.asset_id
  const put = (date: string, close: string, currency?: string) => world.price({ [date]: close }, id, currency)
  const holding = async (day: string) => {
    const report = await world.holdings(`as_of=${day}`)
    expect(report.warnings.map(({ code }) => code)).toEqual(['cash-without-deposits'])
    const [row] = report.holdings
    return [row?.price, row?.currency, row?.market_value]
  }
  const change = (fields: object) => send('PATCH', `/assets/${id}`, fields)
  return { ...world, id, put, holding, change }
}

test('an asset that changed its currency: each price counts in the currency that it was in, whenever it was entered', async () => {
  const { put, holding, change, call, user, id } = await setUp()
  await put('2026-03-30', '24')
  expect(await holding('2026-03-31')).toEqual(['24', 'EUR', '240'])
  await change({ currency: 'USD' })
  expect(await holding('2026-03-31')).toEqual(['24', 'EUR', '240'])
  await put('2026-03-31', '30')
  expect(await holding('2026-03-31')).toEqual(['30', 'USD', '240'])
  await put('2026-06-30', '40')
  expect(await holding('2026-06-30')).toEqual(['40', 'USD', '250'])
  expect((await call(user, 'GET', `/assets/${id}`)).as(Asset).last_price).toMatchObject({ close: '40', currency: 'USD' })
})

test('a price in another currency than the asset’s, in pence too, is converted at the rate of its day', async () => {
  const { put, holding } = await setUp()
  await put('2026-06-30', '32', 'USD')
  expect(await holding('2026-06-30')).toEqual(['32', 'USD', '200'])
  await put('2026-06-30', '1760', 'GBX')
  expect(await holding('2026-06-30')).toEqual(['17.6', 'GBP', '220'])
})
