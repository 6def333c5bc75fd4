import { afterAll, describe, expect, test } from 'bun:test'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'
import { fillLedger } from '#test/support/web-world.ts'

const plain = (text: string) => text.replaceAll(',', '').replaceAll('−', '-')
/** As pages write an amount of euros. */
const euros = (amount: string) => `€${Math.abs(Number(amount)).toFixed(2)}`

describe('the overview', async () => {
  const app = await createTestApp()
  const world = await fillLedger(app)
  afterAll(takeOver())
  const reader = createReader(app, world.owner)
  const of = async (path: string) => (await app.call(world.owner, 'GET', `/portfolio/${path}`)).body

  test('shows the figures of the reports to the cent: value, gain, the bridge, holdings, brokers, income', async () => {
    const text = plain((await reader.get('/?period=all')).text)
    const [holdings, performance, income] = [await of('holdings'), await of('performance'), await of('income')]
    expect(text).toContain(euros(holdings.totals.total_value))
    const { start_value, net_flows, gain, end_value } = performance
    for (const amount of [start_value, net_flows, gain.price, gain.income, gain.currency, gain.costs, end_value, gain.total])
      expect([amount, text.includes(euros(amount))]).toEqual([amount, true])
    for (const { market_value, total_gain } of holdings.holdings)
      expect([market_value, text.includes(euros(market_value)), text.includes(euros(total_gain))]).toEqual([
        market_value,
        true,
        true,
      ])
    expect(text).toContain(euros(income.totals.net))
  })

  test('is of the period, the day and the broker in its address', async () => {
    const month = plain((await reader.get('/?period=1m')).text)
    const to = app.deps.clock().toISOString().slice(0, 10)
    const from =
      month.match(/gained since/) &&
      (await reader.get('/?period=1m')).links.find(({ href }) => href.includes('figure=gain.total'))
    const first = new URL(from?.href ?? '', 'http://localhost').searchParams.get('from')
    const { gain } = await of(`performance?from=${first}&to=${to}`)
    expect(month).toContain(euros(gain.total))
    const before = new Date(app.deps.clock().getTime() - 300 * 86_400_000).toISOString().slice(0, 10)
    const then = await of(`holdings?as_of=${before}`)
    expect(plain((await reader.get(`/?as_of=${before}`)).text)).toContain(euros(then.totals.total_value))
  })

  test('sorts holdings by name and by gain', async () => {
    const names = async (sort: string) => {
      const { html } = await reader.get(`/?sort=${sort}`)
      return [...html.matchAll(/<b>(SYM\d)<\/b>/g)].map(([, symbol]) => symbol)
    }
    const { holdings } = await of('holdings')
    const byGain = [...holdings].sort((a, b) => Number(b.total_gain) - Number(a.total_gain)).map(({ symbol }) => symbol)
    expect(await names('-gain')).toEqual(byGain)
    expect(await names('gain')).toEqual([...byGain].reverse())
    expect(await names('nonsense')).toHaveLength(3)
  })

  test('divides the value by kind, currency and country', async () => {
    for (const by of ['type', 'currency', 'country']) {
      const { slices } = await of(`allocation?by=${by}`)
      const text = plain((await reader.get(`/?by=${by}`)).text)
      for (const { value } of slices) expect([by, value, text.includes(euros(value))]).toEqual([by, value, true])
    }
  })

  test('requests eight operations, none twice', async () => {
    const { text } = await reader.get('/')
    const paths = [...text.matchAll(/\/api\/v1(\/[\w/-]+)/g)].map(([, path]) => path)
    expect(paths).toHaveLength(8)
    expect(new Set(paths).size).toBe(8)
  })

  test('in privacy mode has percentages, prices and shapes, and no amount', async () => {
    const hidden = createReader(app, world.owner)
    hidden.cookies.set('private', '1')
    const { html, text } = await hidden.get('/?period=all')
    for (const secret of world.secrets) expect(plain(html)).not.toContain(secret.slice(0, 6))
    expect(text).toContain('%')
    expect(html).toContain('data-chart="[]"')
  })
})

test('without transactions there are three steps, ticked off by what is there', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const reader = createReader(app, user)
  const empty = await reader.get('/')
  expect(empty.text).toContain('Three steps to your portfolio')
  expect(empty.html).not.toContain('data-chart')
  expect(empty.html).not.toContain('aria-label="Done"')
  await app.call(user, 'POST', '/brokers', { name: 'First' })
  const begun = await reader.get('/')
  expect(begun.html.match(/aria-label="Done"/g)).toHaveLength(1)
  expect(begun.text).not.toContain('€')
})

test('returns that cannot be believed are not known, with the reason; cash below zero offers what helps', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const { id } = (await app.call(user, 'POST', '/brokers', { name: 'Trades only', allow_cash_overdraft: true })).body
  const asset = (await app.call(user, 'POST', '/assets', { symbol: 'ELM', name: 'Elm', type: 'STOCK', currency: 'EUR' })).body
  const line = {
    broker_id: id,
    asset_id: asset.id,
    quantity: '10',
    price: '50',
    currency: 'EUR',
    type: 'BUY',
    date: '2026-01-05',
  }
  await app.call(user, 'POST', '/transactions', line)
  const reader = createReader(app, user)
  const page = await reader.get('/?period=all')
  expect(page.text).toContain('Nothing was invested.')
  expect(page.text).toContain('Cash is below zero')
  const way = page.links.find(({ text }) => text === 'Show without cash')
  const without = await reader.get(way?.href ?? '')
  expect(without.text).toContain('€500.00')
  expect(without.text).not.toContain('Cash is below zero')
  expect(without.links.some(({ text }) => text === 'Show with cash')).toBe(true)
})

test('the brokers say that a rate is missing for what they are worth, and only then', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker_id = (await app.call(user, 'POST', '/brokers', { name: 'Overseas' })).body.id
  const deposit = { broker_id, type: 'DEPOSIT', date: '2026-01-05', amount: '100' }
  await app.call(user, 'POST', '/transactions', { ...deposit, currency: 'EUR' })
  const reader = createReader(app, user)
  expect((await reader.get('/')).text).not.toContain('Brokers Incomplete')
  await app.call(user, 'POST', '/transactions', { ...deposit, currency: 'USD' })
  expect((await reader.get('/')).text).toContain('Brokers Incomplete')
})
