import { expect, test } from 'bun:test'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

/** A tax year ends on 5 April; what is sold before and bought again within thirty days of it is matched with that purchase, not with the pool. */
async function setUp() {
  const asset = { symbol: 'TEA', currency: 'GBP' }
  const { line, book, ask } = await openPortfolio({ today: '2021-12-31', asset })
  const trade = (type: string, date: string, quantity: string, price: string) => ({ ...line, type, date, quantity, price })
  await book(
    trade('BUY', '2020-06-01', '2000', '0.5'),
    trade('SELL', '2021-03-31', '-1000', '0.4'),
    trade('BUY', '2021-04-21', '700', '0.25'),
    trade('BUY', '2021-04-30', '500', '0.2'),
    trade('BUY', '2021-05-01', '500', '0.1'),
    trade('SELL', '2021-05-03', '-100', '0.9'),
  )
  return (path: string) => ask(`${path}&currency=GBP`)
}

test('200 for a tax year by section 104, with the purchases of the thirty days after its end', async () => {
  const get = await setUp()
  const year = (await get('gains?method=S104&from=2020-04-06&to=2021-04-05')).as(GainsReport)
  expect(year.disposals).toMatchObject([
    { acquired_on: '2021-04-21', sold_on: '2021-03-31', quantity: '700', cost: '175', proceeds: '280', rule: '30-days' },
    { acquired_on: '2021-04-30', sold_on: '2021-03-31', quantity: '300', cost: '60', proceeds: '120', rule: '30-days' },
  ])
  expect(year.totals).toMatchObject({ cost: '235', proceeds: '400', gain: '165' })
  const both = (await get('gains?method=S104&from=2020-04-06&to=2021-12-30')).as(GainsReport)
  expect(both.disposals.slice(0, 2)).toEqual(year.disposals)
  const next = (await get('gains?method=S104&from=2021-04-06&to=2021-12-30')).as(GainsReport)
  expect([...year.disposals, ...next.disposals]).toEqual(both.disposals)
  expect((await get('charts/gains.svg?method=S104&from=2020-04-06&to=2021-04-05')).text).toContain('165')
})

test('200 by section 104 up to the last day that there is', async () => {
  const get = await setUp()
  for (const day of ['9999-11-30', '9999-12-01', '9999-12-31'])
    expect((await get(`gains?method=S104&from=9990-01-01&to=${day}`)).as(GainsReport).totals.gain).toBe('0')
})

test('200 by any other method, with nothing that comes after the last day', async () => {
  const get = await setUp()
  for (const method of ['FIFO', 'LIFO', 'HIFO', 'AVERAGE']) {
    const found = (await get(`gains?method=${method}&from=2020-04-06&to=2021-04-05`)).as(GainsReport)
    expect([method, found.totals.cost, found.totals.gain]).toEqual([method, '500', '-100'])
  }
})

test('200 with the trades of a day as one, in whichever order they were entered', async () => {
  const { addAsset, addBroker, book, gains } = await openPortfolio({ currency: 'GBP' })
  for (const prices of [
    ['10', '20'],
    ['20', '10'],
  ]) {
    const [broker_id, other] = [await addBroker(), await addBroker()]
    const line = { asset_id: await addAsset(`AT${prices[0]}`, 'GBP'), currency: 'GBP', date: '2024-05-01' }
    await book(
      { ...line, broker_id, type: 'BUY', quantity: '10', price: prices[0] },
      { ...line, broker_id: other, type: 'BUY', quantity: '10', price: prices[1] },
      { ...line, broker_id, type: 'SELL', quantity: '-10', price: '16' },
    )
    const report = await gains(`method=S104&broker_ids=${broker_id}&broker_ids=${other}`)
    expect(report.totals).toMatchObject({ cost: '150', proceeds: '160', gain: '10' })
    expect(report.disposals).toMatchObject([{ lot_id: null, acquired_on: '2024-05-01', rule: 'same-day' }])
  }
})
