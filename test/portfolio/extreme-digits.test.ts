/** Figures with as many digits as the interface takes, through the front door: no answer is a 500, and what is answered is right. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { BrokerSummary } from '#src/brokers/schema.ts'
import { AllocationReport } from '#src/portfolio/allocation/schema.ts'
import { BreakdownReport } from '#src/portfolio/breakdown/schema.ts'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { HistoryReport } from '#src/portfolio/history/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { CashFlowsReport, CostsReport, IncomeReport } from '#src/portfolio/income-and-costs/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { firstTooLarge } from '#src/portfolio/returns/twr.ts'
import { Transaction } from '#src/transactions/schema.ts'
import { type Answer, createTestApp } from '#test/support/app.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'
import { bodiesOf, CURRENCIES, csvOf, DAYS, dayOf, type Extreme, extreme, LARGEST, LEAST, PAIRS } from './extreme-digits.ts'

const LAST = dayOf(DAYS)
const METHODS = ['FIFO', 'LIFO', 'S104', 'AVERAGE', 'HIFO'] as const
const FIGURES = ['quantity', 'price', 'amount', 'fees', 'fx_rate'] as const
const REPORTS = {
  'holdings?lots=true': HoldingsReport,
  'gains?': GainsReport,
  'performance?': PerformanceReport,
  'performance?scope=assets': PerformanceReport,
  'history?interval=daily': HistoryReport,
  'history?interval=monthly&scope=assets': HistoryReport,
  'performance/breakdown?by=asset': BreakdownReport,
  'performance/breakdown?by=broker': BreakdownReport,
  'income?': IncomeReport,
  'cash-flows?': CashFlowsReport,
  'costs?': CostsReport,
  'allocation?by=asset': AllocationReport,
  'allocation?by=currency': AllocationReport,
} as const
const CHARTS = ['history', 'performance', 'drawdown', 'allocation', 'income', 'gains']

async function setUp() {
  const app = await createTestApp({
    clock: () => new Date('2024-12-31T12:00:00Z'),
    deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } },
  })
  const user = await app.createUser()
  /** Sends a request; a figure that cannot be given is a problem that says where and what, an answer has no number that is none. */
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await app.call(user, method, path, body)
    const isProblem = [409, 422].includes(answer.status) && answer.body.detail.length > 20
    if (answer.status >= 300) expect([method, path, answer.status, isProblem]).toEqual([method, path, answer.status, true])
    else expect([path, /.{0,60}(NaN|Infinity|undefined)/.exec(answer.text)?.[0]]).toEqual([path, undefined])
    return answer
  }
  return { ...app, user, send }
}

type App = Awaited<ReturnType<typeof setUp>>
type Place = { readonly brokers: readonly number[]; readonly assets: readonly number[] }

async function fill(app: App, { lines, closes, events, rates }: Extreme): Promise<Place & { ids: number[] }> {
  const brokers = [
    await createBroker(app, app.user, { allowAssetShorting: true }),
    await createBroker(app, app.user, { allowAssetShorting: true }),
  ]
  const assets: number[] = []
  for (const currency of ['EUR', 'USD', 'JPY'])
    assets.push(await createAsset(app, { symbol: `A${assets.length}`, currency, createdBy: app.user.id }))
  for (const { pair, day, rate } of rates) {
    const [base, quote] = PAIRS[pair] ?? PAIRS[0]
    await app.send('PUT', '/fx/rates', [{ base, quote, date: dayOf(day), rate }])
  }
  for (const { asset, day, close, currency } of closes)
    await app.send('PUT', `/assets/${assets[asset]}/prices`, [{ date: dayOf(day), close, currency }])
  for (const { asset, day, ratio } of events)
    await app.send('POST', `/assets/${assets[asset]}/events`, { type: 'SPLIT', date: dayOf(day), ratio })
  const ids: number[] = []
  for (const line of lines) {
    const answer = await app.send('POST', '/transactions/batch', { create: bodiesOf(line, { brokers, assets }) })
    if (answer.status === 200) ids.push(...answer.body.created)
  }
  return { brokers, assets, ids }
}

const scaled = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  return BigInt(`${text.startsWith('-') ? '-' : ''}${whole}${fraction.padEnd(12, '0')}`)
}

/** Balances and holdings are the sums of the lines as they are shown, with the splits that warnings propose, and no line shows more digits than it could be entered with. */
async function checkSums(app: App, { brokers, ids }: Place & { ids: number[] }): Promise<void> {
  const sums = new Map<string, bigint>()
  const count = (key: string, text: string) => sums.set(key, (sums.get(key) ?? 0n) + scaled(text))
  for (const id of ids) {
    const line = (await app.send('GET', `/transactions/${id}`)).as(Transaction)
    for (const field of FIGURES)
      expect([field, (line[field] ?? '').replaceAll(/\D|^-?0\./g, '').length <= 28]).toEqual([field, true])
    if (line.currency !== null) count(`${line.broker_id} ${line.currency}`, line.amount)
    if (line.asset_id !== null) count(`${line.broker_id} ${line.asset_id}`, line.quantity)
  }
  for (const id of brokers) {
    const { balances, holdings, warnings } = (await app.send('GET', `/brokers/${id}/summary?as_of=${LAST}&currency=CHF`)).as(
      BrokerSummary,
    )
    for (const { code, asset_id, remedy } of warnings)
      if (code === 'split-not-booked')
        count(`${id} ${asset_id}`, `${((remedy?.body ?? {}) as Record<string, unknown>)['quantity']}`)
    for (const { currency, amount } of balances) expect(scaled(amount)).toBe(sums.get(`${id} ${currency}`) ?? 0n)
    for (const { asset_id, quantity } of holdings) expect(scaled(quantity)).toBe(sums.get(`${id} ${asset_id}`) ?? 0n)
  }
}

async function readAll(app: App, { assets }: Place, method: string, currency: string): Promise<void> {
  const common = `currency=${currency}&method=${method}`
  for (const [path, schema] of Object.entries(REPORTS)) {
    const query = `${common}&${/holdings|allocation/.test(path) ? 'as_of' : 'to'}=${LAST}`
    const answer = await app.send('GET', `/portfolio/${path}&${query}`)
    if (answer.status === 200) schema.parse(answer.body)
    if (!path.includes('breakdown')) await app.send('GET', `/portfolio/${path}&${query}&explain=true`)
    await app.send('GET', `/portfolio/${path.replace('?', '.csv?').replace('lots=true', '')}&${query}`)
  }
  const compared = `${common}&from=${dayOf(1)}&to=${LAST}&scope=assets&benchmark=${assets[0]}`
  await app.send('GET', `/portfolio/performance?${compared}`)
  await app.send('GET', `/portfolio/charts/performance.svg?${compared}`)
  for (const chart of CHARTS) await app.send('GET', `/portfolio/charts/${chart}.svg?${common}&to=${LAST}`)
  for (const to of CURRENCIES) await app.send('GET', `/fx/convert?from=EUR&to=${to}&amount=${LARGEST}&date=${LAST}`)
}

async function writeAll(app: App, { brokers, assets, ids }: Place & { ids: number[] }, { lines }: Extreme): Promise<void> {
  for (const [index, id] of ids.entries())
    for (const [place, field] of FIGURES.entries())
      await app.send('PATCH', `/transactions/${id}`, { [field]: lines[index % lines.length]?.figures[place % 3] })
  const sent = await upload(app, app.user, brokers[0] ?? 0, 'extreme.csv', csvOf(lines), '&import=true&short=allow')
  expect([sent.status, [201, 409, 422].includes(sent.status)]).toEqual([sent.status, true])
  await app.send('POST', `/assets/${assets[2]}/merge`, { into: assets[1] })
  await app.send('GET', `/portfolio/gains?currency=EUR&method=S104&to=${LAST}`)
  await app.send('GET', `/portfolio/holdings?currency=JPY&as_of=${LAST}`)
}

test('no answer is a 500 whatever digits a ledger, its closes, splits and rates have; sums are right to the last of them', async () => {
  await fc.assert(
    fc.asyncProperty(extreme, fc.constantFrom(...METHODS), fc.constantFrom(...CURRENCIES), async (ledger, method, currency) => {
      const app = await setUp()
      const place = await fill(app, ledger)
      await checkSums(app, place)
      await readAll(app, place, method, currency)
      await writeAll(app, place, ledger)
    }),
    seeded(4),
  )
})

/** Bought for 1, worth more than 10^39 three days later and sold for it: fourteen times. */
const RISES: Extreme = {
  lines: Array.from({ length: 14 }, (_, index) => index * 20).flatMap((day) => [
    { kind: 'PAID', day, asset: 0, broker: 0, currency: 'EUR', figures: ['1', '1', '1'], ratio: '2:1' } as const,
    { kind: 'SOLD', day: day + 5, asset: 0, broker: 0, currency: 'EUR', figures: ['1', LARGEST, '1'], ratio: '2:1' } as const,
  ]),
  closes: Array.from({ length: 14 }, (_, index) => index * 20).flatMap((day) => [
    { asset: 0, day, currency: 'USD', close: '1' },
    { asset: 0, day: day + 3, currency: 'USD', close: LARGEST },
  ]),
  rates: Array.from({ length: 14 }, (_, index) => index * 20).flatMap((day) => [
    { pair: 0, day, rate: '1' },
    { pair: 0, day: day + 3, rate: LEAST },
  ]),
  events: [],
}

test('200 without a return where it grows beyond what a number can hold, or what can be believed; with every other figure', async () => {
  const app = await setUp()
  await fill(app, RISES)
  const query = `currency=EUR&scope=assets&to=${LAST}`
  const given = (await app.send('GET', `/portfolio/performance?${query}`)).as(PerformanceReport)
  expect(given).toMatchObject({ twr: null, twr_reason: 'out-of-range', volatility: null, max_drawdown: null, best_day: null })
  expect(given.warnings.map((one) => one.code)).toContain('return-out-of-range')
  const { points } = (await app.send('GET', `/portfolio/history?${query}`)).as(HistoryReport)
  expect(points.slice(0, 4).map((point) => point.twr)).toEqual([0, 0, 0, null])
  const breakdown = (await app.send('GET', `/portfolio/performance/breakdown?by=asset&${query}`)).body
  expect(breakdown.total).toMatchObject({ twr: null, twr_reason: 'out-of-range' })
  for (const path of ['performance.csv', 'history.csv', 'charts/performance.svg', 'charts/drawdown.svg'])
    expect([path, (await app.send('GET', `/portfolio/${path}?${query}`)).status]).toEqual([path, 200])
})

test('422 that names asset and day where splits make a benchmark worth more than a number can hold', async () => {
  const app = await setUp()
  const days = Array.from({ length: 16 }, (_, index) => 20 + index * 10)
  const line = { kind: 'PAID', day: 0, asset: 0, broker: 0, currency: 'EUR', figures: ['1', '1', '1'], ratio: '2:1' } as const
  const { assets } = await fill(app, {
    lines: [line],
    closes: [0, 15, 300].map((day) => ({ asset: 2, day, currency: 'EUR', close: '1' })),
    rates: [],
    events: days.map((day) => ({ asset: 2, day, ratio: `${'9'.repeat(25)}:${LEAST}` })),
  })
  const query = `currency=EUR&from=${dayOf(1)}&benchmark=${assets[2]}`
  for (const path of ['performance?', 'performance.csv?', 'charts/performance.svg?']) {
    const refused = await app.send('GET', `/portfolio/${path}${query}&to=${LAST}`)
    expect([path, refused.status, refused.body?.code]).toEqual([path, 422, 'portfolio/return-too-large'])
    expect(refused.body.detail).toMatch(/^On 20\d\d-\d\d-\d\d a unit of A2 is worth more or less than a number can hold/)
    expect((await app.send('GET', `/portfolio/${path}${query}&to=${dayOf(15)}`)).status).toBe(200)
  }
})

test('the first day beyond what a number can hold is found as by linking from every day before', () => {
  const power = fc.integer({ min: -22, max: 22 }).map((sevens) => 10 ** (sevens * 7) - 1)
  const returns = fc.array(fc.oneof(power, fc.constantFrom(Number.NaN, 0, -1, 0.5)), { maxLength: 30 })
  const isTooLarge = (list: readonly number[], end: number) =>
    list.slice(0, end + 1).some((_, start) => {
      const logs = list.slice(start, end + 1).map((value) => Math.log10(1 + (value || 0)))
      return logs.reduce((total, value) => total + value, 0) > 300 + 1e-9
    }) || (list[end] || 0) > 1e150
  fc.assert(
    fc.property(returns, (list) => {
      expect(firstTooLarge(list)).toBe(list.findIndex((_, end) => isTooLarge(list, end)))
    }),
    seeded(500),
  )
})
