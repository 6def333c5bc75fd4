import { expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import { BrokerSummary } from '#src/brokers/schema.ts'
import { add, decimal, formatDecimal } from '#src/shared/decimal.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

async function setup() {
  const deps = { plugins: { brim: [], assets: [], fx: fxProviders } }
  const world = await openPortfolio({ today: '2024-07-01', deps, asset: { currency: 'USD' } })
  const { call, user, broker_id, send } = world
  const line = { broker_id, date: '2024-01-02', currency: 'USD' }
  const put = (...rates: [base: string, quote: string, date: string, rate: string][]) =>
    send(
      'PUT',
      '/fx/rates',
      rates.map(([base, quote, date, rate]) => ({ base, quote, date, rate })),
    )
  const summary = async (query = 'currency=EUR') =>
    (await call(user, 'GET', `/brokers/${broker_id}/summary?${query}`)).as(BrokerSummary)
  return { ...world, line, put, summary }
}

test('200 in the summary’s currency: values at the rate of the day, costs at that of the day of acquisition, totals as the sum of both', async () => {
  const { asset_id, line, book, put, summary } = await setup()
  await book(
    { ...line, type: 'DEPOSIT', amount: '1000' },
    { ...line, type: 'BUY', asset_id, quantity: '10', price: '20', fees: '1' },
    { ...line, type: 'BUY', asset_id, quantity: '10', price: '30', date: '2024-03-01' },
    { ...line, type: 'DEPOSIT', amount: '50', currency: 'EUR' },
  )
  await put(['EUR', 'USD', '2024-01-02', '1.25'], ['EUR', 'USD', '2024-03-01', '1.2'], ['EUR', 'USD', '2024-06-28', '1.6'])
  const { holdings, totals, warnings, balances } = await summary('currency=EUR&as_of=2024-06-28')
  expect(balances).toEqual([
    { currency: 'EUR', amount: '50' },
    { currency: 'USD', amount: '499' },
  ])
  expect(holdings).toMatchObject([
    {
      ...{ price: '30', currency: 'USD', market_value: '600', market_value_base: '375' },
      ...{ cost_basis: '501', cost_currency: 'USD', cost_basis_base: '410.8', unrealised_gain: '-35.8' },
    },
  ])
  expect(totals).toEqual({
    cash: '361.875',
    cost_basis: '410.8',
    market_value: '375',
    unrealised_gain: '-35.8',
    total_value: '736.875',
    complete: true,
  })
  expect(formatDecimal(add(decimal(totals.cash ?? ''), decimal(totals.market_value ?? '')))).toBe(totals.total_value ?? '')
  expect(warnings.map((warning) => warning.code)).toEqual(['price-missing'])
  const inDollars = await summary('currency=USD&as_of=2024-06-28')
  expect(inDollars.totals).toMatchObject({ cash: '579', market_value: '600', cost_basis: '501', unrealised_gain: '99' })
})

test('200 with the same figures as the portfolio report', async () => {
  const { call, user, broker_id, asset_id, line, book, put, summary } = await setup()
  await book(
    { ...line, type: 'BUY', asset_id, quantity: '3', price: '33.33', fees: '0.5' },
    {
      ...line,
      type: 'BUY',
      asset_id,
      quantity: '2',
      price: '100',
      price_currency: 'USD',
      currency: 'CHF',
      fx_rate: '0.9',
      date: '2024-02-01',
    },
    { ...line, type: 'SELL', asset_id, quantity: '-1', price: '40', date: '2024-03-01' },
  )
  await put(['EUR', 'USD', '2024-01-02', '1.1'], ['EUR', 'USD', '2024-03-01', '1.07'], ['CHF', 'EUR', '2024-02-01', '1.06'])
  const [mine] = (await summary('currency=EUR&as_of=2024-03-05')).holdings
  const report = await call(user, 'GET', `/portfolio/holdings?broker_ids=${broker_id}&currency=EUR&as_of=2024-03-05&method=FIFO`)
  const [theirs] = report.body.holdings
  expect(mine).toMatchObject({
    market_value_base: theirs.market_value,
    cost_basis_base: theirs.cost_basis,
    unrealised_gain: theirs.unrealised_gain,
    price: theirs.price,
  })
  expect(mine?.cost_basis).toBeNull()
  expect((await summary('currency=EUR&as_of=2024-03-05')).warnings.map((warning) => warning.code)).toContain(
    'cost-in-several-currencies',
  )
})

test('200 by HIFO with the lots that cost most in the currency of the summary, whatever was paid: those of the portfolio report', async () => {
  const { call, user, broker_id, asset_id, line, book, put, summary } = await setup()
  await call(user, 'PATCH', '/auth/users/me/preferences', { currency: 'EUR', cost_basis_method: 'HIFO' })
  const trade = { ...line, asset_id, quantity: '10' }
  await book(
    { ...line, type: 'DEPOSIT', amount: '1000', currency: 'EUR' },
    { ...line, type: 'DEPOSIT', amount: '10000', currency: 'JPY' },
    { ...trade, type: 'BUY', price: '50', currency: 'EUR' },
    { ...trade, type: 'BUY', price: '1000', currency: 'JPY', date: '2024-01-03' },
    { ...trade, type: 'SELL', quantity: '-10', price: '60', currency: 'EUR', date: '2024-02-01' },
  )
  const unknown = await summary('currency=EUR&as_of=2024-06-28')
  expect(unknown.warnings.find(({ code }) => code === 'rate-missing')).toMatchObject({
    pair: 'JPY/EUR',
    detail: expect.stringContaining('HIFO'),
  })
  await put(['EUR', 'JPY', '2024-01-02', '160'], ['EUR', 'JPY', '2024-06-28', '160'])
  const { holdings, warnings } = await summary('currency=EUR&as_of=2024-06-28')
  expect(holdings).toMatchObject([{ cost_basis: '10000', cost_currency: 'JPY', average_cost: '1000', cost_basis_base: '62.5' }])
  expect(warnings.map(({ code }) => code)).not.toContain('rate-missing')
  expect(warnings.map(({ detail }) => detail).join()).not.toContain('HIFO')
  const path = `/portfolio/holdings?broker_ids=${broker_id}&currency=EUR&as_of=2024-06-28&method=HIFO&lots=true`
  const [theirs] = (await call(user, 'GET', path)).body.holdings
  expect(theirs).toMatchObject({ cost_basis: '62.5', lots: [{ acquired_on: '2024-01-03', quantity: '10' }] })
})

test('200 with a stale rate, flagged with its pair and day; never silently', async () => {
  const { line, book, put, summary } = await setup()
  await book({ ...line, type: 'DEPOSIT', amount: '100' })
  await put(['EUR', 'USD', '2024-01-02', '1.25'])
  const { totals, warnings } = await summary('currency=EUR&as_of=2024-06-28')
  expect(totals.cash).toBe('80')
  expect(warnings).toMatchObject([
    {
      code: 'rate-stale',
      severity: 'warning',
      detail: 'The last exchange rate from USD to EUR is of 2024-01-02.',
      asset_id: null,
      pair: 'USD/EUR',
      currency: 'USD',
      from: '2024-06-28',
      to: '2024-06-28',
    },
  ])
  expect((await summary('currency=EUR&as_of=2024-01-09')).warnings).toEqual([])
})

test('200 with null totals and a warning for each pair without a rate; never 1', async () => {
  const { asset_id, line, book, put, summary } = await setup()
  await book(
    { ...line, type: 'BUY', asset_id, quantity: '10', price: '20' },
    { ...line, type: 'DEPOSIT', amount: '100', currency: 'CHF' },
    { ...line, type: 'DEPOSIT', amount: '7', currency: 'EUR' },
  )
  await put(['CHF', 'EUR', '2024-06-28', '1.05'])
  const { totals, warnings, holdings, as_of } = await summary()
  expect(totals).toEqual({
    cash: null,
    cost_basis: null,
    market_value: null,
    unrealised_gain: null,
    total_value: null,
    complete: false,
  })
  expect(holdings).toMatchObject([{ market_value: '200', market_value_base: null, cost_basis: '200', cost_basis_base: null }])
  expect(warnings.filter((warning) => warning.code === 'rate-missing')).toEqual([
    expect.objectContaining({ pair: 'USD/EUR', currency: 'USD', from: '2024-01-02', to: as_of }),
  ])
  await put(['EUR', 'USD', '2024-01-02', '1.25'], ['EUR', 'USD', '2024-06-28', '1.6'])
  expect((await summary()).totals).toMatchObject({ cash: '-13', market_value: '125', cost_basis: '160', unrealised_gain: '-35' })
})

test('200 with a trade price from before a split in the units after it', async () => {
  const { asset_id, line, book, summary } = await setup()
  await book(
    { ...line, type: 'BUY', asset_id, quantity: '10', price: '200' },
    { ...line, type: 'SPLIT', asset_id, ratio: '10:1', date: '2024-02-01' },
  )
  const { holdings } = await summary('currency=USD')
  expect(holdings).toMatchObject([
    { quantity: '100', price: '20', price_date: '2024-01-02', market_value: '2000', unrealised_gain: '0' },
  ])
})
