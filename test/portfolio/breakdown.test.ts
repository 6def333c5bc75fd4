import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { BREAKDOWN_KEYS, type BreakdownRow, breakdownOf } from '#src/portfolio/breakdown/report.ts'
import { BreakdownReport } from '#src/portfolio/breakdown/schema.ts'
import type { ReportScope } from '#src/portfolio/ledger/request.ts'
import { REPORT_METHODS } from '#src/portfolio/ledger/request.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { performanceOf } from '#src/portfolio/returns/performance.ts'
import { absolute, add, type Decimal, decimal, subtract, sum, ZERO } from '#src/shared/decimal.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { bookOf, LENGTH, ledger, linesOf, range } from './ledgers.ts'

const day = fc.nat(LENGTH - 1)
const scopes = fc.constantFrom<ReportScope>('total', 'assets')
const methods = fc.constantFrom(...REPORT_METHODS)
const FIGURES: Record<string, (row: BreakdownRow) => Decimal> = {
  start: (row) => row.startValue,
  end: (row) => row.endValue,
  flows: (row) => row.netFlows,
  gain: (row) => row.gain,
  realised: (row) => row.parts.realised,
  unrealised: (row) => row.parts.unrealised,
  income: (row) => row.parts.income,
  fees: (row) => row.parts.fees,
  taxes: (row) => row.parts.taxes,
  currency: (row) => row.parts.currency,
}
/** Of values with more than twelve places, each rounded by itself. */
const DUST = decimal('0.0000001')
const isDust = (value: Decimal) => absolute(value) <= DUST

test('every column adds up to the performance of the whole to the last digit, and so does every row', () => {
  fc.assert(
    fc.property(ledger, day, day, scopes, methods, fc.constantFrom(...BREAKDOWN_KEYS), (steps, a, b, scope, method, by) => {
      const request = range(Math.min(a, b), Math.max(a, b), { scope, method })
      const book = bookOf(linesOf(steps))
      const { rows, total } = breakdownOf(book, request, by, (id) => `Broker ${id}`)
      const whole = performanceOf(book, request, undefined)
      expect([total.startValue, total.endValue, total.netFlows, total.gain]).toEqual([
        ...[whole.startValue, whole.endValue, whole.netFlows, whole.gain],
      ])
      expect(total.parts).toEqual(whole.parts)
      for (const pick of Object.values(FIGURES)) expect(sum(rows.map(pick))).toBe(pick(total))
      for (const row of rows) {
        expect(add(add(row.startValue, row.netFlows), row.gain)).toBe(row.endValue)
        expect(sum(Object.values(row.parts))).toBe(row.gain)
      }
    }),
    { numRuns: 150 },
  )
})

test('between the rows lies no value, no income, no cost and no gain; by asset nothing at all without an exchange', () => {
  fc.assert(
    fc.property(ledger, day, day, scopes, methods, fc.constantFrom(...BREAKDOWN_KEYS), (steps, a, b, scope, method, by) => {
      const request = range(Math.min(a, b), Math.max(a, b), { scope, method })
      const spunOff = steps.some((one) => one.kind === 12)
      const exchanged = spunOff || steps.some((one) => one.kind === 11)
      const { rows } = breakdownOf(bookOf(linesOf(steps)), request, by, String)
      const between = rows.find((row) => row.key === 'between')
      if (between === undefined) return
      expect([between.startValue, between.endValue]).toEqual([ZERO, ZERO])
      for (const name of ['flows', 'gain', 'fees', 'taxes']) expect([name, isDust(FIGURES[name]!(between))]).toEqual([name, true])
      if (by === 'broker' || !spunOff) expect(isDust(between.parts.income)).toBe(true)
      if (by === 'asset' && !exchanged) for (const pick of Object.values(FIGURES)) expect(isDust(pick(between))).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('a row of a broker is what the performance says of that broker alone', () => {
  fc.assert(
    fc.property(ledger, day, day, scopes, (steps, a, b, scope) => {
      const request = range(Math.min(a, b), Math.max(a, b), { scope })
      const lines = linesOf(steps)
      const { rows } = breakdownOf(bookOf(lines), request, 'broker', String)
      for (const id of [1, 2]) {
        const alone = performanceOf(bookOf(lines, 'EUR', [id]), { ...request, brokerIds: [id] }, undefined)
        const row = rows.find((one) => one.key === String(id))
        const found = row ? [row.startValue, row.endValue, row.netFlows, row.gain] : [ZERO, ZERO, ZERO, ZERO]
        const wanted = [alone.startValue, alone.endValue, alone.netFlows, alone.gain]
        for (const [index, value] of wanted.entries()) expect(isDust(subtract(value, found[index]!))).toBe(true)
        if (row) expect(row.returns!.twr).toBe(alone.twr)
      }
    }),
    { numRuns: 100 },
  )
})

async function setUp() {
  const world = await openPortfolio({ broker: { name: 'One' } })
  const { broker_id: one, asset_id: acme, addAsset, addBroker, book, price, ask } = world
  const [two, fund] = [await addBroker({ name: '=Two' }), await addAsset('FUND')]
  const line = { currency: 'EUR', broker_id: one }
  await book(
    { ...line, type: 'DEPOSIT', date: '2024-01-02', amount: '1000' },
    { ...line, type: 'BUY', asset_id: acme, date: '2024-01-03', quantity: '10', price: '50', fees: '5' },
    { ...line, type: 'DIVIDEND', asset_id: acme, date: '2024-04-01', amount: '7', taxes: '3' },
    { ...line, type: 'SELL', asset_id: acme, date: '2024-05-01', quantity: '-5', price: '60' },
    { ...line, type: 'FEE', date: '2024-07-01', amount: '-4' },
    { ...line, type: 'BUY', asset_id: fund, date: '2024-08-01', quantity: '10', price: '20' },
    { broker_id: one, type: 'TRANSFER', asset_id: fund, date: '2024-09-01', quantity: '-10', group: 'move' },
    { broker_id: two, type: 'TRANSFER', asset_id: fund, date: '2024-09-01', quantity: '10', group: 'move' },
  )
  await price({ '2024-01-03': '50', '2024-12-31': '70' }, acme)
  await price({ '2024-08-01': '20', '2024-09-01': '25', '2024-12-31': '30' }, fund)
  return { ...world, two, fund, one, acme, ask: (query: string) => ask(`performance/breakdown?currency=EUR&${query}`) }
}

test('200 by asset: purchases flow in, sales and income out, and cash is a row of its own', async () => {
  const { ask, acme, fund } = await setUp()
  const report = (await ask('by=asset')).as(BreakdownReport)
  const figures = report.rows.map((row) => [row.key, row.label, row.start_value, row.end_value, row.net_flows, row.gain.total])
  expect(figures).toEqual([
    ['cash', 'Cash', '0', '598', '602', '-4'],
    [String(acme), 'ACME', '0', '350', '198', '152'],
    [String(fund), 'FUND', '0', '300', '200', '100'],
  ])
  expect(report.rows[1]!.gain).toEqual({
    ...{
      total: '152',
      realised: '50',
      unrealised: '100',
      income: '10',
      fees: '-5',
      taxes: '-3',
      currency: '0',
      price: '150',
      costs: '-8',
    },
  })
  expect(report.rows[2]!.twr).toBeCloseTo(0.5, 12)
  expect(report.total).toMatchObject({
    key: 'total',
    start_value: '0',
    end_value: '1248',
    net_flows: '1000',
    gain: { total: '248' },
  })
  expect(report.rows.reduce((all, row) => all + row.contribution!, 0)).toBeCloseTo(report.total.simple!, 12)
})

test('200 by broker: a transfer is a flow of both at its market value; what only one row realises stands between', async () => {
  const { ask, one, two } = await setUp()
  const report = (await ask('by=broker')).as(BreakdownReport)
  expect(report.rows.map((row) => [row.key, row.label, row.end_value, row.net_flows, row.gain.total])).toEqual([
    [String(one), 'One', '948', '750', '198'],
    [String(two), '=Two', '300', '250', '50'],
    ['between', 'Between brokers', '0', '0', '0'],
  ])
  expect(report.rows.map((row) => [row.gain.realised, row.gain.unrealised, row.twr === null])).toEqual([
    ['100', '100', false],
    ['0', '50', false],
    ['-50', '50', true],
  ])
  expect(report.rows[1]!.twr).toBeCloseTo(0.2, 12)
})

test('200 for each broker what the performance of it alone says; 200 as CSV with guarded names', async () => {
  const { app, user, ask, one, two } = await setUp()
  const report = (await ask('by=broker')).as(BreakdownReport)
  for (const id of [one, two]) {
    const answer = await app.call(user, 'GET', `/portfolio/performance?currency=EUR&from=2024-01-02&broker_ids=${id}`)
    const alone = answer.as(PerformanceReport)
    const { key: _, label: _label, contribution, ...row } = report.rows.find((found) => found.key === String(id))!
    expect(contribution).not.toBeNull()
    expect(alone).toMatchObject(row)
  }
  const lines = (await ask('by=broker&format=csv')).text.split('\r\n')
  expect(lines[0]).toStartWith('key,label,start_value,end_value,net_flows,gain,realised,unrealised,income,fees,taxes,currency,')
  expect(lines[2]).toStartWith(`${two},'=Two,0,300,250,50,0,50,0,0,0,0,0.05,0.19999`)
  expect(lines[4]).toStartWith('total,Total,0,1248,1000,248,50,200,10,-9,-3,0,0.248,')
})

test('200 for nothing at all; strangers’ brokers are left out; 422 without by; 401 without a session', async () => {
  const { app, ask, one } = await setUp()
  const stranger = await app.createUser()
  const path = `/portfolio/performance/breakdown?broker_ids=${one}&by=`
  for (const by of ['asset', 'broker'] as const) {
    const report = (await app.call(stranger, 'GET', `${path}${by}`)).as(BreakdownReport)
    expect([report.rows, report.total.end_value, report.broker_ids]).toEqual([[], '0', []])
  }
  expect((await ask('')).status).toBe(422)
  expect((await ask('by=colour')).body.errors[0].pointer).toBe('/query/by')
  expect((await app.call(null, 'GET', `${path}asset`)).status).toBe(401)
})
