import { inSnapshot } from '#db/snapshot.ts'
import type { Ctx } from '../../context.ts'
import { type Output, writeOutput } from '../../shared/output.ts'
import type { Task } from '../../task.ts'
import { namesFor } from '../allocation/names.ts'
import type { AllocationKey } from '../allocation/report.ts'
import { type Asked, openBook } from '../ledger/request.ts'
import { createLocale } from './locale.ts'
import type { Look } from './look.ts'

/** Which chart, and what it takes beside what all take. */
export type ChartOrder =
  | { readonly name: 'history' | 'drawdown' | 'income' | 'gains' }
  | { readonly name: 'performance'; readonly benchmark: number | null }
  | { readonly name: 'allocation'; readonly by: AllocationKey }

export type ChartInput = { readonly order: ChartOrder; readonly asked: Asked; readonly look: Look }

/** A picture as SVG, of one state of the database; always in memory. What draws it is loaded with the first picture of its kind. */
export const chartTask: Task<ChartInput, Output> = {
  name: 'portfolio/chart',
  run: async (ctx, { order, asked, look }) => {
    const draw = await drawerOf(order)
    const locale = createLocale(look.language, asked.currency)
    const svg = await draw(ctx, { asked, look, locale })
    return await writeOutput([svg], ctx.folders.temporary, Number.POSITIVE_INFINITY)
  },
}

type Rest = { readonly asked: Asked; readonly look: Look; readonly locale: ReturnType<typeof createLocale> }
type Draw = (ctx: Ctx, rest: Rest) => Promise<string>

async function drawerOf(order: ChartOrder): Promise<Draw> {
  switch (order.name) {
    case 'history': {
      const { drawHistory } = await import('./history-chart.ts')
      return async (ctx, rest) => drawHistory({ ...rest, book: await openBook(ctx, rest.asked, { closes: 'all' }) })
    }
    case 'drawdown': {
      const { drawDrawdown } = await import('./returns-chart.ts')
      return async (ctx, rest) => drawDrawdown({ ...rest, book: await openBook(ctx, rest.asked, { closes: 'all' }) })
    }
    case 'income': {
      const { drawIncome } = await import('./bars-chart.ts')
      return async (ctx, rest) => drawIncome({ ...rest, book: await openBook(ctx, rest.asked, { closes: 'last' }) })
    }
    case 'gains': {
      const { drawGains } = await import('./bars-chart.ts')
      return async (ctx, rest) =>
        drawGains({ ...rest, book: await openBook(ctx, rest.asked, { closes: 'last', forDisposals: true }) })
    }
    case 'performance': {
      const { drawPerformance } = await import('./returns-chart.ts')
      const assetIds = order.benchmark === null ? [] : [order.benchmark]
      return async (ctx, rest) =>
        drawPerformance(
          { ...rest, book: await openBook(ctx, rest.asked, { closes: 'all', assetIds }) },
          order.benchmark ?? undefined,
        )
    }
    case 'allocation': {
      const { drawAllocation } = await import('./allocation-chart.ts')
      return async (ctx, rest) => {
        const [book, names] = await inSnapshot(ctx.reader, async (reader) => {
          const book = await openBook({ ...ctx, reader }, rest.asked, { closes: 'last' })
          return [book, await namesFor({ ...ctx, reader }, book, order.by)] as const
        })
        return drawAllocation({ ...rest, book }, names)
      }
    }
  }
}
