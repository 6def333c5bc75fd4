import { expect, test } from 'bun:test'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { createAsset } from '#test/support/factories.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const setUp = () => openPortfolio({ broker: { allowAssetShorting: true } })

test('200 for gains per disposal and lot; totals are the sums of the rows, per year, asset and currency', async () => {
  const { broker_id, asset_id, book, ask } = await setUp()
  const line = { broker_id, asset_id, currency: 'EUR' }
  await book(
    { ...line, type: 'BUY', date: '2023-01-10', quantity: '10', price: '20', fees: '1' },
    { ...line, type: 'BUY', date: '2023-03-10', quantity: '10', price: '30', fees: '2' },
    { ...line, type: 'SELL', date: '2023-06-10', quantity: '-15', price: '40', fees: '3' },
    { ...line, type: 'SELL', date: '2024-06-10', quantity: '-5', price: '10' },
  )
  const report = (await ask('gains?currency=EUR&method=FIFO')).as(GainsReport)
  expect(report).toMatchObject({
    from: '2023-01-10',
    to: '2024-12-31',
    currency: 'EUR',
    method: 'FIFO',
    broker_ids: [broker_id],
    warnings: [],
  })
  expect(
    report.disposals.map((row) => [
      row.acquired_on,
      row.sold_on,
      row.quantity,
      row.cost,
      row.proceeds,
      row.fees,
      row.gain,
      row.holding_days,
    ]),
  ).toEqual([
    ['2023-01-10', '2023-06-10', '10', '201', '398', '2', '197', 151],
    ['2023-03-10', '2023-06-10', '5', '151', '199', '1', '48', 92],
    ['2023-03-10', '2024-06-10', '5', '151', '50', '0', '-101', 458],
  ])
  expect(report.totals).toMatchObject({
    cost: '503',
    proceeds: '647',
    fees: '3',
    gain: '144',
    price_gain: '144',
    currency_gain: '0',
  })
  expect(report.totals.by_year.map(({ year, gain }) => [year, gain])).toEqual([
    ['2023', '245'],
    ['2024', '-101'],
  ])
  expect(report.totals.by_asset).toMatchObject([{ asset_id, symbol: 'ACME', gain: '144' }])
  const year = (await ask('gains?currency=EUR&from=2024-01-01&to=2024-12-31')).as(GainsReport)
  expect(year.disposals.map((row) => row.gain)).toEqual(['-101'])
})

test('200 with the taxes among the selling costs apart, by part of the units and at the rate that was booked', async () => {
  const { broker_id, asset_id, book, ask } = await setUp()
  const line = { broker_id, asset_id, currency: 'EUR' }
  await book(
    { ...line, type: 'BUY', date: '2023-01-10', quantity: '10', price: '20', taxes: '7' },
    { ...line, type: 'BUY', date: '2023-03-10', quantity: '10', price: '30' },
    { ...line, type: 'SELL', date: '2023-06-10', quantity: '-15', price: '40', fees: '3', taxes: '45' },
    { ...line, type: 'SELL', date: '2024-06-10', quantity: '-5', price: '10', fees: '1' },
  )
  const { disposals, totals } = (await ask('gains?currency=EUR&method=FIFO&explain=true')).as(GainsReport)
  expect(disposals.map((row) => [row.fees, row.taxes, row.proceeds])).toEqual([
    ['32', '30', '368'],
    ['16', '15', '184'],
    ['1', '0', '49'],
  ])
  expect([totals.fees, totals.taxes]).toEqual(['49', '45'])
  expect(totals.by_year.map(({ year, taxes }) => [year, taxes])).toEqual([
    ['2023', '45'],
    ['2024', '0'],
  ])
  const explained = disposals[0]?.explain?.find(({ figure }) => figure === 'taxes')
  expect(explained?.terms).toMatchObject([{ amount: '30', amount_in: '45', quantity: '10', of_quantity: '15' }])
  const { text } = await ask('gains?currency=EUR&method=FIFO&format=csv')
  expect(text.split('\r\n')[0]?.split(',')).toContain('taxes')
})

test('200 with each method taking other lots; S104 says by which rule', async () => {
  const { broker_id, asset_id, book, ask } = await setUp()
  const line = { broker_id, asset_id, currency: 'GBP' }
  await book(
    { ...line, type: 'BUY', date: '2024-01-01', quantity: '10', price: '10' },
    { ...line, type: 'BUY', date: '2024-02-01', quantity: '10', price: '30' },
    { ...line, type: 'BUY', date: '2024-03-01', quantity: '10', price: '20' },
    { ...line, type: 'SELL', date: '2024-06-01', quantity: '-10', price: '40' },
    { ...line, type: 'BUY', date: '2024-06-20', quantity: '4', price: '50' },
  )
  const gain = async (method: string) => {
    const report = (await ask(`gains?currency=GBP&method=${method}`)).as(GainsReport)
    return report.disposals.map((row) => [row.rule, row.acquired_on, row.quantity, row.gain])
  }
  expect(await gain('FIFO')).toEqual([[null, '2024-01-01', '10', '300']])
  expect(await gain('LIFO')).toEqual([[null, '2024-03-01', '10', '200']])
  expect(await gain('HIFO')).toEqual([[null, '2024-02-01', '10', '100']])
  expect(await gain('AVERAGE')).toEqual([[null, null, '10', '200']])
  expect(await gain('S104')).toEqual([
    ['30-days', '2024-06-20', '4', '-40'],
    ['pool', null, '6', '120'],
  ])
})

test('200 with price and currency gain apart, at the rates that the broker booked', async () => {
  const { app, broker_id, book, ask } = await setUp()
  const asset_id = await createAsset(app, { symbol: 'USCO', currency: 'USD' })
  const line = { broker_id, asset_id, currency: 'EUR', price_currency: 'USD' }
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100', fx_rate: '0.9' },
    { ...line, type: 'SELL', date: '2024-05-02', quantity: '-10', price: '120', fx_rate: '0.8' },
  )
  const inEuro = (await ask('gains?currency=EUR')).as(GainsReport)
  expect(inEuro.disposals).toMatchObject([{ cost: '900', proceeds: '960', gain: '60', price_gain: '160', currency_gain: '-100' }])
  const inDollars = (await ask('gains?currency=USD')).as(GainsReport)
  expect(inDollars.disposals).toMatchObject([
    { cost: '1000', proceeds: '1200', gain: '200', price_gain: '200', currency_gain: '0' },
  ])
  expect(inDollars.warnings).toEqual([])
})

test('200 with a warning and no figure where the rate is missing; it is never taken as 1', async () => {
  const { broker_id, asset_id, book, ask } = await setUp()
  const line = { broker_id, asset_id, currency: 'USD' }
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100' },
    { ...line, type: 'SELL', date: '2024-05-02', quantity: '-10', price: '120' },
  )
  const report = (await ask('gains?currency=EUR')).as(GainsReport)
  expect(report.disposals).toMatchObject([{ cost: null, proceeds: null, gain: null }])
  expect(report.totals.gain).toBe('0')
  expect(report.warnings.map(({ code, pair, asset_id }) => [code, pair, asset_id])).toEqual([['rate-missing', 'USD/EUR', null]])
  expect([report.complete, report.totals.complete]).toEqual([false, false])
})

test('200 for a short position, a transfer that keeps date and cost, and a split that keeps cost', async () => {
  const { app, broker_id, asset_id, book, ask, addBroker } = await setUp()
  const other = await addBroker({})
  const short = await createAsset(app, { symbol: 'SHRT' })
  await book(
    { broker_id, asset_id: short, currency: 'EUR', type: 'SELL', date: '2024-01-05', quantity: '-3', price: '20' },
    { broker_id, asset_id: short, currency: 'EUR', type: 'BUY', date: '2024-03-05', quantity: '3', price: '5' },
    { broker_id, asset_id, currency: 'EUR', type: 'BUY', date: '2023-01-05', quantity: '10', price: '10', fees: '1' },
    { broker_id, asset_id, type: 'TRANSFER', date: '2024-02-01', quantity: '-10', group: 't' },
    { broker_id: other, asset_id, type: 'TRANSFER', date: '2024-02-01', quantity: '10', group: 't' },
    { broker_id: other, asset_id, type: 'SPLIT', date: '2024-03-01', quantity: '10' },
    { broker_id: other, asset_id, currency: 'EUR', type: 'SELL', date: '2024-04-01', quantity: '-20', price: '6' },
  )
  const report = (await ask(`gains?currency=EUR&from=2024-01-01`)).as(GainsReport)
  expect(report.disposals).toMatchObject([
    { symbol: 'SHRT', short: true, acquired_on: '2024-01-05', sold_on: '2024-03-05', cost: '15', proceeds: '60', gain: '45' },
    { symbol: 'ACME', short: false, acquired_on: '2023-01-05', quantity: '20', cost: '101', proceeds: '120', gain: '19' },
  ])
  const only = (await ask(`gains?currency=EUR&broker_ids=${other}`)).as(GainsReport)
  expect(only.disposals).toMatchObject([{ symbol: 'ACME', cost: '101', gain: '19' }])
})

test('200 as CSV with guarded texts, by format or by the Accept header', async () => {
  const { app, broker_id, book, ask } = await setUp()
  const asset_id = await createAsset(app, { symbol: '=1+1', name: '@SUM(A1)', isin: 'US0378331005' })
  await book(
    { broker_id, asset_id, currency: 'EUR', type: 'BUY', date: '2024-01-05', quantity: '1', price: '20' },
    { broker_id, asset_id, currency: 'EUR', type: 'SELL', date: '2024-01-06', quantity: '-1', price: '19' },
  )
  const answer = await ask('gains?format=csv&currency=EUR')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.text.split('\r\n')[1]).toContain(
    ",'=1+1,'@SUM(A1),US0378331005,EUR,2024-01-05,2024-01-06,1,20,19,0,0,-1,-1,0,1,false,",
  )
  expect((await ask('gains?currency=EUR', { Accept: 'text/csv' })).text).toBe(answer.text)
})

test('200 with the name and the ISIN of each asset, as they are now', async () => {
  const { app, user, broker_id, book, gains, send } = await setUp()
  const asset_id = await createAsset(app, { symbol: 'NEW', name: 'New', isin: 'US0378331005', createdBy: user.id })
  await book(
    { broker_id, asset_id, currency: 'EUR', type: 'BUY', date: '2024-01-05', quantity: '1', price: '20' },
    { broker_id, asset_id, currency: 'EUR', type: 'SELL', date: '2024-01-06', quantity: '-1', price: '19' },
  )
  const labels = async () => {
    const { disposals, totals } = await gains('from=2024-01-01')
    return [...disposals, ...totals.by_asset]
      .filter((row) => row.asset_id === asset_id)
      .map(({ name, isin }) => `${name} ${isin}`)
  }
  expect(await labels()).toEqual(['New US0378331005', 'New US0378331005'])
  await send('PATCH', `/assets/${asset_id}`, { name: 'Newer', isin: null })
  expect(await labels()).toEqual(['Newer null', 'Newer null'])
})

test('IRS publication 550, shares that cannot be identified: 130 sold after a gift of 50 cost $1,380, the oldest first', async () => {
  const { line, book, gains, holdings } = await setUp()
  await book(
    { ...line, type: 'BUY', date: '2009-06-01', quantity: '100', price: '10' },
    { ...line, type: 'BUY', date: '2010-01-04', quantity: '200', price: '11' },
    { ...line, type: 'ADJUSTMENT', date: '2010-07-01', quantity: '-50' },
    { ...line, type: 'BUY', date: '2012-12-03', quantity: '100', price: '9' },
    { ...line, type: 'SELL', date: '2024-04-01', quantity: '-130', price: '20' },
  )
  const { disposals, totals } = await gains()
  expect(disposals.map(({ acquired_on, quantity, cost }) => [acquired_on, quantity, cost])).toEqual([
    ['2009-06-01', '50', '500'],
    ['2010-01-04', '80', '880'],
  ])
  expect([totals.cost, totals.gain]).toEqual(['1380', '1220'])
  expect((await holdings()).holdings.map(({ quantity, cost_basis }) => [quantity, cost_basis])).toEqual([['220', '2220']])
})

test('IRS publication 550, two new shares for each: of one for $30 and one for $45 come three for $10 and three for $15', async () => {
  const { line, broker_id, asset_id, book, holdings } = await setUp()
  await book(
    { ...line, type: 'BUY', date: '2015-03-02', quantity: '1', price: '30' },
    { ...line, type: 'BUY', date: '2016-03-01', quantity: '1', price: '45' },
    { broker_id, asset_id, type: 'SPLIT', date: '2018-06-01', ratio: '3:1' },
  )
  const [held] = (await holdings('lots=true')).holdings
  expect(held?.lots?.map(({ quantity, cost, unit_cost }) => [quantity, cost, unit_cost])).toEqual([
    ['3', '30', '10'],
    ['3', '45', '15'],
  ])
})

test('200 for nothing at all, and for strangers’ brokers, which are left out in silence', async () => {
  const { app, broker_id } = await setUp()
  const stranger = await app.createUser()
  const report = (await app.call(stranger, 'GET', `/portfolio/gains?broker_ids=${broker_id}`)).as(GainsReport)
  expect([report.broker_ids, report.disposals, report.totals.gain]).toEqual([[], [], '0'])
})

test('200 again after a write: what is cached is computed again', async () => {
  const { gains, broker_id, asset_id, book } = await setUp()
  const gain = async () => (await gains('from=2024-01-01')).totals.gain
  await book({ broker_id, asset_id, currency: 'EUR', type: 'BUY', date: '2024-01-05', quantity: '1', price: '20' })
  expect([await gain(), await gain()]).toEqual(['0', '0'])
  await book({ broker_id, asset_id, currency: 'EUR', type: 'SELL', date: '2024-02-05', quantity: '-1', price: '25' })
  expect(await gain()).toBe('5')
})

test('422 for a range that ends before it begins, an unknown method, currency or key; 401 without session', async () => {
  const { app, ask } = await setUp()
  const pointer = async (query: string) => {
    const answer = await ask(`gains?${query}`)
    return [answer.status, answer.body.errors[0].pointer]
  }
  expect(await pointer('from=2024-02-01&to=2024-01-01')).toEqual([422, '/query/from'])
  expect(await pointer('method=GUESS')).toEqual([422, '/query/method'])
  expect(await pointer('currency=EURO')).toEqual([422, '/query/currency'])
  expect(await pointer('colour=red')).toEqual([422, '/query/colour'])
  expect((await app.call(null, 'GET', '/portfolio/gains')).status).toBe(401)
})
