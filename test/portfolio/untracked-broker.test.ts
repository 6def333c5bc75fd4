import { expect, test } from 'bun:test'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const DAYS = { '2024-01-03': '100', '2024-01-10': '120', '2024-02-01': '110', '2024-03-01': '130' }

async function setUp(fields: { allowCashOverdraft?: boolean } = {}) {
  const world = await openPortfolio({ today: '2024-03-01', asset: { symbol: 'ACME', currency: 'EUR' }, broker: fields })
  const { broker_id, line, price, send } = world
  await price(DAYS)
  const cash = (type: string, date: string, amount: string) => ({ broker_id, type, date, amount, currency: 'EUR' })
  const trades = [
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '100', fees: '5' },
    { ...line, type: 'DIVIDEND', date: '2024-02-01', amount: '20' },
    { ...line, type: 'SELL', date: '2024-02-01', quantity: '-4', price: '110' },
  ]
  const track = (cash: string, id = broker_id) => send('PATCH', `/brokers/${id}`, { cash })
  return { ...world, cash, trades, track }
}

test('200 without deposits: purchases are the flows, no cash is shown, and the return is that of scope assets', async () => {
  const { book, trades, track, performance, history, holdings, broker_id, send } = await setUp()
  await book(...trades)
  expect((await performance()).twr_reason).toBe('base-not-positive')
  expect(await track('not-tracked')).toMatchObject({ cash: 'not-tracked' })
  const found = await performance()
  expect(found).toMatchObject({ start_value: '0', end_value: '780', net_flows: '545', twr_reason: null })
  expect(found.gain).toMatchObject({ total: '235', income: '20', fees: '-5', currency: '0' })
  const held = await performance('scope=assets')
  expect([found.twr, found.mwr, found.simple, found.gain]).toEqual([held.twr, held.mwr, held.simple, held.gain])
  const { points } = await history('interval=monthly')
  expect(points.map(({ date, value, cash, put_in }) => [date, value, cash, put_in])).toEqual([
    ['2024-01-31', '1200', '0', '1005'],
    ['2024-02-29', '660', '0', '545'],
    ['2024-03-01', '780', '0', '545'],
  ])
  const { cash, totals } = await holdings()
  expect([cash, totals.cash, totals.total_value]).toEqual([[], '0', '780'])
  const summary = await send('GET', `/brokers/${broker_id}/summary?as_of=2024-03-01`)
  expect([summary.balances, summary.totals.cash, summary.totals.total_value]).toEqual([[], '0', '780'])
})

test('200 tracked again: every answer is byte for byte what it was before', async () => {
  const { book, cash, trades, track, ask } = await setUp()
  await book(cash('DEPOSIT', '2024-01-02', '1500'), ...trades, cash('FEE', '2024-02-10', '-7'))
  const names = [
    'performance',
    'holdings',
    'history',
    'allocation?by=asset',
    'gains',
    'income',
    'costs',
    'cash-flows',
    'performance/breakdown?by=asset',
  ]
  const answers = () =>
    Promise.all(names.map(async (name) => (await ask(`${name}${name.includes('?') ? '&' : '?'}currency=EUR`)).text))
  const before = await answers()
  await track('not-tracked')
  const between = await answers()
  await track('tracked')
  expect(await answers()).toEqual(before)
  const isSame = names.filter((_, index) => between[index] === before[index])
  expect(isSame).toEqual(['gains', 'income', 'costs'])
})

test('200 for fees, interest, conversions and deposits: costs and income are gains, deposits change nothing', async () => {
  const { book, cash, trades, track, performance, ask } = await setUp()
  await track('not-tracked')
  await book(
    cash('FEE', '2024-01-01', '-5'),
    cash('DEPOSIT', '2024-01-02', '9000'),
    ...trades,
    cash('INTEREST', '2024-02-10', '3'),
  )
  const found = await performance()
  expect(found).toMatchObject({ net_flows: '547', end_value: '780', gain: { total: '233', income: '23', fees: '-10' } })
  expect(found.twr).toBeCloseTo((1 + (await performance('scope=assets')).twr!) * (663 / 660) - 1, 12)
  const flows = await ask('cash-flows?currency=EUR')
  expect(flows.body.flows.map((one: { date: string; type: string; value: string }) => [one.date, one.type, one.value])).toEqual([
    ['2024-01-01', 'FEE', '5'],
    ['2024-01-03', 'BUY', '1005'],
    ['2024-02-01', 'DIVIDEND', '-20'],
    ['2024-02-01', 'SELL', '-440'],
    ['2024-02-10', 'INTEREST', '-3'],
  ])
})

test('200 for costs alone on a day when nothing is held: gain, and no return of nothing', async () => {
  const { book, line, trades, performance, track } = await setUp()
  await book(...trades.slice(0, 1), { ...line, type: 'SELL', date: '2024-01-10', quantity: '-10', price: '120' })
  await book({ ...line, type: 'FEE', date: '2024-01-20', amount: '-6' })
  const held = await performance('scope=assets')
  expect([held.gain.total, held.twr, held.twr_reason]).toEqual(['189', expect.closeTo(1200 / 1005 - 1, 12), null])
  await track('not-tracked')
  expect(await performance()).toMatchObject({ gain: held.gain, twr: held.twr, twr_reason: null })
})

test('200 with tracked and not tracked brokers together: cash between them comes in and goes out', async () => {
  const { app, book, cash, trades, track, performance, holdings, ask, user } = await setUp()
  const { id: other } = (await app.call(user, 'POST', '/brokers', { name: 'Second', cash: 'not-tracked' })).body
  await book(cash('DEPOSIT', '2024-01-02', '1500'), ...trades)
  await book(
    { broker_id: other, type: 'TRANSFER', date: '2024-02-05', amount: '300', currency: 'EUR', group: 'x' },
    { ...cash('TRANSFER', '2024-02-05', '-300'), group: 'x' },
    { ...trades[0], broker_id: other, date: '2024-02-06', quantity: '2' },
  )
  const found = await performance()
  expect(found).toMatchObject({ net_flows: '1405', end_value: '1695', gain: { total: '290' } })
  expect((await holdings()).cash).toMatchObject([{ amount: '655' }])
  const { rows, total } = (await ask('performance/breakdown?by=broker&currency=EUR')).body
  expect(rows.map((row: { key: string; net_flows: string }) => [row.key, row.net_flows])).toEqual([
    ['1', '1200'],
    [String(other), '205'],
  ])
  expect(total.net_flows).toBe('1405')
  await track('not-tracked')
  expect((await performance()).net_flows).toBe('750')
})

test('200 booked below zero where cash is not tracked, no balance in the answer; 409 to track it again where it may not be below zero', async () => {
  const { app, user, book, broker_id, trades, track } = await setUp({ allowCashOverdraft: false })
  expect((await app.call(user, 'POST', '/transactions/batch', { create: trades })).body.code).toBe('transaction/overdraft')
  await track('not-tracked')
  expect((await book(...trades)).standing).toMatchObject([{ broker_id, balances: [], holdings: [{ quantity: '6' }] }])
  const refused = await app.call(user, 'PATCH', `/brokers/${broker_id}`, { cash: 'tracked' })
  expect([refused.status, refused.body.code]).toEqual([409, 'transaction/overdraft'])
  expect((await app.call(user, 'PATCH', `/brokers/${broker_id}`, { cash: 'sometimes' })).status).toBe(422)
})

test('200 with explain: the terms of the flows add up to them', async () => {
  const { book, cash, trades, track, ask } = await setUp()
  await book(cash('FEE', '2024-01-02', '-5'), ...trades)
  await track('not-tracked')
  const { body } = await ask('performance?currency=EUR&explain=true')
  const flows = body.explain.find((one: { figure: string }) => one.figure === 'net_flows')
  const total = flows.terms.reduce((all: number, term: { amount: string }) => all + Number(term.amount), 0)
  expect([String(total), body.net_flows]).toEqual(['550', '550'])
})
