import { describe, expect, test } from 'bun:test'
import { periodOf } from '#src/web/period.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

describe('periods of an address', () => {
  const period = (query: string, today = '2026-03-31', asOf?: string) =>
    periodOf({ query: new URLSearchParams(query), today }, '1y', asOf)

  test('begin after the same day of an earlier month, or after its last', () => {
    expect(period('')).toEqual({ key: '1y', from: '2025-04-01' })
    expect(period('period=1m')).toEqual({ key: '1m', from: '2026-03-01' })
    expect(period('period=6m', '2026-08-31')).toEqual({ key: '6m', from: '2026-03-01' })
    expect(period('period=ytd')).toEqual({ key: 'ytd', from: '2026-01-01' })
    expect(period('period=5y', '2024-02-29')).toEqual({ key: '5y', from: '2019-03-01' })
    expect(period('period=all')).toEqual({ key: 'all' })
  })

  test('are any two days, or end on the day that the page is about', () => {
    expect(period('from=2025-01-01&to=2025-06-30')).toEqual({ key: 'custom', from: '2025-01-01', to: '2025-06-30' })
    expect(period('from=2025-02-30&period=nonsense')).toEqual({ key: '1y', from: '2025-04-01' })
    expect(period('period=1m', '2026-03-31', '2025-03-15')).toEqual({ key: '1m', from: '2025-02-16', to: '2025-03-15' })
  })
})

async function indebted(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const user = await app.createUser()
  const must = async (method: string, path: string, body: unknown) => {
    const answer = await app.call(user, method, path, body)
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.body
  }
  const broker = await must('POST', '/brokers', { name: "Trader's only", allow_cash_overdraft: true })
  const asset = await must('POST', '/assets', { symbol: 'ELM', name: 'Elm Works', type: 'STOCK', currency: 'EUR' })
  const line = { broker_id: broker.id, asset_id: asset.id, quantity: '12.5', price: '50', currency: 'EUR' }
  await must('POST', '/transactions', { ...line, type: 'BUY', date: '2026-01-05' })
  return { app, user, broker: broker.id as number, reader: createReader(app, user) }
}

describe('warnings', () => {
  test('are shown with a button that sends their remedy and leads back', async () => {
    const { app, user, broker, reader } = await indebted()
    const page = await reader.get('/?period=all')
    expect(page.text).toContain('No deposits of the broker "Trader\'s only" are known')
    const sent = await reader.submit(page, { press: 'Do not track its cash' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/?period=all&done=1'])
    expect((await app.call(user, 'GET', `/brokers/${broker}`)).body.cash).toBe('not-tracked')
    expect((await reader.follow(sent)).text).not.toContain('No deposits of')
  })

  test('where nothing can be fetched, take the prices of the last trades, and lead to where rates are entered', async () => {
    const { app, user, reader } = await indebted({ env: { OFFLINE: 'true' } })
    await app.call(user, 'POST', '/brokers', { name: 'Far', currency: 'USD' })
    const page = await reader.get('/holdings')
    expect(page.text).toContain('There is no close for Elm Works (ELM)')
    const sent = await reader.submit(page, { press: 'Use the prices of my last trades' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/holdings?done=1'])
    expect((await reader.follow(sent)).text).not.toContain('There is no close for')
    const own = (await app.call(user, 'GET', '/brokers')).body[0].id
    const line = { broker_id: own, type: 'DEPOSIT', date: '2026-01-05', amount: '1', currency: 'USD' }
    expect((await app.call(user, 'POST', '/transactions', line)).status).toBe(201)
    const { links } = await reader.get('/holdings')
    expect(links.find(({ text }) => text === 'Enter exchange rates')?.href).toBe('/currencies/USD-EUR')
    expect((await reader.get('/currencies/USD-EUR')).status).toBe(200)
    await app.call(user, 'POST', '/transactions', { ...line, currency: 'CHF' })
    const both = (await reader.get('/holdings')).links.find(({ text }) => text === 'Enter exchange rates')
    expect([both?.href, (await reader.get('/currencies')).status]).toEqual(['/currencies', 200])
  })

  test('of several brokers have one button for all of them', async () => {
    const { app, user, broker, reader } = await indebted()
    const { asset_id } = (await app.call(user, 'GET', '/transactions')).body[0]
    const other = (await app.call(user, 'POST', '/brokers', { name: 'Other' })).body.id
    const line = { broker_id: other, asset_id, type: 'BUY', date: '2026-01-05', quantity: '1', price: '50', currency: 'EUR' }
    expect((await app.call(user, 'POST', '/transactions', line)).status).toBe(201)
    const page = await reader.get('/holdings')
    expect(page.text).toContain('No deposits of 2 brokers are known')
    const sent = await reader.submit(page, { press: 'Do not track their cash' })
    expect((await reader.follow(sent)).text).not.toContain('No deposits of')
    const cash = async (id: number) => (await app.call(user, 'GET', `/brokers/${id}`)).body.cash
    expect([await cash(broker), await cash(other)]).toEqual(['not-tracked', 'not-tracked'])
  })

  test('send nothing that the report does not propose', async () => {
    const { app, user, broker, reader } = await indebted()
    const page = await reader.get('/')
    for (const values of [
      { warning: 'cash-without-deposits|||999' },
      { report: 'DELETE /brokers/{id}', given: `{"params":{"id":${broker}}}` },
      { given: 'nonsense', warning: '' },
    ])
      expect((await reader.submit(page, { press: 'Do not track its cash', values })).headers.get('location')).toBe('/')
    expect((await app.call(user, 'GET', `/brokers/${broker}`)).body.cash).toBe('tracked')
  })
})

test('the foot of a page says how a script gets the same, with a token of its own', async () => {
  const { reader, broker } = await indebted()
  const page = await reader.get(`/?broker_ids=${broker}`)
  expect(page.text).toContain(
    `curl -s -H 'Authorization: Bearer TOKEN' 'http://localhost/api/v1/portfolio/holdings?broker_ids=${broker}'`,
  )
})

test('whose portfolio is shown can be chosen where there are several brokers, and stays in the links of the page', async () => {
  const { app, user, broker, reader } = await indebted()
  expect((await reader.get('/')).links.some(({ href }) => href.includes('broker_ids'))).toBe(false)
  await app.call(user, 'POST', '/brokers', { name: 'Second' })
  const page = await reader.get('/')
  const choice = page.links.find(({ href }) => href === `/?broker_ids=${broker}`)
  expect(choice?.text).toBe("Trader's only")
  const chosen = await reader.get(choice?.href ?? '')
  expect(chosen.links.some(({ href }) => href === `/?broker_ids=${broker}&period=6m`)).toBe(true)
})
