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
  { path: '/remedy', action: async () => (await import('./remedy.ts')).mend },
  { path: '/more', page: async () => (await import('./more.tsx')).morePage },
  { path: '/holdings', page: async () => (await import('./holdings/page.tsx')).holdingsPage },
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
]
