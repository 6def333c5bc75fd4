/** What is warned of together: what lacks the same and is mended by one request. */
import { expect, test } from 'bun:test'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { tableProvider } from '../fx/source.ts'

type World = Awaited<ReturnType<typeof openPortfolio>>
type Remedy = { readonly method: string; readonly path: string; readonly body: unknown } | null | undefined

const OFFLINE = { env: { OFFLINE: 'true' } }
const send = ({ send }: World, remedy: Remedy) =>
  send(remedy?.method ?? '', remedy?.path.slice('/api/v1'.length) ?? '', remedy?.body)

test('pairs without a rate are together by who is to fetch them; those that nobody has are to be filled in', async () => {
  const north = tableProvider('NORTH', 'EUR', 'USD CHF', { historyFrom: '2000-01-01' })
  const west = tableProvider('WEST', 'EUR', 'SEK', { historyFrom: '2000-01-01' })
  const { broker_id, book, holdings } = await openPortfolio({
    today: '2024-06-30',
    deps: { plugins: { brim: [], assets: [], fx: [north, west] } },
  })
  const deposit = { broker_id, type: 'DEPOSIT', date: '2024-03-01', amount: '100' }
  await book(...['USD', 'CHF', 'SEK', 'XAU'].map((currency) => ({ ...deposit, currency })))
  const { warnings } = await holdings('as_of=2024-06-30')
  const day = '2024-06-30'
  expect(
    warnings.map(({ code, pair, affects, remedy }) => [code, pair, affects.pairs, remedy?.operation_id, remedy?.body]),
  ).toEqual([
    [
      ...['rate-missing', null, ['CHF/EUR', 'USD/EUR'], 'syncFxCurrencies'],
      { providers: ['NORTH'], currencies: ['CHF', 'USD'], from: '2024-06-20' },
    ],
    [
      ...['rate-missing', 'SEK/EUR', ['SEK/EUR'], 'syncFxCurrencies'],
      { providers: ['WEST'], currencies: ['SEK'], from: '2024-06-20' },
    ],
    ['rate-missing', 'XAU/EUR', ['XAU/EUR'], 'putFxRates', [{ base: 'XAU', quote: 'EUR', date: day, rate: null }]],
  ])
  expect(warnings[0]?.detail).toBe(
    'There are no exchange rates to EUR for these days: CHF (2024-06-30), USD (2024-06-30); amounts in these currencies are left out of the totals.',
  )
})

test('each pair is named once, with its own days, whatever its missing rate makes of costs and of the order of lots', async () => {
  const world = await openPortfolio({ today: '2024-06-30', ...OFFLINE })
  const { broker_id, book, addAsset, gains } = world
  const [one, two] = [await addAsset('ONE', 'USD'), await addAsset('TWO', 'CHF')]
  const line = { broker_id, quantity: '1', price: '10' }
  await book(
    { ...line, type: 'BUY', asset_id: one, date: '2024-01-03', currency: 'USD' },
    { ...line, type: 'BUY', asset_id: two, date: '2024-02-05', currency: 'CHF' },
    { ...line, type: 'SELL', asset_id: one, date: '2024-03-04', quantity: '-1', currency: 'USD' },
    { ...line, type: 'SELL', asset_id: two, date: '2024-03-05', quantity: '-1', currency: 'CHF' },
  )
  const { warnings } = await gains('method=HIFO')
  expect(
    warnings.map(({ code, severity, from, to, affects }) => [code, severity, from, to, affects.pairs, affects.days]),
  ).toEqual([['rate-missing', 'error', '2024-01-03', '2024-03-05', ['CHF/EUR', 'USD/EUR'], 63]])
  expect(warnings[0]?.detail).toBe(
    'There are no exchange rates to EUR for these days: CHF (2024-02-05 – 2024-03-05), USD (2024-01-03 – 2024-03-04); amounts in these currencies are left out of the totals. HIFO cannot compare lots that were paid in some of them, and takes them last.',
  )
})

test('offline, pairs that brokers booked rates of are apart from those that nothing says; sent as they stand, they are removed', async () => {
  const world = await openPortfolio({ today: '2024-03-01', ...OFFLINE })
  const { broker_id, book, holdings } = world
  const deposit = { broker_id, type: 'DEPOSIT', date: '2024-02-28', amount: '100' }
  const converted = (group: string, ...legs: [amount: string, currency: string][]) =>
    legs.map(([amount, currency]) => ({ broker_id, type: 'FX_CONVERSION', date: '2024-02-29', group, amount, currency }))
  await book(
    ...['EUR', 'USD', 'SEK', 'NOK'].map((currency) => ({ ...deposit, currency })),
    ...converted('a', ['-10', 'EUR'], ['12.5', 'USD']),
    ...converted('b', ['-12.5', 'USD'], ['10', 'CHF']),
  )
  const { warnings } = await holdings()
  expect(warnings.map(({ affects, remedy }) => [affects.pairs, remedy?.figures])).toEqual([
    [['CHF/EUR', 'USD/EUR'], 'proposed'],
    [['NOK/EUR', 'SEK/EUR'], 'missing'],
  ])
  expect(warnings[0]?.remedy?.body).toEqual([
    { base: 'CHF', quote: 'EUR', date: '2024-03-01', rate: '1' },
    { base: 'EUR', quote: 'USD', date: '2024-03-01', rate: '1.25' },
  ])
  await send(world, warnings[0]?.remedy)
  const after = await holdings()
  expect(after.warnings.map(({ affects }) => affects.pairs)).toEqual([['NOK/EUR', 'SEK/EUR']])
  /** 100 - 10, 100 USD at 1.25, 10 CHF at 1. */
  expect(after.totals.total_value).toBe(String(90 + 80 + 10))
})

test('an asset without a close is one cause, before its first trade and after it: the first price is proposed for the days before', async () => {
  const world = await openPortfolio({ today: '2024-02-20', ...OFFLINE })
  const { broker_id, asset_id, book, addAsset, history, performance } = world
  const [other, gift] = [await addAsset('OTHER'), await addAsset('GIFT')]
  const line = { broker_id, currency: 'EUR' }
  await book(
    { ...line, type: 'DEPOSIT', date: '2024-02-01', amount: '1000' },
    { broker_id, type: 'ADJUSTMENT', asset_id, date: '2024-02-02', quantity: '10' },
    { ...line, type: 'SELL', asset_id, date: '2024-02-06', quantity: '-1', price: '20' },
    { ...line, type: 'SELL', asset_id, date: '2024-02-12', quantity: '-1', price: '30' },
    { ...line, type: 'BUY', asset_id: other, date: '2024-02-13', quantity: '1', price: '5' },
    { broker_id, type: 'ADJUSTMENT', asset_id: gift, date: '2024-02-14', quantity: '1' },
  )
  const before = await performance()
  const priceless = before.warnings.filter(({ code }) => code === 'price-missing')
  expect(
    priceless.map(({ severity, affects, remedy }) => [severity, affects.assets.map(({ id }) => id), remedy?.figures]),
  ).toEqual([
    ['error', [asset_id, other], 'proposed'],
    ['error', [gift], 'missing'],
  ])
  expect(priceless[0]?.detail).toBe(
    'There is no close for 2 assets: ACME name (ACME), OTHER name (OTHER); their last trades are used, and on days without one these are left out of the totals: ACME name (ACME).',
  )
  expect(priceless[0]?.remedy?.body).toEqual([
    { asset_id, date: '2024-02-02', close: '20', currency: 'EUR' },
    { asset_id, date: '2024-02-06', close: '20', currency: 'EUR' },
    { asset_id, date: '2024-02-12', close: '30', currency: 'EUR' },
    { asset_id, date: '2024-02-20', close: '30', currency: 'EUR' },
    { asset_id: other, date: '2024-02-13', close: '5', currency: 'EUR' },
    { asset_id: other, date: '2024-02-20', close: '5', currency: 'EUR' },
  ])
  const values = async () => new Map((await history(`asset_ids=${asset_id}`)).points.map(({ date, value }) => [date, value]))
  const known = await values()
  await send(world, priceless[0]?.remedy)
  const now = await values()
  expect([known.get('2024-02-05'), now.get('2024-02-05')]).toEqual(['0', '200'])
  for (const [day, value] of known) if (day >= '2024-02-06') expect([day, now.get(day)]).toEqual([day, value])
  expect((await performance()).warnings.flatMap(({ code, affects }) => (code === 'price-missing' ? affects.assets : []))).toEqual(
    [{ id: gift, name: 'GIFT name' }],
  )
})

test('where trades end before the report does, they are entered with what is missing before them: a close hides the trades after it', async () => {
  const world = await openPortfolio({ today: '2024-12-31', ...OFFLINE })
  const { broker_id, asset_id, book, price, performance, history } = world
  const line = { broker_id, asset_id, currency: 'EUR' }
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-02-01', amount: '1000', currency: 'EUR' },
    { broker_id, type: 'ADJUSTMENT', asset_id, date: '2024-02-02', quantity: '10' },
    { ...line, type: 'SELL', date: '2024-02-06', quantity: '-1', price: '20' },
    { ...line, type: 'SELL', date: '2024-02-12', quantity: '-1', price: '30' },
  )
  await price({ '2024-02-15': '31' })
  const query = 'from=2024-02-02&to=2024-02-16'
  const value = async () => (await history(query)).points.find(({ date }) => date === '2024-02-13')?.value
  const before = await value()
  const found = (await performance(query)).warnings.find(({ code }) => code === 'price-missing')
  expect(found?.detail).toBe(
    'There is no close for ACME name (ACME); its last trade is used, and on days without one it is left out of the totals.',
  )
  expect(found?.remedy?.body).toMatchObject([{ close: '20' }, { close: '20' }, { close: '30' }, { close: '30' }])
  await send(world, found?.remedy)
  expect([await value(), (await performance(query)).warnings.map(({ code }) => code)]).toEqual([before, []])
})

test('a contract that is held after its last day has no new close: that is one cause, and closing it mends both', async () => {
  const world = await openPortfolio({ today: '2024-12-31', ...OFFLINE })
  const { broker_id, book, addAsset, holdings, send: post } = world
  const option = { symbol: 'ACME240119C00150000', name: 'ACME call', type: 'OPTION', currency: 'EUR' }
  const [call, share] = [(await post('POST', '/assets', option)).id, await addAsset('SHARE')]
  const line = { broker_id, type: 'BUY', date: '2024-01-02', quantity: '3', price: '2', currency: 'EUR' }
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' },
    { ...line, asset_id: call },
    { ...line, asset_id: share },
  )
  const shown = async (query: string) =>
    (await holdings(query)).warnings.map(({ code, affects, remedy }) => [code, affects.assets.map(({ id }) => id), remedy])
  const before = await shown('as_of=2024-12-31')
  expect(before.map(([code, assets]) => [code, assets])).toEqual([
    ['contract-expired', [call]],
    ['price-missing', [share]],
  ])
  expect((await shown('as_of=2024-01-18')).map(([code, assets]) => [code, assets])).toEqual([['price-missing', [call, share]]])
  await send(world, before[0]?.[2] as Remedy)
  expect((await shown('as_of=2024-12-31')).map(([code, assets]) => [code, assets])).toEqual([['price-missing', [share]]])
})

test('brokers below zero are together where one request mends them: without deposits, with some, and those that the caller may only read', async () => {
  const world = await openPortfolio()
  const { app, user, broker_id, line, book, price, performance, addBroker, send: post } = world
  const ids = [broker_id, await addBroker(), await addBroker(), await addBroker()]
  const friend = await app.createUser()
  const theirs = (await post('POST', '/brokers', { name: 'Theirs' }, friend)).id
  await price({ '2024-01-03': '100', '2024-01-05': '50', '2024-12-31': '120' })
  for (const id of ids) await book({ ...line, broker_id: id, type: 'BUY', date: '2024-01-03', quantity: '10', price: '100' })
  for (const id of ids.slice(2))
    await book({ broker_id: id, type: 'DEPOSIT', date: '2024-01-02', amount: '100', currency: 'EUR' })
  const bought = { type: 'BUY', date: '2024-01-03', quantity: '1', price: '100', currency: 'EUR' }
  const asset = await post('POST', '/assets', { symbol: 'OWN', name: 'Own', type: 'STOCK', currency: 'EUR' }, friend)
  await post('POST', '/transactions', { ...bought, broker_id: theirs, asset_id: asset.id }, friend)
  await post('POST', `/brokers/${theirs}/access`, { user_id: user.id, role: 'VIEWER', share: '0' }, friend)
  const all = [...ids, theirs].map((id) => `broker_ids=${id}`).join('&')
  const owed = async () => (await performance(all)).warnings.filter(({ code }) => code === 'return-base-not-positive')
  const [first, second] = [ids.slice(0, 2), ids.slice(2)]
  const found = await owed()
  expect(found.map(({ affects, remedy }) => [affects.brokers.map(({ id }) => id), remedy?.operation_id, remedy?.body])).toEqual([
    [first, 'changeBrokers', { ids: first, change: { cash: 'not-tracked' } }],
    [second, 'changeBrokers', { ids: second, change: { cash: 'not-tracked' } }],
    [[theirs], 'getPerformance', null],
  ])
  for (const { remedy } of found.slice(0, 2)) await send(world, remedy)
  expect((await owed()).flatMap(({ affects }) => affects.brokers.map(({ id }) => id)).filter((id) => ids.includes(id))).toEqual(
    [],
  )
})
