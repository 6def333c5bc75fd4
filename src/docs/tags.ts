/** The rooms in the order of the documentation. */
export const TAGS = [
  { name: 'auth', description: 'Sign in and out, register, the own profile and preferences' },
  { name: 'users', description: 'The directory of users, and their administration by superusers' },
  { name: 'settings', description: 'Settings of the whole service' },
  { name: 'brokers', description: 'Brokerage accounts with their balances and holdings' },
  { name: 'access', description: 'Who may do what with a broker: VIEWER, EDITOR, OWNER' },
  { name: 'transactions', description: 'The ledger' },
  { name: 'imports', description: 'Broker reports: upload, preview, import, undo' },
  { name: 'assets', description: 'The shared catalogue of what can be held' },
  { name: 'portfolio', description: 'Reports over brokers: gains, holdings, performance, income' },
  { name: 'fx', description: 'Exchange rates: providers, routes, stored rates, conversion' },
  { name: 'search', description: 'Look for anything that you may read' },
  { name: 'uploads', description: 'Files of users' },
  { name: 'jobs', description: 'Long work: progress, result, cancel' },
  { name: 'utilities', description: 'Reference data; public' },
  { name: 'system', description: 'Health and information; public' },
  { name: 'docs', description: 'This documentation; public' },
] as const
