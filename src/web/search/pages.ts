import { NAVIGATION } from '../navigation.ts'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'

const DOCUMENTATION = '/api/v1/docs'

/** The page of ours that shows what an operation of the interface answers. */
const PAGES: Readonly<Record<string, string>> = {
  getHoldings: '/holdings',
  getPerformance: '/reports/performance',
  getPerformanceBreakdown: '/reports/performance',
  getHistory: '/',
  getGains: '/reports/gains',
  getIncome: '/reports/income',
  getAllocation: '/reports/allocation',
  getCashFlows: '/reports/cash-flows',
  getCosts: '/reports/costs',
  listTransactions: '/transactions',
  listBrokers: '/brokers',
  listReports: '/imports',
  listImportPlugins: '/imports',
  listImportTemplates: '/imports',
  listAssets: '/assets',
  listHeldPriceGaps: '/assets',
  listHeldSuspectPrices: '/assets',
  listPriceRefreshes: '/assets',
  listPriceProviders: '/assets',
  listFxRates: '/currencies',
  listFxRoutes: '/currencies',
  listFxProviders: '/currencies',
  convert: '/currencies',
  listJobs: '/jobs',
  listUploads: '/files',
  getOwnUser: '/profile',
  getPreferences: '/profile',
  listSettings: '/administration/settings',
  listUsers: '/administration/users',
}

/** Its path, where it is there. The documentation is no page of ours, but has an address. */
export function pageOf(operationId: string, site: Site): string | undefined {
  if (operationId === 'getSwaggerUi') return DOCUMENTATION
  const path = PAGES[operationId]
  return path !== undefined && site.hasPage(path) ? path : undefined
}

/** What a page is called in the reader’s language. */
export function nameOf({ words }: Reader, path: string): string | undefined {
  const others: Readonly<Record<string, string>> = {
    '/profile': words.profile.title,
    '/administration/settings': words.administration.settings,
    '/administration/users': words.administration.users,
    [DOCUMENTATION]: words.administration.documentation,
  }
  const item = NAVIGATION.flatMap(({ items }) => items).find((one) => one.path === path)
  return item === undefined ? others[path] : String(words.shell[item.word])
}
