/** How much work reports are, counted and not timed. */
import { expect, test } from 'bun:test'
import { breakdownOf } from '#src/portfolio/breakdown/report.ts'
import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import { calendarOf } from '#src/portfolio/valuation/calendar.ts'
import { dailyNumbers } from '#src/portfolio/valuation/daily-values.ts'
import { createInputs, type ReportAsset } from '#src/portfolio/valuation/inputs.ts'
import { groupsOf } from '#src/portfolio/valuation/lot-groups.ts'
import { unitsHeldIn } from '#src/portfolio/valuation/units-held.ts'
import { unbookedSplits } from '#src/portfolio/warnings/unbooked-splits.ts'
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

/** So many assets, each with five lines that say how often they are read; two and two of them were exchanged for each other. */
function readLines(assets: number) {
  const reads = { count: 0 }
  const lines = Array.from({ length: assets * 5 }, (_, index): Line => {
    const assetId = 1 + (index % assets)
    const isExchange = index < assets
    const line = { ...buy(assetId, '2024-01-01'), id: index + 1, type: isExchange ? 'EXCHANGE' : 'BUY' } as Line
    return Object.defineProperty({ ...line, groupId: isExchange ? `g${Math.ceil(assetId / 2)}` : null }, 'assetId', {
      get: () => {
        reads.count += 1
        return assetId
      },
    })
  })
  return { lines, reads, ids: Array.from({ length: assets }, (_, index) => index + 1) }
}

const WORK: Readonly<Record<string, (lines: readonly Line[], ids: readonly number[]) => void>> = {
  'units that are held of each contract': (lines, ids) => {
    const held = unitsHeldIn(lines)
    for (const id of ids) expect(held(id).get(1)?.quantity).toBe(whole(5))
  },
  'splits that no broker has booked': (lines, ids) => {
    const { book } = world(1, '2024-01-01')
    const split = { state: 'unbooked', brokerId: 1, date: '2024-01-02', listedOn: '2024-01-02', ratio: '2:1' } as const
    const unbooked = ids.map((assetId) => ({ ...split, assetId, held: whole(5), change: whole(5) }))
    expect(unbookedSplits({ ...book, lines, unbooked }, { ...request, from: '2024-06-01' }).length).toBe(ids.length)
  },
  'lots of assets that were exchanged in pairs': (lines, ids) => {
    const groups = groupsOf(lines, ids, false)
    expect(groups.map((one) => one.lines.length)).toEqual(Array.from({ length: ids.length / 2 }, () => 10))
  },
}

for (const [name, work] of Object.entries(WORK))
  test(`${name}: twice the assets are twice the work`, () => {
    const readsOf = (assets: number) => {
      const { lines, reads, ids } = readLines(assets)
      work(lines, ids)
      return reads.count
    }
    expect(readsOf(80)).toBeLessThan(2.5 * readsOf(40))
  })
