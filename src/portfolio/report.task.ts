import { inSnapshot } from '#db/snapshot.ts'
import type { Ctx } from '../context.ts'
import { csvTexts } from '../shared/csv.ts'
import { type Output, writeOutput } from '../shared/output.ts'
import type { Task } from '../task.ts'
import { brokerNames, namesFor } from './allocation/names.ts'
import type { AllocationKey } from './allocation/report.ts'
import type { BreakdownKey } from './breakdown/report.ts'
import { breakdownAnswer } from './breakdown/wire.ts'
import type { Explainer } from './explain/explainer.ts'
import { explainerFor } from './explain/wire.ts'
import { gainsAnswer } from './gains/wire.ts'
import type { Interval } from './history/report.ts'
import { holdingsAnswer } from './holdings/wire.ts'
import { allocationAnswer, cashFlowsAnswer, costsAnswer, incomeAnswer } from './income-and-costs/wire.ts'
import { type Asked, openBook } from './ledger/request.ts'
import { historyAnswer, performanceAnswer } from './performance/wire.ts'
import { type Answer, jsonTexts } from './rows.ts'
import type { Book } from './valuation/book.ts'

/** Which report, and what it takes beside what all take. */
export type ReportOrder =
  | { readonly name: 'gains' | 'income' | 'cash-flows' | 'costs'; readonly explain: boolean }
  | { readonly name: 'holdings'; readonly lots: boolean; readonly explain: boolean }
  | { readonly name: 'history'; readonly interval: Interval; readonly explain: boolean }
  | { readonly name: 'performance'; readonly benchmark: number | null; readonly explain: boolean }
  | { readonly name: 'performance-breakdown'; readonly by: BreakdownKey }
  | { readonly name: 'allocation'; readonly by: AllocationKey; readonly explain: boolean }

export type ReportInput = { readonly order: ReportOrder; readonly asked: Asked; readonly isCsv: boolean }

/** A report as JSON or CSV, on one state of the database. */
export const reportTask: Task<ReportInput, Output> = {
  name: 'portfolio/report',
  run: async (ctx, { order, asked, isCsv }) => {
    const compute = await inSnapshot(ctx.reader, (reader) => load({ ...ctx, reader }, asked, order))
    const answer = compute()
    return await writeOutput(isCsv ? csvTexts(answer.table()) : jsonTexts(answer.body), ctx.folders.temporary)
  },
}

/** Reads all that a report needs; what it answers computes the report and reads nothing. */
async function load(ctx: Ctx, asked: Asked, order: ReportOrder): Promise<() => Answer> {
  const open = async (closes: 'all' | 'last', rest: { assetIds?: readonly number[]; forDisposals?: true } = {}) => {
    const book = await openBook(ctx, asked, { closes, ...rest })
    return [book, await explainerFor(ctx, book, 'explain' in order && order.explain)] as const
  }
  switch (order.name) {
    case 'gains': {
      const [book, explainer] = await open('last', { forDisposals: true })
      return () => gainsAnswer(book, asked, explainer)
    }
    case 'holdings': {
      const [book, explainer] = await open('last')
      return () => holdingsAnswer(book, asked, order.lots, explainer)
    }
    case 'history': {
      const [book, explainer] = await open('all')
      return () => historyAnswer(book, asked, order.interval, explainer)
    }
    case 'performance': {
      const [book, explainer] = await open('all', { assetIds: order.benchmark === null ? [] : [order.benchmark] })
      return () => performanceAnswer(book, asked, order.benchmark ?? undefined, explainer)
    }
    case 'performance-breakdown':
      return loadBreakdown(ctx, asked, order.by, open)
    case 'allocation': {
      const [book, explainer] = await open('last')
      const names = await namesFor(ctx, book, order.by)
      return () => allocationAnswer(book, asked, names, explainer)
    }
    default:
      return loadStatement(order.name, asked, open)
  }
}

type Explained = readonly [Book, Explainer | null]
type Open = (closes: 'all' | 'last') => Promise<Explained>

async function loadBreakdown(ctx: Ctx, asked: Asked, by: BreakdownKey, open: Open): Promise<() => Answer> {
  const [book] = await open('all')
  const names = await brokerNames(ctx, book.brokerIds)
  return () => breakdownAnswer(book, asked, by, names)
}

async function loadStatement(name: 'income' | 'cash-flows' | 'costs', asked: Asked, open: Open): Promise<() => Answer> {
  const [book, explainer] = await open(name === 'cash-flows' ? 'all' : 'last')
  if (name === 'cash-flows') return () => cashFlowsAnswer(book, asked, explainer)
  return name === 'income' ? () => incomeAnswer(book, asked, explainer) : () => costsAnswer(book, asked, explainer)
}
