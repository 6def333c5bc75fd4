import { createRouter } from '../http/route.ts'
import { allocationRoutes } from './allocation/routes.ts'
import { breakdownRoutes } from './breakdown/routes.ts'
import { gainsRoutes } from './gains/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { holdingsRoutes } from './holdings/routes.ts'
import { cashFlowAndCostRoutes, incomeRoutes } from './income-and-costs/routes.ts'
import { performanceRoutes } from './performance/routes.ts'
import { summaryRoutes } from './summary/routes.ts'

/** In the order in which the document describes them. */
const REPORTS = [
  gainsRoutes,
  holdingsRoutes,
  summaryRoutes,
  historyRoutes,
  performanceRoutes,
  breakdownRoutes,
  incomeRoutes,
  allocationRoutes,
  cashFlowAndCostRoutes,
]

export function portfolioRoutes() {
  const router = createRouter()
  for (const routes of REPORTS) router.route('/', routes())
  return router
}
