import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { watchDatabase } from '#src/activity.ts'
import { loadConfig } from '#src/config.ts'
import type { Deps } from '#src/context.ts'
import { openFolders } from '#src/folders.ts'
import { createLog } from '#src/log.ts'
import { createMemory } from '#src/memory.ts'
import { createServer, type Server } from '#src/server.ts'
import { signSession } from '#src/session/token.ts'
import type { SettingKey } from '#src/settings/service.ts'
import { watchStorage } from '#src/storage.ts'
import { afterwards } from '#test/support/afterwards.ts'

export const TEST_SECRET = 'a-secret-for-tests-only-0123456789abcdef'
export const PASSWORD = 'correct-horse-battery-9'

/** Empty databases of the present schema: with every setting at its default, and with price sources looked up by hand alone. */
const templates = await makeTemplates()

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
/** `token`: of a session, or one of `POST /auth/tokens`. */
export type TestUser = { readonly id: number; readonly username: string; readonly token: string }
export type Answer = {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON, loosely typed: tests name the fields that they expect. `as(Schema)` checks it against the declared schema. */
  readonly body: ReturnType<typeof JSON.parse>
  readonly as: <T>(schema: { parse(value: unknown): T }) => T
  readonly text: string
  readonly bytes: Uint8Array
}

/** The whole service on a fresh data folder; closed and removed after the test. */
export async function createTestApp(
  options: {
    clock?: () => Date
    deps?: Partial<Deps>
    env?: Record<string, string>
    /** Imports look price sources up, as they do by default; off in other tests. */
    automatic?: boolean
    /** In place of an empty database of the present schema; closed by who made it. */
    store?: Store
    /** In place of the whole service. */
    serve?: (deps: Deps) => {
      fetch: Server['fetch']
      request: (path: string | URL, init?: RequestInit) => Response | Promise<Response>
    }
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-'))
  const folders = openFolders(folder)
  const memory = createMemory()
  writeFileSync(join(folder, 'holdfast.db'), templates[options.automatic === true ? 'automatic' : 'manual'])
  const logged: string[] = []
  const log = createLog({ level: 'debug', format: 'json', write: (text) => logged.push(text) })
  const config = loadConfig({ JWT_SECRET: TEST_SECRET, DATA_DIR: folder, ...options.env })
  const watch = watchDatabase({ memory, log, slowMilliseconds: config.slowMilliseconds })
  const store = options.store ?? openStore(join(folder, 'holdfast.db'), { durable: false, watch })
  afterwards(async () => {
    await memory.close()
    if (options.store === undefined) await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const storage = watchStorage({
    folders,
    log,
    database: join(folder, 'holdfast.db'),
    stopWriting: () => void store.writer.sqlite.run('PRAGMA query_only = ON'),
  })
  const deps: Deps = {
    db: store.writer,
    reader: store.reader,
    folders,
    storage,
    memory,
    clock: options.clock ?? (() => new Date()),
    log,
    config,
    plugins: { brim: [], fx: [], assets: [] },
    fetch: (() => Promise.reject(new Error('no network in tests'))) as unknown as typeof fetch,
    startedAt: new Date(),
    ...options.deps,
  }
  const app = (options.serve ?? createServer)(deps)
  let users = 0

  /** A user made behind the front door (no password hashing): fast. The first one is superuser by default. */
  async function createUser(fields: { username?: string; isSuperuser?: boolean } = {}): Promise<TestUser> {
    users += 1
    const username = fields.username ?? `user${users}`
    const time = deps.clock()
    const row = await store.writer
      .insertInto('user')
      .values({
        username,
        username_key: username.toLowerCase(),
        email: `${username}@example.org`,
        email_key: `${username}@example.org`.toLowerCase(),
        password_hash: 'none',
        is_superuser: (fields.isSuperuser ?? users === 1) ? 1 : 0,
        created_at: time.toISOString(),
        updated_at: time.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const issuedAt = Math.floor(time.getTime() / 1000)
    const token = await signSession({ userId: row.id, issuedAt, expiresAt: issuedAt + 86_400, epoch: 0 }, TEST_SECRET)
    return { id: row.id, username, token }
  }

  /** A session of somebody who is there. */
  async function signIn(id: number): Promise<TestUser> {
    const { username } = await store.writer.selectFrom('user').select('username').where('id', '=', id).executeTakeFirstOrThrow()
    const issuedAt = Math.floor(deps.clock().getTime() / 1000)
    const token = await signSession({ userId: id, issuedAt, expiresAt: issuedAt + 86_400, epoch: 0 }, TEST_SECRET)
    return { id, username, token }
  }

  /** One request. `body`: an object is sent as JSON, FormData and strings as they are. `path` is below /api/v1. */
  async function call(
    user: TestUser | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const raw =
      body === undefined ||
      body instanceof FormData ||
      typeof body === 'string' ||
      body instanceof Uint8Array ||
      body instanceof ReadableStream
    const response = await app.request(`${deps.config.basePath}/api/v1${path}`, {
      method,
      headers: {
        ...(raw ? {} : { 'Content-Type': 'application/json' }),
        ...(user &&
          (user.token.startsWith('hf_') ? { Authorization: `Bearer ${user.token}` } : { Cookie: `session=${user.token}` })),
        ...headers,
      },
      ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as BodyInit }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    const parsed = isJson && text !== '' ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, bytes, body: parsed, as: (schema) => schema.parse(parsed) }
  }

  return { app, deps, store, folder, logged, createUser, signIn, call }
}

async function turnOff(store: Store, key: SettingKey): Promise<void> {
  const row = { key, value: 'false', updated_at: '2026-01-01T00:00:00.000Z', updated_by: null }
  await store.writer.insertInto('setting').values(row).execute()
}

async function makeTemplates() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-template-'))
  const path = join(folder, 'template.db')
  const after = async (change: (store: Store) => Promise<unknown>): Promise<Uint8Array> => {
    const store = openStore(path, { durable: false })
    await change(store)
    await store.close()
    return readFileSync(path)
  }
  const automatic = await after(({ writer }) => migrate(writer))
  const manual = await after((store) => turnOff(store, 'auto_price_sources'))
  rmSync(folder, { recursive: true, force: true })
  return { automatic, manual }
}
