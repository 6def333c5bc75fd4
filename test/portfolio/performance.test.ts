import { expect, test } from 'bun:test'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const setUp = (today = '2024-12-31') => openPortfolio({ today, broker: { allowAssetShorting: true } })

test('200 with start + flows + gain = end, the gain divided, and the cost of trades counted once', async () => {
  const { broker_id, line, performance, holdings, book } = await setUp()
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50', fees: '5' },
    { ...line, type: 'SELL', date: '2024-03-01', quantity: '-4', price: '60', fees: '2' },
    { ...line, type: 'DIVIDEND', date: '2024-04-01', amount: '8', taxes: '2' },
  )
  const report = await performance()
  expect(report).toMatchObject({ start_value: '0', net_flows: '1000', end_value: '1101', scope: 'total' })
  expect(report.gain).toEqual({
    total: '101',
    realised: '40',
    unrealised: '60',
    income: '10',
    fees: '-7',
    taxes: '-2',
    currency: '0',
    price: '100',
    costs: '-9',
  })
  expect(report.twr).toBeCloseTo(0.101, 12)
  expect(report.simple).toBeCloseTo(0.101, 12)
  expect(report.mwr).toBeCloseTo(1.101 ** (365 / 364) - 1, 9)
  const held = await holdings('lots=true')
  expect(held.holdings).toMatchObject([
    {
      symbol: 'ACME',
      quantity: '6',
      cost_basis: '303',
      market_value: '360',
      unrealised_gain: '57',
      realised_gain: '36',
      income: '8',
      total_gain: '101',
    },
  ])
  expect(held.holdings[0]!.lots).toEqual([
    { transaction_id: 2, lot_id: 2, acquired_on: '2024-01-03', quantity: '6', cost: '303', unit_cost: '50.5' },
  ])
  expect(held.totals).toMatchObject({ cash: '741', market_value: '360', total_value: '1101', total_gain: '101' })
  expect(held.warnings).toMatchObject([{ code: 'price-missing', asset_id: line.asset_id }])
})

test('200 with scope assets: purchases flow in, sales and income flow out', async () => {
  const { line, performance, book } = await setUp()
  await book(
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50' },
    { ...line, type: 'SELL', date: '2024-03-01', quantity: '-10', price: '60' },
    { ...line, type: 'DIVIDEND', date: '2024-05-01', amount: '5' },
  )
  const report = await performance('scope=assets')
  expect(report).toMatchObject({
    start_value: '0',
    end_value: '0',
    net_flows: '-105',
    gain: { total: '105', realised: '100', income: '5' },
  })
  expect(report.twr).toBeCloseTo(0.2, 12)
})

test('200 for an empty portfolio: zeros and reasons, no NaN', async () => {
  const { performance, holdings, history } = await setUp()
  expect(await performance()).toMatchObject({
    ...{
      from: '2024-12-31',
      to: '2024-12-31',
      start_value: '0',
      end_value: '0',
      net_flows: '0',
      twr: null,
      twr_reason: 'no-value',
    },
    ...{
      twr_annualised: null,
      mwr: null,
      mwr_reason: 'no-flows',
      simple: null,
      volatility: null,
      sharpe: null,
      sortino: null,
      best_day: null,
    },
    ...{ max_drawdown: null, benchmark: null, warnings: [] },
  })
  expect((await holdings()).holdings).toEqual([])
  expect((await history()).points).toEqual([
    {
      ...{ date: '2024-12-31', value: '0', cash: '0', invested: '0', net_flows: '0', put_in: '0', gain: '0' },
      ...{ twr: 0, holding: null, explain: null },
    },
  ])
})

test('200 for only cash: a deposit gains nothing, interest does', async () => {
  const { broker_id, performance, book } = await setUp()
  await book(
    { broker_id, type: 'DEPOSIT', date: '2023-12-31', amount: '1000', currency: 'EUR' },
    { broker_id, type: 'INTEREST', date: '2024-06-30', amount: '30', currency: 'EUR' },
    { broker_id, type: 'DEPOSIT', date: '2024-12-31', amount: '5000', currency: 'EUR' },
  )
  const report = await performance('from=2024-01-01')
  expect(report).toMatchObject({ start_value: '1000', end_value: '6030', net_flows: '5000', gain: { total: '30', income: '30' } })
  expect(report.twr).toBeCloseTo(0.03, 12)
  expect(report.twr_annualised).toBeCloseTo(1.03 ** (365 / 366) - 1, 12)
})

test('200 for bought and sold on one day, and sold all and bought again', async () => {
  const { line, performance, book } = await setUp()
  await book(
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50' },
    { ...line, type: 'SELL', date: '2024-01-03', quantity: '-10', price: '55' },
    { ...line, type: 'BUY', date: '2024-06-03', quantity: '1', price: '100' },
  )
  const report = await performance('scope=assets')
  expect(report.gain).toMatchObject({ total: '50', realised: '50', unrealised: '0' })
  expect(report.twr).toBeCloseTo(0.1, 12)
})

test('200 for a whole loss: twr -1, mwr has no solution', async () => {
  const { broker_id, performance, book } = await setUp()
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '100', currency: 'EUR' },
    { broker_id, type: 'FEE', date: '2024-02-02', amount: '-100', currency: 'EUR' },
  )
  expect(await performance()).toMatchObject({
    twr: -1,
    mwr: null,
    mwr_reason: 'one-day',
    end_value: '0',
    gain: { total: '-100', fees: '-100' },
  })
})

test('200 for a short holding with scope total: a falling price gains', async () => {
  const { line, broker_id, performance, holdings, book, addBroker } = await setUp()
  const other = await addBroker({})
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' },
    { ...line, type: 'SELL', date: '2024-01-03', quantity: '-10', price: '50' },
    { ...line, broker_id: other, type: 'BUY', date: '2024-02-03', quantity: '1', price: '40' },
  )
  const report = await performance(`broker_ids=${broker_id}`)
  expect(report.end_value).toBe('1000')
  expect((await holdings(`broker_ids=${broker_id}`)).holdings).toMatchObject([
    { quantity: '-10', cost_basis: '-500', market_value: '-500' },
  ])
})

test('200 for income after the holding is gone: it is gain, and no return of nothing', async () => {
  const { line, performance, book } = await setUp()
  await book(
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50' },
    { ...line, type: 'SELL', date: '2024-02-03', quantity: '-10', price: '50' },
    { ...line, type: 'DIVIDEND', date: '2024-03-03', amount: '20' },
  )
  const report = await performance('scope=assets&from=2024-03-01')
  expect(report).toMatchObject({ twr: null, twr_reason: 'no-value', gain: { total: '20', income: '20' }, mwr: null })
  const whole = await performance('scope=assets')
  expect([whole.twr, whole.twr_reason]).toEqual([expect.closeTo(0, 12), null])
})

test('200 for a currency without a rate: left out with a warning, never taken as 1', async () => {
  const { broker_id, performance, holdings, book } = await setUp()
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' },
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '500', currency: 'USD' },
  )
  const report = await performance()
  expect([report.end_value, report.net_flows, report.warnings]).toMatchObject([
    '1000',
    '1000',
    [{ code: 'rate-missing', pair: 'USD/EUR', from: '2024-01-02' }],
  ])
  expect((await holdings()).cash).toEqual([
    { currency: 'EUR', amount: '1000', value: '1000', explain: null },
    { currency: 'USD', amount: '500', value: null, explain: null },
  ])
})

test('200 with a gift at market value as a flow, and no price at all warned of', async () => {
  const { broker_id, line, performance, holdings, book, addAsset } = await setUp()
  const unpriced = await addAsset('NONE')
  await book(
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50' },
    { broker_id, asset_id: line.asset_id, type: 'ADJUSTMENT', date: '2024-02-03', quantity: '2' },
    { broker_id, asset_id: unpriced, type: 'ADJUSTMENT', date: '2024-02-03', quantity: '7' },
  )
  expect(await performance('scope=assets&from=2024-02-01')).toMatchObject({
    start_value: '500',
    net_flows: '100',
    end_value: '600',
    ...{ twr: null, twr_reason: 'incomplete' },
  })
  const held = await holdings()
  expect(held.holdings).toMatchObject([
    { symbol: 'ACME', cost_basis: null, market_value: '600', unrealised_gain: null },
    { symbol: 'NONE', price: null, market_value: null, weight: null },
  ])
  expect(
    held.warnings.map(({ code, severity, affects }) => [code, severity, ...affects.assets.map(({ id }) => id), affects.amount]),
  ).toEqual([
    ['cost-unknown', 'error', line.asset_id, unpriced, '600'],
    ['price-missing', 'error', unpriced, null],
    ['price-missing', 'warning', line.asset_id, '600'],
    ['cash-without-deposits', 'warning', '-500'],
  ])
})

test('200 with owned=true counting each broker by the share of the caller', async () => {
  const { line, user, broker_id, performance, holdings, book, send } = await setUp()
  await send('PATCH', `/brokers/${broker_id}/access/${user.id}`, { share: '0.25' })
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50' },
    { ...line, type: 'SELL', date: '2024-02-03', quantity: '-5', price: '60' },
  )
  expect(await performance('owned=true')).toMatchObject({
    owned: true,
    net_flows: '250',
    end_value: '275',
    gain: { total: '25' },
  })
  expect((await holdings('owned=true')).holdings).toMatchObject([{ quantity: '1.25', cost_basis: '62.5', market_value: '75' }])
})

test('200 with points daily, weekly and monthly, and the same rows as CSV', async () => {
  const { line, broker_id, history, ask, book } = await setUp('2024-02-29')
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-31', amount: '1000', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-02-10', quantity: '10', price: '50' },
    { ...line, type: 'BUY', date: '2024-02-20', quantity: '1', price: '70' },
  )
  const daily = await history()
  expect([daily.points.length, daily.points.at(-1)]).toEqual([
    30,
    {
      ...{ date: '2024-02-29', value: '1200', cash: '430', invested: '770', net_flows: '1000', put_in: '1000', gain: '200' },
      ...{ twr: expect.closeTo(0.2, 12), holding: null, explain: null },
    },
  ])
  expect((await history('interval=monthly')).points.map(({ date, value }) => [date, value])).toEqual([
    ['2024-01-31', '1000'],
    ['2024-02-29', '1200'],
  ])
  expect((await history('interval=weekly')).points.map(({ date }) => date)).toEqual([
    '2024-02-04',
    '2024-02-11',
    '2024-02-18',
    '2024-02-25',
    '2024-02-29',
  ])
  const csv = await ask('history?currency=EUR&interval=monthly&format=csv')
  expect(csv.text).toStartWith(
    'date,value,cash,invested,net_flows,twr,put_in,gain,quantity,price,price_date,price_source,currency\r\n2024-01-31,1000,1000,0,1000,0,1000,0,,,,,\r\n2024-02-29,1200,430,770,1000,0.',
  )
  expect((await ask('performance?currency=EUR&format=csv')).text).toContain('gain.unrealised,200\r\n')
  expect((await ask('holdings?currency=EUR&format=csv')).text).toStartWith('asset_id,symbol,name,type,currency,quantity,price')
})

test('422 portfolio/benchmark-unknown; 200 with a benchmark that has prices', async () => {
  const { line, ask, performance, book } = await setUp()
  expect((await ask('performance?benchmark=999')).body).toMatchObject({ status: 422, code: 'portfolio/benchmark-unknown' })
  await book(
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50' },
    { ...line, type: 'BUY', date: '2024-03-03', quantity: '1', price: '60' },
  )
  const { benchmark } = await performance(`scope=assets&benchmark=${line.asset_id}&from=2024-02-01`)
  expect(benchmark).toMatchObject({ asset_id: line.asset_id, symbol: 'ACME', twr: expect.closeTo(0.2, 12) })
})

test('422 portfolio/range before 1900, for an end before the beginning, and for more than 300 years; 200 at the very edges', async () => {
  const { ask } = await setUp()
  const refused = {
    'performance?from=1899-12-31': 'from',
    'performance?from=0000-01-01&to=0000-01-02': 'from',
    'history?to=1899-12-31': 'to',
    'gains?from=0001-01-01': 'from',
    'income?from=1899-12-31&to=2024-01-01': 'from',
    'performance/breakdown?by=asset&from=1899-12-31': 'from',
    'cash-flows?from=0999-01-01': 'from',
    'costs?from=1066-10-14': 'from',
    'holdings?as_of=0000-01-01': 'as_of',
    'allocation?by=type&as_of=1899-12-31': 'as_of',
    'charts/history.svg?from=1899-12-31': 'from',
    'charts/allocation.png?to=0000-01-01': 'to',
    'performance?from=2024-02-02&to=2024-02-01': 'from',
    'performance?from=1900-01-01&to=9999-12-31': 'to',
  }
  for (const [path, field] of Object.entries(refused)) {
    const { body } = await ask(path)
    expect([path, body.status, body.code, body.errors?.[0]?.pointer]).toEqual([path, 422, 'portfolio/range', `/query/${field}`])
  }
  for (const path of ['performance?from=1900-01-01', 'history?from=1900-01-01&to=1900-01-01', 'holdings?as_of=9999-12-31'])
    expect([path, (await ask(path)).status]).toEqual([path, 200])
})
