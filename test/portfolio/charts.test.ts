import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'
import { createAsset } from '#test/support/factories.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { axisOf, byClass, numberOf, pointsOf } from './charts-svg.ts'

const NASTY = `<script>alert("1")</script> & 'sons' ]]>\u0007`
const KINDS = ['history', 'performance', 'drawdown', 'allocation', 'income', 'gains'] as const

/** Two years: gains in 2024, losses in 2023, dividends with tax, a fall, and something with a nasty name. */
async function setUp() {
  const world = await openPortfolio({ today: '2024-06-30', broker: { name: 'Harbour <b>' }, asset: { name: 'Acme' } })
  const { app, broker_id: one, asset_id: acme, book, price, ask } = world
  const nasty = await createAsset(app, { symbol: NASTY, name: NASTY })
  const line = { currency: 'EUR', broker_id: one }
  await book(
    { ...line, type: 'DEPOSIT', date: '2023-02-01', amount: '5000' },
    { ...line, type: 'BUY', date: '2023-02-02', asset_id: acme, quantity: '20', price: '100' },
    { ...line, type: 'BUY', date: '2023-02-02', asset_id: nasty, quantity: '10', price: '30' },
    { ...line, type: 'SELL', date: '2023-11-02', asset_id: acme, quantity: '-5', price: '75.5' },
    { ...line, type: 'DIVIDEND', date: '2023-12-04', asset_id: acme, amount: '37', taxes: '13' },
    { ...line, type: 'DIVIDEND', date: '2024-03-04', asset_id: acme, amount: '40', taxes: '14', fees: '1' },
    { ...line, type: 'INTEREST', date: '2024-03-31', amount: '2.5' },
    { ...line, type: 'SELL', date: '2024-04-02', asset_id: acme, quantity: '-5', price: '131' },
    { ...line, type: 'WITHDRAWAL', date: '2024-05-02', amount: '-500' },
  )
  await price({
    ...{ '2023-02-01': '100', '2023-02-10': '104', '2023-06-30': '120', '2023-11-01': '75' },
    ...{ '2024-02-01': '110', '2024-04-01': '131', '2024-06-28': '126.4' },
  })
  return { ...world, one, acme, nasty, svg: async (path: string) => (await ask(`charts/${path}`)).text }
}

test('200 as SVG that runs nothing and is stored by nobody else, well-formed whatever assets and brokers are called', async () => {
  const { ask, acme } = await setUp()
  const paths = [
    ...KINDS.map((kind) => `${kind}.svg`),
    ...['type', 'broker', 'currency', 'country', 'sector'].map((by) => `allocation.svg?by=${by}`),
    `performance.svg?benchmark=${acme}`,
  ]
  for (const path of paths) {
    const answer = await ask(`charts/${path}`)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/svg+xml'])
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; style-src 'unsafe-inline'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(Object.keys(Bun.XML.parse(answer.text) as object)).toEqual(['svg'])
    expect(answer.text).not.toMatch(/<script|<b>|NaN|Infinity|undefined|\son\w+=|href|url\(/)
    expect(answer.text).not.toContain('\u0007')
    const again = await ask(`charts/${path}`, { 'If-None-Match': answer.headers.get('etag') ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
  }
})

test('200 for a name that is markup, as text', async () => {
  const { svg, nasty } = await setUp()
  const shown = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;sons&#39; ]]&gt;\uFFFD'
  expect(await svg('allocation.svg')).toContain(`<title>${shown}: `)
  expect(await svg(`performance.svg?benchmark=${nasty}&width=1200`)).toContain(shown)
})

test('200 for the history: the line goes through the values of the report', async () => {
  const { ask, svg } = await setUp()
  const query = 'from=2023-02-01&to=2024-06-30&currency=EUR'
  const { points } = (await ask(`history?${query}`)).body as { points: Record<'value' | 'invested' | 'net_flows', string>[] }
  const picture = await svg(`history.svg?${query}&language=en&width=1600&height=800`)
  const { valueAt, perPixel } = axisOf(picture)
  for (const [name, key] of [
    ['value', 'value'],
    ['paid-in', 'net_flows'],
  ] as const) {
    const drawn = pointsOf(picture, name).map(({ y }) => valueAt(y))
    const values = points.map((point) => Number(point[key]))
    const close = (a: number | undefined, b: number | undefined) => expect(Math.abs((a ?? 0) - (b ?? 0))).toBeLessThan(perPixel)
    close(drawn[0], values[0])
    close(drawn.at(-1), values.at(-1))
    close(Math.max(...drawn), Math.max(...values))
    close(Math.min(...drawn), Math.min(...values))
  }
  expect(pointsOf(picture, 'value').length).toBeGreaterThan(points.length / 2)
  const legend = byClass(picture, 'ink').map(({ text }) => text)
  expect(legend).toContain(`Value €${Number(points.at(-1)?.value).toLocaleString('en', { minimumFractionDigits: 2 })}`)
  expect(legend).toContain('Money put in €4,500.00')
})

test('200 for the performance: the line ends at the return of the report, the benchmark at its own', async () => {
  const { ask, svg, acme } = await setUp()
  const query = `from=2023-02-02&to=2024-06-30&currency=EUR&benchmark=${acme}`
  const report = (await ask(`performance?${query}`)).body
  expect(report.benchmark.twr).toBeCloseTo(0.264, 10)
  const picture = await svg(`performance.svg?${query}&language=en&height=800`)
  const { valueAt, perPixel } = axisOf(picture)
  const end = (name: string) => valueAt(pointsOf(picture, name).at(-1)?.y ?? 0)
  expect(Math.abs(end('portfolio') - report.twr)).toBeLessThan(perPixel)
  expect(Math.abs(end('benchmark') - report.benchmark.twr)).toBeLessThan(perPixel)
  expect(byClass(picture, 'ink').map(({ text }) => text)).toEqual([
    'Performance',
    `Portfolio +${(report.twr * 100).toFixed(1)}%`,
    'ACME +26.4%',
  ])
  const early = await svg(`performance.svg?from=2023-01-01&benchmark=${acme}&language=en`)
  expect(byClass(early, 'benchmark')).toEqual([])
  expect(early).toContain('ACME: no price before the range')
})

test('200 for the drawdown: the bottom is the deepest fall of the report', async () => {
  const { ask, svg } = await setUp()
  const { max_drawdown: deepest } = (await ask('performance?currency=EUR')).body
  expect([deepest.from, deepest.to]).toEqual(['2023-10-31', '2023-11-01'])
  const picture = await svg('drawdown.svg?currency=EUR&language=en&height=800')
  const { valueAt, perPixel } = axisOf(picture)
  const drawn = pointsOf(picture, 'drawdown').map(({ y }) => valueAt(y))
  expect(Math.abs(Math.min(...drawn) + deepest.ratio)).toBeLessThan(perPixel)
  expect(Math.max(...drawn)).toBeLessThan(perPixel)
  expect(picture).toContain(`Deepest fall -${(deepest.ratio * 100).toFixed(1)}% Oct 31 – Nov 1, 2023`)
})

test('200 for income: bars per month, net and tax and fees as in the report', async () => {
  const { ask, svg } = await setUp()
  const report = (await ask('income?currency=EUR')).body
  const picture = await svg('income.svg?currency=EUR&language=en&height=800')
  const { valueAt, perPixel } = axisOf(picture)
  const bars = byClass(picture, 'bar')
  for (const part of ['net', 'tax', 'fees']) {
    const expected = report.months.filter((month: Record<string, string>) => month[part] !== '0')
    const drawn = bars.filter(({ attributes }) => attributes['class']?.endsWith(part))
    expect(drawn.map(({ text }) => numberOf(text.split(': ')[1] ?? ''))).toEqual(
      expected.map((month: Record<string, string>) => Number(month[part])),
    )
    for (const { attributes, text } of drawn) {
      const height = valueAt(0) - valueAt(Number(attributes['height']))
      expect(Math.abs(height - numberOf(text.split(': ')[1] ?? ''))).toBeLessThan(perPixel)
    }
  }
  expect(bars[0]?.text).toBe('Dec 2023: Net €37.00')
  expect(byClass(picture, 'x-mark').map(({ text }) => text)).toEqual([
    ...['Dec 2023', 'Jan 2024', 'Feb 2024', 'Mar 2024', 'Apr 2024', 'May 2024', 'Jun 2024'],
  ])
})

test('200 for gains: a bar per year, losses below zero', async () => {
  const { ask, svg } = await setUp()
  const { totals } = (await ask('gains?currency=EUR')).body
  expect(totals.by_year.map(({ year, gain }: Record<string, string>) => [year, gain])).toEqual([
    ['2023', '-122.5'],
    ['2024', '155'],
  ])
  const picture = await svg('gains.svg?currency=EUR&language=en&height=800')
  const { valueAt, perPixel } = axisOf(picture)
  const bars = byClass(picture, 'gain').map(({ attributes }) => [
    valueAt(Number(attributes['y'])),
    valueAt(Number(attributes['y']) + Number(attributes['height'])),
  ])
  const expected = [0, -122.5, 155, 0]
  for (const [index, value] of bars.flat().entries()) expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThan(perPixel)
  expect(byClass(picture, 'figure').map(({ text }) => text)).toEqual(['-€122.50', '€155.00'])
  expect(picture).toContain('Total €32.50')
})

test('200 for the allocation: bars as long as their values, named and with their weights', async () => {
  const { ask, svg } = await setUp()
  const report = (await ask('allocation?by=asset&currency=EUR')).body
  const picture = await svg('allocation.svg?by=asset&currency=EUR&language=en')
  const bars = byClass(picture, 'bar')
  expect(bars.map(({ text }) => numberOf(text.slice(text.lastIndexOf(': ') + 2)))).toEqual(
    report.slices.map(({ value }: { value: string }) => Number(value)),
  )
  const widths = bars.map(({ attributes }) => Number(attributes['width']))
  report.slices.forEach(({ value }: { value: string }, index: number) => {
    const ratio = Number(value) / Number(report.slices[0].value)
    expect(Math.abs((widths[index] ?? 0) / (widths[0] ?? 1) - ratio)).toBeLessThan(0.01)
  })
  const figures = byClass(picture, 'figure').map(({ text }) => text)
  expect(figures[1]).toEndWith(` · ${(report.slices[1].weight * 100).toFixed(1)}%`)
  expect(byClass(picture, 'name')[0]?.text).toBe('Cash EUR')
})

test('200 for an allocation with more slices than rows: the smallest are one row, and nothing is lost', async () => {
  const { app, ask, book, svg, one } = await setUp()
  const create = []
  for (let index = 1; index <= 60; index++) {
    const asset_id = await createAsset(app, { symbol: `S${index}`, name: `S${index}` })
    create.push({
      broker_id: one,
      type: 'BUY',
      date: '2024-01-02',
      asset_id,
      quantity: '1',
      price: String(index),
      currency: 'EUR',
    })
  }
  await book(...create)
  const report = (await ask('allocation?by=asset&currency=EUR&scope=assets')).body
  const picture = await svg('allocation.svg?currency=EUR&scope=assets&language=en')
  const names = byClass(picture, 'name').map(({ text }) => text)
  const figures = byClass(picture, 'figure').map(({ text }) => numberOf(text))
  expect(names.length).toBeLessThan(25)
  expect(names.at(-1)).toBe(`Others (${report.slices.length - names.length + 1})`)
  const shown = report.slices.slice(0, names.length - 1).map(({ value }: { value: string }) => Number(value))
  expect(figures.slice(0, -1)).toEqual(shown)
  expect(figures.at(-1)).toBeCloseTo(Number(report.total) - shown.reduce((sum: number, value: number) => sum + value, 0), 6)
})

test('200 for debts: cash owed is a bar to the left, and below zero in the history', async () => {
  const { app, user, svg, one, acme } = await setUp()
  const buy = { broker_id: one, type: 'BUY', date: '2024-06-03', asset_id: acme, quantity: '60', price: '130', currency: 'EUR' }
  expect((await app.call(user, 'POST', '/transactions/batch', { create: [buy] })).status).toBe(200)
  const allocation = await svg('allocation.svg?currency=EUR&language=en')
  const bars = byClass(allocation, 'bar')
  const owed = bars.find(({ text }) => text.startsWith('Cash EUR'))
  expect(owed?.attributes['class']).toContain('f-red')
  const end = Number(owed?.attributes['x']) + Number(owed?.attributes['width'])
  expect(end).toBeCloseTo(Number(bars[0]?.attributes['x']), 0)
  const history = await svg('history.svg?currency=EUR&language=en')
  expect(byClass(history, 'ink').find(({ text }) => text.startsWith('Cash'))?.text).toStartWith('Cash -€')
})

test('200 in light, dark and as the reader has it; the preference counts when nothing is said', async () => {
  const { app, user, svg } = await setUp()
  const [light, dark, auto] = [
    await svg('history.svg?theme=light'),
    await svg('history.svg?theme=dark'),
    await svg('history.svg?theme=auto'),
  ]
  expect([light, dark].map((text) => /\.ground\{fill:(#\w+)\}/.exec(text)?.[1])).toEqual(['#ffffff', '#15181d'])
  expect(auto).toContain('.ground{fill:#ffffff}')
  expect(auto).toMatch(/@media \(prefers-color-scheme:dark\)\{\.ground\{fill:#15181d\}/)
  expect(light).not.toContain('@media')
  const bare = (text: string) => text.replace(/<style>.*<\/style>/, '')
  expect(bare(dark)).toBe(bare(light))
  expect(await svg('history.svg')).toBe(auto)
  expect((await app.call(user, 'PATCH', '/auth/users/me/preferences', { theme: 'dark', language: 'de' })).status).toBe(200)
  expect(await svg('history.svg')).toBe(await svg('history.svg?theme=dark&language=de'))
})

test.each([
  ['en', 'Realised gains per year', 'Total €32.50', 'Loss'],
  ['de-AT', 'Realisierte Gewinne pro Jahr', 'Summe € 32,50', 'Verlust'],
  ['fr', 'Plus-values réalisées par an', 'Total 32,50 €', 'Perte'],
  ['it', 'Plusvalenze realizzate all’anno', 'Totale 32,50 €', 'Perdita'],
  ['es', 'Ganancias realizadas por año', 'Total 32,50 €', 'Pérdida'],
  ['pl', 'Realised gains per year', 'Total 32,50 €', 'Loss'],
])('200 in %s: words, numbers and dates', async (language, title, total, loss) => {
  const { svg } = await setUp()
  const texts = (await svg(`gains.svg?currency=EUR&language=${language}`)).replace(/[\u00a0\u202f]/g, ' ')
  expect(byClass(texts, 'title')[0]?.text).toBe(title)
  expect(byClass(texts, 'quiet')[0]?.text).toStartWith(total)
  expect(byClass(texts, 'ink').map(({ text }) => text)).toContain(loss)
  expect(texts).toContain(`lang="${language}"`)
})

test('200 in every size; nothing is drawn outside and no two marks of an axis overlap', async () => {
  const { svg } = await setUp()
  for (const kind of KINDS)
    for (const [width, height] of [
      [280, 180],
      [400, 240],
      [1600, 900],
      [2400, 180],
      [280, 1600],
    ] as const) {
      const picture = await svg(`${kind}.svg?width=${width}&height=${height}&language=de`)
      expect(picture).toMatch(new RegExp(`^<svg [^>]*width="${width}" height="${height}"`))
      const [, right = 0, bottom = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(picture) ?? []).map(Number)
      for (const [, x, y] of picture.matchAll(/ x="([\d.-]+)" y="([\d.-]+)"/g)) {
        expect(Number(x)).toBeWithin(0, right + 1)
        expect(Number(y)).toBeWithin(0, bottom + 1)
      }
      for (const { attributes } of [...byClass(picture, 'bar'), ...byClass(picture, 'ground')])
        for (const side of ['width', 'height']) expect(Number(attributes[side])).toBeGreaterThan(0)
      const heights = byClass(picture, 'y-mark').map(({ attributes }) => Number(attributes['y']))
      for (const [index, at] of heights.slice(1).entries()) expect(Math.abs(at - (heights[index] ?? 0))).toBeGreaterThan(10)
    }
})

test('200 with a picture that says so where there is nothing', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  for (const kind of KINDS) {
    const { status, text } = await app.call(user, 'GET', `/portfolio/charts/${kind}.svg?language=en`)
    expect([kind, status]).toEqual([kind, 200])
    expect(text).toContain('No data for this range')
    expect(Object.keys(Bun.XML.parse(text) as object)).toEqual(['svg'])
  }
})

test("200 and nothing of others' brokers", async () => {
  const { app, one } = await setUp()
  const stranger = await app.createUser()
  const { status, text } = await app.call(stranger, 'GET', `/portfolio/charts/history.svg?broker_ids=${one}&language=en`)
  expect(status).toBe(200)
  expect(text).toContain('No data for this range')
})

test('200 with one day', async () => {
  const { svg } = await setUp()
  for (const kind of KINDS) {
    const picture = await svg(
      `${kind}.svg?from=2024-03-04&to=2024-03-04&language=en`.replace(
        'from=2024-03-04&',
        kind === 'allocation' ? '' : 'from=2024-03-04&',
      ),
    )
    expect(picture).not.toMatch(/NaN|Infinity/)
  }
  expect(byClass(await svg('history.svg?from=2024-03-04&to=2024-03-04'), 'f-blue')).toHaveLength(1)
})

test('200 with the number of warnings of the report', async () => {
  const { ask, svg } = await setUp()
  const { warnings } = (await ask('history?currency=EUR')).body
  expect(warnings.length).toBeGreaterThan(0)
  expect(await svg('history.svg?currency=EUR&language=en')).toContain(`Warnings in the report: ${warnings.length}<`)
  const usd = (await ask('allocation?by=asset&currency=USD')).body
  expect(await svg('allocation.svg?currency=USD&language=en')).toContain(`Warnings in the report: ${usd.warnings.length}<`)
})

test('200 with a picture that changes with the ledger', async () => {
  const { ask, svg, one, book } = await setUp()
  const before = await ask('charts/history.svg')
  await book({ broker_id: one, type: 'DEPOSIT', date: '2024-06-01', amount: '1000', currency: 'EUR' })
  expect(await svg('history.svg')).not.toBe(before.text)
  const again = await ask('charts/history.svg', { 'If-None-Match': before.headers.get('etag') ?? '' })
  expect(again.status).toBe(200)
})

test.each([
  ['history.svg?width=279', '/query/width'],
  ['history.svg?width=2401', '/query/width'],
  ['history.png?width=wide', '/query/width'],
  ['history.svg?height=179', '/query/height'],
  ['gains.png?height=1e3', '/query/height'],
  ['history.svg?theme=blue', '/query/theme'],
  ['history.svg?language=klingon!', '/query/language'],
  ['history.svg?currency=XYZ', '/query/currency'],
  ['history.svg?from=2024-02-30', '/query/from'],
  ['history.svg?from=2024-02-02&to=2024-02-01', '/query/from'],
  ['performance.svg?benchmark=99999', '/query/benchmark'],
  ['allocation.svg?by=colour', '/query/by'],
  ['history.svg?format=csv', '/query/format'],
  ['income.svg?scope=total', '/query/scope'],
])('422 for %s', async (path, pointer) => {
  const { ask } = await setUp()
  const answer = await ask(`charts/${path}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'application/problem+json'])
  expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toEqual([pointer])
})

test('401 without a session, 404 for a chart that there is not', async () => {
  const { app, ask } = await setUp()
  for (const kind of KINDS)
    for (const type of ['svg', 'png']) {
      const answer = await app.call(null, 'GET', `/portfolio/charts/${kind}.${type}`)
      expect([answer.status, answer.body.code]).toEqual([401, 'auth/no-session'])
    }
  expect((await ask('charts/history.gif')).status).toBe(404)
})

test('a line of ten years is short and keeps its extremes', async () => {
  const { send, broker_id, asset_id, book, ask } = await openPortfolio()
  const rows = Array.from({ length: 3650 }, (_, index) => ({
    date: new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10),
    close: (100 + 30 * Math.sin(index / 170) + ((index * 7919) % 101) / 5 + (index === 1234 ? 77 : 0)).toFixed(2),
    currency: 'EUR',
  }))
  for (let start = 0; start < rows.length; start += 1000)
    await send('PUT', `/assets/${asset_id}/prices`, rows.slice(start, start + 1000))
  await book(
    { broker_id, type: 'DEPOSIT', date: '2015-01-02', amount: '1000', currency: 'EUR' },
    { broker_id, type: 'BUY', date: '2015-01-02', asset_id, quantity: '10', price: '100', currency: 'EUR' },
  )
  const points: { value: string; twr: number }[] = (await ask('history?currency=EUR')).body.points
  for (const size of ['width=400&height=240', 'width=800&height=400', 'width=1600&height=900']) {
    for (const kind of KINDS) {
      const { text } = await ask(`charts/${kind}.svg?${size}&currency=EUR&language=en`)
      expect(text.length).toBeLessThan(100_000)
    }
    const { text } = await ask(`charts/performance.svg?${size}&currency=EUR&language=en`)
    const { valueAt, perPixel } = axisOf(text)
    const drawn = pointsOf(text, 'portfolio').map(({ y }) => valueAt(y))
    expect(drawn.length).toBeLessThan(2100)
    expect(Math.abs(Math.max(...drawn) - Math.max(...points.map(({ twr }) => twr)))).toBeLessThan(perPixel)
    expect(Math.abs(Math.min(...drawn) - Math.min(0, ...points.map(({ twr }) => twr)))).toBeLessThan(perPixel)
  }
})
