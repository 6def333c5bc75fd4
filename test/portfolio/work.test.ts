/** How much work reports are, counted and not timed. */
import { expect, test } from 'bun:test'
import { breakdownOf } from '#src/portfolio/breakdown/report.ts'
import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import { calendarOf } from '#src/portfolio/valuation/calendar.ts'
import { dailyNumbers } from '#src/portfolio/valuation/daily-values.ts'
import { createInputs, type ReportAsset } from '#src/portfolio/valuation/inputs.ts'
import { ONE, whole, ZERO } from '#src/shared/decimal.ts'

const request = {
  brokerIds: [1],
  currency: 'EUR',
  from: '1900-01-01',
  to: '2024-12-31',
  method: 'FIFO',
  scope: 'assets',
  owned: false,
  assetIds: null,
} as const

function buy(assetId: number, date: string): Line {
  return {
    ...{
      id: assetId,
      brokerId: 1,
      type: 'BUY',
      date,
      assetId,
      quantity: ONE,
      price: whole(2),
      priceCurrency: 'USD',
      fxRate: null,
    },
    ...{
      amount: whole(-2),
      currency: 'USD',
      fees: ZERO,
      taxes: ZERO,
      costBasis: null,
      ratio: null,
      costShare: null,
      groupId: null,
    },
  } as Line
}

/** So many assets bought on a day, and how often a rate was looked up. The only rate is too old. */
function world(count: number, date: string) {
  const lines = Array.from({ length: count }, (_, index) => buy(index + 1, date))
  const asset: ReportAsset = { symbol: 'A', name: 'A', isin: null, type: 'STOCK', currency: 'USD', priceQuantity: ONE }
  const looked = { count: 0 }
  const book = createInputs({
    currency: 'EUR',
    brokerIds: [1],
    lotLines: lines,
    assets: new Map(lines.map((line) => [line.assetId ?? 0, asset])),
    closes: () => [],
    rates: () => {
      looked.count += 1
      return { ratio: { numerator: 9n, denominator: 10n }, date: '1899-12-31', isStale: true, steps: [] }
    },
  })
  return { book, lines, looked }
}

test('days before the first line cost nothing', () => {
  const { book, lines, looked } = world(1, '2024-12-22')
  const calendar = calendarOf(request.from, request.to)
  const daily = dailyNumbers(book, request, calendar)({ id: 1, lines })
  expect([daily.start, daily.values.length]).toEqual([calendar.days.length - 10, 10])
  expect([...daily.values]).toEqual(Array.from({ length: 10 }, () => 2 * 0.9))
  expect(looked.count).toBe(10)
})

test('a breakdown looks the rate of a day up once for all its parts, though it is stale', () => {
  const lookups = (count: number) => {
    const { book, looked } = world(count, '2024-01-01')
    const { rows } = breakdownOf(book, request, 'asset', () => '')
    expect(rows.length).toBe(count)
    expect(book.warnings.list().map(({ code, from, to }) => [code, from, to])).toContainEqual([
      'rate-stale',
      '2024-01-01',
      '2024-12-31',
    ])
    return looked.count
  }
  const [one, many] = [lookups(1), lookups(40)]
  expect(one).toBeGreaterThan(366)
  expect(many - one).toBeLessThan(39 * 20)
})
