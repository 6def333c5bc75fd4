import { expect, test } from 'bun:test'
import { PortfolioSummary } from '#src/portfolio/summary/schema.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

test('200 with the figures of the performance, of cash and holdings, and of the last day alone', async () => {
  const { broker_id, line, book, price, ask, performance, holdings } = await openPortfolio({ today: '2024-03-05' })
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '1500', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '100', fees: '5' },
    { broker_id, type: 'DEPOSIT', date: '2024-03-05', amount: '200', currency: 'EUR' },
  )
  await price({ '2024-01-03': '100', '2024-03-04': '110', '2024-03-05': '113' })
  const found = (await ask('summary?currency=EUR')).as(PortfolioSummary)
  expect(found).toMatchObject({
    ...{ as_of: '2024-03-05', currency: 'EUR', complete: true, holdings: 1, brokers: 1 },
    ...{ value: '1825', cash: '695', invested: '1130', put_in: '1700', gain: '125', day_change: '30' },
  })
  expect(found.day_change_ratio).toBeCloseTo(30 / (1595 + 200), 12)
  const [whole, held] = [await performance(), await holdings()]
  expect([found.value, found.gain, found.gain_ratio]).toEqual([whole.end_value, whole.gain.total, whole.simple])
  expect([found.twr, found.mwr, found.twr_reason, found.mwr_reason]).toEqual([
    whole.twr,
    whole.mwr,
    whole.twr_reason,
    whole.mwr_reason,
  ])
  expect([found.cash, found.invested, found.value]).toEqual([held.totals.cash, held.totals.market_value, held.totals.total_value])
  expect(found.warnings).toBe(whole.warnings.length)
})

test('200 for nothing at all, and incomplete where something is left out', async () => {
  const { broker_id, book, ask } = await openPortfolio({ today: '2024-03-05' })
  expect((await ask('summary?currency=EUR')).as(PortfolioSummary)).toMatchObject({
    value: '0',
    gain: '0',
    day_change: '0',
    complete: true,
    twr: null,
  })
  await book({ broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '7', currency: 'CHF' })
  expect((await ask('summary?currency=EUR')).as(PortfolioSummary)).toMatchObject({ value: '0', complete: false, warnings: 1 })
})
