import { afterAll, describe, expect, test } from 'bun:test'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'
import { fillLedger } from '#test/support/web-world.ts'

const written = (amount: string, currency = 'EUR') =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .format(Number(amount))
    .replace('-', '\u2212')

describe('the page of holdings', async () => {
  const app = await createTestApp()
  afterAll(takeOver())
  const { owner, assets, broker, viewer, stranger } = await fillLedger(app)
  const reader = createReader(app, owner)
  const report = (await app.call(owner, 'GET', '/portfolio/holdings')).body

  test('shows every holding to the cent, and the sums of the report', async () => {
    const { status, h1, text } = await reader.get('/holdings')
    expect([status, h1]).toEqual([200, 'Holdings'])
    for (const one of report.holdings)
      for (const key of ['market_value', 'cost_basis', 'unrealised_gain', 'income', 'total_gain'])
        expect([one.symbol, key, text.includes(written(one[key]))]).toEqual([one.symbol, key, true])
    for (const key of ['total_value', 'market_value', 'cash', 'cost_basis', 'total_gain'])
      expect([key, text.includes(written(report.totals[key]))]).toEqual([key, true])
  })

  test('is in the order that its address says', async () => {
    const orderOf = async (query: string) => {
      const { html } = await reader.get(`/holdings${query}`)
      return [...html.matchAll(/<b>SYM(\d)<\/b>/g)].map(([, index]) => assets[Number(index)])
    }
    const by = (key: string, turn: number) =>
      [...report.holdings]
        .sort((a, b) => turn * (Number(a[key]) - Number(b[key])) || a.asset_id - b.asset_id)
        .map((one) => one.asset_id)
    expect(await orderOf('')).toEqual(by('market_value', -1))
    expect(await orderOf('?sort=value')).toEqual(by('market_value', 1))
    expect(await orderOf('?sort=-income')).toEqual(by('income', -1))
    expect(await orderOf('?sort=quantity')).toEqual(by('quantity', 1))
    expect(await orderOf('?sort=name')).toEqual(assets)
    expect(await orderOf('?sort=nonsense')).toEqual(by('market_value', -1))
  })

  test('is narrowed by text and kind, and says that its sums are of all', async () => {
    const page = await reader.get('/holdings?q=number%201')
    expect(page.html).toContain('<b>SYM1</b>')
    expect(page.html).not.toContain('<b>SYM2</b>')
    expect(page.text).toContain('1 of 3 holdings')
    expect(page.counts.get('tfoot') ?? 0).toBe(1)
    const bonds = await reader.get('/holdings?type=BOND')
    expect(bonds.html).toContain('<b>SYM2</b>')
    expect(bonds.html).not.toContain('<b>SYM1</b>')
  })

  test('has the columns and the lots that its address says', async () => {
    const { html, text } = await reader.get('/holdings?columns=average&columns=realised&lots=true')
    expect([...html.matchAll(/<th scope="col"/g)].length).toBe(3 + 3)
    expect(text).toContain('Cost of one')
    const answer = (await app.call(owner, 'GET', '/portfolio/holdings?lots=true')).body
    for (const { lots } of answer.holdings) for (const lot of lots) expect(text).toContain(`for ${written(lot.cost)}`)
  })

  test('says of every figure how it was made, of the same day', async () => {
    const day = new Date(app.deps.clock().getTime() - 100 * 86_400_000).toISOString().slice(0, 10)
    const { links } = await reader.get(`/holdings?as_of=${day}`)
    const explained = links.filter(({ href }) => href.startsWith('/explain/'))
    expect(explained.length).toBe(5 + 3 * 6)
    for (const { href, text } of explained) {
      const page = await reader.get(href)
      const isSame = href.includes('figure=weight') || page.text.includes(text.replace('+', ''))
      expect([href, page.status, isSame]).toEqual([href, 200, true])
    }
  })

  test('is of any day in the past, and of one broker', async () => {
    const day = new Date(app.deps.clock().getTime() - 200 * 86_400_000).toISOString().slice(0, 10)
    const past = (await app.call(owner, 'GET', `/portfolio/holdings?as_of=${day}&broker_ids=${broker}`)).body
    const { text } = await reader.get(`/holdings?as_of=${day}&broker_ids=${broker}`)
    for (const one of past.holdings) expect(text).toContain(written(one.market_value))
  })

  test('has neither amounts nor quantities in privacy mode, but prices', async () => {
    const hidden = createReader(app, owner)
    hidden.cookies.set('private', '1')
    for (const path of ['/holdings?lots=true', '/holdings?columns=quantity&columns=average&columns=priceGain']) {
      const { html } = await hidden.get(path)
      for (const one of report.holdings)
        for (const key of ['quantity', 'market_value', 'cost_basis', 'average_cost'].filter((key) => one[key].length > 5))
          expect([path, key, html.replace(/,/g, '').includes(one[key])]).toEqual([path, key, false])
    }
    expect((await hidden.get('/holdings')).text).toContain(written(report.holdings[0].price))
  })

  test('is that of the viewer, and empty for a stranger', async () => {
    await app.call(viewer, 'PATCH', `/brokers/${broker}/access/me`, { included: true })
    const seen = await createReader(app, viewer).get('/holdings')
    expect(seen.text).toContain(written(report.totals.market_value))
    const { text } = await createReader(app, stranger).get('/holdings')
    expect(text).toContain('You hold nothing yet')
    expect(text).not.toContain('SYM1')
  })
})
