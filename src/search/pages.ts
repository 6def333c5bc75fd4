import { fold } from '../shared/fold.ts'
import { type Rank, rankAmong } from './rank.ts'
import type { Terms } from './terms.ts'

/** What a page can show: an operation that reads, and its address below the interface's. */
export type Page = { readonly operationId: string; readonly path: string; readonly title: string }
type Described = Page & { readonly words: string; readonly isForSuperusers?: true }

/** `words`: what else one may call it. */
const PAGES: readonly Described[] = [
  page('getHoldings', '/portfolio/holdings', 'Holdings', 'positions lots unrealised gains portfolio value'),
  page('getPerformance', '/portfolio/performance', 'Performance', 'returns twr mwr irr risk drawdown volatility benchmark'),
  page(
    'getPerformanceBreakdown',
    '/portfolio/performance/breakdown',
    'Performance by asset or broker',
    'breakdown contribution returns',
  ),
  page('getHistory', '/portfolio/history', 'Value over time', 'history net worth chart'),
  page('getGains', '/portfolio/gains', 'Realised gains', 'capital gains losses tax year disposals sales profit'),
  page('getIncome', '/portfolio/income', 'Dividends and interest', 'income distributions payouts calendar'),
  page('getAllocation', '/portfolio/allocation', 'Allocation', 'diversification sectors countries currencies asset classes'),
  page('getCashFlows', '/portfolio/cash-flows', 'Cash flows', 'deposits withdrawals contributions'),
  page('getCosts', '/portfolio/costs', 'Fees and taxes', 'costs commissions charges expenses'),
  page('listTransactions', '/transactions', 'Transactions', 'ledger bookings trades history'),
  page('listBrokers', '/brokers', 'Brokers', 'accounts depots portfolios'),
  page('listReports', '/brokers/import/files', 'Reports of brokers', 'imports files statements uploads csv'),
  page('listImportPlugins', '/brokers/import/plugins', 'Importers', 'plugins formats supported brokers'),
  page('listImportTemplates', '/brokers/import/templates', 'Import templates', 'csv mapping columns'),
  page('listAssets', '/assets', 'Assets', 'securities catalogue instruments shares funds'),
  page('listHeldPriceGaps', '/assets/prices/gaps', 'Missing prices', 'gaps closes'),
  page('listHeldSuspectPrices', '/assets/prices/suspects', 'Prices that were held back', 'suspects outliers jumps'),
  page('listPriceRefreshes', '/assets/prices/refresh', 'Price updates', 'refresh sources failures'),
  page('listPriceProviders', '/assets/providers', 'Price sources', 'providers quotes exchanges'),
  page('listFxRates', '/fx/rates', 'Exchange rates', 'currencies fx forex'),
  page('listFxRoutes', '/fx/providers/routes', 'Exchange rate routes', 'currencies fx chains'),
  page('listFxProviders', '/fx/providers', 'Sources of exchange rates', 'central banks providers fx'),
  page('convert', '/fx/convert', 'Convert an amount', 'currency converter calculator'),
  page('listJobs', '/jobs', 'Jobs', 'tasks progress background'),
  page('listUploads', '/uploads', 'Files', 'uploads pictures documents icons'),
  page('getOwnUser', '/auth/me', 'Profile', 'account user session me'),
  page('getPreferences', '/auth/users/me/preferences', 'Preferences', 'settings language theme currency region shortcuts'),
  { ...page('listSettings', '/settings', 'Settings of the service', 'administration configuration'), isForSuperusers: true },
  { ...page('listUsers', '/users', 'Users', 'people administration members'), isForSuperusers: true },
  page('getSystemInfo', '/system/info', 'About this service', 'version system information'),
  page('getSwaggerUi', '/docs', 'Documentation', 'help api manual openapi'),
]

/** The pages that have the words in title or synonyms, each with its rank, in the order of the list. */
export function findPages({ phrase, words }: Terms, isSuperuser: boolean): (Page & { readonly rank: Rank })[] {
  return PAGES.flatMap(({ words: synonyms, isForSuperusers, ...found }) => {
    if (isForSuperusers === true && !isSuperuser) return []
    const rank = rankAmong([fold(found.title), ...synonyms.split(' ')], phrase, words)
    return rank === undefined ? [] : [{ ...found, rank }]
  })
}

function page(operationId: string, path: string, title: string, words: string): Described {
  return { operationId, path, title, words }
}
