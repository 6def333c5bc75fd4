import { inSnapshot } from '#db/snapshot.ts'
import type { Ctx } from '../context.ts'
import { csvTexts } from '../shared/csv.ts'
import { type Output, writeOutput } from '../shared/output.ts'
import type { Task } from '../task.ts'
import { brokerNames, namesFor } from './allocation/names.ts'
import type { AllocationKey } from './allocation/report.ts'
import { allocationAnswer } from './allocation/wire.ts'
import type { BreakdownKey } from './breakdown/report.ts'
import { breakdownAnswer } from './breakdown/wire.ts'
import type { ExplainedFigures, Explainer } from './explain/explainer.ts'
import { explainerFor } from './explain/wire.ts'
import { gainsAnswer } from './gains/wire.ts'
import type { Interval } from './history/report.ts'
import { historyAnswer } from './history/wire.ts'
import { holdingsAnswer } from './holdings/wire.ts'
import { cashFlowsAnswer, costsAnswer, incomeAnswer } from './income-and-costs/wire.ts'
import type { ReportRequest } from './ledger/request.ts'
import { performanceAnswer } from './performance/wire.ts'
import { withExchangesApart } from './returns/exchanges.ts'
import { type Answer, jsonTexts } from './rows.ts'
import { summaryAnswer } from './summary/wire.ts'
import type { ReportInputs } from './valuation/inputs.ts'
import { loadInputs } from './valuation/load.ts'

/** Which report, and what it takes beside what all take. */
export type ReportOrder =
  | { readonly name: 'gains' | 'income' | 'cash-flows' | 'costs'; readonly explain: ExplainedFigures }
  | { readonly name: 'holdings'; readonly lots: boolean; readonly explain: ExplainedFigures }
  | { readonly name: 'history'; readonly interval: Interval; readonly explain: boolean }
  | { readonly name: 'performance'; readonly benchmark: number | null; readonly explain: boolean }
  | { readonly name: 'summary' }
  | { readonly name: 'performance-breakdown'; readonly by: BreakdownKey }
  | { readonly name: 'allocation'; readonly by: AllocationKey; readonly explain: ExplainedFigures }

export type ReportInput = { readonly order: ReportOrder; readonly request: ReportRequest; readonly isCsv: boolean }

/** A report as JSON or CSV, on one state of the database. */
export const reportTask: Task<ReportInput, Output> = {
  name: 'portfolio/report',
  run: async (ctx, { order, request, isCsv }) => {
    const compute = await inSnapshot(ctx.reader, (reader) => load({ ...ctx, reader }, request, order))
    const answer = compute()
    return await writeOutput(isCsv ? csvTexts(answer.table()) : jsonTexts(answer.body), ctx.folders.temporary)
  },
}

/** What asks where money came from and went: an exchange for what is not in the report is a sale or a purchase there. */
const OF_FLOWS: ReadonlySet<string> = new Set(['history', 'performance', 'performance-breakdown', 'cash-flows'])

/** Reads all that a report needs; what it answers computes the report and reads nothing. */
async function load(ctx: Ctx, request: ReportRequest, order: ReportOrder): Promise<() => Answer> {
  const open = async (closes: 'all' | 'last', rest: { assetIds?: readonly number[]; forDisposals?: true } = {}) => {
    const loaded = await loadInputs(ctx, request, { closes, ...rest })
    const inputs = OF_FLOWS.has(order.name) ? withExchangesApart(loaded, request) : loaded
    return [inputs, await explainerFor(ctx, inputs, 'explain' in order && order.explain)] as const
  }
  switch (order.name) {
    case 'gains': {
      const [inputs, explainer] = await open('last', { forDisposals: true })
      return () => gainsAnswer(inputs, request, explainer)
    }
    case 'holdings': {
      const [inputs, explainer] = await open('last')
      return () => holdingsAnswer(inputs, request, order.lots, explainer)
    }
    case 'history': {
      const [inputs, explainer] = await open('all')
      return () => historyAnswer(inputs, request, order.interval, explainer)
    }
    case 'performance': {
      const [inputs, explainer] = await open('all', { assetIds: order.benchmark === null ? [] : [order.benchmark] })
      return () => performanceAnswer(inputs, request, order.benchmark ?? undefined, explainer)
    }
    case 'summary': {
      const [inputs] = await open('all')
      return () => summaryAnswer(inputs, request)
    }
    case 'performance-breakdown':
      return loadBreakdown(ctx, request, order.by, open)
    case 'allocation': {
      const [inputs, explainer] = await open('last')
      const names = await namesFor(ctx, inputs, order.by)
      return () => allocationAnswer(inputs, request, names, explainer)
    }
    default:
      return loadStatement(order.name, request, open)
  }
}

type Explained = readonly [ReportInputs, Explainer | null]
type Open = (closes: 'all' | 'last') => Promise<Explained>

async function loadBreakdown(ctx: Ctx, request: ReportRequest, by: BreakdownKey, open: Open): Promise<() => Answer> {
  const [inputs] = await open('all')
  const names = await brokerNames(ctx, inputs.brokerIds)
  return () => breakdownAnswer(inputs, request, by, names)
}

async function loadStatement(name: 'income' | 'cash-flows' | 'costs', request: ReportRequest, open: Open): Promise<() => Answer> {
  const [inputs, explainer] = await open(name === 'cash-flows' ? 'all' : 'last')
  if (name === 'cash-flows') return () => cashFlowsAnswer(inputs, request, explainer)
  return name === 'income' ? () => incomeAnswer(inputs, request, explainer) : () => costsAnswer(inputs, request, explainer)
}
