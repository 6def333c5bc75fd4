import { expect, test } from 'bun:test'
import { openPortfolio } from '#test/support/portfolio-world.ts'

/** A hundred units for 1,000, all of them sold for 1,500 on 1 March, and split 2:1 on 5 March, when nothing is held. */
async function setUp() {
  const world = await openPortfolio({ today: '2024-12-31' })
  const { line, book, broker_id, asset_id } = world
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '100', price: '10' },
    { ...line, type: 'SELL', date: '2024-03-01', quantity: '-100', price: '15' },
    { broker_id, asset_id, type: 'SPLIT', date: '2024-03-05', ratio: '2:1' },
  )
  const gains = async (method: string) =>
    (await world.gains(`method=${method}`)).disposals.map((row) => [row.rule, row.quantity, row.cost, row.gain])
  return { ...world, gains }
}

test('200 for what is bought again within thirty days, after a split of nothing: matched in the units of the sale', async () => {
  const { line, book, gains, holdings, performance } = await setUp()
  await book({ ...line, type: 'BUY', date: '2024-03-20', quantity: '200', price: '6' })
  expect(await gains('S104')).toEqual([['30-days', '100', '1200', '300']])
  expect((await holdings('method=S104')).holdings).toMatchObject([{ quantity: '200', cost_basis: '1000' }])
  expect((await performance('method=S104&from=2024-01-01')).gain).toMatchObject({ realised: '300' })
  for (const method of ['FIFO', 'LIFO', 'HIFO', 'AVERAGE']) {
    expect(await gains(method)).toEqual([[null, '100', '1000', '500']])
    expect((await holdings(`method=${method}`)).holdings).toMatchObject([{ quantity: '200', cost_basis: '1200' }])
  }
})

test('200 for a part of it, and for the rest of the pool: units before the split are twice as many after it', async () => {
  const { line, book, gains, holdings } = await setUp()
  await book(
    { ...line, type: 'BUY', date: '2024-03-20', quantity: '60', price: '6' },
    { ...line, type: 'SELL', date: '2024-06-03', quantity: '-30', price: '9' },
  )
  expect(await gains('S104')).toEqual([
    ['30-days', '30', '360', '90'],
    ['pool', '70', '700', '350'],
    ['pool', '30', '150', '120'],
  ])
  expect((await holdings('method=S104')).holdings).toMatchObject([{ quantity: '30', cost_basis: '150' }])
})

test('200 with the line as it is: a split of nothing moves nothing, is changed and removed like any other', async () => {
  const { app, user, send, gains, line, book } = await setUp()
  await book({ ...line, type: 'BUY', date: '2024-03-20', quantity: '200', price: '6' })
  const [split] = (await app.call(user, 'GET', '/transactions?types=SPLIT')).body
  expect(split).toMatchObject({ quantity: '0', ratio: '2:1' })
  expect(await send('PATCH', `/transactions/${split.id}`, { description: 'two for one' })).toMatchObject({ quantity: '0' })
  expect(await send('PATCH', `/transactions/${split.id}`, { ratio: '4:1' })).toMatchObject({ quantity: '0', ratio: '4:1' })
  expect(await gains('S104')).toEqual([
    ['30-days', '50', '1200', '-450'],
    ['pool', '50', '500', '250'],
  ])
  await send('DELETE', `/transactions/${split.id}`)
  expect(await gains('S104')).toEqual([['30-days', '100', '600', '900']])
})

test('200 where it is booked again on a day with units: then the ratio makes a quantity of them', async () => {
  const { app, user, send } = await setUp()
  const [split] = (await app.call(user, 'GET', '/transactions?types=SPLIT')).body
  expect(await send('PATCH', `/transactions/${split.id}`, { date: '2024-02-01' })).toMatchObject({ quantity: '100' })
})

test('422 for a split of nothing without a ratio, or by one of nothing', async () => {
  const { app, user, broker_id, asset_id } = await setUp()
  const refused = async (more: object) => {
    const line = { broker_id, asset_id, type: 'SPLIT', date: '2024-03-06', ...more }
    const answer = await app.call(user, 'POST', '/transactions', line)
    return [answer.status, answer.body.errors.map((one: { pointer: string }) => one.pointer)]
  }
  expect(await refused({ ratio: '0:1' })).toEqual([422, ['/ratio']])
  expect(await refused({ quantity: '0' })).toEqual([422, ['/quantity']])
})
