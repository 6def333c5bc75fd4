import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Env, loadConfig } from '../config.ts'
import { makeDemo, type Send } from '../demo/make.ts'
import { originOf, requireFreePort } from './bind.ts'
import { EXIT, ExitError } from './exit.ts'
import { reachable } from './healthcheck.ts'
import { serve } from './serve.ts'
import { print } from './terminal.ts'

const USERNAME = 'demo'
const NAMES = { homeBroker: 'Harbour Bank (demo)', abroadBroker: 'Tidewater Broker (demo)' }
/** Holds the password of the demo, and says by being there that a folder is one. */
const PASSWORD_FILE = 'demo-password'
const [DEFAULT_PORT, ANY_PORT] = [8420, 0]
/** Of the environment, what a demo takes; everything else is about the real service: its secrets, its names, its backups. */
const TAKEN = /^(HOST|PORT|BASE_PATH|ALLOWED_HOSTS|LOG_LEVEL|LOG_FORMAT|OFFLINE|PATH|HOME|TMPDIR|TZ|LANG|NO_COLOR|TERM)$/

/**
 * Serves an invented portfolio from a folder of its own until a signal ends it; resolves when it is filled and its sign-in printed. Without
 * `dataDir` the folder is temporary, and goes when the program ends. Throws ConfigError, ExitError, and Error when it cannot be filled.
 */
export async function demo(env: Env, { dataDir }: { readonly dataDir: string | undefined }): Promise<void> {
  const root = dataDir === undefined ? temporaryFolder() : ownFolder(resolve(dataDir))
  const given = environmentOf(env, root)
  const { host, port, basePath } = loadConfig(given)
  const isFilled = existsSync(join(root, PASSWORD_FILE))
  await serve(given)
  const password = isFilled ? readFileSync(join(root, PASSWORD_FILE), 'utf8').trim() : newPassword()
  if (!isFilled) {
    await fill(`http://${reachable(host)}:${port}${basePath}/api/v1`, password)
    writeFileSync(join(root, PASSWORD_FILE), `${password}\n`, { mode: 0o600 })
  }
  print(
    [
      '',
      'A demo: brokers, assets, prices and rates are invented.',
      '',
      `  open      ${originOf(host, port)}${basePath}/`,
      `  username  ${USERNAME}`,
      `  password  ${password}`,
      '',
      dataDir === undefined ? 'Ctrl-C ends it and removes everything.' : `Ctrl-C ends it; it stays in ${root}.`,
      '',
      '',
    ].join('\n'),
  )
}

function environmentOf(env: Env, root: string): Env {
  const taken = Object.fromEntries(Object.entries(env).filter(([name]) => TAKEN.test(name)))
  const host = env['HOST'] || '127.0.0.1'
  const secret = { JWT_SECRET: randomBytes(32).toString('base64') }
  const quiet = { SLOW_MS: '0', LOG_LEVEL: env['LOG_LEVEL'] || 'warn', OFFLINE: env['OFFLINE'] || 'true' }
  return { ...taken, ...quiet, ...secret, HOST: host, PORT: String(portOf(env['PORT'], host)), DATA_DIR: root }
}

/** Where nobody chose a port and the usual one is taken, as by the real service, any free one. */
function portOf(chosen: string | undefined, host: string): string | number {
  const any = () => requireFreePort({ host, port: ANY_PORT, variable: 'PORT' })
  if (chosen) return chosen === String(ANY_PORT) ? any() : chosen
  try {
    return requireFreePort({ host, port: DEFAULT_PORT, variable: 'PORT' })
  } catch {
    return any()
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-demo-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An empty folder, or one that a demo left. Throws ExitError for any other: nobody's real data become a demo. */
function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length === 0 || existsSync(join(folder, PASSWORD_FILE))) return folder
  const sentence = `${folder} is not empty and holds no demo. Give a folder that is empty, or none for a temporary one.`
  throw new ExitError(EXIT.storage, sentence)
}

function newPassword(): string {
  return `try-${randomBytes(6).toString('hex').match(/..../g)?.join('-')}`
}

/** Makes the account and its portfolio over HTTP, like every client. */
async function fill(api: string, password: string): Promise<void> {
  const sending = async (operation: string, body: unknown, cookie?: string) => {
    const [method = '', path = ''] = operation.split(' ')
    const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) }
    const answer = await fetch(`${api}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  await sending('POST /auth/register', { username: USERNAME, email: 'demo@example.org', password })
  const signedIn = await sending('POST /auth/login', { username: USERNAME, password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const send: Send = async (operation: string, { body }: { readonly body: unknown }) =>
    (await sending(operation, body, cookie)).json()
  const today = new Date().toISOString().slice(0, 10)
  await makeDemo(send, { home: 'EUR', today, names: NAMES, hasRates: true })
}
