import { expect, test } from 'bun:test'
import { IncomeReport } from '#src/portfolio/income-and-costs/schema.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const METHODS = ['FIFO', 'LIFO', 'HIFO', 'AVERAGE', 'S104'] as const

/** Ten units for 1,000, worth 1,200 in the end. */
async function setUp() {
  const world = await openPortfolio({ today: '2024-12-31' })
  const { broker_id, line, book, price } = world
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '2000', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100' },
  )
  await price({ '2024-01-02': '100', '2024-06-28': '110', '2024-12-30': '120' })
  const held = async (query = '') => (await world.holdings(query)).holdings[0]!
  const refused = async (more: object) => {
    const answer = await world.app.call(world.user, 'POST', '/transactions', { ...line, date: '2024-06-03', ...more })
    return [answer.status, answer.body.errors?.map((one: { pointer: string }) => one.pointer)]
  }
  return { ...world, held, refused }
}

test('200 for a return of capital: cash comes in, the holding costs less, and nothing of it is income', async () => {
  const { line, book, held, performance, gains, report, cash } = await withReports()
  await book({ ...line, type: 'RETURN_OF_CAPITAL', date: '2024-06-03', amount: '147', fees: '1', taxes: '2' })
  for (const method of METHODS) {
    const one = await held(`method=${method}`)
    expect([one.cost_basis, one.average_cost, one.unrealised_gain, one.income, one.total_gain]).toEqual([
      '853',
      '85.3',
      '347',
      '0',
      '347',
    ])
    const { gain, net_flows } = await performance(`method=${method}&from=2024-01-01`)
    expect(gain).toMatchObject({ total: '347', unrealised: '350', realised: '0', income: '0', fees: '-1', taxes: '-2' })
    expect(net_flows).toBe('2000')
  }
  expect(await cash()).toBe('1147')
  expect((await performance('scope=assets&from=2024-01-01')).net_flows).toBe('853')
  expect((await gains()).disposals).toEqual([])
  expect((await report('income', IncomeReport, '')).payments).toEqual([])
})

async function withReports() {
  const world = await setUp()
  const report = async <T>(name: string, schema: { parse(value: unknown): T }, query: string) =>
    (await world.ask(`${name}?currency=EUR&${query}`)).as(schema)
  return { ...world, report, cash: async () => (await world.holdings()).cash[0]?.amount }
}

test('200 for more than the holding cost: the rest is a realised gain, and what is sold later cost nothing', async () => {
  const { line, book, held, gains, performance } = await setUp()
  await book(
    { ...line, type: 'RETURN_OF_CAPITAL', date: '2024-06-03', amount: '1030' },
    { ...line, type: 'SELL', date: '2024-07-01', quantity: '-5', price: '110' },
  )
  for (const method of METHODS) {
    expect(await held(`method=${method}`)).toMatchObject({ cost_basis: '0', realised_gain: '580', unrealised_gain: '600' })
    const { disposals, totals } = await gains(`method=${method}`)
    expect(disposals.map((row) => [row.sold_on, row.quantity, row.cost, row.proceeds, row.gain, row.short])).toEqual([
      ['2024-06-03', '0', '0', '30', '30', false],
      ['2024-07-01', '5', '0', '550', '550', false],
    ])
    expect(totals.gain).toBe('580')
    expect((await performance(`method=${method}&from=2024-01-01`)).gain).toMatchObject({ total: '1180', realised: '580' })
  }
})

test('200 for income that stays in a fund: it is income, raises the cost, and moves no cash', async () => {
  const { line, book, held, performance, report, cash } = await withReports()
  await book({ ...line, type: 'DIVIDEND', date: '2024-06-03', cost_basis: '40', amount: '-6', taxes: '6' })
  for (const method of METHODS) {
    const one = await held(`method=${method}`)
    expect([one.cost_basis, one.unrealised_gain, one.income, one.total_gain]).toEqual(['1040', '160', '34', '194'])
    const { gain } = await performance(`method=${method}&from=2024-01-01`)
    expect(gain).toMatchObject({ total: '194', unrealised: '160', realised: '0', income: '40', taxes: '-6' })
  }
  expect(await cash()).toBe('994')
  const { payments, totals, forecast } = await report('income', IncomeReport, '')
  expect(payments).toMatchObject([{ gross: '40', tax: '6', net: '34' }])
  expect([totals.gross, forecast]).toEqual(['40', []])
})

test('200 for a correction of the cost, up or down; no figure of a range changes, for nothing came or went', async () => {
  const { line, book, held, performance } = await setUp()
  const before = await performance('from=2024-01-01')
  await book({ ...line, type: 'ADJUSTMENT', date: '2024-06-03', cost_basis: '-120' })
  expect(await held()).toMatchObject({ quantity: '10', cost_basis: '880', unrealised_gain: '320', income: '0' })
  await book({ ...line, type: 'ADJUSTMENT', date: '2024-01-02', cost_basis: '20.5' })
  expect(await held()).toMatchObject({ cost_basis: '900.5' })
  const { gain, net_flows, twr } = await performance('from=2024-01-01')
  expect({ gain, net_flows, twr }).toEqual({ gain: before.gain, net_flows: before.net_flows, twr: before.twr })
})

test('200 as before once such a line is removed, and with another figure once it is changed', async () => {
  const { line, send, held } = await setUp()
  const { id } = await send('POST', '/transactions', { ...line, type: 'RETURN_OF_CAPITAL', date: '2024-06-03', amount: '100' })
  expect(await held()).toMatchObject({ cost_basis: '900' })
  await send('PATCH', `/transactions/${id}`, { amount: '250' })
  expect(await held()).toMatchObject({ cost_basis: '750' })
  await send('DELETE', `/transactions/${id}`)
  expect(await held()).toMatchObject({ cost_basis: '1000' })
})

test('200 in the currency of the report: a return of capital in dollars at the rate of its day', async () => {
  const world = await openPortfolio({ today: '2024-12-31', asset: { currency: 'USD' } })
  await world.rate('EUR', 'USD', { '2024-01-02': '1.25', '2024-06-03': '1', '2024-12-31': '1.6' })
  await world.price({ '2024-01-02': '100', '2024-12-31': '100' })
  await world.book(
    { ...world.line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100' },
    { ...world.line, type: 'RETURN_OF_CAPITAL', date: '2024-06-03', amount: '200' },
  )
  const one = (await world.holdings()).holdings[0]!
  expect([one.cost_basis, one.market_value, one.unrealised_gain]).toEqual(['600', '625', '25'])
  expect([one.unrealised_price_gain, one.unrealised_currency_gain]).toEqual(['125', '-100'])
})

test('200 with each figure explained: the lot names what changed its cost', async () => {
  const { line, book, ask } = await setUp()
  await book({ ...line, type: 'RETURN_OF_CAPITAL', date: '2024-06-03', amount: '147' })
  const { body } = await ask('holdings?currency=EUR&explain=true')
  const cost = body.holdings[0].explain.find((one: { figure: string }) => one.figure === 'cost_basis')
  expect(cost.terms).toMatchObject([{ amount: '853', lot_id: 2, events: [3] }])
})

test('422 for a cost change with units, money of another kind, or nothing to change', async () => {
  const { refused } = await setUp()
  expect(await refused({ type: 'RETURN_OF_CAPITAL', amount: '0' })).toEqual([422, ['/amount']])
  expect(await refused({ type: 'RETURN_OF_CAPITAL', amount: '5', quantity: '1' })).toEqual([422, ['/quantity']])
  expect(await refused({ type: 'RETURN_OF_CAPITAL', amount: '5', cost_basis: '1' })).toEqual([422, ['/cost_basis']])
  expect(await refused({ type: 'RETURN_OF_CAPITAL', amount: '5', asset_id: null })).toEqual([422, ['/asset_id']])
  expect(await refused({ type: 'DIVIDEND', cost_basis: '40', amount: '10' })).toEqual([422, ['/amount']])
  expect(await refused({ type: 'ADJUSTMENT', cost_basis: '0' })).toEqual([422, ['/cost_basis']])
  expect(await refused({ type: 'ADJUSTMENT', cost_basis: '-3', quantity: '1' })).toEqual([422, ['/cost_basis']])
  expect(await refused({ type: 'INTEREST', cost_basis: '3', asset_id: null })).toEqual([422, ['/asset_id']])
  expect(await refused({ type: 'ADJUSTMENT', cost_basis: '3', currency: null })).toEqual([422, ['/currency']])
  expect(await refused({ type: 'ADJUSTMENT' })).toEqual([422, ['/quantity']])
})
