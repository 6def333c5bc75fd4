import { expect, test } from 'bun:test'
import { costOf, totalQuantity } from '#src/lots/lot.ts'
import { positionOf } from '#src/lots/match.ts'
import { gainOf } from '#src/portfolio/gains/report.ts'
import { matchLots, type ReportMethod } from '#src/portfolio/valuation/lot-entries.ts'
import { addDays } from '#src/shared/date.ts'
import { toNumber, ZERO } from '#src/shared/decimal.ts'
import { bookOf, type Expected, type Oracle, readOracles } from './oracle.ts'

/** Sources that leave fees out of the cost, or count other things as realised, are not our definition. */
const OTHER_DEFINITION = /fees (and taxes )?excluded|lifetime|without currency|before fee|source|source definition/
const FEES_APART = 'the source leaves fees out of the cost; ours has them in'
const DEFINED_OTHERWISE: Record<string, string> = {
  'dividend-reported-apart-from-price-gain': FEES_APART,
  'partial-sale-average-cost-with-fees': FEES_APART,
  'roai-buy-then-sell-all-at-a-loss': FEES_APART,
  'roai-single-buy-with-fee': FEES_APART,
  'short-two-sales-average-price': FEES_APART,
  'single-usd-holding-in-chf-base': FEES_APART,
  'three-buys-sale-dividend-close-with-fees': FEES_APART,
  'fee-in-a-third-currency': 'fees of a trade are in the currency of its amount; another currency is a FEE line of its own',
  'period-gain-measured-from-period-start': 'gains since the start of a period; see the test of performance',
  'usd-security-period-gains-with-start-valuation': 'gains since the start of a period; see the test of performance',
  'security-return-before-tax-fully-sold': 'a delivery to outside is no sale here: its units leave at cost',
  'sell-more-than-held-is-refused': 'the ledger refuses the sale before lots are made',
  'thirds-bought-then-whole-sold': 'more than 12 places are refused by the ledger, never rounded',
}

function methodOf({ method }: Expected): ReportMethod | null {
  if (method === undefined) return 'FIFO'
  if (OTHER_DEFINITION.test(method)) return null
  if (/^UK/.test(method)) return 'S104'
  return (['FIFO', 'LIFO', 'AVERAGE', 'HIFO'] as const).find((name) => method.startsWith(name)) ?? 'FIFO'
}

type Row = ReturnType<typeof gainOf>

function realised(oracle: Oracle, expected: Expected, method: ReportMethod): Row[] {
  const asOf = expected.as_of ?? '9999-12-31'
  const isUk = method === 'S104'
  const book = bookOf(oracle, { until: isUk ? addDays(asOf, 30) : asOf, currency: expected.currency ?? oracle.base_currency })
  const lines = new Map(book.lines.map((line) => [line.id, line]))
  return matchLots(book, method)
    .disposals.filter((disposal) => (expected.this_day_only ? disposal.date === asOf : disposal.date <= asOf))
    .map((disposal) => gainOf(book, disposal, lines.get(disposal.transactionId)!))
}

const REALISED: Record<string, (row: Row) => number> = {
  realized_gain: (row) => toNumber(row.gain ?? ZERO),
  realized_fx_gain: (row) => toNumber(row.currencyGain ?? ZERO),
  cost_of_units_sold: (row) => toNumber(row.cost ?? ZERO),
}

function figure(oracle: Oracle, expected: Expected, method: ReportMethod): number | null {
  const pick = REALISED[expected.what]
  if (pick) return realised(oracle, expected, method).reduce((total, row) => total + pick(row), 0)
  const book = bookOf(oracle, { until: expected.as_of ?? '9999-12-31', currency: expected.currency ?? oracle.base_currency })
  const accounts = [...new Set(oracle.activities.map((one) => one.account ?? ''))]
  const matched = matchLots(book, method)
  const parcels = [...matched.open].flatMap(([key, list]) =>
    list.filter(
      (parcel) =>
        (expected.symbol === undefined || book.assetOf(parcel.assetId).symbol === expected.symbol) &&
        (expected.account === undefined ||
          key === positionOf({ brokerId: accounts.indexOf(expected.account) + 1, assetId: parcel.assetId }, false)),
    ),
  )
  if (expected.what === 'cost_basis') return toNumber(costOf(parcels).report)
  if (expected.what === 'holdings') return toNumber(totalQuantity(parcels))
  if (expected.what === 'cost_per_unit') return Math.abs(toNumber(costOf(parcels).report) / toNumber(totalQuantity(parcels)))
  return null
}

let checked = 0
for (const oracle of readOracles()) {
  if (oracle.name in DEFINED_OTHERWISE) continue
  const cases = oracle.expected.flatMap((expected) => {
    const method = methodOf(expected)
    const fits = [...Object.keys(REALISED), 'cost_basis', 'holdings', 'cost_per_unit'].includes(expected.what)
    return method !== null && fits && typeof expected.value === 'number' ? [{ expected, method, value: expected.value }] : []
  })
  if (cases.length === 0) continue
  test(`${oracle.name}: lots, cost and realised gains as published`, () => {
    for (const { expected, method, value } of cases) {
      const found = figure(oracle, expected, method)
      const off = Math.abs((found ?? Number.NaN) - value)
      if (!(off <= expected.tolerance + 1e-9))
        expect({ ...expected, method, found }).toEqual({ ...expected, method, found: value })
      checked += 1
    }
  })
}

test('enough published figures were compared', () => {
  expect(checked).toBeGreaterThan(100)
})

test('cases that define a figure otherwise exist, and ours differs from theirs', () => {
  const names = new Set(readOracles().map((oracle) => oracle.name))
  expect(Object.keys(DEFINED_OTHERWISE).filter((name) => !names.has(name))).toEqual([])
})
