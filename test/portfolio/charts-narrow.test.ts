import { expect, test } from 'bun:test'
import { createLocale } from '#src/portfolio/charts/locale.ts'
import { textWidth } from '#src/portfolio/charts/text-width.ts'
import { shortNameOf } from '#src/portfolio/valuation/asset-name.ts'
import { decimal } from '#src/shared/decimal.ts'
import { formatsOf } from '#src/shared/region.ts'
import { createAsset } from '#test/support/factories.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { byClass } from './charts-svg.ts'

const FUND = { symbol: 'DE0007164600', name: 'Accumulating fund of the whole world, hedged to the euro' }
const KINDS = ['history', 'performance', 'drawdown', 'allocation', 'income', 'gains']
/** Fonts of browsers are up to a tenth wider than the one that is measured. */
const WIDEST = 1.1

async function setUp() {
  const world = await openPortfolio({ today: '2024-06-30', asset: FUND, broker: { allowAssetShorting: true } })
  const { book, line, broker_id, price, user, ask, send } = world
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '5000', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '20', price: '100' },
    { ...line, type: 'DIVIDEND', date: '2024-03-04', amount: '37', taxes: '13', fees: '2' },
    { ...line, type: 'SELL', date: '2024-05-02', quantity: '-5', price: '120' },
  )
  await price({ '2024-06-03': '130' })
  const svg = async (path: string) => {
    const answer = await ask(`charts/${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    return answer.text
  }
  const many = async (count: number) => {
    const lines = []
    for (let index = 0; index < count; index++) {
      const name = `Company of the far north number ${index}`
      const asset_id = await createAsset(world.app, { symbol: `S${index}`, name, createdBy: user.id })
      const type = index % 5 === 3 ? 'SELL' : 'BUY'
      const quantity = type === 'SELL' ? '-2' : String(index + 1)
      lines.push({ broker_id, currency: 'EUR', type, asset_id, date: '2024-02-05', quantity, price: '9' })
    }
    await book(...lines)
  }
  return { ...world, svg, many, prefer: (change: object) => send('PATCH', '/auth/users/me/preferences', change) }
}

/** Every text of a picture with the room that it takes, where its letters are as wide as they may be. */
function textsOf(svg: string): { text: string; from: number; to: number; y: number }[] {
  const found = [...svg.matchAll(/<text((?: [\w-]+="[^"]*")*)>([^<]*)</g)].map(([, list = '', text = '']) => {
    const read = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(list)?.[1]
    const width = textWidth(text, Number(read('font-size') ?? 12))
    const at = Number(read('x'))
    const anchor = read('text-anchor')
    const from = anchor === 'end' ? at - width : anchor === 'middle' ? at - width / 2 : at
    return { text, from, to: from + width, y: Number(read('y')) }
  })
  expect(found.length).toBeGreaterThan(1)
  return found
}

test('an asset is named by its symbol, by its name where that is an ISIN or says nothing', async () => {
  expect(shortNameOf({ symbol: 'ACME', name: 'Acme' })).toBe('ACME')
  expect(shortNameOf({ symbol: '-', name: 'Acme' })).toBe('Acme')
  expect(shortNameOf({ symbol: 'de0007164600', name: 'SAP' })).toBe('SAP')
  expect(shortNameOf({ symbol: 'DE0007164600', name: '—' })).toBe('DE0007164600')
  const { ask, svg, asset_id } = await setUp()
  const labels = (rows: { label: string }[]) => rows.map(({ label }) => label)
  expect(labels((await ask('allocation?by=asset&currency=EUR')).body.slices)).toContain(FUND.name)
  expect(labels((await ask('performance/breakdown?by=asset&currency=EUR')).body.rows)).toContain(FUND.name)
  expect(await svg('allocation.svg?currency=EUR')).toContain(FUND.name)
  expect(await svg(`performance.svg?currency=EUR&benchmark=${asset_id}`)).toContain(FUND.name.slice(0, 20))
})

test.each([0, 30])(
  'no text leaves a picture, however narrow, and every part of the legend is there; with %p more assets',
  async (count) => {
    const { svg, many, asset_id } = await setUp()
    await many(count)
    for (const kind of KINDS)
      for (const [width, height] of [
        [280, 180],
        [280, 400],
        [360, 240],
        [640, 320],
        [1600, 800],
      ] as const)
        for (const language of ['de', 'en', 'fr']) {
          const query = `currency=EUR&language=${language}${kind === 'performance' ? `&benchmark=${asset_id}` : ''}`
          const picture = await svg(`${kind}.svg?${query}&width=${width}&height=${height}`)
          const [, across = 0] = /viewBox="0 0 (\d+)/.exec(picture) ?? []
          const name = `${kind} ${width}x${height} ${language}`
          for (const { text, from, to } of textsOf(picture)) {
            expect([name, text, from >= 0]).toEqual([name, text, true])
            expect([name, text, to <= Number(across)]).toEqual([name, text, true])
          }
        }
    const texts = async (kind: string, query = '') =>
      textsOf(await svg(`${kind}.svg?currency=EUR&language=de&width=280&height=180${query}`)).map(({ text }) => text)
    for (const word of ['Wert', 'Bestände', 'Guthaben', 'Eingezahlt'])
      expect((await texts('history')).some((text) => text.startsWith(word))).toBe(true)
    expect((await texts('performance', `&benchmark=${asset_id}`)).some((text) => text.startsWith('Accumulating'))).toBe(true)
  },
)

test('a narrow allocation has its names above the bars, apart from their figures; debts go to the left', async () => {
  const { svg, many } = await setUp()
  await many(12)
  const picture = await svg('allocation.svg?currency=EUR&language=en&width=280&height=400&scope=assets')
  const [names, figures, bars] = [byClass(picture, 'name'), byClass(picture, 'figure'), byClass(picture, 'bar')]
  expect([names.length, figures.length, names[0]?.text]).toEqual([
    bars.length,
    bars.length,
    expect.stringMatching(/^Accumulating fund.*…$/),
  ])
  const texts = textsOf(picture)
  names.forEach(({ text, attributes }, index) => {
    const name = texts.find((one) => one.text === text)
    const figure = texts.find((one) => one.text === figures[index]?.text)
    expect((name?.to ?? 0) * WIDEST).toBeLessThan((figure?.from ?? 0) * WIDEST)
    expect(Number(attributes['y'])).toBeLessThan(Number(bars[index]?.attributes['y']))
  })
  const red = bars.filter(({ attributes }) => attributes['class']?.includes('f-red'))
  const blue = bars.find(({ attributes }) => attributes['class']?.includes('f-blue'))
  for (const { attributes } of red)
    expect(Number(attributes['x']) + Number(attributes['width'])).toBeCloseTo(Number(blue?.attributes['x']), 0)
})

test('letters grow with the picture', async () => {
  const { svg } = await setUp()
  const scaleAt = async (width: number, height: number) => {
    const picture = await svg(`history.svg?currency=EUR&width=${width}&height=${height}`)
    return width / Number(/viewBox="0 0 (\d+)/.exec(picture)?.[1])
  }
  const scales = [await scaleAt(280, 180), await scaleAt(800, 400), await scaleAt(1600, 800), await scaleAt(2400, 1200)]
  expect(scales.map((scale) => Math.round(scale * 10) / 10)).toEqual([1, 1, 1.5, 1.9])
})

test('numbers and days are written as in the region that one prefers, amounts with their sign where it belongs', async () => {
  const money = (language: string, region: string | null) =>
    createLocale(language, 'EUR', region).money(decimal('1234.5')).replace(/\s/g, ' ')
  expect(money('en', null)).toBe('€1,234.50')
  expect(money('de', null)).toBe('1.234,50 €')
  expect(money('en', 'DE')).toBe('1.234,50 €')
  expect(money('de', 'US')).toBe('€1,234.50')
  expect(money('en', 'NL')).toBe('€ 1.234,50')
  expect(money('en', 'JP')).toBe('€1,234.50')
  expect(formatsOf('en', 'EG')).toEqual({ numbers: 'en', days: 'en' })
  expect(formatsOf('fr', 'CH')).toEqual({ numbers: 'fr-CH', days: 'fr-CH' })
  expect(formatsOf('en', 'GB')).toEqual({ numbers: 'en-GB', days: 'en-GB' })
  expect(createLocale('en', 'EUR', 'GB').day('2024-03-01')).toBe('1 Mar 2024')
  const { svg, prefer } = await setUp()
  const plain = await svg('history.svg?currency=EUR&language=en')
  await prefer({ language: 'en', format_region: 'DE' })
  const german = await svg('history.svg?currency=EUR')
  expect([plain.includes('Value €'), german.includes('Value €'), /Value [\d.,]+\s€/.test(german)]).toEqual([true, false, true])
  expect(await svg('history.svg?currency=EUR&language=en')).toBe(german)
  expect(await svg('history.svg?currency=EUR&language=en-US')).not.toBe(german)
})
