import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type BackupConfig, backupConfig, backupVariables } from './config-backup.ts'
import { ConfigError } from './config-error.ts'
import { OIDC_VARIABLES, type OidcConfig, oidcFaults, oidcOf } from './oidc-config.ts'
import { PROXY_VARIABLES } from './proxy-config.ts'
import { flag, list, port, webAddress, webOrigin } from './variables.ts'

const WELL_KNOWN = new Set([
  'secret',
  'changeme',
  'change-me',
  'jwt_secret',
  'your-secret-key',
  'supersecret',
  'password',
  '<jwt_secret_value>',
  'holdfast',
])
/** Variables that hold the key of an outside source. */
const SOURCE_KEY = /^[A-Z][A-Z0-9_]*_(API_KEY|TOKEN)$/
/** Secrets that may stand in a file that `<NAME>_FILE` names. */
const FILED = [
  'JWT_SECRET',
  'DATABASE_URL',
  'SETUP_CODE',
  'BACKUP_PASSPHRASE',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'OIDC_CLIENT_SECRET',
]
const SECRET_ADVICE = 'Make one with: openssl rand -base64 48'

const Environment = z.object({
  HOST: z.string().min(1).default('0.0.0.0'),
  PORT: port.default(8420),
  DATA_DIR: z.string().min(1).default('./data'),
  JWT_SECRET: z.string().optional(),
  DATABASE_URL: z.literal('', 'only the embedded SQLite database is supported: leave it empty').default(''),
  WORKERS: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/, 'must be 1 to 64')
    .transform(Number)
    .default(1),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  ...PROXY_VARIABLES,
  PUBLIC_URL: webAddress.optional(),
  ALLOWED_HOSTS: list
    .pipe(
      z.array(z.string().regex(/^[a-z0-9.-]+$/i, 'must be names such as money.example.org, without port, separated by commas')),
    )
    .transform((names) => names.map((name) => name.toLowerCase()))
    .default([]),
  SETUP_CODE: z.string().min(8, 'must have at least 8 characters').optional(),
  BASE_PATH: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must look like /holdfast, without a slash at the end')
    .default(''),
  COOKIE_SECURE: z.enum(['auto', 'always', 'never']).default('auto'),
  CORS_ORIGINS: list.pipe(z.array(webOrigin)).default([]),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,\r\n]*(,[^=,\s]+=[^,\r\n]*)*$/, 'must be name=value, separated by commas')
    .transform((text) => Object.fromEntries(text.split(',').map((pair) => headerOf(pair))))
    .default({}),
  OTEL_SERVICE_NAME: z.string().default('holdfast'),
  SLOW_MS: z
    .string()
    .regex(/^\d{1,6}$/, 'must be milliseconds, 0 for none')
    .transform(Number)
    .default(1000),
  OFFLINE: flag.default(false),
  BACKUP_PASSPHRASE: backupVariables.passphrase,
  BACKUP_TARGET: backupVariables.target,
  BACKUP_S3_ENDPOINT: backupVariables.endpoint,
  BACKUP_S3_REGION: backupVariables.region,
  BACKUP_S3_TIMEOUT: backupVariables.seconds,
  BACKUP_S3_ACCESS_KEY_ID: backupVariables.key,
  BACKUP_S3_SECRET_ACCESS_KEY: backupVariables.key,
  ...OIDC_VARIABLES,
})

/** Values are percent-encoded, as OpenTelemetry wants them. */
function headerOf(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  const value = pair.slice(at + 1)
  return [pair.slice(0, at), decoded(value)]
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export type Config = Readonly<{
  host: string
  port: number
  dataDir: string
  /** At least 16 bytes. */
  jwtSecret: string
  jwtSecretIsRandom: boolean
  workers: number
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** `null`: for people on a terminal, JSON elsewhere. */
  logFormat: 'json' | 'pretty' | null
  trustedProxies: readonly string[]
  /** The header, in small letters, in which a trusted proxy names the user; `null`: none. */
  authHeader: string | null
  /** Whether a user whom it names and who is none yet is made. */
  authHeaderCreate: boolean
  publicUrl: string | null
  /** Names under which the service answers beside `publicUrl` and those of the house; small letters. */
  allowedHosts: readonly string[]
  /** What the first registration must know; `null`: nothing. */
  setupCode: string | null
  basePath: string
  cookieSecure: 'auto' | 'always' | 'never'
  corsOrigins: readonly string[]
  metricsPort: number | null
  /** Requests and statements that take so long are logged with what they did; 0: none. */
  slowMilliseconds: number
  /** Where traces are sent; `null`: nowhere. */
  otlpEndpoint: string | null
  /** What is sent with them, such as a key. */
  otlpHeaders: Readonly<Record<string, string>>
  /** The name of the service in traces. */
  serviceName: string
  offline: boolean
  backup: BackupConfig
  /** `null`: nobody signs in by a provider. */
  oidc: OidcConfig | null
  /** Keys of outside sources by the name of their variable (`FRED_API_KEY`); the plugins say which they want. */
  sourceKeys: Readonly<Record<string, string>>
  warnings: readonly string[]
}>

export type Env = Readonly<Record<string, string | undefined>>

/** Reads the whole environment once. `*_FILE` variants hold the path of a file with the value. Throws ConfigError. */
export function loadConfig(env: Env, random: () => string = randomSecret): Config {
  const faults: string[] = []
  const given = withoutEmpty({ ...env, ...filedSecrets(env, faults) })
  const parsed = Environment.safeParse(given, { jitless: true })
  if (!parsed.success) faults.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  faults.push(...oidcFaults(given))
  const secret = given['JWT_SECRET']
  const warnings = secret === undefined ? [] : checkSecret(secret, faults)
  const backup = backupConfig(parsed.data ?? {}, faults)
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  const e = parsed.data
  if (secret === undefined) warnings.push(`JWT_SECRET is not set: sessions end when the service restarts. ${SECRET_ADVICE}`)
  if (e.OFFLINE) warnings.push(...offlineWarnings(e))
  return Object.freeze({
    host: e.HOST,
    port: e.PORT,
    dataDir: resolve(e.DATA_DIR),
    jwtSecret: secret ?? random(),
    jwtSecretIsRandom: secret === undefined,
    workers: e.WORKERS,
    logLevel: e.LOG_LEVEL,
    logFormat: e.LOG_FORMAT ?? null,
    trustedProxies: e.TRUSTED_PROXIES,
    authHeader: e.AUTH_HEADER ?? null,
    authHeaderCreate: e.AUTH_HEADER_CREATE,
    publicUrl: e.PUBLIC_URL ?? null,
    allowedHosts: e.ALLOWED_HOSTS,
    setupCode: e.SETUP_CODE ?? null,
    basePath: e.BASE_PATH,
    cookieSecure: e.COOKIE_SECURE,
    corsOrigins: e.CORS_ORIGINS,
    metricsPort: e.METRICS_PORT ?? null,
    slowMilliseconds: e.SLOW_MS,
    otlpEndpoint: e.OFFLINE ? null : (e.OTEL_EXPORTER_OTLP_ENDPOINT ?? null),
    otlpHeaders: e.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: e.OTEL_SERVICE_NAME,
    offline: e.OFFLINE,
    backup,
    oidc: oidcOf(e),
    sourceKeys: Object.fromEntries(Object.entries(given).filter(([name]) => SOURCE_KEY.test(name))),
    warnings,
  })
}

function offlineWarnings(e: z.output<typeof Environment>): string[] {
  return [
    ...(e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? []
      : ['OFFLINE is set: no traces are sent to OTEL_EXPORTER_OTLP_ENDPOINT.']),
    ...(e.OIDC_ISSUER === undefined ? [] : ['OIDC_ISSUER has no effect with OFFLINE.']),
  ]
}

function checkSecret(secret: string, faults: string[]): string[] {
  const bytes = new TextEncoder().encode(secret).length
  if (bytes < 16 || WELL_KNOWN.has(secret.toLowerCase()))
    faults.push(`JWT_SECRET: must be at least 16 bytes and not a well-known word. ${SECRET_ADVICE}`)
  return bytes < 32 ? [`JWT_SECRET has ${bytes} bytes; 32 or more are advised. ${SECRET_ADVICE}`] : []
}

function filedSecrets(env: Env, faults: string[]): Record<string, string> {
  const values: Record<string, string> = {}
  const keys = Object.keys(env).flatMap((name) =>
    name.endsWith('_FILE') && SOURCE_KEY.test(name.slice(0, -5)) ? [name.slice(0, -5)] : [],
  )
  for (const key of [...FILED, ...keys]) {
    const path = env[`${key}_FILE`]
    if (path === undefined || path === '') continue
    if (env[key] !== undefined && env[key] !== '') faults.push(`${key}_FILE: ${key} is set too; set only one of them`)
    try {
      values[key] = readFileSync(path, 'utf8').trim()
    } catch {
      faults.push(`${key}_FILE: the file cannot be read: ${path}`)
    }
  }
  return values
}

function withoutEmpty(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
}

function randomSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64url')
}

/** What starts a program where the loader of the system does not find its libraries by itself: emulators, Nix. */
const OF_LOADER = ['LD_LIBRARY_PATH', 'NIX_LD', 'NIX_LD_LIBRARY_PATH', 'QEMU_LD_PREFIX']

/** Of the environment, only what a process of this program needs to start: the others get their secrets and settings from who starts them. */
export function forLoader(): Record<string, string> {
  return Object.fromEntries(OF_LOADER.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
}
