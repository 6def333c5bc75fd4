import { afterAll, describe, expect, test } from 'bun:test'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader, type WebPage } from '#test/support/web.ts'
import { fillLedger } from '#test/support/web-world.ts'

/** Every amount that a page writes, as the interface wrote it. */
const amountsOn = ({ html }: WebPage) => new Set([...html.matchAll(/<data[^>]* value="([^"]+)"/g)].map(([, amount]) => amount))

/** The reports with the operation behind each, and what its totals are. */
const REPORTS = [
  { path: '/reports/income?period=all', of: '/portfolio/income', totals: (body: Body) => sums(body['totals']) },
  { path: '/reports/costs?period=all', of: '/portfolio/costs', totals: (body: Body) => sums(body['totals']) },
  { path: '/reports/cash-flows?period=all', of: '/portfolio/cash-flows', totals: (body: Body) => sums(body['totals']) },
  { path: '/reports/gains?year=all', of: '/portfolio/gains', totals: (body: Body) => sums(body['totals']) },
  { path: '/reports/allocation?by=asset', of: '/portfolio/allocation?by=asset', totals: (body: Body) => [body['total']] },
  {
    path: '/reports/performance?period=all',
    of: '/portfolio/performance',
    totals: (body: Body) => [body['start_value'], body['end_value'], body['net_flows'], ...sums(body['gain'], MADE_OF)],
  },
] as const
type Body = Record<string, unknown>

const MADE_OF = ['total', 'price', 'income', 'currency', 'fees', 'taxes']
const sums = (totals: unknown, names?: readonly string[]) =>
  Object.entries(totals as Body)
    .filter(([name, one]) => typeof one === 'string' && (names?.includes(name) ?? true))
    .map(([, one]) => one)

describe('every report', async () => {
  const app = await createTestApp()
  const world = await fillLedger(app)
  afterAll(takeOver())
  const reader = createReader(app, world.owner)

  test.each([...REPORTS])('$path shows the totals of its operation', async ({ path, of, totals }) => {
    const [page, { body }] = [await reader.get(path), await app.call(world.owner, 'GET', of)]
    const shown = amountsOn(page)
    expect(page.status).toBe(200)
    expect(totals(body).length).toBeGreaterThan(0)
    expect(totals(body).filter((one) => !shown.has(String(one)))).toEqual([])
  })

  test.each([...REPORTS])('$path says what its figures depend on, also on paper', async ({ path, of }) => {
    const [page, { body }] = [await reader.get(path), await app.call(world.owner, 'GET', of)]
    expect(page.html).toContain('class="parameters"')
    expect(page.text).toContain('Made on')
    expect(page.text).toContain(body.currency)
    if (of.endsWith('gains')) expect(page.text).toContain('First in, first out (FIFO)')
    for (const { detail } of body.warnings) expect(page.text).toContain(detail)
  })

  test.each([...REPORTS])('$path has no amount in privacy mode, and no file of them', async ({ path, of, totals }) => {
    const { body } = await app.call(world.owner, 'GET', of)
    const hiding = createReader(app, world.owner)
    hiding.cookies.set('private', '1')
    const page = await hiding.get(path)
    const digits = page.html.replace(/[,\u00a0\u202f]/g, '')
    expect(totals(body).filter((one) => String(one).length > 4 && digits.includes(String(one).replace('-', '')))).toEqual([])
    expect(amountsOn(page).size).toBe(0)
    expect(page.html).not.toContain('format=csv')
    expect(page.html).toMatch(/^(?!.*data-chart="\[\[\d+,[^\]]*[€$£])/s)
  })

  test.each([...REPORTS])('$path says which transactions would fill it where there are none', async ({ path }) => {
    const page = await createReader(app, world.stranger).get(path)
    expect([page.status, amountsOn(page).size]).toEqual([200, 0])
    expect(page.html).toContain('class="empty-title"')
  })

  test.each([...REPORTS])('$path is the same to a viewer', async ({ path }) => {
    const ours = `${path}&broker_ids=${world.broker}`
    const [own, theirs] = [await reader.get(ours), await createReader(app, world.viewer).get(ours)]
    expect([theirs.status, [...amountsOn(theirs)].sort()]).toEqual([200, [...amountsOn(own)].sort()])
  })

  test('leads to a file with all of its rows', async () => {
    for (const { path } of REPORTS) {
      const { links } = await reader.get(path)
      const csv = links.find(({ text }) => text === 'Download as CSV')
      const answer = await reader.get(csv?.href ?? '')
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/csv; charset=utf-8'])
    }
  })
})

describe('gains of a tax year', async () => {
  const app = await createTestApp()
  const world = await fillLedger(app)
  afterAll(takeOver())
  const reader = createReader(app, world.owner)
  const today = app.deps.clock().toISOString().slice(0, 10)

  test('are those of the present calendar year, with a press for the UK year, and one for its rules', async () => {
    const page = await reader.get('/reports/gains')
    const year = today.slice(0, 4)
    expect(page.html).toContain(`/portfolio/gains?from=${year}-01-01&amp;to=${year}-12-31`)
    const uk = await reader.get(page.links.find(({ text }) => text === 'UK tax years')?.href ?? '')
    const begins = today.slice(5) < '04-06' ? Number(year) - 1 : Number(year)
    expect(uk.html).toContain(`/portfolio/gains?from=${begins}-04-06&amp;to=${begins + 1}-04-05`)
    expect(uk.text).toContain('These figures use another method')
    const rules = await reader.get(uk.links.find(({ text }) => text === 'Use the UK rules')?.href ?? '')
    expect(rules.text).toContain('UK share pool (Section 104)')
    expect(rules.text).not.toContain('These figures use another method')
  })

  test('show each sale lot by lot, with its rule, its days and what made the gain', async () => {
    const page = await reader.get('/reports/gains?year=all&method=S104')
    const { body } = await app.call(world.owner, 'GET', '/portfolio/gains?method=S104')
    expect(body.disposals.length).toBeGreaterThan(0)
    const shown = amountsOn(page)
    for (const { gain, proceeds, cost, price_gain, currency_gain } of body.disposals)
      for (const one of [gain, proceeds, cost, price_gain, currency_gain]) expect(shown.has(one)).toBe(true)
    expect(page.text).toContain('From the pool')
    for (const { symbol, name } of body.disposals) expect(page.text).toContain(`${symbol} ${name}`)
    for (const { isin } of body.totals.by_asset) if (isin !== null) expect(page.text).toContain(isin)
    const fifo = await reader.get('/reports/gains?year=all')
    expect(fifo.text).toContain('230 days')
  })

  test('of days that cannot be read are those of the present year', async () => {
    for (const query of ['year=two', 'from=2026-13-01', 'year=uk-', 'method=BEST', 'page=99', 'page=0'])
      expect([query, (await reader.get(`/reports/gains?${query}`)).status]).toEqual([query, 200])
  })
})
