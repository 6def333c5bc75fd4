import { expect, test } from 'bun:test'
import { addDays } from '#src/shared/date.ts'
import { formatDecimal } from '#src/shared/decimal.ts'
import { type ByDay, openPortfolio } from '#test/support/portfolio-world.ts'
import { bookOf, closesOf, FIRST, linesOf } from './ledgers.ts'

/** Ten units bought for 100 each on 1 January, split 2:1; the catalogue has the split on `eventDay`, the broker on `booked`. */
async function setUp(eventDay: string, booked: string, closes: ByDay) {
  const { call, user, broker_id, asset_id, line, book, price, split, ...read } = await openPortfolio()
  await book(
    { ...line, type: 'BUY', date: '2024-01-01', quantity: '10', price: '100' },
    { broker_id, asset_id, type: 'SPLIT', date: booked, quantity: '10' },
  )
  await price(closes)
  await split(eventDay, '2:1')
  const summary = (day: string) => call(user, 'GET', `/brokers/${broker_id}/summary?currency=EUR&as_of=${day}`)
  return {
    holdings: async (day: string) => (await read.holdings(`as_of=${day}`)).holdings,
    summary: async (day: string) => (await summary(day)).body.totals.market_value,
    history: async (to: string) => (await read.history(`scope=assets&to=${to}`)).points,
    performance: (to: string) => read.performance(`scope=assets&to=${to}`),
  }
}

const DAYS = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07']

test('200 for a report that ends between the day that the catalogue has for a split and that of the ledger: in the units held', async () => {
  const closes = { '2024-01-02': '100', '2024-01-04': '50.5', '2024-01-05': '51' }
  const { holdings, summary, history, performance } = await setUp('2024-01-04', '2024-01-06', closes)
  const values = ['1000', '1000', '1010', '1020', '1020', '1020']
  const found: unknown[] = []
  for (const day of DAYS) found.push([(await holdings(day))[0]?.market_value, await summary(day)])
  expect(found).toEqual(values.map((value) => [value, value]))
  expect((await holdings('2024-01-05'))[0]).toMatchObject({ quantity: '10', price: '102' })
  expect((await holdings('2024-01-06'))[0]).toMatchObject({ quantity: '20', price: '51' })
  for (const day of DAYS) {
    const points = await history(day)
    expect(points.slice(1).map(({ value }) => value)).toEqual(values.slice(0, points.length - 1))
    const value = values[DAYS.indexOf(day)] ?? ''
    expect(await performance(day)).toMatchObject({
      ...{ end_value: value, max_drawdown: { ratio: 0 }, twr: expect.closeTo(Number(value) / 1000 - 1, 12) },
    })
  }
  for (const [index, day] of DAYS.entries()) expect((await holdings(day))[0]?.market_value).toBe(values[index] ?? '')
})

test('200 for a report that ends between the day of the ledger and that of the catalogue: in the units held, whatever is cached', async () => {
  const closes = { '2024-01-02': '100', '2024-01-04': '101', '2024-01-05': '102', '2024-01-06': '51.5' }
  const { holdings, summary, history, performance } = await setUp('2024-01-06', '2024-01-04', closes)
  const values = ['1000', '1000', '1010', '1020', '1030', '1030']
  const ask = async () => {
    const found: unknown[] = []
    for (const day of DAYS) found.push([(await holdings(day))[0]?.market_value, await summary(day)])
    return found
  }
  const first = await ask()
  expect((await history('2024-01-05')).slice(1).map(({ value }) => value)).toEqual(values.slice(0, 4))
  expect(await performance('2024-01-05')).toMatchObject({ end_value: '1020', max_drawdown: { ratio: 0 } })
  expect(await ask()).toEqual(values.map((value) => [value, value]))
  expect(first).toEqual(values.map((value) => [value, value]))
})

test('a split of what was sold short on its day, of units held before, turns no close negative', () => {
  const base = { asset: 1, size: 7, price: 1000, costs: 0, broker: 1 }
  const lines = linesOf([
    { ...base, day: 0, kind: 2 },
    { ...base, day: 1, kind: 18, size: 21 },
    { ...base, day: 1, kind: 6 },
  ])
  expect(lines.map(({ type, quantity }) => [type, formatDecimal(quantity)])).toEqual([
    ['BUY', '1'],
    ['SELL', '-3'],
    ['SPLIT', '-2'],
  ])
  expect(bookOf(lines).prices.on(1, addDays(FIRST, 1))?.price).toBe(closesOf(1)[0]?.close)
})
