/** Why a gain is not known: always a warning, always the true one, whatever was read before. */
import { expect, test } from 'bun:test'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const CLOSES = { '2024-01-02': '10', '2024-03-28': '12' }
const SHORT = { type: 'SELL', date: '2024-01-02', quantity: '-10', price: '10' }
const HELD_AGAIN = { type: 'BUY', date: '2024-02-10', quantity: '3', price: '10' }

async function setUp() {
  const world = await openPortfolio({ today: '2024-03-31', broker: { allowAssetShorting: true } })
  await world.price(CLOSES)
  const { gains, holdings, addBroker } = world
  const found = async (query = '') => {
    const [closed, held] = [await gains(query), await holdings(query)]
    return {
      gains: closed.disposals.map(({ gain }) => gain),
      complete: [closed.complete, held.complete],
      warnings: [...closed.warnings, ...held.warnings].map(({ code, asset_id, pair, from }) => [code, asset_id ?? pair, from]),
    }
  }
  return { ...world, other: await addBroker(), found }
}

test('200 with a gain that is not known where nobody said what closed a short position cost: both reports warn of it and are not complete', async () => {
  const { book, line, broker_id, asset_id, found, history, send } = await setUp()
  await book(
    { ...line, ...SHORT },
    { broker_id, asset_id, type: 'ADJUSTMENT', date: '2024-02-01', quantity: '10' },
    { ...line, ...HELD_AGAIN },
  )
  const warning = ['cost-unknown', asset_id, '2024-02-01']
  const expected = { gains: [null], complete: [false, false], warnings: [warning, warning] }
  expect(await found()).toEqual(expected)
  await history()
  await send('PATCH', '/transactions/1', { description: 'read again' })
  expect(await found()).toEqual(expected)
})

test('200 with the same of what came in with a transfer: for want of a cost, or of the rate of its purchase', async () => {
  for (const [brought, code] of [
    [{ type: 'ADJUSTMENT', quantity: '20' }, 'cost-unknown'],
    [{ type: 'BUY', quantity: '20', price: '9', currency: 'USD' }, 'rate-missing'],
  ] as const) {
    const { book, line, broker_id, asset_id, other, found } = await setUp()
    const leg = { asset_id, type: 'TRANSFER', date: '2024-02-01', group: 'moved' }
    await book(
      { ...line, ...SHORT },
      { broker_id: other, asset_id, date: '2024-01-15', ...brought },
      { ...leg, broker_id: other, quantity: '-20' },
      { ...leg, broker_id, quantity: '20' },
    )
    const { gains, complete, warnings } = await found(`broker_ids=${broker_id}`)
    expect([gains, complete]).toEqual([[null], [false, false]])
    const codes = code === 'rate-missing' ? [[code, 'USD/EUR', '2024-01-15']] : [[code, asset_id, '2024-02-01']]
    expect(warnings.slice(0, 1)).toEqual(codes)
  }
})

test('200 with costs and income that are complete where only what they do not show lacks a price or a rate', async () => {
  const { app, user, book, line, broker_id, asset_id, addAsset } = await setUp()
  const unpriced = await addAsset('NONE', 'USD')
  await book(
    { ...line, type: 'BUY', date: '2024-01-05', quantity: '1', price: '10', fees: '2' },
    { ...line, type: 'DIVIDEND', date: '2024-02-05', amount: '3' },
    { ...line, asset_id: unpriced, type: 'BUY', date: '2024-01-05', quantity: '1', price: '10', currency: 'USD' },
    { broker_id, asset_id: unpriced, type: 'ADJUSTMENT', date: '2024-01-01', quantity: '1' },
    { broker_id, asset_id, type: 'ADJUSTMENT', date: '2024-01-03', quantity: '1' },
  )
  for (const report of ['costs', 'income']) {
    const { body } = await app.call(user, 'GET', `/portfolio/${report}?currency=EUR`)
    expect([report, body.complete, body.warnings]).toEqual([report, true, []])
  }
})
