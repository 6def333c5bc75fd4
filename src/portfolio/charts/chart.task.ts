import { inSnapshot } from '#db/snapshot.ts'
import type { Ctx } from '../../context.ts'
import { type Output, writeOutput } from '../../shared/output.ts'
import type { Task } from '../../task.ts'
import { namesFor } from '../allocation/names.ts'
import type { AllocationKey } from '../allocation/report.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { withExchangesApart } from '../returns/exchanges.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { loadInputs } from '../valuation/load.ts'
import { createLocale } from './locale.ts'
import type { ChartOptions } from './options.ts'

/** Which chart, and what it takes beside what all take. */
export type ChartOrder =
  | { readonly name: 'history' | 'drawdown' | 'income' | 'gains' }
  | { readonly name: 'performance'; readonly benchmark: number | null }
  | { readonly name: 'allocation'; readonly by: AllocationKey }

export type ChartInput = { readonly order: ChartOrder; readonly request: ReportRequest; readonly options: ChartOptions }

/** A picture as SVG, of one state of the database; always in memory. What draws it is loaded with the first picture of its kind. */
export const chartTask: Task<ChartInput, Output> = {
  name: 'portfolio/chart',
  run: async (ctx, { order, request, options }) => {
    const draw = await painterOf(order)
    const locale = createLocale(options.language, request.currency, options.region)
    const svg = await draw(ctx, { request, options, locale })
    return await writeOutput([svg], ctx.folders.temporary, Number.POSITIVE_INFINITY)
  },
}

type Rest = { readonly request: ReportRequest; readonly options: ChartOptions; readonly locale: ReturnType<typeof createLocale> }
type Draw = (ctx: Ctx, rest: Rest) => Promise<string>

async function painterOf(order: ChartOrder): Promise<Draw> {
  switch (order.name) {
    case 'history': {
      const { drawHistory } = await import('./history-chart.ts')
      return async (ctx, rest) => drawHistory({ ...rest, inputs: await loadReturns(ctx, rest.request) })
    }
    case 'drawdown': {
      const { drawDrawdown } = await import('./returns-chart.ts')
      return async (ctx, rest) => drawDrawdown({ ...rest, inputs: await loadReturns(ctx, rest.request) })
    }
    case 'income': {
      const { drawIncome } = await import('./bars-chart.ts')
      return async (ctx, rest) => drawIncome({ ...rest, inputs: await loadInputs(ctx, rest.request, { closes: 'last' }) })
    }
    case 'gains': {
      const { drawGains } = await import('./bars-chart.ts')
      return async (ctx, rest) =>
        drawGains({ ...rest, inputs: await loadInputs(ctx, rest.request, { closes: 'last', forDisposals: true }) })
    }
    case 'performance': {
      const { drawPerformance } = await import('./returns-chart.ts')
      const assetIds = order.benchmark === null ? [] : [order.benchmark]
      return async (ctx, rest) =>
        drawPerformance({ ...rest, inputs: await loadReturns(ctx, rest.request, assetIds) }, order.benchmark ?? undefined)
    }
    case 'allocation': {
      const { drawAllocation } = await import('./allocation-chart.ts')
      return async (ctx, rest) => {
        const [inputs, names] = await inSnapshot(ctx.reader, async (reader) => {
          const inputs = await loadInputs({ ...ctx, reader }, rest.request, { closes: 'last' })
          return [inputs, await namesFor({ ...ctx, reader }, inputs, order.by)] as const
        })
        return drawAllocation({ ...rest, inputs }, names)
      }
    }
  }
}

async function loadReturns(ctx: Ctx, request: ReportRequest, assetIds: readonly number[] = []): Promise<ReportInputs> {
  return withExchangesApart(await loadInputs(ctx, request, { closes: 'all', assetIds }), request)
}
