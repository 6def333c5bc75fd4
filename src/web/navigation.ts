import type { IconName } from './icons.ts'
import type { Words } from './words/index.ts'

export type NavigationItem = {
  readonly path: string
  readonly icon: IconName
  readonly word: keyof Words['shell']
  readonly isForSuperusers?: true
}
export type NavigationGroup = { readonly title?: keyof Words['shell']; readonly items: readonly NavigationItem[] }

/** Every page that the side bar leads to, in its order. Those that are not there are not shown. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    items: [
      { path: '/', icon: 'overview', word: 'overview' },
      { path: '/holdings', icon: 'holdings', word: 'holdings' },
      { path: '/transactions', icon: 'transactions', word: 'transactions' },
      { path: '/imports', icon: 'imports', word: 'imports' },
    ],
  },
  {
    title: 'reports',
    items: [
      { path: '/reports/performance', icon: 'performance', word: 'performance' },
      { path: '/reports/gains', icon: 'gains', word: 'gains' },
      { path: '/reports/income', icon: 'income', word: 'income' },
      { path: '/reports/allocation', icon: 'allocation', word: 'allocation' },
      { path: '/reports/costs', icon: 'costs', word: 'costs' },
      { path: '/reports/cash-flows', icon: 'currencies', word: 'cashFlows' },
    ],
  },
  {
    title: 'data',
    items: [
      { path: '/brokers', icon: 'brokers', word: 'brokers' },
      { path: '/assets', icon: 'assets', word: 'assets' },
      { path: '/currencies', icon: 'currencies', word: 'currencies' },
      { path: '/files', icon: 'files', word: 'files' },
      { path: '/jobs', icon: 'jobs', word: 'jobs' },
      { path: '/administration', icon: 'settings', word: 'administration', isForSuperusers: true },
    ],
  },
]

/** The dock of small screens: four pages, then a page with all of them. */
export const DOCK = ['/', '/holdings', '/transactions', '/imports'] as const
