/** What mends missing prices and rates where nothing can be fetched: figures that are entered by hand, those of one's own trades proposed. */
import { expect, test } from 'bun:test'
import { fakeSource } from '#test/prices/suggest-world.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { tableProvider } from '../fx/source.ts'

type Shown = {
  readonly code: string
  readonly pair: string | null
  readonly remedy: {
    readonly operation_id: string
    readonly method: string
    readonly path: string
    readonly body: unknown
    readonly figures: string
  } | null
}
type World = Awaited<ReturnType<typeof openPortfolio>>

const SOURCES = { brim: [], assets: [fakeSource('ANY', { hits: {} })], fx: [tableProvider('NORTH', 'EUR', 'USD')] }
const WAYS = {
  offline: { deps: { plugins: SOURCES }, env: { OFFLINE: 'true' } },
  'without sources': { deps: { plugins: { ...SOURCES, assets: [], fx: [] } } },
}

const remediesOf = (warnings: readonly Shown[]) =>
  warnings.map(({ code, pair, remedy }) => [pair ?? code, remedy?.operation_id, remedy?.figures, remedy?.body])

async function post({ send }: World, { remedy }: Shown, body = remedy?.body) {
  return await send(remedy?.method ?? '', remedy?.path.slice('/api/v1'.length) ?? '', body)
}

for (const [name, options] of Object.entries(WAYS))
  test(`${name}: prices of the last trades are proposed, rates that nothing says are to be filled in, and each removes its warning`, async () => {
    const world = await openPortfolio({ today: '2024-03-01', ...options })
    const { broker_id, book, addAsset, holdings } = world
    const [one, two] = [await addAsset('ONE'), await addAsset('TWO', 'USD')]
    const buy = { broker_id, type: 'BUY', quantity: '10' }
    await book(
      { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '5000', currency: 'EUR' },
      { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '900', currency: 'USD' },
      { ...buy, date: '2024-01-03', asset_id: one, price: '50', currency: 'EUR' },
      { ...buy, date: '2024-02-05', asset_id: one, price: '60', currency: 'EUR' },
      { ...buy, date: '2024-01-04', asset_id: two, price: '20', currency: 'USD' },
    )
    const before = await holdings()
    const days = [...new Set(before.warnings.filter(({ pair }) => pair).flatMap(({ from, to }) => [from, to]))]
    expect(remediesOf(before.warnings)).toEqual([
      ['USD/EUR', 'putFxRates', 'missing', days.map((date) => ({ base: 'USD', quote: 'EUR', date, rate: null }))],
      [
        'price-missing',
        'putManyPrices',
        'proposed',
        [
          { asset_id: one, date: '2024-03-01', close: '60', currency: 'EUR' },
          { asset_id: two, date: '2024-03-01', close: '20', currency: 'USD' },
        ],
      ],
    ])
    const [rate, prices] = before.warnings
    if (rate === undefined || prices === undefined) throw new Error('two warnings')
    await post(world, prices)
    expect((await holdings()).warnings.map(({ code }) => code)).toEqual(['rate-missing'])
    await post(
      world,
      rate,
      days.map((date) => ({ base: 'USD', quote: 'EUR', date, rate: '0.5' })),
    )
    const after = await holdings()
    expect([after.complete, after.warnings]).toEqual([true, []])
    /** 5000 - 500 - 600 + 20 x 60, and half of 900 - 200 + 10 x 20. */
    expect(after.totals.total_value).toBe(String(5000 - 500 - 600 + 1200 + 450))
  })

test('of many days every price of a trade is proposed from its day on, so that no value changes; rates that were booked likewise', async () => {
  const world = await openPortfolio({ today: '2024-03-01', ...WAYS.offline })
  const { broker_id, asset_id, book, addAsset, history, performance } = world
  const foreign = await addAsset('FAR', 'USD')
  const buy = { broker_id, type: 'BUY', quantity: '10' }
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-02-01', amount: '5000', currency: 'EUR' },
    { ...buy, date: '2024-02-05', asset_id, price: '50', currency: 'EUR' },
    { ...buy, date: '2024-02-09', asset_id, price: '60', currency: 'EUR' },
    { ...buy, date: '2024-02-09', asset_id, price: '61', currency: 'EUR' },
    { ...buy, date: '2024-02-12', asset_id: foreign, price: '20', price_currency: 'USD', fx_rate: '0.9', currency: 'EUR' },
    { ...buy, date: '2024-02-20', asset_id: foreign, price: '22', price_currency: 'USD', fx_rate: '0.95', currency: 'EUR' },
  )
  const before = await performance()
  const values = async () => (await history()).points.map(({ value }) => value)
  const [rate, prices] = before.warnings
  if (rate === undefined || prices === undefined) throw new Error('two warnings')
  expect(remediesOf([rate, prices])).toEqual([
    [
      'USD/EUR',
      'putFxRates',
      'proposed',
      [
        { base: 'USD', quote: 'EUR', date: '2024-02-12', rate: '0.9' },
        { base: 'USD', quote: 'EUR', date: '2024-02-20', rate: '0.95' },
        { base: 'USD', quote: 'EUR', date: '2024-03-01', rate: '0.95' },
      ],
    ],
    [
      'price-missing',
      'putManyPrices',
      'proposed',
      [
        { asset_id, date: '2024-02-05', close: '50', currency: 'EUR' },
        { asset_id, date: '2024-02-09', close: '61', currency: 'EUR' },
        { asset_id, date: '2024-03-01', close: '61', currency: 'EUR' },
        { asset_id: foreign, date: '2024-02-12', close: '20', currency: 'USD' },
        { asset_id: foreign, date: '2024-02-20', close: '22', currency: 'USD' },
        { asset_id: foreign, date: '2024-03-01', close: '22', currency: 'USD' },
      ],
    ],
  ])
  await post(world, rate)
  const unchanged = await values()
  await post(world, prices)
  expect(await values()).toEqual(unchanged)
  const codes = (await performance()).warnings.map(({ code }) => code)
  expect(codes.filter((code) => code !== 'price-stale' && code !== 'rate-stale')).toEqual([])
})

test('what has no price at all, and what has grown old, is to be filled in; nothing is entered for days to come', async () => {
  const world = await openPortfolio({ today: '2024-03-01', ...WAYS.offline })
  const { broker_id, asset_id, book, addAsset, price, holdings } = world
  const gift = await addAsset('GIFT')
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' },
    { broker_id, type: 'BUY', date: '2024-01-03', asset_id, quantity: '10', price: '50', currency: 'EUR' },
    { broker_id, type: 'TRANSFER', date: '2024-01-04', asset_id: gift, quantity: '5' },
  )
  await price({ '2024-01-08': '40' }, asset_id)
  const { warnings } = await holdings('as_of=2024-06-01')
  const rows = warnings.filter(({ remedy }) => remedy?.operation_id === 'putManyPrices')
  expect(remediesOf(rows)).toEqual([
    ['price-missing', 'putManyPrices', 'missing', [{ asset_id: gift, date: '2024-03-01', close: null, currency: 'EUR' }]],
    ['price-stale', 'putManyPrices', 'missing', [{ asset_id, date: '2024-03-01', close: null, currency: 'EUR' }]],
  ])
  const [missing] = rows
  if (missing === undefined) throw new Error('one warning')
  const left = await world.app.call(world.user, 'PUT', '/assets/prices', missing.remedy?.body)
  expect([left.status, left.body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([422, ['/0/close']])
  await post(world, missing, [{ asset_id: gift, date: '2024-03-01', close: '7' }])
  expect((await holdings('as_of=2024-06-01')).warnings.map(({ code }) => code)).not.toContain('price-missing')
})
