import { z } from '@hono/zod-openapi'
import { GainsQuery, GainsReport } from '../portfolio/gains/schema.ts'
import { HoldingsQuery, HoldingsReport } from '../portfolio/holdings/schema.ts'
import { IncomeReport, StatementQuery } from '../portfolio/income-and-costs/schema.ts'
import { PerformanceQuery, PerformanceReport } from '../portfolio/performance/schema.ts'
import { PortfolioSummary, PortfolioSummaryQuery } from '../portfolio/summary/schema.ts'
import { bounded, type Fields, fieldsOf, listOf, pageOf, plainWarnings } from './bounded.ts'
import { page, pageArguments, stated } from './page.schema.ts'
import { type Answered, tool } from './tool.ts'

const none = z.strictObject({})
const paged = z.strictObject(pageArguments)
const VALUED =
  'Holdings are valued at the last known close of the day and its exchange rate; what has no price or rate is null, left out of sums, and named in `warnings` (then `complete` is false).'

const { explain: _h, explain_totals: _ht, format: _hf, ...holdingsQuery } = HoldingsQuery.shape
const { explain: _g, explain_totals: _gt, format: _gf, ...gainsQuery } = GainsQuery.shape
const { explain: _s, explain_totals: _st, format: _sf, ...incomeQuery } = StatementQuery.shape
const { explain: _p, format: _pf, ...performanceQuery } = PerformanceQuery.shape
const { broker_ids, currency, as_of, owned } = holdingsQuery

const row = <S extends z.ZodObject>(schema: S) => schema.omit({ explain: true } as never)

/** A report with a page of its rows, plain warnings, and its other lists bounded. */
function paging(rows: string) {
  return ({ body }: Answered, own: { offset: number; limit: number }): Fields => {
    const report = fieldsOf(body)
    const { shown, page } = pageOf(listOf(report[rows]), own)
    return { ...whole({ ...report, [rows]: shown }, rows), page }
  }
}

function whole(report: Fields, rows?: string): Fields {
  const { fields, cut } = bounded({ ...report, warnings: plainWarnings(report['warnings']) }, rows)
  return { ...fields, cut }
}

export const REPORT_TOOLS = [
  tool({
    name: 'get_portfolio_summary',
    title: 'Portfolio at a glance',
    description: `Value, cash, gain, change of the last day and returns since the first transaction, in one currency. Begin here for "how is my portfolio doing". ${VALUED}`,
    query: PortfolioSummaryQuery.shape,
    own: none,
    output: PortfolioSummary,
    reading: () => ({ path: '/portfolio/summary' }),
    answer: ({ body }) => fieldsOf(body),
  }),
  tool({
    name: 'get_holdings',
    title: 'Holdings',
    description: `What is held at the end of a day, an asset a row: quantity, price, market value, cost basis, unrealised gain, income; and the cash of each currency. ${VALUED} Assets that were sold wholly are in get_gains.`,
    query: holdingsQuery,
    own: paged,
    output: z.object({
      ...HoldingsReport.shape,
      holdings: z.array(row(HoldingsReport.shape.holdings.element)),
      cash: z.array(row(HoldingsReport.shape.cash.element)),
      totals: row(HoldingsReport.shape.totals),
      ...stated,
      page,
    }),
    reading: () => ({ path: '/portfolio/holdings' }),
    answer: paging('holdings'),
  }),
  tool({
    name: 'get_cash',
    title: 'Cash',
    description: `Cash at the end of a day, by currency, with its value in the currency of the report. ${VALUED}`,
    query: { broker_ids, currency, as_of, owned },
    own: none,
    output: z.object({
      as_of: HoldingsReport.shape.as_of,
      currency: HoldingsReport.shape.currency,
      cash: z.array(row(HoldingsReport.shape.cash.element)),
      total: HoldingsReport.shape.totals.shape.cash,
      ...stated,
    }),
    reading: () => ({ path: '/portfolio/holdings' }),
    answer: ({ body }) => {
      const { as_of, currency, cash, totals, complete, warnings } = fieldsOf(body)
      return whole({ as_of, currency, cash, total: fieldsOf(totals)['cash'], complete, warnings })
    },
  }),
  tool({
    name: 'get_performance',
    title: 'Performance',
    description: `Returns and risk from one day to another: time-weighted (twr) and money-weighted (mwr) return as ratios (0.05 = 5 %), gain split into price, income, fees, taxes and currency, drawdown, volatility, and a benchmark. A return is null with a reason where none can be believed. ${VALUED}`,
    query: performanceQuery,
    own: none,
    output: z.object({ ...PerformanceReport.omit({ explain: true }).shape, ...stated }),
    reading: () => ({ path: '/portfolio/performance' }),
    answer: ({ body }) => whole(fieldsOf(body)),
  }),
  tool({
    name: 'get_gains',
    title: 'Realised gains',
    description:
      'What was sold from one day to another, a disposal of a lot a row: cost, proceeds, gain, split into price and currency, with totals by year, asset and currency. For tax questions name the method and the range of days.',
    query: gainsQuery,
    own: paged,
    output: z.object({
      ...GainsReport.shape,
      disposals: z.array(row(GainsReport.shape.disposals.element)),
      totals: row(GainsReport.shape.totals),
      ...stated,
      page,
    }),
    reading: () => ({ path: '/portfolio/gains' }),
    answer: paging('disposals'),
  }),
  tool({
    name: 'get_income',
    title: 'Dividends and interest',
    description:
      'Dividends and interest from one day to another, a payment a row, with sums by month, asset and tag, and a forecast of the next twelve months. Gross, tax withheld, fees, and net, in one currency.',
    query: incomeQuery,
    own: paged,
    output: z.object({
      ...IncomeReport.shape,
      payments: z.array(row(IncomeReport.shape.payments.element)),
      totals: row(IncomeReport.shape.totals),
      forecast: z.array(row(IncomeReport.shape.forecast.element)),
      ...stated,
      page,
    }),
    reading: () => ({ path: '/portfolio/income' }),
    answer: paging('payments'),
  }),
]
