import type { Entry } from './visit.ts'

/** The pages of one's own account, and those of the administration. */
export const ACCOUNT_ENTRIES: readonly Entry[] = [
  {
    path: '/profile',
    page: async () => (await import('./profile/page.tsx')).profilePage,
    action: async () => (await import('./profile/security.actions.tsx')).changeProfile,
  },
  {
    path: '/profile/security',
    page: async () => (await import('./profile/security.page.tsx')).securityPage,
    action: async () => (await import('./profile/security.actions.tsx')).changeSecurity,
  },
  {
    path: '/profile/second-factor',
    page: async () => (await import('./profile/factor.page.tsx')).factorPage,
    action: async () => (await import('./profile/factor.actions.tsx')).changeFactor,
  },
  {
    path: '/profile/tokens',
    page: async () => (await import('./profile/tokens.page.tsx')).tokensPage,
    action: async () => (await import('./profile/tokens.actions.tsx')).changeTokens,
  },
  {
    path: '/profile/data',
    page: async () => (await import('./profile/data.page.tsx')).dataPage,
    action: async () => (await import('./profile/security.actions.tsx')).deleteAccount,
  },
  {
    path: '/profile/data/import',
    page: async () => (await import('./profile/bring.page.tsx')).bringPage,
    receiver: async () => (await import('./profile/bring.actions.ts')).receiveExport,
  },
  {
    path: '/profile/data/import/:id',
    page: async () => (await import('./profile/brought.page.tsx')).broughtPage,
    action: async () => (await import('./profile/bring.actions.ts')).bringIn,
  },
  { path: '/administration', page: async () => (await import('./administration/page.tsx')).systemPage },
  { path: '/administration/users', page: async () => (await import('./administration/users.page.tsx')).usersPage },
  {
    path: '/administration/users/new',
    page: async () => (await import('./administration/users.page.tsx')).newUserPage,
    action: async () => (await import('./administration/actions.ts')).createUser,
  },
  {
    path: '/administration/users/:id',
    page: async () => (await import('./administration/user.page.tsx')).userPage,
    action: async () => (await import('./administration/actions.ts')).changeUser,
  },
  {
    path: '/administration/users/:id/delete',
    page: async () => (await import('./administration/user.page.tsx')).deleteUserPage,
    action: async () => (await import('./administration/actions.ts')).deleteUser,
  },
  {
    path: '/administration/settings',
    page: async () => (await import('./administration/settings.page.tsx')).settingsPage,
    action: async () => (await import('./administration/settings.actions.ts')).changeSettings,
  },
  {
    path: '/administration/backups',
    page: async () => (await import('./administration/backups.page.tsx')).backupsPage,
    action: async () => (await import('./administration/actions.ts')).createBackup,
  },
  {
    path: '/administration/backups/:id',
    page: async () => (await import('./administration/backups.page.tsx')).backupPage,
    action: async () => (await import('./administration/actions.ts')).changeBackup,
  },
]
