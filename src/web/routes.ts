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
  { path: '/', page: async () => (await import('./overview/page.tsx')).overviewPage },
]
