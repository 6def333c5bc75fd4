import type { Reader } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import { type Ctx, type Deps, now } from '../context.ts'
import { normaliseCurrency } from '../shared/currency.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import {
  type AnySettingValue,
  type Definition,
  definitionOf,
  isSettingKey,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type SettingValue,
} from './definitions.ts'
import { deleteSetting, findValue, listStored, type StoredSetting, storeSetting } from './repository.ts'

export type { SettingKey, SettingValue }

export type Setting = Omit<Definition<AnySettingValue>, 'fault'> & {
  readonly key: SettingKey
  readonly value: AnySettingValue
  /** `null` while it has its default. */
  readonly updatedAt: string | null
  readonly updatedBy: number | null
}

/** The value of a setting as it is now (one indexed read, no cache: another process may change it); its default when nothing valid is stored. */
export async function readSetting<K extends SettingKey>(reader: Reader, key: K): Promise<SettingValue<K>> {
  const stored = await findValue(reader, key)
  return usable(key, stored) ? (stored as SettingValue<K>) : SETTINGS[key].default
}

/** Whether the data may grow without anybody asking for it: the database is whole, and more than the reserve of the disk is free. */
export async function mayGrow({ reader, storage }: Pick<Deps, 'reader' | 'storage'>): Promise<boolean> {
  return storage.damage() === null && (await storage.room(await readSetting(reader, 'disk_reserve_mb'))) > 0
}

/** Every setting, in the order of their table. Any signed-in user may read them: none is secret. */
export async function listSettings(ctx: Ctx): Promise<Setting[]> {
  const stored = new Map((await listStored(ctx.reader)).map((setting) => [setting.key, setting]))
  return SETTING_KEYS.map((key) => settingOf(key, stored.get(key)))
}

/** Throws `settings/not-found` for a key that does not exist. */
export async function getSetting(ctx: Ctx, key: string): Promise<Setting> {
  const found = (await listSettings(ctx)).find((setting) => setting.key === key)
  if (!found) throw new AppError('not-found', 'settings/not-found', 'There is no such setting. GET /settings lists them all.')
  return found
}

/** Changes several settings, all or none; `null` brings the default back. Throws `settings/invalid` with every fault. */
export async function changeSettings(ctx: Ctx, changes: Readonly<Record<string, unknown>>): Promise<Setting[]> {
  const wanted = Object.entries(changes).map(([key, value]) => [key, normalised(key, value)] as const)
  const faults = wanted.flatMap(([key, value]) => [...faultOf(key, value), ...faultHere(ctx, key, value)])
  if (faults.length > 0)
    throw new AppError('invalid', 'settings/invalid', 'Nothing was changed: some settings are not acceptable.', {
      errors: faults,
    })
  return inTransaction(ctx, async (ctx) => {
    for (const [key, value] of wanted) {
      if (value === null) await deleteSetting(ctx.db, key)
      else await storeSetting(ctx.db, { key, value: value as AnySettingValue, updatedAt: now(ctx), updatedBy: ctx.user.id })
    }
    ctx.log.info('settings changed', { user_id: ctx.user.id, changes })
    return listSettings(ctx)
  })
}

/** Codes of currencies are taken in any letter case. */
function normalised(key: string, value: unknown): unknown {
  const isCode = isSettingKey(key) && definitionOf(key).type === 'currency' && typeof value === 'string'
  return isCode ? normaliseCurrency(value) : value
}

function faultOf(key: string, value: unknown): Fault[] {
  const pointer = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (!isSettingKey(key)) return [{ pointer, detail: 'There is no such setting.' }]
  const detail = value === null ? undefined : definitionOf(key).fault(value)
  return detail === undefined ? [] : [{ pointer, detail }]
}

/** What is acceptable, but not in this service. */
function faultHere({ config }: Ctx, key: string, value: unknown): Fault[] {
  if (key !== 'password_login' || value !== false || config.oidc !== null) return []
  return [{ pointer: '/password_login', detail: 'Single sign-on is not set up: nobody could sign in.' }]
}

function settingOf(key: SettingKey, stored: StoredSetting | undefined): Setting {
  const { fault, ...definition } = definitionOf(key)
  if (stored === undefined || !usable(key, stored.value))
    return { ...definition, key, value: definition.default, updatedAt: null, updatedBy: null }
  return { ...definition, key, value: stored.value as AnySettingValue, updatedAt: stored.updatedAt, updatedBy: stored.updatedBy }
}

function usable(key: SettingKey, stored: unknown): boolean {
  return stored !== undefined && definitionOf(key).fault(stored) === undefined
}

/** What one user may have of the service at once. */
export async function readBudget({ reader }: Pick<Deps, 'reader'>) {
  return {
    running: await readSetting(reader, 'costly_requests_at_once'),
    waiting: await readSetting(reader, 'costly_requests_waiting'),
    requestsPerMinute: await readSetting(reader, 'requests_per_minute'),
    streams: await readSetting(reader, 'event_streams'),
  }
}
