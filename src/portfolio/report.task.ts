import { inSnapshot } from '#db/snapshot.ts'
import { requireRole } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import { csvTexts } from '../shared/csv.ts'
import { type Output, writeOutput } from '../shared/output.ts'
import type { Task } from '../task.ts'
import type { AllocationKey } from './allocation.ts'
import { namesFor } from './allocation-names.ts'
import type { BreakdownKey } from './breakdown.ts'
import { breakdownAnswer } from './breakdown.wire.ts'
import { explainerFor } from './explain.wire.ts'
import { gainsAnswer } from './gains.wire.ts'
import type { Interval } from './history.ts'
import { holdingsAnswer } from './holdings.wire.ts'
import { historyAnswer, performanceAnswer } from './performance.wire.ts'
import { type Asked, openBook } from './request.ts'
import { type Answer, jsonTexts } from './rows.ts'
import { allocationAnswer, cashFlowsAnswer, costsAnswer, incomeAnswer } from './statements.wire.ts'

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
  run: (ctx, { order, asked, isCsv }) =>
    inSnapshot(ctx.reader, () => {
      const answer = build(ctx, asked, order)
      return writeOutput(isCsv ? csvTexts(answer.table()) : jsonTexts(answer.body), ctx.folders.temporary)
    }),
}

function build(ctx: Ctx, asked: Asked, order: ReportOrder): Answer {
  const open = (closes: 'all' | 'last', rest: { assetIds?: readonly number[]; forDisposals?: true } = {}) => {
    const book = openBook(ctx, asked, { closes, ...rest })
    return [book, explainerFor(ctx, book, 'explain' in order && order.explain)] as const
  }
  switch (order.name) {
    case 'gains': {
      const [book, explainer] = open('last', { forDisposals: true })
      return gainsAnswer(book, asked, explainer)
    }
    case 'holdings': {
      const [book, explainer] = open('last')
      return holdingsAnswer(book, asked, order.lots, explainer)
    }
    case 'history': {
      const [book, explainer] = open('all')
      return historyAnswer(book, asked, order.interval, explainer)
    }
    case 'performance': {
      const [book, explainer] = open('all', { assetIds: order.benchmark === null ? [] : [order.benchmark] })
      return performanceAnswer(book, asked, order.benchmark ?? undefined, explainer)
    }
    case 'performance-breakdown':
      return breakdownAnswer(open('all')[0], asked, order.by, (id) => requireRole(ctx, id, 'VIEWER').name)
    case 'allocation': {
      const [book, explainer] = open('last')
      return allocationAnswer(book, asked, namesFor(ctx, order.by), explainer)
    }
    default:
      return buildStatement(order.name, asked, open)
  }
}

type Open = (closes: 'all' | 'last') => readonly [Parameters<typeof incomeAnswer>[0], Parameters<typeof incomeAnswer>[2]]

function buildStatement(name: 'income' | 'cash-flows' | 'costs', asked: Asked, open: Open): Answer {
  if (name === 'cash-flows') {
    const [book, explainer] = open('all')
    return cashFlowsAnswer(book, asked, explainer)
  }
  const [book, explainer] = open('last')
  return name === 'income' ? incomeAnswer(book, asked, explainer) : costsAnswer(book, asked, explainer)
}
