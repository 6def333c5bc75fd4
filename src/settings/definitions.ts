import { Cron } from 'croner'
import { isRange } from '../shared/address.ts'
import { isActiveCurrency } from '../shared/currency.ts'
import { isTimeOfDay } from '../shared/date.ts'
import { findLanguage } from '../shared/language.ts'

type SettingType =
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'currency'
  | 'language'
  | 'timezone'
  | 'cron'
  | 'times'
  | 'ranges'

/** What is known of a setting before anyone sets it. `fault` tells what is wrong with a value, undefined when it may be stored. */
export type Definition<T> = {
  readonly type: SettingType
  readonly default: T
  readonly minimum: number | null
  readonly maximum: number | null
  readonly unit: string | null
  readonly choices: readonly string[] | null
  readonly description: string
  readonly fault: (value: unknown) => string | undefined
}

const MAX_TIMES = 24
const MAX_RANGES = 100
const MAX_RANGE_LENGTH = 50
const unmeasured = { minimum: null, maximum: null, unit: null, choices: null } as const

/** Every setting of the service, by key. */
export const SETTINGS = {
  session_ttl_hours: amount('number', 24, [0.1, 8760], 'hours', 'How long a session lasts after login; acts at the next login.'),
  session_idle_minutes: amount(
    'integer',
    0,
    [0, 525_600],
    'minutes',
    'After how long without a request a session ends; 0: only after `session_ttl_hours`.',
  ),
  registration_enabled: flag(true, 'Whether strangers may register. The first user always may.'),
  password_login: flag(
    true,
    'Whether users may sign in by password; off only while single sign-on is set up. A superuser may as long as no other can sign in there.',
  ),
  upload_max_mb: amount('integer', 25, [1, 4096], 'MiB', 'The largest file that may be uploaded.'),
  report_max_mb: amount('integer', 50, [1, 4096], 'MiB', 'The largest broker report that may be uploaded.'),
  storage_quota_mb_per_user: amount('integer', 1024, [1, 10_485_760], 'MiB', 'All files and reports of one user together.'),
  costly_requests_at_once: amount(
    'integer',
    3,
    [1, 100],
    'requests',
    'How many reports, charts, imports, batches and the like of one user are worked on at once in each process; further ones wait.',
  ),
  costly_requests_waiting: amount('integer', 60, [0, 1000], 'requests', 'How many of those may wait; more are refused (429).'),
  requests_per_minute: amount(
    'integer',
    12_000,
    [0, 10_000_000],
    'requests',
    'How many requests one user may send in a minute while others use the service too; 0: no limit.',
  ),
  event_streams: amount('integer', 20, [1, 1000], 'streams', 'How many streams of events one user may have open.'),
  default_currency: text(
    'currency',
    'EUR',
    isActiveCurrency,
    'an ISO 4217 code such as EUR',
    'The currency of users who chose none.',
  ),
  default_language: text(
    'language',
    'en',
    (value) => findLanguage(value) === value,
    'a BCP 47 language tag such as en or de-AT',
    'The language of users who chose none.',
  ),
  disk_reserve_mb: amount(
    'integer',
    64,
    [0, 1_048_576],
    'MiB',
    'Left free on the disk of the data folder, but never more than a twentieth of it: uploads and imports that would need it are refused.',
  ),
  fx_sync_enabled: flag(true, 'Whether exchange rates are fetched automatically.'),
  fx_sync_times: times(['06:30', '16:30'], 'When exchange rates are fetched each day, in `scheduler_timezone`, as HH:MM.'),
  auto_fx_routes: flag(
    true,
    'Whether currencies that users have get a route to the currency of their reports automatically, fetched from the first day needed on; only while `fx_sync_enabled`.',
  ),
  price_refresh_enabled: flag(true, 'Whether prices of assets are fetched automatically.'),
  price_refresh_minutes: amount('integer', 60, [5, 10_080], 'minutes', 'How often prices of assets are fetched.'),
  price_fallbacks: flag(
    true,
    'Whether another source is requested for an asset whose source fails, where an ISIN, or a symbol with closes that agree, says that it has the same.',
  ),
  auto_price_sources: flag(
    true,
    'Whether an import looks price sources up for assets that have none: what is certain is assigned, the rest proposed.',
  ),
  shared_data: choice(
    ['stake', 'everyone', 'superusers'],
    'Who may write assets, prices and events. `stake`: an EDITOR of every broker that uses the asset; who added it, while nobody does; else superusers, who alone write what is verified. `everyone`: every user adds, and changes what they added. `superusers`: nobody else. Rates and routes by hand of ordinary users count for these users alone, with `everyone` for all.',
  ),
  scheduler_timezone: text('timezone', 'UTC', isTimeZone, 'an IANA time zone such as Europe/Rome', 'The time zone of schedules.'),
  backup_schedule: text(
    'cron',
    '',
    (value) => value === '' || isCron(value),
    'five cron fields such as "30 3 * * *", or empty for off',
    'When a backup is made, as cron in `scheduler_timezone`; empty: never.',
  ),
  backup_keep: amount('integer', 7, [1, 1000], 'backups', 'How many of the newest scheduled backups stay.'),
  backup_keep_daily: amount('integer', 7, [0, 1000], 'days', 'Of so many days with one the last scheduled backup stays, too.'),
  backup_keep_weekly: amount('integer', 4, [0, 1000], 'weeks', 'The same, of so many weeks.'),
  backup_keep_monthly: amount('integer', 6, [0, 1000], 'months', 'The same, of so many months.'),
  webhook_private_addresses: ranges('Private addresses that webhooks of all users may call, such as 192.168.1.20/32.'),
}

export type SettingKey = keyof typeof SETTINGS
export type SettingValue<K extends SettingKey> = (typeof SETTINGS)[K]['default']
export type AnySettingValue = SettingValue<SettingKey>

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[]

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

/** The definition of a key, without the type of its value. */
export function definitionOf(key: SettingKey): Definition<AnySettingValue> {
  return SETTINGS[key]
}

function amount(
  type: 'number' | 'integer',
  preset: number,
  [minimum, maximum]: [number, number],
  unit: string,
  description: string,
): Definition<number> {
  const fits = (value: unknown) =>
    typeof value === 'number' && value >= minimum && value <= maximum && (type === 'number' || Number.isInteger(value))
  const wanted = `Must be a ${type === 'integer' ? 'whole ' : ''}number from ${minimum} to ${maximum} (${unit}).`
  const fault = (value: unknown) => (fits(value) ? undefined : wanted)
  return { type, default: preset, minimum, maximum, unit, choices: null, description, fault }
}

function flag(preset: boolean, description: string): Definition<boolean> {
  const fault = (value: unknown) => (typeof value === 'boolean' ? undefined : 'Must be true or false.')
  return { ...unmeasured, type: 'boolean', default: preset, description, fault }
}

function text(
  type: SettingType,
  preset: string,
  fits: (value: string) => boolean,
  wanted: string,
  description: string,
): Definition<string> {
  const fault = (value: unknown) =>
    typeof value === 'string' && value.length <= 100 && fits(value) ? undefined : `Must be ${wanted}.`
  return { ...unmeasured, type, default: preset, description, fault }
}

function choice<const C extends string>(choices: readonly [C, ...C[]], description: string): Definition<C> {
  const fault = (value: unknown) => (choices.some((known) => known === value) ? undefined : `Must be ${choices.join(' or ')}.`)
  return { ...unmeasured, type: 'choice', default: choices[0], choices, description, fault }
}

function times(preset: readonly string[], description: string): Definition<readonly string[]> {
  const fits = (value: unknown) => typeof value === 'string' && value.length === 'HH:MM'.length && isTimeOfDay(value)
  const fault = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.length <= MAX_TIMES && value.every(fits)
      ? undefined
      : `Must be a list of 1 to ${MAX_TIMES} times of the day such as "06:30".`
  return { ...unmeasured, type: 'times', default: preset, description, fault }
}

function ranges(description: string): Definition<readonly string[]> {
  const fits = (value: unknown) => typeof value === 'string' && value.length <= MAX_RANGE_LENGTH && isRange(value)
  const fault = (value: unknown) =>
    Array.isArray(value) && value.length <= MAX_RANGES && value.every(fits)
      ? undefined
      : `Must be a list of at most ${MAX_RANGES} addresses or ranges such as "192.168.1.20/32".`
  return { ...unmeasured, type: 'ranges', default: [], description, fault }
}

function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isCron(expression: string): boolean {
  if (expression.trim().split(/\s+/).length !== 5) return false
  try {
    return new Cron(expression, { timezone: 'UTC' }).nextRun() !== null
  } catch {
    return false
  }
}
