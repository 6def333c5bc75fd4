import { afterAll, describe, expect, test } from 'bun:test'
import { en } from '#src/web/words/en/index.ts'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'
import { fillLedger } from '#test/support/web-world.ts'

const plain = (text: string) => text.replaceAll(',', '').replaceAll('−', '-')
const euros = (amount: string) => `€${Math.abs(Number(amount)).toFixed(2)}`

describe('the explanation of a figure', async () => {
  const app = await createTestApp()
  const world = await fillLedger(app)
  afterAll(takeOver())
  const reader = createReader(app, world.owner)
  const of = async (path: string) => (await app.call(world.owner, 'GET', `/portfolio/${path}`)).body

  test('has the figure, its formula and every term of the interface', async () => {
    const report = await of('holdings?explain=true')
    for (const holding of report.holdings)
      for (const { figure, formula, terms } of holding.explain) {
        const { status, text } = await reader.get(`/explain/holdings?figure=${figure}&row=${holding.asset_id}`)
        expect([figure, status, text.includes(formula)]).toEqual([figure, 200, true])
        for (const { amount } of terms.filter(
          ({ amount }: { amount: string | null }) => amount !== null && figure !== 'quantity',
        ))
          expect([figure, amount, plain(text).includes(euros(amount))]).toEqual([figure, amount, true])
      }
  })

  test('shows a value as quantity x close, with the day of the close', async () => {
    const { holdings } = await of('holdings')
    const [one] = holdings
    const { text } = await reader.get(`/explain/holdings?figure=market_value&row=${one.asset_id}`)
    expect(plain(text)).toContain(`${one.quantity} × €${one.price}`)
    expect(text).toContain('close of')
    expect(plain(text)).toContain(`Together ${euros(one.market_value)}`)
  })

  test('names the assets that a sum is made of', async () => {
    const { holdings } = await of('holdings')
    const { text } = await reader.get('/explain/holdings?figure=market_value')
    expect(holdings.length).toBeGreaterThan(1)
    for (const { name, symbol } of holdings) expect(text).toContain(`${name} (${symbol})`)
    const one = await reader.get(`/explain/holdings?figure=market_value&row=${holdings[0].asset_id}`)
    expect(one.text).not.toContain(`(${holdings[0].symbol})`)
  })

  test('is there for every figure that the overview links to, in the period of the page', async () => {
    const { links } = await reader.get('/?period=6m')
    const found = links.filter(({ href }) => href.startsWith('/explain/'))
    expect(found.length).toBeGreaterThan(15)
    for (const { href, text } of found) {
      const page = await reader.get(href)
      expect([href, page.status]).toEqual([href, 200])
      if (text.startsWith('€')) expect([href, page.text.includes(text)]).toEqual([href, true])
    }
  })

  test('is there for rows and totals of every other report', async () => {
    const [gains, income, costs, flows] = [await of('gains'), await of('income'), await of('costs'), await of('cash-flows')]
    const [sale] = gains.disposals
    const found = [
      ['gains', 'gain', `${sale.transaction_id}-${sale.lot_transaction_id}`, sale.gain],
      ['gains', 'gain', '', gains.totals.gain],
      ['income', 'net', income.payments[0].transaction_id, income.payments[0].net],
      ['costs', 'fees', costs.costs[0].transaction_id, costs.costs[0].fees],
      ['cash-flows', 'value', flows.flows[0].transaction_id, flows.flows[0].value],
      ['cash-flows', 'net', '', flows.totals.net],
      ['performance', 'gain.costs', '', (await of('performance')).gain.costs],
      ['holdings', 'amount', 'cash:EUR', (await of('holdings')).cash[0].amount],
      ['history', 'value', (await of('history')).points.at(-1).date, (await of('history')).points.at(-1).value],
      [
        'allocation',
        'value',
        'STOCK',
        (await of('allocation?by=type')).slices.find(({ key }: { key: string }) => key === 'STOCK').value,
      ],
    ]
    for (const [report, figure, row, amount] of found) {
      const query = new URLSearchParams({
        figure: String(figure),
        ...(row !== '' && { row: String(row) }),
        ...(report === 'allocation' && { by: 'type' }),
      })
      const { status, text } = await reader.get(`/explain/${report}?${query}`)
      expect([report, figure, row, status, plain(text).includes(euros(String(amount)))]).toEqual([report, figure, row, 200, true])
    }
  })

  test('is a part of a page where a script wants it beside the figure, with a button that closes it', async () => {
    const whole = await reader.get('/explain/performance?figure=gain.total')
    const part = await reader.get('/explain/performance?figure=gain.total', { 'X-Fragment': '1' })
    expect(whole.html).toStartWith('<!doctype html>')
    expect(part.html).not.toContain('<main')
    expect(part.counts.get('h1') ?? 0).toBe(0)
    expect(part.forms.map(({ method }) => method)).toEqual(['dialog'])
  })

  test('is cut where there are many terms, with the whole sum and a way to the rest', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...{ broker_id: world.broker, type: 'DEPOSIT', currency: 'EUR' },
      ...{ date: `2025-0${1 + (index % 9)}-1${index % 10}`, amount: `${100 + index}` },
    }))
    await app.call(world.owner, 'POST', '/transactions/batch', { create: many })
    const first = await reader.get('/explain/cash-flows?figure=net')
    expect(first.text).toContain('All 61 together')
    expect(first.text).toContain('1 to 50 of 61')
    const next = await reader.get(first.links.find(({ text }) => text === 'Next')?.href ?? '')
    expect(next.text).toContain('51 to 61 of 61')
    const { totals } = await of('cash-flows')
    for (const page of [first, next]) expect(plain(page.text)).toContain(euros(totals.net))
  })

  test('is nothing for figures and rows that are not there, or of somebody else', async () => {
    for (const path of [
      '/explain/nonsense?figure=x',
      '/explain/holdings?figure=nonsense',
      '/explain/holdings',
      '/explain/holdings?figure=market_value&row=999999',
    ])
      expect([path, (await reader.get(path)).status]).toEqual([path, 404])
    const stranger = createReader(app, world.stranger)
    expect((await stranger.get(`/explain/holdings?figure=market_value&row=${world.assets[0]}`)).status).toBe(404)
  })

  test('says no amount and no quantity in privacy mode', async () => {
    const hidden = createReader(app, world.owner)
    hidden.cookies.set('private', '1')
    const { html } = await hidden.get(`/explain/holdings?figure=market_value&row=${world.assets[0]}`)
    for (const secret of world.secrets) expect(plain(html)).not.toContain(secret)
    expect(html).toContain('close of')
  })

  // Of the other languages the compiler sees to it that they have the same keys.
  test('says formulas and terms in the language of the reader', async () => {
    const said = createReader(app, world.owner)
    await app.call(world.owner, 'PATCH', '/auth/users/me/preferences', { language: 'de' })
    const symbols = new Set(
      (await app.call(world.owner, 'GET', '/assets?limit=100')).body.map((one: { symbol: string }) => one.symbol),
    )
    const english = new Set(Object.keys(en.terms).filter((label) => /[a-z] [a-z]/.test(label)))
    let count = 0
    for (const [report, path] of EXPLAINED) {
      const whole = await of(`${path}${path.includes('?') ? '&' : '?'}explain=true`)
      const explained: { figure: string; formula: string; terms: { label: string }[] }[] =
        whole.totals?.explain ?? whole.points?.at(-1)?.explain ?? whole.explain
      for (const { figure, formula, terms } of explained) {
        const row = whole.points ? `&row=${whole.points.at(-1).date}` : ''
        const { html, text } = await said.get(`/explain/${report}?figure=${figure}${row}`)
        expect([figure, formula, /<p class="quiet formula"><span lang="en">/.test(html)]).toEqual([figure, formula, false])
        for (const { label } of terms.filter(({ label }) => !symbols.has(label)).slice(0, 12))
          expect([figure, label, english.has(label) && text.includes(label)]).toEqual([figure, label, false])
        count += 1
      }
    }
    await app.call(world.owner, 'PATCH', '/auth/users/me/preferences', { language: 'en' })
    expect(count).toBeGreaterThan(25)
  }, 30_000)
})

const EXPLAINED = [
  ['holdings', 'holdings'],
  ['performance', 'performance'],
  ['history', 'history?interval=monthly'],
  ['gains', 'gains'],
  ['income', 'income'],
  ['costs', 'costs'],
  ['cash-flows', 'cash-flows'],
] as const
