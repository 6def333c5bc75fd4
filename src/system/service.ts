import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { currentSchemaVersion } from '#db/migrate.ts'
import { isPasswordLoginOn } from '../auth/oidc/password-login.service.ts'
import { isSetupRequired } from '../auth/service.ts'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { readSetting } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'
import { COMMIT, NAME, VERSION } from '../shared/version.ts'
import { lastBackup } from './last-backup.ts'
import { answersQueries, newestInstant } from './repository.ts'

export { examine } from './doctor.ts'

type Check = 'ok' | 'low' | 'damaged' | 'failed' | 'behind' | 'old' | 'none'
export type Health = {
  readonly status: 'ok'
  readonly version: string
  readonly checks: Readonly<Record<'database' | 'storage' | 'writes' | 'clock' | 'backup', Check>>
}

export type SystemInfo = {
  readonly name: string
  readonly version: string
  readonly commit: string | null
  readonly runtime: string
  readonly startedAt: Date
  readonly database: { readonly engine: string; readonly schemaVersion: number }
  readonly currencies: number
  readonly plugins: { readonly brim: number; readonly fx: number; readonly assets: number }
  readonly registrationEnabled: boolean
  readonly isSetupRequired: boolean
  readonly signIn: { readonly password: boolean; readonly oidc: { readonly name: string; readonly loginUrl: string } | null }
  readonly docsUrl: string
}

/** Anyone may ask for the health: the answer is cached so long, so that nobody can occupy the disk with it. */
const CACHED_MILLISECONDS = 1_000
/** A whole block of the file system, so that a full disk is noticed. */
const FIRST_CHECK_MILLISECONDS = 1_000
const PROBE = new Uint8Array(4_096)
/** A write is synced to disk, which costs more than the rest; one that failed is tried again at once. */
const WRITE_EVERY_MILLISECONDS = 30_000
/** Clocks are set now and then. */
const BEHIND_MILLISECONDS = 5 * 60_000
const OLD_BACKUP_MILLISECONDS = 8 * 86_400_000
type Recent = {
  last: { readonly at: number; readonly checks: Promise<Health['checks']> } | undefined
  /** When a write went through last. */
  written: number
}
const recent = memoryKey('system/health', (): Recent => ({ last: undefined, written: Number.NEGATIVE_INFINITY }))

/**
 * That the database answers and takes a write, and that the data folder can be written; whether the clock is right and there is a backup, without
 * which the service works all the same. Throws `system/unhealthy` (503) with the same `checks`.
 */
export async function checkHealth(deps: Deps): Promise<Health> {
  const time = performance.now()
  const known = deps.memory.of(recent)
  const { last } = known
  const isRecent = last !== undefined && time - last.at < CACHED_MILLISECONDS
  const checks = isRecent ? last.checks : runChecks(deps)
  if (!isRecent) known.last = { at: time, checks }
  const result = await checks
  const failed = Object.entries(result).flatMap(([name, state]) =>
    state === 'failed' || state === 'damaged' ? [`${name} ${state}`] : [],
  )
  if (failed.length > 0)
    throw new AppError('unavailable', 'system/unhealthy', `Not healthy: ${failed.join(', ')}. The log says why.`, {
      extensions: { version: VERSION, checks: result },
    })
  return { status: 'ok', version: VERSION, checks: result }
}

/** The first look through the database goes on beside the others; nothing is written before it is known to be whole. */
async function runChecks(deps: Deps): Promise<Health['checks']> {
  const [database, storage, clock, backup] = await Promise.all([
    check(deps, 'database', () => examineDatabase(deps)),
    check(deps, 'storage', () => examineStorage(deps)),
    check(deps, 'clock', () => examineClock(deps)),
    check(deps, 'backup', () => examineBackup(deps)),
  ])
  return { database, storage, writes: await check(deps, 'writes', async () => examineWrites(deps)), clock, backup }
}

async function check(deps: Deps, name: string, work: () => Promise<Check>): Promise<Check> {
  try {
    return await work()
  } catch (error) {
    deps.storage.noteError(error)
    if (deps.storage.damage() !== null) return 'damaged'
    deps.log.error('health check failed', { check: name, error })
    return 'failed'
  }
}

/** Whoever asks right after the start waits for the first look through the database, if it does not take long. */
async function examineDatabase({ reader, storage }: Deps): Promise<Check> {
  await Promise.race([storage.checked(), Bun.sleep(FIRST_CHECK_MILLISECONDS)])
  if (storage.damage() !== null) return 'damaged'
  await answersQueries(reader)
  return 'ok'
}

async function examineStorage({ folders, reader, storage }: Deps): Promise<Check> {
  await writeProbe(folders.temporary)
  return (await storage.room(await reserveOf(reader))) > 0 ? 'ok' : 'low'
}

function examineWrites({ storage, memory }: Deps): Check {
  if (storage.damage() !== null) return 'damaged'
  const known = memory.of(recent)
  if (performance.now() - known.written < WRITE_EVERY_MILLISECONDS) return 'ok'
  storage.tryWrite()
  known.written = performance.now()
  return 'ok'
}

/** A clock that stands before what was written last is wrong, or was. */
async function examineClock({ reader, clock }: Deps): Promise<Check> {
  const newest = await newestInstant(reader)
  return newest !== null && Date.parse(newest) > clock().getTime() + BEHIND_MILLISECONDS ? 'behind' : 'ok'
}

async function examineBackup({ folders, clock }: Deps): Promise<Check> {
  const last = await lastBackup(folders, clock())
  if (last === null) return 'none'
  return clock().getTime() - last.getTime() > OLD_BACKUP_MILLISECONDS ? 'old' : 'ok'
}

/** The setting; none where the database does not answer, which is the business of the other check. */
async function reserveOf(reader: Deps['reader']): Promise<number> {
  try {
    return await readSetting(reader, 'disk_reserve_mb')
  } catch {
    return 0
  }
}

async function writeProbe(folder: string): Promise<void> {
  const path = join(folder, `health-${crypto.randomUUID()}`)
  try {
    await Bun.write(path, PROBE)
  } finally {
    await rm(path, { force: true })
  }
}

/** What the service is, for anyone; nothing secret. */
export async function describeSystem(deps: Deps): Promise<SystemInfo> {
  await deps.loadPlugins?.()
  const { listCurrencies } = await import('../reference/service.ts')
  const { config, plugins } = deps
  return {
    name: NAME,
    version: VERSION,
    commit: COMMIT,
    runtime: `Bun ${Bun.version}`,
    startedAt: deps.startedAt,
    database: { engine: 'sqlite', schemaVersion: currentSchemaVersion() },
    currencies: listCurrencies({}).length,
    plugins: { brim: plugins.brim.length, fx: plugins.fx.length, assets: plugins.assets.length },
    registrationEnabled: await readSetting(deps.reader, 'registration_enabled'),
    isSetupRequired: await isSetupRequired(deps),
    signIn: {
      password: await isPasswordLoginOn(deps),
      oidc: config.oidc && { name: config.oidc.name, loginUrl: `${config.basePath}/api/v1/auth/oidc/login` },
    },
    docsUrl: `${config.publicUrl === null ? '' : new URL(config.publicUrl).origin}${config.basePath}/api/v1/docs`,
  }
}
