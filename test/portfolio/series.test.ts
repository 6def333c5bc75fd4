import { expect, test } from 'bun:test'
import { openPortfolio } from '#test/support/portfolio-world.ts'

/** Sixty parts of a large whole that binary numbers do not add up to it. */
const PARTS = Array.from({ length: 60 }, (_, index) => `${1_234_567 + index * 17_001}.${100_003 + index * 7_919}`)
const WHOLE = (() => {
  const millionths = PARTS.reduce((total, part) => total + BigInt(part.replace('.', '')), 0n)
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
})()

test('200 with the return of what was held, whatever prices do after all of it is sold', async () => {
  const asset = { symbol: 'BIG', currency: 'IDR' }
  const { broker_id, line, book, price, performance } = await openPortfolio({ currency: 'IDR', asset })
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-09', amount: '200000000000', currency: 'IDR' },
    ...PARTS.map((quantity) => ({ ...line, type: 'BUY', date: '2024-01-10', quantity, price: '1000' })),
    { ...line, type: 'SELL', date: '2024-03-10', quantity: `-${WHOLE}`, price: '1500' },
  )
  await price({ '2024-01-10': '1000', '2024-03-10': '1500', '2024-06-10': '4500', '2024-09-10': '900' })
  const found = await performance('scope=assets')
  expect(found).toMatchObject({ end_value: '0', twr: expect.closeTo(0.5, 12), max_drawdown: { ratio: expect.closeTo(0, 12) } })
  expect(found.best_day).toEqual({ date: '2024-03-10', ratio: expect.closeTo(0.5, 12) })
  expect(found.worst_day?.ratio).toBeCloseTo(0, 12)
})

test('200 with no return of cash that is all withdrawn, whatever its rate does afterwards', async () => {
  const { broker_id, send, book, performance } = await openPortfolio({ currency: 'IDR' })
  await book(...PARTS.map((amount) => ({ broker_id, type: 'DEPOSIT', date: '2024-01-10', amount, currency: 'USD' })), {
    broker_id,
    type: 'WITHDRAWAL',
    date: '2024-03-10',
    amount: `-${WHOLE}`,
    currency: 'USD',
  })
  const rates = { '2024-01-10': '15000', '2024-03-10': '16500', '2024-06-10': '33000', '2024-09-10': '12000' }
  await send(
    'PUT',
    '/fx/rates',
    Object.entries(rates).map(([date, rate]) => ({ base: 'IDR', quote: 'USD', date, rate: (1 / Number(rate)).toFixed(12) })),
  )
  const found = await performance('scope=total')
  expect(found.end_value).toBe('0')
  expect(found.twr).toBeCloseTo(0.1, 6)
  expect(found.best_day).toMatchObject({ date: '2024-03-10' })
  expect(found.max_drawdown?.ratio).toBeCloseTo(0, 6)
})

test('200 with the return of a holding of the smallest quantities, as its history has it', async () => {
  const { line, book, price, performance } = await openPortfolio({ currency: 'IDR', asset: { symbol: 'DUST', currency: 'IDR' } })
  await book({ ...line, type: 'BUY', date: '2024-01-10', quantity: '0.00000000001', price: '100000000000000' })
  await price({ '2024-01-10': '100000000000000', '2024-03-10': '150000000000000' })
  const found = await performance('scope=assets')
  expect(found).toMatchObject({ end_value: '1500', twr: expect.closeTo(0.5, 12) })
  expect(found.best_day).toEqual({ date: '2024-03-10', ratio: expect.closeTo(0.5, 12) })
})
