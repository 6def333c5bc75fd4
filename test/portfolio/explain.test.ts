import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ALLOCATION_KEYS } from '#src/portfolio/allocation/report.ts'
import { AllocationReport } from '#src/portfolio/allocation/schema.ts'
import { allocationAnswer } from '#src/portfolio/allocation/wire.ts'
import { createExplainer } from '#src/portfolio/explain/explainer.ts'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { gainsAnswer } from '#src/portfolio/gains/wire.ts'
import { HistoryReport } from '#src/portfolio/history/schema.ts'
import { historyAnswer } from '#src/portfolio/history/wire.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { holdingsAnswer } from '#src/portfolio/holdings/wire.ts'
import { CashFlowsReport, CostsReport, IncomeReport } from '#src/portfolio/income-and-costs/schema.ts'
import { cashFlowsAnswer, costsAnswer, incomeAnswer } from '#src/portfolio/income-and-costs/wire.ts'
import type { ReportRequest, ReportScope } from '#src/portfolio/ledger/request.ts'
import { REPORT_METHODS } from '#src/portfolio/ledger/request.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { performanceAnswer } from '#src/portfolio/performance/wire.ts'
import { createInputs } from '#src/portfolio/valuation/inputs.ts'
import { decimal } from '#src/shared/decimal.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { type Checked, checkReport } from './by-hand.ts'
import { ASSETS, bookOf, closesOf, LENGTH, ledger, linesOf, range } from './ledgers.ts'

const REPORTS = {
  'holdings?lots=true': HoldingsReport,
  'gains?': GainsReport,
  'performance?': PerformanceReport,
  'performance?scope=assets': PerformanceReport,
  'history?interval=monthly': HistoryReport,
  'income?': IncomeReport,
  'allocation?by=asset': AllocationReport,
  'allocation?by=currency': AllocationReport,
  'allocation?by=country': AllocationReport,
  'cash-flows?': CashFlowsReport,
  'costs?': CostsReport,
} as const

async function setUp() {
  const world = await openPortfolio({ today: '2024-06-30', asset: { currency: 'USD' } })
  const { broker_id, line, book, price, rate } = world
  const rates = { '2024-01-02': '1.1', '2024-02-01': '1.25', '2024-03-01': '1.2', '2024-05-01': '1.05', '2024-06-28': '1.08' }
  await rate('EUR', 'USD', rates)
  await price({ '2024-06-28': '130', '2024-03-29': '118' })
  const cash = { broker_id, currency: 'USD' }
  await book(
    { ...cash, type: 'DEPOSIT', date: '2024-01-02', amount: '5000' },
    { broker_id, currency: 'EUR', type: 'DEPOSIT', date: '2024-01-03', amount: '100' },
    { ...line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100', fees: '2' },
    { ...line, type: 'BUY', date: '2024-02-01', quantity: '5', price: '110', fees: '1' },
    { ...line, type: 'SELL', date: '2024-03-01', quantity: '-12', price: '120', fees: '3', taxes: '4' },
    { ...line, type: 'DIVIDEND', date: '2024-05-01', amount: '8.5', taxes: '1.5' },
    { ...cash, type: 'FEE', date: '2024-05-01', amount: '-7' },
    { ...cash, type: 'WITHDRAWAL', date: '2024-05-02', amount: '-300' },
  )
  return world
}

describe('a small ledger in two currencies', () => {
  for (const method of REPORT_METHODS) {
    test(`200: every figure can be recomputed from its explanation alone, ${method}`, async () => {
      const { app, user } = await setUp()
      const checked = nothingChecked()
      for (const [path, schema] of Object.entries(REPORTS)) {
        const answer = await app.call(user, 'GET', `/portfolio/${path}&explain=true&currency=EUR&method=${method}`)
        expect([path, answer.status]).toEqual([path, 200])
        expect([path, checkReport(schema.parse(answer.body), checked)]).toEqual([path, []])
      }
      expect(checked.sums).toBeGreaterThan(90)
      expect(checked.recomputed).toBeGreaterThan(90)
    })
  }

  test('200: lots, transactions, prices and rates are named', async () => {
    const { app, user, asset_id } = await setUp()
    const { holdings } = (await app.call(user, 'GET', '/portfolio/holdings?explain=true&currency=EUR')).as(HoldingsReport)
    const figure = (name: string) => holdings[0]?.explain?.find((one) => one.figure === name)
    expect(holdings[0]).toMatchObject({ quantity: '3', market_value: '361.111111111111', cost_basis: '264.48' })
    expect(figure('market_value')?.terms).toEqual([
      {
        label: 'holding',
        amount: '361.111111111111',
        ...{ date: null, transaction_id: null, lot_id: null, broker_id: null, acquired_on: null },
        ...{ of_quantity: null, share: null, amount_in: null, currency: null, events: null },
        asset_id,
        quantity: '3',
        price: {
          asset_id,
          date: '2024-06-28',
          close: '130',
          currency: 'USD',
          source: 'close',
          provider: 'MANUAL',
          price_quantity: '1',
        },
        rate: {
          kind: 'market',
          from: 'USD',
          to: 'EUR',
          date: '2024-06-28',
          rate: '0.925925925926',
          steps: [{ from: 'USD', to: 'EUR', provider: 'MANUAL', rate: '1.08', date: '2024-06-28', inverted: true }],
        },
      },
    ])
    expect(figure('cost_basis')?.terms).toMatchObject([
      { label: 'lot', acquired_on: '2024-02-01', quantity: '3', of_quantity: '5', amount_in: '551', currency: 'USD' },
    ])
    expect(figure('cost_basis')?.terms[0]?.rate).toMatchObject({ date: '2024-02-01', rate: '0.8' })
  })

  test('200 without: rows have no explanation; the cached answer is another one', async () => {
    const { app, user } = await setUp()
    for (const path of Object.keys(REPORTS)) {
      const [explained, plain] = [
        await app.call(user, 'GET', `/portfolio/${path}&explain=true&currency=EUR`),
        await app.call(user, 'GET', `/portfolio/${path}&currency=EUR`),
      ]
      expect([path, JSON.stringify(explained.body).includes('"explain":[')]).toEqual([path, true])
      expect([path, JSON.stringify(plain.body).includes('"explain":[')]).toEqual([path, false])
    }
  })

  test('200 of the totals alone: they are explained as with all, and the rows are those of a plain answer', async () => {
    const { app, user } = await setUp()
    for (const path of Object.keys(REPORTS).filter((one) => !/^(history|performance)/.test(one))) {
      const ask = async (flags: string) => (await app.call(user, 'GET', `/portfolio/${path}&currency=EUR${flags}`)).body
      const [plain, all, totals] = [await ask(''), await ask('&explain=true'), await ask('&explain_totals=true')]
      const { explain } = all.totals ?? all
      const expected = plain.totals ? { ...plain, totals: { ...plain.totals, explain } } : { ...plain, explain }
      expect([path, explain.length > 0]).toEqual([path, true])
      expect([path, totals]).toEqual([path, expected])
      expect([path, await ask('&explain=true&explain_totals=true')]).toEqual([path, all])
    }
  })

  test('422 for a history of more than 31 points, which says what to do', async () => {
    const { app, user } = await setUp()
    const answer = await app.call(user, 'GET', '/portfolio/history?explain=true')
    expect([answer.status, answer.body?.code]).toEqual([422, 'portfolio/explain-too-long'])
    expect(answer.body?.detail).toContain('interval=weekly or monthly')
    expect((await app.call(user, 'GET', '/portfolio/history?explain=true&from=2024-05-31')).status).toBe(200)
  })
})

type Steps = Parameters<typeof linesOf>[0]

const PARTS = new Map([
  ['IT', decimal('0.4')],
  ['FR', decimal('0.35')],
])

/** Every figure of every report that does not add up or is another one by hand. */
function faultsOf(steps: Steps, request: ReportRequest, by: (typeof ALLOCATION_KEYS)[number], checked: Checked): string[] {
  const lines = linesOf(steps).filter((line) => line.date <= request.to)
  const book = bookOf(lines, request.currency)
  const explainer = createExplainer(book, () => null)
  const answers = {
    holdings: holdingsAnswer(book, request, true, explainer),
    gains: gainsAnswer(book, request, explainer),
    performance: performanceAnswer(book, request, undefined, explainer),
    history: historyAnswer(book, request, 'weekly', explainer),
    income: incomeAnswer(book, request, explainer),
    cashFlows: cashFlowsAnswer(book, request, explainer),
    costs: costsAnswer(book, request, explainer),
    allocation: allocationAnswer(book, request, { by, partsOf: () => PARTS, brokerNameOf: String }, explainer),
  }
  return Object.entries(answers).flatMap(([name, { body }]) => checkReport(JSON.parse(JSON.stringify(body)), checked, name))
}

const nothingChecked = (): Checked => ({ figures: 0, sums: 0, terms: 0, recomputed: 0 })

test('income expected of many more units than once paid can be recomputed: the rate is exact from its steps', () => {
  const base = { asset: 1, size: 1, price: 1, costs: 0, broker: 1 }
  const steps = [
    { ...base, day: 0, kind: 0 },
    { ...base, day: 0, kind: 2 },
    { ...base, day: 1, kind: 5, price: 2589 },
    { ...base, day: 1, kind: 9, size: 93 },
  ]
  expect(faultsOf(steps, range(0, 50, { currency: 'USD' }), 'asset', nothingChecked())).toEqual([])
})

test('income expected in a currency of small units is rounded once', () => {
  const asset = { brokerId: 1, assetId: 1, currency: 'EUR' }
  const [bought, paid, more] = linesOf([
    { day: 0, kind: 2, asset: 1, size: 21, price: 100, costs: 0, broker: 1 },
    { day: 1, kind: 5, asset: 1, size: 1, price: 100, costs: 0, broker: 1 },
    { day: 2, kind: 2, asset: 1, size: 14, price: 100, costs: 0, broker: 1 },
  ])
  const lines = [bought!, paid!, more!].map((line) => ({ ...line, ...asset }))
  const step = { from: 'EUR', to: 'VND', provider: 'MANUAL', rate: '27000', rateDate: '2024-01-01', inverted: false }
  const rate = { ratio: { numerator: 27_000n, denominator: 1n }, date: '2024-01-01', isStale: false, steps: [step] }
  const [currency, brokerIds] = ['VND', [1]]
  const book = createInputs({ currency, brokerIds, lotLines: lines, assets: ASSETS, closes: closesOf, rates: () => rate })
  const { body } = incomeAnswer(
    book,
    range(0, 50, { currency, brokerIds, method: 'FIFO' }),
    createExplainer(book, () => null),
  )
  expect(IncomeReport.parse(JSON.parse(JSON.stringify(body))).forecast[0]?.gross).toBe('45000')
})

test('a split that makes a long holding of a short one: what was sold brought what it brought', () => {
  const base = { asset: 3, size: 1, price: 1, costs: 0, broker: 1 }
  const steps = [
    { ...base, day: 0, kind: 2 },
    { ...base, day: 0, kind: 18, size: 2, broker: 2 },
    { ...base, day: 0, kind: 0, asset: 1 },
    { ...base, day: 1, kind: 2 },
    { ...base, day: 1, kind: 6 },
  ]
  expect(faultsOf(steps, range(0, 1, { method: 'S104' }), 'asset', nothingChecked())).toEqual([])
})

test('any ledger, scope, method and currency: terms add up to their figures exactly, and can be recomputed by hand', () => {
  const checked = nothingChecked()
  fc.assert(
    fc.property(
      ledger,
      fc.nat(LENGTH - 1),
      fc.nat(LENGTH - 1),
      fc.constantFrom<ReportScope>('total', 'assets'),
      fc.constantFrom(...REPORT_METHODS),
      fc.constantFrom('EUR', 'USD'),
      fc.constantFrom(...ALLOCATION_KEYS),
      (steps, from, to, scope, method, currency, by) => {
        const request = range(Math.min(from, to), Math.max(from, to), { scope, method, currency })
        expect(faultsOf(steps, request, by, checked)).toEqual([])
      },
    ),
    seeded(100),
  )
  console.log('explanations checked by hand:', checked)
  expect(checked.recomputed).toBeGreaterThan(600)
})
