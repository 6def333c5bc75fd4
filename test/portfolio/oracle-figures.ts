import { costOf, totalQuantity } from '#src/lots/lot.ts'
import { positionOf } from '#src/lots/match.ts'
import { gainsOf } from '#src/portfolio/gains/report.ts'
import { holdingsOf } from '#src/portfolio/holdings/report.ts'
import { incomeOf } from '#src/portfolio/income-and-costs/report.ts'
import type { ReportMethod, ReportRequest } from '#src/portfolio/ledger/request.ts'
import { performanceOf } from '#src/portfolio/returns/performance.ts'
import { drawdownOf, riskOf } from '#src/portfolio/returns/risk.ts'
import { annualise, linkReturns } from '#src/portfolio/returns/twr.ts'
import { xirr } from '#src/portfolio/returns/xirr.ts'
import { matchLots } from '#src/portfolio/valuation/lot-entries.ts'
import { addDays, daysBetween } from '#src/shared/date.ts'
import { type Decimal, sum, toNumber, ZERO } from '#src/shared/decimal.ts'
import { bookOf, type Expected, type Oracle } from './oracle.ts'

const number = (value: Decimal | null) => (value === null ? null : toNumber(value))

/** The method that a figure names; FIFO where it names none. */
function methodOf({ method = '' }: Expected): ReportMethod {
  if (/^UK/.test(method)) return 'S104'
  return (['LIFO', 'AVERAGE', 'HIFO'] as const).find((name) => method.startsWith(name)) ?? 'FIFO'
}

/** Cash counts in cases that say what was paid in, but for figures of one security. */
function scopeOf(oracle: Oracle, expected: Expected): ReportRequest['scope'] {
  return expected.symbol === undefined && oracle.activities.some((one) => one.symbol === undefined) ? 'total' : 'assets'
}

/** A case measures from the END of its first day, so ours begins on the day after; without one, from the first activity. */
function ask(oracle: Oracle, expected: Expected): ReportRequest {
  const first = oracle.activities.map((one) => one.date).sort()[0] ?? '2000-01-01'
  const to =
    expected.as_of ??
    oracle.activities
      .map((one) => one.date)
      .sort()
      .at(-1) ??
    first
  const from = expected.from === undefined || expected.from >= to ? first : addDays(expected.from, 1)
  const currency = expected.currency ?? oracle.base_currency
  const [begin = to] = [from, to].sort()
  return {
    brokerIds: [],
    currency,
    from: begin,
    to,
    method: methodOf(expected),
    scope: scopeOf(oracle, expected),
    assetIds: null,
    owned: false,
  }
}

function performance(oracle: Oracle, expected: Expected) {
  const request = ask(oracle, expected)
  return performanceOf(bookOf(oracle, { until: request.to, currency: request.currency }), request, undefined)
}

function holdings(oracle: Oracle, expected: Expected) {
  const request = ask(oracle, expected)
  return holdingsOf(bookOf(oracle, { until: request.to, currency: request.currency }), request)
}

function realised(oracle: Oracle, expected: Expected) {
  const request = ask(oracle, expected)
  const until = request.method === 'S104' ? addDays(request.to, 30) : request.to
  const from = expected.this_day_only ? request.to : '1900-01-01'
  return gainsOf(bookOf(oracle, { until, currency: request.currency }), { ...request, from }).total
}

function openLots(oracle: Oracle, expected: Expected) {
  const request = ask(oracle, expected)
  const book = bookOf(oracle, { until: request.to, currency: request.currency })
  const accounts = [...new Set(oracle.activities.map((one) => one.account ?? ''))]
  const brokerId = accounts.indexOf(expected.account ?? '') + 1
  return [...matchLots(book, request.method).open].flatMap(([key, lots]) =>
    lots.filter(
      ({ assetId }) =>
        (expected.symbol === undefined || book.assetOf(assetId).symbol === expected.symbol) &&
        (expected.account === undefined || key === positionOf({ brokerId, assetId }, false)),
    ),
  )
}

function returnsUntil(oracle: Oracle, { as_of = '9999-12-31', from = '' }: Expected) {
  return (oracle.returns ?? []).filter((one) => one.date <= as_of && one.date > from)
}

function rate(oracle: Oracle, expected: Expected): number | null {
  if (oracle.cashflows === undefined) return performance(oracle, expected).mwr
  const start = oracle.cashflows.map((one) => one.date).sort()[0] ?? ''
  return xirr(oracle.cashflows.map((one) => ({ day: daysBetween(start, one.date), amount: one.amount }))).rate
}

type Figure = (oracle: Oracle, expected: Expected) => number | string | null

/** What we say to each figure that a case names. */
export const FIGURES: Record<string, Figure> = {
  holdings: (oracle, expected) => number(totalQuantity(openLots(oracle, expected))),
  cost_basis: (oracle, expected) => number(costOf(openLots(oracle, expected)).inReport),
  cost_per_unit(oracle, expected) {
    const lots = openLots(oracle, expected)
    return Math.abs(toNumber(costOf(lots).inReport) / toNumber(totalQuantity(lots)))
  },
  lot_date: (oracle, expected) => openLots(oracle, expected)[0]?.acquiredOn ?? null,
  cost_of_units_sold: (oracle, expected) => number(realised(oracle, expected).cost),
  realized_gain: (oracle, expected) =>
    number(expected.from === undefined ? realised(oracle, expected).gain : performance(oracle, expected).parts.realised),
  realized_fx_gain: (oracle, expected) =>
    number(expected.from === undefined ? realised(oracle, expected).currencyGain : performance(oracle, expected).parts.currency),
  unrealized_gain: (oracle, expected) =>
    expected.from === undefined
      ? number(sum(holdings(oracle, expected).holdings.map((one) => one.unrealised ?? ZERO)))
      : number(performance(oracle, expected).parts.unrealised),
  unrealized_fx_gain: (oracle, expected) =>
    expected.from === undefined
      ? number(sum(holdings(oracle, expected).holdings.map((one) => one.unrealisedCurrency ?? ZERO)))
      : number(performance(oracle, expected).parts.currency),
  cash(oracle, expected) {
    const all = holdings(oracle, expected).cash
    if (expected.currency === undefined) return number(sum(all.map((one) => one.value ?? ZERO)))
    return number(all.find((one) => one.currency === expected.currency)?.amount ?? ZERO)
  },
  value: (oracle, expected) => number(performance(oracle, expected).endValue),
  net_deposits: (oracle, expected) => number(performance(oracle, expected).netFlows),
  gain_total: (oracle, expected) => number(performance(oracle, expected).gain),
  gain_net: (oracle, expected) => number(performance(oracle, expected).gain),
  gain_gross(oracle, expected) {
    const { realised, unrealised, currency } = performance(oracle, expected).parts
    return number(sum([realised, unrealised, currency]))
  },
  price_effect: (oracle, expected) => number(performance(oracle, expected).parts.unrealised),
  currency_effect: (oracle, expected) => number(performance(oracle, expected).parts.currency),
  fees: (oracle, expected) => -(number(performance(oracle, expected).parts.fees) ?? 0) + 0,
  taxes: (oracle, expected) => -(number(performance(oracle, expected).parts.taxes) ?? 0) + 0,
  dividends: (oracle, expected) => number(performance(oracle, expected).parts.income),
  income_gross: (oracle, expected) => number(performance(oracle, expected).parts.income),
  income_net(oracle, expected) {
    const { income, taxes } = performance(oracle, expected).parts
    return number(sum([income, taxes]))
  },
  dividend_count(oracle, expected) {
    const request = ask(oracle, expected)
    return incomeOf(bookOf(oracle, { until: request.to }), request).length
  },
  dividend_yield_on_cost(oracle, expected) {
    const years = FIGURES['dividend_count']!(oracle, expected) as number
    const income = number(performance(oracle, expected).parts.income) ?? 0
    return income / years / toNumber(costOf(openLots(oracle, expected)).inReport)
  },
  roi: (oracle, expected) => performance(oracle, expected).simple,
  twr: (oracle, expected) => performance(oracle, expected).twr,
  period_return: (oracle, expected) =>
    oracle.returns === undefined
      ? performance(oracle, expected).twr
      : linkReturns(returnsUntil(oracle, expected).map((one) => one.value)),
  daily_return: (oracle, expected) => performance(oracle, { ...expected, from: addDays(expected.as_of ?? '', -1) }).twr,
  twr_annualized: (oracle, expected) => performance(oracle, expected).twrAnnualised,
  annualized_return(oracle, expected) {
    const { period_days, cumulative_return } = expected as Expected & { period_days?: number; cumulative_return?: number }
    if (period_days !== undefined && cumulative_return !== undefined) return annualise(cumulative_return, period_days)
    const all = returnsUntil(oracle, expected)
    const days = daysBetween(all[0]?.date ?? '', expected.as_of ?? '') + 1
    return annualise(linkReturns(all.map((one) => one.value)), days)
  },
  cumulative_return: (oracle, expected) => linkReturns(returnsUntil(oracle, expected).map((one) => one.value)),
  mwr_xirr: rate,
  mwr_irr: rate,
  volatility: (oracle, expected) => risk(oracle, expected).volatility,
  sharpe: (oracle, expected) => risk(oracle, expected).sharpe,
  max_drawdown: (oracle, expected) => drawdown(oracle, expected)?.ratio ?? null,
  max_drawdown_days(oracle, expected) {
    const { from = null, to = null } = drawdown(oracle, expected) ?? {}
    return from === null || to === null ? null : daysBetween(from, to)
  },
}

function risk(oracle: Oracle, expected: Expected) {
  return oracle.returns === undefined
    ? performance(oracle, expected)
    : riskOf(returnsUntil(oracle, expected).map((one) => one.value))
}

function drawdown(oracle: Oracle, expected: Expected) {
  if (oracle.returns === undefined) return performance(oracle, expected).drawdown
  return drawdownOfDated(returnsUntil(oracle, expected))
}

/** The deepest fall of returns with their days, from the day before the first. */
export function drawdownOfDated(returns: NonNullable<Oracle['returns']>) {
  const values = returns.map(({ value }) => value)
  return drawdownOf(values, (place) => returns[place]?.date ?? addDays(returns[0]?.date ?? '', -1))
}

/** Whether a figure of ours is the published one, within the tolerance that the case states. */
export function fits(found: number | string | null, { value, tolerance }: Expected): boolean {
  if (typeof value !== 'number' || typeof found !== 'number') return found === value
  return Math.abs(found - value) <= tolerance + 1e-9 * Math.max(1, Math.abs(value))
}
