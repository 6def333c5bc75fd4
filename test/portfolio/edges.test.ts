import { expect, test } from 'bun:test'
import type { z } from '@hono/zod-openapi'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { IncomeReport } from '#src/portfolio/income-and-costs/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { decimal, formatDecimal, sum } from '#src/shared/decimal.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const sumOf = (...texts: string[]) => formatDecimal(sum(texts.map(decimal)))

const setUp = (today?: string) => openPortfolio({ ...(today ? { today } : {}), broker: { allowAssetShorting: true } })

test('200 for a split between two closes that only the ledger tells of: the older close counts in the new units', async () => {
  const { line, broker_id, asset_id, book, price, holdings, performance, history } = await setUp()
  await price({ '2024-01-02': '100', '2024-01-09': '51' })
  await book(
    { ...line, type: 'BUY', date: '2024-01-01', quantity: '10', price: '100' },
    { broker_id, asset_id, type: 'SPLIT', date: '2024-01-05', quantity: '10' },
  )
  const values = (await history('scope=assets&to=2024-01-09')).points.map((point) => point.value)
  expect(values).toEqual([...Array.from({ length: 8 }, () => '1000'), '1020'])
  expect((await holdings('as_of=2024-01-06')).holdings).toMatchObject([{ quantity: '20', price: '50', market_value: '1000' }])
  expect(await performance('scope=assets&to=2024-01-09')).toMatchObject({
    ...{ end_value: '1020', best_day: { date: '2024-01-09', ratio: expect.closeTo(0.02, 12) }, max_drawdown: { ratio: 0 } },
  })
})

test('200 for a split that the catalogue tells of some days before the ledger: counted once', async () => {
  const { line, app, user, broker_id, asset_id, book, price, holdings } = await setUp()
  await price({ '2024-01-02': '100', '2024-01-04': '50.5' })
  const added = await app.call(user, 'POST', `/assets/${asset_id}/events`, { type: 'SPLIT', date: '2024-01-04', ratio: '2:1' })
  expect(added.status).toBe(201)
  await book(
    { ...line, type: 'BUY', date: '2024-01-01', quantity: '10', price: '100' },
    { broker_id, asset_id, type: 'SPLIT', date: '2024-01-05', quantity: '10' },
  )
  expect((await holdings('as_of=2024-01-06')).holdings).toMatchObject([{ quantity: '20', price: '50.5', market_value: '1010' }])
})

test('200 when the first close is later than the first trade: the trade price until then, the close from then on', async () => {
  const { line, book, price, history, performance } = await setUp()
  await book({ ...line, type: 'BUY', date: '2024-03-01', quantity: '4', price: '25' })
  await price({ '2024-03-03': '30' })
  const points = (await history('scope=assets&to=2024-03-04')).points
  expect(points.map((point) => [point.value, point.net_flows])).toEqual([
    ['100', '100'],
    ['100', '100'],
    ['120', '100'],
    ['120', '100'],
  ])
  const report = await performance('scope=assets&to=2024-03-04')
  expect([report.twr, report.gain.unrealised]).toEqual([expect.closeTo(0.2, 12), '20'])
  expect(report.warnings).toMatchObject([{ code: 'price-missing', from: '2024-03-01', to: '2024-03-02' }])
})

test('200 with the days on which a price was missing and those on which it was stale apart', async () => {
  const { line, book, price, performance } = await setUp()
  await book({ ...line, type: 'BUY', date: '2024-03-01', quantity: '4', price: '25' })
  await price({ '2024-03-03': '30' })
  const wanted = [
    { code: 'price-missing', from: '2024-03-01', to: '2024-03-02' },
    { code: 'price-stale', from: '2024-03-11', to: '2024-03-20' },
  ]
  expect((await performance('scope=assets&to=2024-03-20')).warnings).toMatchObject(wanted)
  expect((await performance('scope=assets&to=2024-03-20')).warnings).toHaveLength(2)
})

test('200 for sold all and bought again: the idle days count as 0 %, each lot by itself', async () => {
  const { line, book, price, performance, gains, holdings } = await setUp()
  await price({ '2024-01-02': '10', '2024-02-02': '12', '2024-06-03': '20', '2024-07-03': '22' })
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '100', price: '10' },
    { ...line, type: 'SELL', date: '2024-02-02', quantity: '-100', price: '12' },
    { ...line, type: 'BUY', date: '2024-06-03', quantity: '50', price: '20' },
  )
  const report = await performance('scope=assets&to=2024-07-03')
  expect(report.twr).toBeCloseTo(1.2 * 1.1 - 1, 12)
  expect([report.gain.total, report.gain.realised, report.gain.unrealised]).toEqual(['300', '200', '100'])
  expect((await gains()).disposals.map((row) => [row.cost, row.proceeds, row.gain])).toEqual([['1000', '1200', '200']])
  expect((await holdings('as_of=2024-07-03')).holdings).toMatchObject([
    { quantity: '50', cost_basis: '1000', market_value: '1100' },
  ])
})

test('200 for a deposit on the last day: value and flows grow, no return changes', async () => {
  const { line, broker_id, book, price, performance } = await setUp()
  await price({ '2024-01-02': '10', '2024-12-31': '11' })
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '100', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '10' },
  )
  const before = await performance()
  await book({ broker_id, type: 'DEPOSIT', date: '2024-12-31', amount: '900', currency: 'EUR' })
  const after = await performance()
  expect([before.end_value, after.end_value, after.net_flows, after.gain.total]).toEqual(['110', '1010', '1000', '10'])
  expect([before.simple, after.simple]).toEqual([expect.closeTo(0.1, 12), expect.closeTo(0.01, 12)])
  expect(before.twr).toBeCloseTo(0.1, 12)
  expect(after.twr).toBeCloseTo(1010 / 1000 - 1, 12)
  expect(after.mwr).toBeCloseTo(before.mwr!, 9)
})

test('200 for a whole loss of a holding: twr -1 for good, mwr as far as it goes, nothing divides by zero', async () => {
  const { line, book, price, performance } = await setUp()
  await book({ ...line, type: 'BUY', date: '2023-12-31', quantity: '10', price: '10' })
  await price({ '2023-12-31': '10', '2024-06-30': '0' })
  const report = await performance('scope=assets&from=2024-01-01')
  expect(report).toMatchObject({ start_value: '100', end_value: '0', twr: -1, mwr: null, mwr_reason: 'one-day', simple: -1 })
  expect(report.max_drawdown).toEqual({ ratio: 1, from: '2024-06-29', to: '2024-06-30', recovered_on: null })
})

for (const [fee, reason] of [
  ['-132', 'several-solutions'],
  ['-141', 'no-solution'],
] as const)
  test(`200 with a reason instead of a rate: ${reason}`, async () => {
    const { line, book, price, performance } = await setUp()
    await price({ '2023-01-01': '100', '2024-01-01': '1' })
    await book(
      { ...line, type: 'BUY', date: '2022-01-01', quantity: '1', price: '100' },
      { ...line, type: 'DIVIDEND', date: '2023-01-01', amount: '230' },
      { ...line, type: 'FEE', date: '2024-01-01', amount: fee },
    )
    expect(await performance('scope=assets&to=2024-01-01')).toMatchObject({ mwr: null, mwr_reason: reason, end_value: '1' })
  })

test('200 over leap days: a year with one has 366 days, half a year after it is counted act/365', async () => {
  const { broker_id, book, performance, history } = await setUp()
  await book(
    { broker_id, type: 'DEPOSIT', date: '2023-12-31', amount: '1000', currency: 'EUR' },
    { broker_id, type: 'INTEREST', date: '2024-02-29', amount: '100', currency: 'EUR' },
  )
  const leap = await performance('from=2024-01-01&to=2024-12-31')
  expect([leap.twr, leap.twr_annualised]).toEqual([expect.closeTo(0.1, 12), expect.closeTo(1.1 ** (365 / 366) - 1, 12)])
  expect(leap.mwr).toBeCloseTo(1.1 ** (365 / 366) - 1, 9)
  const points = (await history('from=2024-02-28&to=2024-03-01')).points
  expect(points.map(({ date, value }) => [date, value])).toEqual([
    ['2024-02-28', '1000'],
    ['2024-02-29', '1100'],
    ['2024-03-01', '1100'],
  ])
  expect((await performance('from=2024-02-29&to=2024-02-29')).gain.income).toBe('100')
})

test('200 for a short holding at closes: what a rising price costs, in value, gain and cost', async () => {
  const { line, broker_id, book, price, performance, holdings } = await setUp()
  await price({ '2024-01-03': '50', '2024-02-01': '40', '2024-12-31': '65' })
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' },
    { ...line, type: 'SELL', date: '2024-01-03', quantity: '-10', price: '50', fees: '5' },
  )
  expect((await holdings('as_of=2024-02-01')).holdings).toMatchObject([
    { quantity: '-10', cost_basis: '-495', market_value: '-400', unrealised_gain: '95' },
  ])
  const report = await performance()
  expect(report).toMatchObject({ end_value: '845', gain: { total: '-155', unrealised: '-150', fees: '-5', realised: '0' } })
  expect(report.twr).toBeCloseTo(-0.155, 12)
})

test('200 for an asset that changed its currency: each close in its own, each at the rate of its day', async () => {
  const { line, app, user, asset_id, book, price, rate, holdings, performance } = await setUp()
  await price({ '2024-01-02': '100' })
  await rate('EUR', 'USD', { '2024-01-02': '1.25', '2024-06-03': '1.25' })
  await book({ ...line, type: 'BUY', date: '2024-01-02', quantity: '2', price: '100' })
  expect((await app.call(user, 'PATCH', `/assets/${asset_id}`, { currency: 'USD' })).status).toBe(200)
  await price({ '2024-06-03': '150' }, asset_id, 'USD')
  expect((await holdings('as_of=2024-05-31')).holdings).toMatchObject([{ price: '100', currency: 'EUR', market_value: '200' }])
  expect((await holdings('as_of=2024-06-03')).holdings).toMatchObject([
    { price: '150', currency: 'USD', cost_basis: '200', market_value: '240', unrealised_gain: '40' },
  ])
  expect((await performance('scope=assets&to=2024-06-03')).twr).toBeCloseTo(0.2, 12)
})

test('200 for a currency without a rate until later: left out with a warning, then in, as a currency gain', async () => {
  const { broker_id, book, rate, performance, history } = await setUp()
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' },
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '500', currency: 'USD' },
  )
  await rate('EUR', 'USD', { '2024-01-03': '1.25' })
  const report = await performance('to=2024-01-03')
  expect([report.net_flows, report.end_value, report.gain.total, report.gain.currency]).toEqual(['1000', '1400', '400', '400'])
  expect(report.warnings).toMatchObject([{ code: 'rate-missing', pair: 'USD/EUR', from: '2024-01-02', to: '2024-01-02' }])
  expect((await history('to=2024-01-03')).points.map((point) => point.value)).toEqual(['1000', '1400'])
})

test('200 for negative prices: value below zero, gain and cost by the same sums', async () => {
  const { line, book, price, performance, holdings, gains } = await setUp()
  await price({ '2024-04-17': '18', '2024-04-20': '-37.63' })
  await book(
    { ...line, type: 'BUY', date: '2024-04-17', quantity: '10', price: '18' },
    { ...line, type: 'SELL', date: '2024-04-20', quantity: '-4', price: '-37.63' },
  )
  expect((await holdings('as_of=2024-04-20')).holdings).toMatchObject([
    { quantity: '6', market_value: '-225.78', cost_basis: '108' },
  ])
  expect((await gains()).disposals).toMatchObject([{ cost: '72', proceeds: '-150.52', gain: '-222.52' }])
  expect((await performance('scope=assets&to=2024-04-20')).gain).toMatchObject({ total: '-556.3', realised: '-222.52' })
})

test('200 for a split while one broker is short and another long: the one pool of both is split once', async () => {
  const { line, asset_id, book, price, gains, performance, addBroker } = await setUp()
  const other = await addBroker()
  await price({ '2024-01-02': '10', '2024-06-03': '9', '2024-09-02': '8' })
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '10' },
    { ...line, broker_id: other, type: 'SELL', date: '2024-03-01', quantity: '-15', price: '20' },
    { ...line, currency: undefined, type: 'SPLIT', date: '2024-06-03', quantity: '10' },
    { broker_id: other, asset_id, type: 'SPLIT', date: '2024-06-03', quantity: '-15' },
    { ...line, broker_id: other, type: 'BUY', date: '2024-09-02', quantity: '10', price: '8' },
  )
  const { disposals } = await gains('method=S104')
  expect(disposals.map((row) => [row.quantity, row.cost, row.proceeds, row.gain])).toEqual([
    ['10', '100', '200', '100'],
    ['10', '80', '100', '20'],
  ])
  for (const method of ['FIFO', 'S104']) {
    const { gain, end_value } = await performance(`scope=assets&method=${method}`)
    expect([gain.total, gain.realised, gain.unrealised, end_value]).toEqual(['120', '120', '0', '0'])
  }
})

test('200 for an exchange that takes some days: gone at its market value, back at that of its arrival, in every range', async () => {
  const { line, asset_id, broker_id, book, price, performance, holdings, addAsset } = await setUp()
  const next = await addAsset('NEXT')
  await price({ '2024-01-02': '10', '2024-03-01': '14' })
  await price({ '2024-03-01': '7', '2024-03-05': '8', '2024-03-08': '9' }, next)
  const leg = { broker_id, type: 'EXCHANGE', group: 'g' }
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '10' },
    { ...leg, asset_id, date: '2024-03-01', quantity: '-10' },
    { ...leg, asset_id: next, date: '2024-03-05', quantity: '20' },
  )
  const figures = async (query: string) => {
    const { start_value, net_flows, gain, end_value, twr } = await performance(`scope=assets&${query}`)
    expect(sumOf(gain.realised, gain.unrealised, gain.income, gain.fees, gain.taxes, gain.currency)).toBe(gain.total)
    return [start_value, net_flows, gain.total, end_value, Number(twr?.toFixed(9))]
  }
  expect(await figures('from=2024-01-02&to=2024-03-08')).toEqual(['0', '120', '60', '180', 0.575])
  expect(await figures('from=2024-01-02&to=2024-03-02')).toEqual(['0', '-40', '40', '0', 0.4])
  expect(await figures('from=2024-03-03&to=2024-03-08')).toEqual(['0', '160', '20', '180', 0.125])
  expect((await holdings('as_of=2024-03-08')).holdings).toMatchObject([
    { symbol: 'NEXT', cost_basis: '100', market_value: '180' },
  ])
})

test('200 after an asset changed to a currency without rates: every figure as before, and no warning says that amounts are left out', async () => {
  const { line, app, user, asset_id, broker_id, ask, book, price } = await setUp()
  await price({ '2024-01-02': '10', '2024-06-03': '12' })
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '200', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '10' },
    { ...line, type: 'SELL', date: '2024-06-03', quantity: '-4', price: '12' },
    { ...line, type: 'DIVIDEND', date: '2024-06-04', amount: '3' },
  )
  const figures = async () => ({
    holdings: (await ask('holdings?currency=EUR&explain=true')).as(HoldingsReport),
    performance: (await ask('performance?currency=EUR&explain=true')).as(PerformanceReport),
    gains: (await ask('gains?currency=EUR&explain=true')).as(GainsReport),
    allocation: (await ask('allocation?currency=EUR&by=type')).body,
    summary: (await app.call(user, 'GET', `/brokers/${broker_id}/summary?currency=EUR`)).body,
  })
  const before = await figures()
  const changed = await app.call(user, 'PATCH', `/assets/${asset_id}`, { currency: 'CHF' })
  expect([changed.status, changed.body.currency]).toEqual([200, 'CHF'])
  const after = await figures()
  expect(after.performance.gain).toEqual(before.performance.gain)
  const whole = ({
    total_value,
    cost_basis,
    unrealised_gain,
    realised_gain,
    income,
    total_gain,
  }: z.infer<typeof HoldingsReport>['totals']) => ({
    ...{ total_value, cost_basis, unrealised_gain, realised_gain, income, total_gain },
  })
  expect(whole(after.holdings.totals)).toEqual(whole(before.holdings.totals))
  expect(after.holdings.holdings[0]).toMatchObject({ unrealised_price_gain: null, unrealised_currency_gain: null })
  expect(after.gains.totals.gain).toBe(before.gains.totals.gain)
  expect(after.allocation.total).toEqual(before.allocation.total)
  expect(after.summary.totals).toEqual(before.summary.totals)
  const warnings = Object.values(after).flatMap((report): { code: string; pair?: string }[] => report.warnings)
  expect([...new Set(warnings.map(({ code }) => code))].filter((code) => code !== 'price-stale')).toEqual([
    'currency-gain-unknown',
  ])
  expect(warnings.find(({ code }) => code === 'currency-gain-unknown')).toMatchObject({
    pair: 'CHF/EUR',
    detail: expect.stringContaining('Values, costs and gains are complete.'),
  })
})

test('200 for a split that two brokers book some days apart, without any close: the price is split once', async () => {
  const { line, asset_id, book, holdings, addBroker } = await setUp()
  const other = await addBroker({})
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100' },
    { ...line, broker_id: other, type: 'BUY', date: '2024-01-02', quantity: '5', price: '100' },
    { ...line, currency: undefined, type: 'SPLIT', date: '2024-06-10', ratio: '4:1' },
    { broker_id: other, asset_id, type: 'SPLIT', date: '2024-06-12', ratio: '4:1' },
  )
  expect((await holdings('as_of=2024-06-12')).holdings).toMatchObject([
    { quantity: '60', price: '25', market_value: '1500', cost_basis: '1500' },
  ])
})

test('200 for a split on the day of a purchase, a sale and a transfer that are booked before it: all three are in new units', async () => {
  for (const between of ['BUY', 'SELL', 'TRANSFER']) {
    const { line, asset_id, broker_id, book, price, holdings, performance, gains } = await setUp()
    await price({ '2024-01-02': '100' })
    await book({ ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100' })
    const booked = {
      BUY: { ...line, type: 'BUY', date: '2024-06-10', quantity: '5', price: '50' },
      SELL: { ...line, type: 'SELL', date: '2024-06-10', quantity: '-5', price: '50' },
      TRANSFER: { broker_id, asset_id, type: 'TRANSFER', date: '2024-06-10', quantity: '5', cost_basis: '250', currency: 'EUR' },
    }[between]
    await book(booked ?? {}, { broker_id, asset_id, type: 'SPLIT', date: '2024-06-10', ratio: '2:1' })
    const quantity = between === 'SELL' ? '15' : '25'
    const value = between === 'SELL' ? '750' : '1250'
    expect((await holdings('as_of=2024-06-11')).holdings).toMatchObject([
      { quantity, price: '50', market_value: value, cost_basis: value },
    ])
    expect((await performance('scope=assets&to=2024-06-11')).gain).toMatchObject({ total: '0', realised: '0', unrealised: '0' })
    expect((await gains()).totals.gain).toBe('0')
  }
})

test('200 for income that is expected after a split: the same for each old unit, also when it was paid on the day of the split', async () => {
  const { line, asset_id, broker_id, book, ask } = await setUp()
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '10' },
    { ...line, type: 'DIVIDEND', date: '2024-03-04', amount: '100' },
    { ...line, type: 'DIVIDEND', date: '2024-06-03', amount: '60' },
    { broker_id, asset_id, type: 'SPLIT', date: '2024-06-03', ratio: '2:1' },
    { ...line, type: 'SELL', date: '2024-07-01', quantity: '-5', price: '6' },
    { ...line, type: 'DIVIDEND', date: '2024-09-02', amount: '15' },
  )
  expect((await ask('income?currency=EUR')).as(IncomeReport).forecast).toEqual([
    { month: '2025-03', gross: '75', explain: null },
    { month: '2025-06', gross: '45', explain: null },
    { month: '2025-09', gross: '15', explain: null },
  ])
})

test('200 for coins moved with a network fee in the same group: the fee is paid in units, and the parts of the gain add up', async () => {
  const { line, asset_id, broker_id, book, price, holdings, performance, addBroker } = await setUp()
  const other = await addBroker({})
  await price({ '2024-01-02': '100', '2024-03-01': '200' })
  const leg = { asset_id, date: '2024-03-01', group: 'move' }
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '1', price: '100' },
    { ...leg, broker_id, type: 'TRANSFER', quantity: '-0.9' },
    { ...leg, broker_id, type: 'FEE', quantity: '-0.1', amount: '0' },
    { ...leg, broker_id: other, type: 'TRANSFER', quantity: '0.9' },
  )
  const { gain, end_value } = await performance('scope=assets&to=2024-03-01')
  expect([end_value, gain]).toEqual([
    '180',
    {
      total: '80',
      realised: '10',
      unrealised: '90',
      income: '0',
      fees: '-20',
      taxes: '0',
      currency: '0',
      price: '100',
      costs: '-20',
    },
  ])
  expect((await holdings('as_of=2024-03-01')).holdings).toMatchObject([
    { quantity: '0.9', cost_basis: '90', market_value: '180' },
  ])
})

test('200 with owned=true for units moved between brokers of different shares: a unit costs what it did, both ways and in every method', async () => {
  const { line, app, user, asset_id, broker_id, book, price, holdings, performance, addBroker } = await setUp()
  const other = await addBroker({})
  await app.call(user, 'PATCH', `/brokers/${broker_id}/access/${user.id}`, { share: '0.25' })
  await price({ '2024-01-02': '100', '2024-06-03': '150' })
  const move = (from: number, to: number, quantity: string, date: string) =>
    [`-${quantity}`, quantity].map((signed, leg) => ({
      ...{ broker_id: leg === 0 ? from : to, asset_id, type: 'TRANSFER', date, quantity: signed, group: date },
    }))
  await book(
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100' },
    ...move(broker_id, other, '4', '2024-06-03'),
  )
  const costs = async (day: string, method: string) => {
    const all = [undefined, broker_id, other].map((id) => (id === undefined ? '' : `&broker_ids=${id}`))
    const found = await Promise.all(all.map((ids) => holdings(`owned=true&as_of=${day}&method=${method}${ids}`)))
    return found.map(({ holdings: [row] }) => [row?.quantity, row?.cost_basis])
  }
  for (const method of ['FIFO', 'AVERAGE', 'HIFO'])
    expect([method, await costs('2024-06-03', method)]).toEqual([
      method,
      [
        ['5.5', '550'],
        ['1.5', '150'],
        ['4', '400'],
      ],
    ])
  await book(...move(other, broker_id, '2', '2024-09-02'))
  for (const method of ['FIFO', 'LIFO', 'S104'])
    expect([method, (await costs('2024-09-02', method))[0]]).toEqual([method, ['4', '400']])
  const { start_value, net_flows, gain, end_value } = await performance('scope=assets&owned=true&to=2024-09-02')
  expect([start_value, net_flows, gain.total, end_value]).toEqual(['0', '475', '125', '600'])
})

test('200 for a split that the ledger and the catalogue have on different days: in between the price is that of the units held', async () => {
  for (const [added, booked, closes] of [
    ['2024-06-10', '2024-06-12', ['400', '100', '101', '102', '103']],
    ['2024-06-12', '2024-06-10', ['400', '400', '404', '102', '103']],
    ['2024-06-10', '2024-06-11', ['400', '100', '101', '102', '103']],
  ] as const) {
    const { line, app, user, broker_id, asset_id, book, price, history, performance } = await setUp()
    const days = ['2024-06-09', '2024-06-10', '2024-06-11', '2024-06-12', '2024-06-13']
    await price(Object.fromEntries(days.map((day, index) => [day, closes[index] ?? ''])))
    const event = { type: 'SPLIT', date: added, ratio: '4:1' }
    expect((await app.call(user, 'POST', `/assets/${asset_id}/events`, event)).status).toBe(201)
    await book(
      { ...line, type: 'BUY', date: '2024-06-09', quantity: '10', price: '400' },
      { broker_id, asset_id, type: 'SPLIT', date: booked, ratio: '4:1' },
    )
    const { points } = await history('scope=assets&to=2024-06-13')
    expect([booked, points.map((point) => point.value)]).toEqual([booked, ['4000', '4000', '4040', '4080', '4120']])
    for (const from of days.slice(1)) {
      const report = await performance(`scope=assets&from=${from}&to=2024-06-13&benchmark=${asset_id}`)
      expect([from, report.max_drawdown?.ratio, report.benchmark?.twr]).toEqual([
        from,
        0,
        expect.closeTo(report.twr ?? Number.NaN, 12),
      ])
    }
  }
})

test('200 for a split that the ledger has two days after the catalogue, with one close before both', async () => {
  const { line, app, user, broker_id, asset_id, book, price, history } = await setUp()
  await price({ '2024-06-07': '400' })
  await app.call(user, 'POST', `/assets/${asset_id}/events`, { type: 'SPLIT', date: '2024-06-10', ratio: '4:1' })
  await book(
    { ...line, type: 'BUY', date: '2024-06-07', quantity: '10', price: '400' },
    { broker_id, asset_id, type: 'SPLIT', date: '2024-06-12', ratio: '4:1' },
  )
  const values = (await history('scope=assets&to=2024-06-13')).points.map((point) => point.value)
  expect(values).toEqual(Array(7).fill('4000'))
})
