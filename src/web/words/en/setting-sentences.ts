/** What the settings of the service are for, as the interface says it. */
export const settingSentences = {
  sessionTtlHours: 'How long a session lasts after login; acts at the next login.',
  sessionIdleMinutes: 'After how long without a request a session ends; 0: only after session_ttl_hours.',
  registrationEnabled: 'Whether strangers may register. The first user always may.',
  passwordLogin:
    'Whether users may sign in by password; off only while single sign-on is set up. A superuser may as long as no other can sign in there.',
  uploadMaxMb: 'The largest file that may be uploaded.',
  reportMaxMb: 'The largest broker report that may be uploaded.',
  storageQuotaMbPerUser: 'All files and reports of one user together.',
  costlyRequestsAtOnce:
    'How many reports, charts, imports, batches and the like of one user are worked on at once in each process; further ones wait.',
  costlyRequestsWaiting: 'How many of those may wait; more are refused (429).',
  requestsPerMinute: 'How many requests one user may send in a minute while others use the service too; 0: no limit.',
  eventStreams: 'How many streams of events one user may have open.',
  defaultCurrency: 'The currency of users who chose none.',
  defaultLanguage: 'The language of users who chose none.',
  diskReserveMb:
    'Left free on the disk of the data folder, but never more than a twentieth of it: uploads and imports that would need it are refused.',
  fxSyncEnabled: 'Whether exchange rates are fetched automatically.',
  fxSyncTimes: 'When exchange rates are fetched each day, in scheduler_timezone, as HH:MM.',
  autoFxRoutes:
    'Whether currencies that users have get a route to the currency of their reports automatically, fetched from the first day needed on; only while fx_sync_enabled.',
  priceRefreshEnabled: 'Whether prices of assets are fetched automatically.',
  priceRefreshMinutes: 'How often prices of assets are fetched.',
  priceFallbacks:
    'Whether another source is requested for an asset whose source fails, where an ISIN, or a symbol with closes that agree, says that it has the same.',
  autoPriceSources:
    'Whether an import looks price sources up for assets that have none: what is certain is assigned, the rest proposed.',
  sharedData:
    'Who may write assets, prices and events. stake: an EDITOR of every broker that uses the asset; who added it, while nobody does; else superusers, who alone write what is verified. everyone: every user adds, and changes what they added. superusers: nobody else. Rates and routes by hand of ordinary users count for these users alone, with everyone for all.',
  schedulerTimezone: 'The time zone of schedules.',
  backupSchedule: 'When a backup is made, as cron in scheduler_timezone; empty: never.',
  backupKeep: 'How many of the newest scheduled backups stay.',
  backupKeepDaily: 'Of so many days with one the last scheduled backup stays, too.',
  backupKeepWeekly: 'The same, of so many weeks.',
  backupKeepMonthly: 'The same, of so many months.',
  webhookPrivateAddresses: 'Private addresses that webhooks of all users may call, such as 192.168.1.20/32.',
}
