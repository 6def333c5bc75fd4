/** A broker that somebody shares unasked is readable at once and counts only after its new member has included it. */
import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { BrokerAccess } from '#src/access/schema.ts'
import { Broker } from '#src/brokers/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'

async function setup() {
  const app = await createTestApp({ clock: () => new Date('2026-06-30T12:00:00Z') })
  const [, victim, stranger] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const open = async (by: TestUser, name: string, amount: string) => {
    const broker = (await app.call(by, 'POST', '/brokers', { name })).as(Broker)
    const create = [{ broker_id: broker.id, type: 'DEPOSIT', date: '2026-06-01', currency: 'EUR', amount }]
    expect((await app.call(by, 'POST', '/transactions/batch', { create })).status).toBe(200)
    return broker
  }
  const mine = await open(victim, 'Mine', '100')
  const theirs = await open(stranger, 'Theirs', '123456789')
  const share = () => app.call(stranger, 'POST', `/brokers/${theirs.id}/access`, { user_id: victim.id, role: 'EDITOR', share: 0 })
  const include = (by: TestUser, included: unknown, id = theirs.id) =>
    app.call(by, 'PATCH', `/brokers/${id}/access/me`, { included })
  const range = 'currency=EUR&from=2026-06-01&to=2026-06-30'
  const paths = [
    '/portfolio/holdings?currency=EUR',
    '/portfolio/allocation?by=type&currency=EUR',
    ...['history', 'performance', 'gains', 'cash-flows', 'costs', 'income'].map((name) => `/portfolio/${name}?${range}`),
    `/portfolio/performance/breakdown?by=broker&${range}`,
    `/portfolio/charts/history.svg?${range}`,
    '/transactions?count=true',
    '/brokers/import/files',
    '/assets?held=true',
  ]
  const totals = async (by: TestUser) => {
    const answers = new Map<string, string>()
    for (const path of paths) {
      const answer = await app.call(by, 'GET', path)
      expect([path, answer.status]).toEqual([path, 200])
      answers.set(path, `${answer.headers.get('x-total-count')} ${answer.text}`)
    }
    return answers
  }
  return { ...app, victim, stranger, mine, theirs, share, include, totals }
}

test('a broker that a stranger shares changes no total; it is listed, and readable when it is named', async () => {
  const { call, victim, mine, theirs, share, totals } = await setup()
  expect([mine.included, theirs.included]).toEqual([true, true])
  const before = await totals(victim)
  expect((await share()).as(BrokerAccess)).toMatchObject({ user_id: victim.id, included: false })
  expect(await totals(victim)).toEqual(before)
  const listed = (await call(victim, 'GET', '/brokers')).as(z.array(Broker))
  expect(listed.map((one) => [one.name, one.included])).toEqual([
    ['Mine', true],
    ['Theirs', false],
  ])
  expect((await call(victim, 'GET', `/brokers/${theirs.id}`)).body.included).toBe(false)
  expect((await call(victim, 'GET', `/transactions?broker_ids=${theirs.id}`)).body).toHaveLength(1)
  const named = await call(victim, 'GET', `/portfolio/holdings?currency=EUR&broker_ids=${theirs.id}&broker_ids=${mine.id}`)
  expect(named.body.broker_ids).toEqual([mine.id, theirs.id])
})

test('200 for including it and for leaving it out again; others are not touched', async () => {
  const { call, victim, stranger, mine, theirs, share, include, totals } = await setup()
  const [before, strangers] = [await totals(victim), await totals(stranger)]
  await share()
  expect((await include(victim, true)).as(BrokerAccess)).toMatchObject({ broker_id: theirs.id, role: 'EDITOR', included: true })
  const holdings = async () => (await call(victim, 'GET', '/portfolio/holdings?currency=EUR')).body.broker_ids
  expect(await holdings()).toEqual([mine.id, theirs.id])
  await call(stranger, 'PATCH', `/brokers/${theirs.id}/access/${victim.id}`, { role: 'VIEWER' })
  expect(await holdings()).toEqual([mine.id, theirs.id])
  expect((await include(victim, false)).as(BrokerAccess).included).toBe(false)
  expect(await totals(victim)).toEqual(before)
  expect(await totals(stranger)).toEqual(strangers)
  expect((await include(victim, false, mine.id)).status).toBe(200)
  expect(await holdings()).toEqual([])
})

test('404 for including a broker without access, 422 for anything but true and false', async () => {
  const { victim, include, share } = await setup()
  expect((await include(victim, true)).body.code).toBe('broker/not-found')
  await share()
  for (const value of [null, 'true', 1, undefined]) expect((await include(victim, value)).status).toBe(422)
})
