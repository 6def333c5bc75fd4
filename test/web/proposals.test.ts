import { expect, test } from 'bun:test'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { createReader } from '#test/support/web.ts'

const DAY = '2024-03-01'
const PATH = '/transactions/proposals'

async function setUp() {
  const world = await openPortfolio({ today: '2024-06-30' })
  const other = await world.addBroker({ name: 'Elsewhere' })
  const bought = { ...world.line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100' }
  const paid = { type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' }
  for (const broker_id of [world.broker_id, other]) await world.book({ ...paid, broker_id }, { ...bought, broker_id })
  await world.price({ '2024-01-02': '100', '2024-02-29': '104', [DAY]: '26', '2024-06-28': '27' })
  await world.split(DAY, '4:1')
  const splits = async () =>
    (await world.app.call(world.user, 'GET', '/transactions?types=SPLIT&order=date_asc')).body.map(
      (line: { broker_id: number; quantity: string }) => [line.broker_id, line.quantity],
    )
  return { ...world, other, splits, web: createReader(world.app, world.user) }
}

test('the overview leads to the proposals; the ticked are booked with one press, and taken back with another', async () => {
  const { web, splits, other, broker_id } = await setUp()
  const overview = await web.get('/')
  expect(overview.text).toContain('2 splits are not booked')
  expect(overview.links.some(({ href }) => href === PATH)).toBe(true)
  const page = await web.get(PATH)
  expect([page.status, page.faults]).toEqual([200, []])
  for (const said of ['ACME name', 'Elsewhere', '4:1', 'Entered by you']) expect(page.text).toContain(said)
  expect(page.text).toMatch(/Held when all of them are booked.* 40 .* 40/)
  const none = await web.submit(page, { press: 'Book the ticked', values: { pick: [] } })
  expect(none.text).toContain('Tick at least one proposal.')
  const booked = await web.submit(page, { press: 'Book the ticked', values: { pick: [`${other}-1-${DAY}`] } })
  expect(booked.h1).toBe('One transaction is booked')
  expect(await splits()).toEqual([[other, '30']])
  const rest = await web.get(PATH)
  expect(rest.html).not.toContain(`${other}-1-${DAY}`)
  expect(rest.html).toContain(`${broker_id}-1-${DAY}`)
  const undone = await web.follow(await web.submit(booked, { press: 'Undo' }))
  expect(undone.text).toContain('The transactions are removed again.')
  expect(await splits()).toEqual([])
})

test('what a form names that is not proposed any more is not booked', async () => {
  const { web, splits, broker_id, app, user } = await setUp()
  const page = await web.get(PATH)
  const [first] = (await app.call(user, 'GET', PATH)).body
  await app.call(user, 'POST', '/transactions', first.transaction)
  await web.submit(page, { press: 'Book the ticked', values: { pick: [`${broker_id}-1-${DAY}`] } })
  expect(await splits()).toEqual([[broker_id, '30']])
})

test('what another user entered is not ticked beforehand, and hidden amounts are in no proposal', async () => {
  const { app, user, web, send, broker_id, other, asset_id, splits } = await setUp()
  const partner = await app.createUser()
  for (const id of [broker_id, other])
    await send('POST', `/brokers/${id}/access`, { user_id: partner.id, role: 'EDITOR', share: '0' })
  const [event] = await send('GET', `/assets/${asset_id}/events`)
  await send('DELETE', `/assets/${asset_id}/events/${event.id}`)
  await send('POST', `/assets/${asset_id}/events`, { type: 'SPLIT', date: DAY, ratio: '4:1' }, partner)
  const page = await web.get(PATH)
  expect(page.text).toContain('Entered by another user: check it before you book it.')
  expect((await web.submit(page, { press: 'Book the ticked' })).text).toContain('Tick at least one proposal.')
  await app.call(user, 'PATCH', '/auth/users/me/preferences', { hide_amounts: true })
  const hidden = await web.get(PATH)
  expect(hidden.text).toContain('••••')
  expect(hidden.text).not.toMatch(/\b(30|40)\b/)
  expect(await splits()).toEqual([])
})

test('nothing to propose is said', async () => {
  const { app } = await setUp()
  const stranger = await app.createUser()
  const page = await createReader(app, stranger).get(PATH)
  expect([page.status, page.text.includes('Nothing is proposed')]).toEqual([200, true])
})
