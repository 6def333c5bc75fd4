import { ACCOUNT_ENTRIES } from './routes-account.ts'
import type { Entry } from './visit.ts'

/** Every page: its path, what shows it and what takes its forms. Each is loaded with its first use. */
export const ENTRIES: readonly Entry[] = [
  {
    path: '/sign-in',
    isPublic: true,
    page: async () => (await import('./sign-in/page.tsx')).signInPage,
    action: async () => (await import('./sign-in/actions.tsx')).signIn,
  },
  {
    path: '/register',
    isPublic: true,
    page: async () => (await import('./sign-in/register.page.tsx')).registerPage,
    action: async () => (await import('./sign-in/actions.tsx')).register,
  },
  { path: '/sign-out', isPublic: true, action: async () => (await import('./sign-in/actions.tsx')).signOut },
  { path: '/privacy', action: async () => (await import('./privacy.ts')).changePrivacy },
  { path: '/explain/:report', page: async () => (await import('./explain/page.tsx')).explainPage },
  {
    path: '/demo',
    page: async () => (await import('./demo/page.tsx')).demoPage,
    action: async () => (await import('./demo/actions.ts')).changeDemo,
  },
  { path: '/remedy', action: async () => (await import('./remedy.ts')).mend },
  { path: '/reports/performance', page: async () => (await import('./reports/performance.page.tsx')).performancePage },
  { path: '/reports/gains', page: async () => (await import('./reports/gains.page.tsx')).gainsPage },
  { path: '/reports/income', page: async () => (await import('./reports/income.page.tsx')).incomePage },
  { path: '/reports/allocation', page: async () => (await import('./reports/allocation.page.tsx')).allocationPage },
  { path: '/reports/costs', page: async () => (await import('./reports/costs.page.tsx')).costsPage },
  { path: '/reports/cash-flows', page: async () => (await import('./reports/cash-flows.page.tsx')).cashFlowsPage },
  { path: '/more', page: async () => (await import('./more.tsx')).morePage },
  { path: '/holdings', page: async () => (await import('./holdings/page.tsx')).holdingsPage },
  {
    path: '/imports',
    page: async () => (await import('./imports/page.tsx')).importsPage,
    receiver: async () => (await import('./imports/upload.ts')).uploadReport,
  },
  { path: '/imports/new', page: async () => (await import('./imports/page.tsx')).importsPage },
  {
    path: '/imports/received',
    page: async () => (await import('./imports/page.tsx')).importsPage,
    action: async () => (await import('./imports/received.action.ts')).placeFiles,
  },
  { path: '/imports/formats', page: async () => (await import('./imports/formats.page.tsx')).formatsPage },
  {
    path: '/imports/:id',
    page: async () => (await import('./imports/report.page.tsx')).reportPage,
    action: async () => (await import('./imports/actions.ts')).review,
  },
  {
    path: '/imports/:id/columns',
    page: async () => (await import('./imports/report.page.tsx')).reportPage,
    action: async () => (await import('./imports/columns.action.ts')).readColumns,
  },
  {
    path: '/imports/:id/asset',
    page: async () => (await import('./imports/asset.page.tsx')).assetPage,
    action: async () => (await import('./imports/actions.ts')).chooseAsset,
  },
  {
    path: '/imports/:id/undo',
    page: async () => (await import('./imports/undo.page.tsx')).undoPage,
    action: async () => (await import('./imports/actions.ts')).undo,
  },
  {
    path: '/imports/:id/delete',
    page: async () => (await import('./imports/delete.page.tsx')).deletePage,
    action: async () => (await import('./imports/actions.ts')).remove,
  },
  {
    path: '/assets',
    page: async () => (await import('./catalogue/list.page.tsx')).assetsPage,
  },
  {
    path: '/assets/new',
    page: async () => (await import('./catalogue/new.page.tsx')).newAssetPage,
    action: async () => (await import('./catalogue/actions.ts')).createAsset,
  },
  {
    path: '/assets/sources',
    page: async () => (await import('./catalogue/sources.page.tsx')).sourcesPage,
    action: async () => (await import('./catalogue/sources.actions.ts')).changeSources,
  },
  {
    path: '/assets/prices',
    page: async () => (await import('./catalogue/prices.page.tsx')).pricesPage,
    action: async () => (await import('./catalogue/closes.actions.ts')).changeAllPrices,
  },
  {
    path: '/assets/:id',
    page: async () => (await import('./catalogue/asset.page.tsx')).assetPage,
    action: async () => (await import('./catalogue/actions.ts')).changePrices,
  },
  {
    path: '/assets/:id/edit',
    page: async () => (await import('./catalogue/edit.page.tsx')).editAssetPage,
    action: async () => (await import('./catalogue/actions.ts')).changeAsset,
  },
  {
    path: '/assets/:id/closes',
    page: async () => (await import('./catalogue/closes.page.tsx')).closesPage,
    action: async () => (await import('./catalogue/closes.actions.ts')).enterCloses,
  },
  {
    path: '/assets/:id/merge',
    page: async () => (await import('./catalogue/merge.page.tsx')).mergePage,
    action: async () => (await import('./catalogue/actions.ts')).mergeAsset,
  },
  { path: '/', page: async () => (await import('./overview/page.tsx')).overviewPage },
  {
    path: '/brokers',
    page: async () => (await import('./brokers/page.tsx')).brokersPage,
  },
  {
    path: '/brokers/new',
    page: async () => (await import('./brokers/new.page.tsx')).newBrokerPage,
    action: async () => (await import('./brokers/actions.ts')).createBroker,
  },
  { path: '/brokers/:id', page: async () => (await import('./brokers/summary.page.tsx')).brokerPage },
  {
    path: '/brokers/:id/settings',
    page: async () => (await import('./brokers/settings.page.tsx')).brokerSettingsPage,
    action: async () => (await import('./brokers/actions.ts')).changeBroker,
  },
  {
    path: '/brokers/:id/delete',
    page: async () => (await import('./brokers/delete.page.tsx')).deleteBrokerPage,
    action: async () => (await import('./brokers/actions.ts')).deleteBroker,
  },
  {
    path: '/brokers/:id/members',
    page: async () => (await import('./brokers/members.page.tsx')).membersPage,
    action: async () => (await import('./brokers/actions.ts')).changeMembers,
  },
  {
    path: '/brokers/:id/members/:user',
    page: async () => (await import('./brokers/member.page.tsx')).memberPage,
    action: async () => (await import('./brokers/actions.ts')).changeMember,
  },
  {
    path: '/files',
    page: async () => (await import('./files/page.tsx')).filesPage,
    receiver: async () => (await import('./files/upload.ts')).uploadFile,
  },
  {
    path: '/files/:id',
    page: async () => (await import('./files/file.page.tsx')).filePage,
    action: async () => (await import('./files/actions.ts')).changeFile,
  },
  { path: '/jobs', page: async () => (await import('./jobs/page.tsx')).jobsPage },
  {
    path: '/jobs/:id',
    page: async () => (await import('./jobs/job.page.tsx')).jobPage,
    action: async () => (await import('./jobs/actions.ts')).cancelJob,
  },
  ...ACCOUNT_ENTRIES,
  { path: '/search', page: async () => (await import('./search/page.tsx')).searchPage },
  { path: '/transactions', page: async () => (await import('./transactions/list.page.tsx')).transactionsPage },
  {
    path: '/transactions/new',
    page: async () => (await import('./transactions/new.page.tsx')).newTransactionPage,
    action: async () => (await import('./transactions/new.actions.ts')).addTransaction,
  },
  {
    path: '/transactions/paste',
    page: async () => (await import('./transactions/paste.page.tsx')).pastePage,
    action: async () => (await import('./transactions/paste.actions.ts')).pasteRows,
  },
  {
    path: '/transactions/proposals',
    page: async () => (await import('./transactions/proposals.page.tsx')).proposalsPage,
    action: async () => (await import('./transactions/proposals.actions.tsx')).bookProposals,
  },
  {
    path: '/transactions/bulk',
    page: async () => (await import('./transactions/bulk.page.tsx')).bulkPage,
    action: async () => (await import('./transactions/bulk.actions.ts')).changeSeveral,
  },
  {
    path: '/transactions/restore',
    page: async () => (await import('./transactions/restore.page.tsx')).restorePage,
    action: async () => (await import('./transactions/restore.page.tsx')).restoreTransactions,
  },
  {
    path: '/transactions/:id/edit',
    page: async () => (await import('./transactions/edit.page.tsx')).editTransactionPage,
    action: async () => (await import('./transactions/edit.actions.ts')).changeTransaction,
  },
  {
    path: '/transactions/:id/delete',
    page: async () => (await import('./transactions/delete.page.tsx')).deleteTransactionPage,
    action: async () => (await import('./transactions/delete.actions.tsx')).deleteTransaction,
  },
  { path: '/transactions/:id', page: async () => (await import('./transactions/one.page.tsx')).transactionPage },
  {
    path: '/currencies',
    page: async () => (await import('./currencies/page.tsx')).currenciesPage,
    action: async () => (await import('./currencies/actions.ts')).changeCurrencies,
  },
  {
    path: '/currencies/find',
    page: async () => (await import('./currencies/find.page.tsx')).findRoutePage,
    action: async () => (await import('./currencies/actions.ts')).addRoute,
  },
  { path: '/currencies/convert', page: async () => (await import('./currencies/convert.page.tsx')).convertPage },
  {
    path: '/currencies/:pair',
    page: async () => (await import('./currencies/pair.page.tsx')).pairPage,
    action: async () => (await import('./currencies/pair.actions.ts')).changeRates,
  },
]
