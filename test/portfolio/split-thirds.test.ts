import { expect, test } from 'bun:test'
import { type ByDay, openPortfolio } from '#test/support/portfolio-world.ts'

type Where = 'ledger' | 'catalogue'

/** Units bought on 1 January, a close of 1,000 for all of them on the 2nd or none, and a split on the 4th without a close after it. */
async function setUp(quantity: string, price: string, closes: ByDay, ratio: string, where: readonly Where[]) {
  const { book, price: put, split, line, broker_id, asset_id, call, user, ...read } = await openPortfolio({ today: '2024-01-08' })
  await book({ ...line, type: 'BUY', date: '2024-01-01', quantity, price })
  if (where.includes('ledger')) await book({ broker_id, asset_id, type: 'SPLIT', date: '2024-01-04', ratio })
  if (Object.keys(closes).length > 0) await put(closes)
  if (where.includes('catalogue')) await split('2024-01-04', ratio)
  const values = async (day: string) => {
    const [holdings, history] = [await read.holdings(`as_of=${day}`), await read.history(`scope=assets&to=${day}`)]
    const summary = await call(user, 'GET', `/brokers/${broker_id}/summary?currency=EUR&as_of=${day}`)
    const performance = await read.performance(`scope=assets&to=${day}`)
    return [
      holdings.holdings[0]?.market_value,
      summary.body.totals.market_value,
      history.points.at(-1)?.value,
      performance.end_value,
    ]
  }
  return { ...read, values }
}

const CLOSE = { '2024-01-02': '100' }
test.each<[string, Parameters<typeof setUp>]>([
  ['a close through a split that only the ledger has', ['10', '100', CLOSE, '3:1', ['ledger']]],
  ['a close through a split that both have', ['10', '100', CLOSE, '3:1', ['ledger', 'catalogue']]],
  ['a trade, where there is no close', ['10', '100', {}, '3:1', ['ledger']]],
  ['a close through seven for three', ['30', '33', { '2024-01-02': '33.333333333333' }, '7:3', ['ledger']]],
])('200 with the value of before on every day after a split: %s', async (_, world) => {
  const { values } = await setUp(...world)
  const before = await values('2024-01-03')
  expect(before).toEqual(world[1] === '33' ? Array(4).fill('999.99999999999') : Array(4).fill('1000'))
  for (const day of ['2024-01-04', '2024-01-05', '2024-01-07']) expect(await values(day)).toEqual(before)
})

test('200 with the price in twelve places, which its value does not depend on', async () => {
  const { holdings } = await setUp('10', '100', CLOSE, '3:1', ['ledger'])
  expect((await holdings('as_of=2024-01-05')).holdings).toMatchObject([
    { quantity: '30', price: '33.333333333333', market_value: '1000', unrealised_gain: '0' },
  ])
})
