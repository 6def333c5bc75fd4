import type { ExplainedReport } from '../explanation.ts'
import type { AnswerOf, Operation } from '../operations.ts'

type Holdings = AnswerOf<'GET /portfolio/holdings'>
export type Explanation = NonNullable<Holdings['totals']['explain']>[number]
export type Term = Explanation['terms'][number]

/** A row of a report whose figures are explained. */
export type ExplainedRow = {
  /** What the row is about; empty for totals. */
  readonly name: string
  readonly figures: Readonly<Record<string, unknown>>
  readonly explain: readonly Explanation[] | null
}
/** A report with explanations: its currency, and how its rows are found. */
export type ExplainedAnswer = { readonly currency: string; readonly find: (row: string | null) => ExplainedRow | undefined }

type Source<O extends Operation = Operation> = {
  readonly operation: O
  /** Keys of the query that the report takes. */
  readonly keys: readonly string[]
  readonly read: (answer: AnswerOf<O>) => ExplainedAnswer
}

const COMMON = ['broker_ids', 'asset_ids', 'owned', 'currency', 'method']
const RANGE = [...COMMON, 'from', 'to']
const DAY = [...COMMON, 'scope', 'as_of']

type Row = { readonly explain: readonly Explanation[] | null }
const rowOf = (name: string, row: Row | undefined): ExplainedRow | undefined =>
  row && { name, figures: { ...row }, explain: row.explain }

const holdings: Source<'GET /portfolio/holdings'> = {
  operation: 'GET /portfolio/holdings',
  keys: DAY,
  read: ({ currency, holdings, cash, totals }) => ({
    currency,
    find: (row) => {
      if (row === null) return rowOf('', totals)
      const held = holdings.find(({ asset_id }) => String(asset_id) === row)
      return held
        ? rowOf(held.name || held.symbol, held)
        : rowOf(
            row.slice(5),
            cash.find((one) => `cash:${one.currency}` === row),
          )
    },
  }),
}
const performance: Source<'GET /portfolio/performance'> = {
  operation: 'GET /portfolio/performance',
  keys: [...RANGE, 'scope', 'benchmark'],
  read: (report) => ({ currency: report.currency, find: (row) => (row === null ? rowOf('', report) : undefined) }),
}
const history: Source<'GET /portfolio/history'> = {
  operation: 'GET /portfolio/history',
  keys: [...RANGE, 'scope', 'interval'],
  read: ({ currency, points }) => ({
    currency,
    find: (row) =>
      rowOf(
        '',
        points.find(({ date }) => date === row),
      ),
  }),
}
const gains: Source<'GET /portfolio/gains'> = {
  operation: 'GET /portfolio/gains',
  keys: RANGE,
  read: ({ currency, disposals, totals }) => ({
    currency,
    find: (row) => {
      if (row === null) return rowOf('', totals)
      const [sale, lot] = row.split('-')
      const found = disposals.find(
        (one) => String(one.transaction_id) === sale && (lot === undefined || String(one.lot_transaction_id) === lot),
      )
      return rowOf(found?.symbol ?? '', found)
    },
  }),
}
const income: Source<'GET /portfolio/income'> = {
  operation: 'GET /portfolio/income',
  keys: RANGE,
  read: ({ currency, payments, forecast, totals }) => ({
    currency,
    find: (row) => {
      if (row === null) return rowOf('', totals)
      const paid = payments.find(({ transaction_id }) => String(transaction_id) === row)
      return paid
        ? rowOf(paid.symbol ?? '', paid)
        : rowOf(
            '',
            forecast.find(({ month }) => month === row),
          )
    },
  }),
}
const costs: Source<'GET /portfolio/costs'> = {
  operation: 'GET /portfolio/costs',
  keys: RANGE,
  read: ({ currency, costs, totals }) => ({ currency, find: (row) => lineOf(costs, totals, row) }),
}
const cashFlows: Source<'GET /portfolio/cash-flows'> = {
  operation: 'GET /portfolio/cash-flows',
  keys: RANGE,
  read: ({ currency, flows, totals }) => ({ currency, find: (row) => lineOf(flows, totals, row) }),
}
const allocation: Source<'GET /portfolio/allocation'> = {
  operation: 'GET /portfolio/allocation',
  keys: [...DAY, 'by'],
  read: (report) => ({
    currency: report.currency,
    find: (row) => {
      if (row === null) return rowOf('', report)
      const found = report.slices.find(({ key }) => key === row)
      return rowOf(found?.label ?? '', found)
    },
  }),
}

type Line = Row & { readonly transaction_id: number; readonly symbol: string | null }
function lineOf(lines: readonly Line[], totals: Row, row: string | null): ExplainedRow | undefined {
  if (row === null) return rowOf('', totals)
  const found = lines.find(({ transaction_id }) => String(transaction_id) === row)
  return rowOf(found?.symbol ?? '', found)
}

/** Where each report's explanations come from. */
export const SOURCES = {
  ...{ holdings, performance, history, gains, income, costs, allocation },
  'cash-flows': cashFlows,
} as const satisfies Record<ExplainedReport, unknown>
