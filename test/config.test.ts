import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Env, loadConfig } from '#src/config.ts'
import { ConfigError } from '#src/config-error.ts'

const SECRET = 'a-secret-for-tests-only-0123456789abcdef'

function faultsOf(env: Env): string[] {
  try {
    loadConfig({ JWT_SECRET: SECRET, ...env })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return [...error.faults]
    throw error
  }
}

function withFile<T>(content: string, work: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-config-'))
  try {
    writeFileSync(join(folder, 'secret'), content)
    return work(join(folder, 'secret'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the documented defaults hold for an empty environment, and empty values count as not set', () => {
  const expected = {
    host: '0.0.0.0',
    port: 8420,
    dataDir: resolve('./data'),
    workers: 1,
    logLevel: 'info',
    logFormat: null,
    publicUrl: null,
    allowedHosts: [],
    setupCode: null,
    basePath: '',
    cookieSecure: 'auto',
    corsOrigins: [],
    metricsPort: null,
    slowMilliseconds: 1000,
    otlpEndpoint: null,
    otlpHeaders: {},
    serviceName: 'holdfast',
    offline: false,
    oidc: null,
  }
  expect(loadConfig({})).toMatchObject(expected)
  expect(loadConfig({ PORT: '', DATA_DIR: '', JWT_SECRET: '', OFFLINE: '', CORS_ORIGINS: '', METRICS_PORT: '' })).toMatchObject(
    expected,
  )
  expect(loadConfig({}).trustedProxies).toEqual(['127.0.0.0/8', '::1/128'])
})

test('every value is read', () => {
  const config = loadConfig({
    HOST: '127.0.0.1',
    PORT: '65535',
    DATA_DIR: '/data',
    JWT_SECRET: SECRET,
    WORKERS: '4',
    LOG_LEVEL: 'debug',
    LOG_FORMAT: 'pretty',
    TRUSTED_PROXIES: '10.1.0.0/16, ::1',
    AUTH_HEADER: 'Remote-User',
    AUTH_HEADER_CREATE: 'true',
    PUBLIC_URL: 'https://money.example.org',
    ALLOWED_HOSTS: 'Funds.example.org, other.example',
    SETUP_CODE: 'only-with-this-code',
    BASE_PATH: '/apps/holdfast',
    COOKIE_SECURE: 'always',
    CORS_ORIGINS: 'https://one.example, https://two.example',
    METRICS_PORT: '9100',
    SLOW_MS: '250',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b,x-team=us=1',
    OTEL_SERVICE_NAME: 'money',
    OFFLINE: 'yes',
    BACKUP_PASSPHRASE: 'twelve or more',
    BACKUP_TARGET: 's3://bucket/folder',
    BACKUP_S3_ENDPOINT: 'https://s3.example.org',
    BACKUP_S3_ACCESS_KEY_ID: 'key',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
    FRED_API_KEY: 'fred',
    FRED_API_KEYS: 'no such key',
  })
  expect(config).toEqual({
    host: '127.0.0.1',
    port: 65_535,
    dataDir: '/data',
    jwtSecret: SECRET,
    jwtSecretIsRandom: false,
    workers: 4,
    logLevel: 'debug',
    logFormat: 'pretty',
    trustedProxies: ['10.1.0.0/16', '::1'],
    authHeader: 'remote-user',
    authHeaderCreate: true,
    publicUrl: 'https://money.example.org',
    allowedHosts: ['funds.example.org', 'other.example'],
    setupCode: 'only-with-this-code',
    basePath: '/apps/holdfast',
    cookieSecure: 'always',
    corsOrigins: ['https://one.example', 'https://two.example'],
    metricsPort: 9100,
    slowMilliseconds: 250,
    otlpEndpoint: null,
    otlpHeaders: { 'x-key': 'a b', 'x-team': 'us=1' },
    serviceName: 'money',
    offline: true,
    backup: {
      passphrase: 'twelve or more',
      target: {
        bucket: 'bucket',
        prefix: 'folder/',
        endpoint: 'https://s3.example.org',
        region: null,
        accessKeyId: 'key',
        timeoutSeconds: 120,
        secretAccessKey: 'secret',
      },
    },
    oidc: null,
    sourceKeys: { FRED_API_KEY: 'fred' },
    warnings: [],
  })
  expect(Object.isFrozen(config)).toBe(true)
})

test('keys of outside sources may come from files; a file that cannot be read is a fault', () => {
  withFile('from-file\n', (path) =>
    expect(loadConfig({ BANXICO_TOKEN_FILE: path }).sourceKeys).toEqual({ BANXICO_TOKEN: 'from-file' }),
  )
  expect(faultsOf({ BANXICO_TOKEN_FILE: '/nowhere/at/all' })).toEqual([
    'BANXICO_TOKEN_FILE: the file cannot be read: /nowhere/at/all',
  ])
})

test('OFFLINE is a flag in its usual spellings', () => {
  for (const text of ['true', '1', 'yes']) expect(loadConfig({ OFFLINE: text }).offline).toBe(true)
  for (const text of ['false', '0', 'no']) expect(loadConfig({ OFFLINE: text }).offline).toBe(false)
})

test.each([
  ['PORT', ['0x10', '65536', '-1', '80.5', 'http', '999999']],
  ['METRICS_PORT', ['abc', '70000']],
  ['SLOW_MS', ['-1', 'slow', '1.5']],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['localhost', 'grpc://x']],
  ['OTEL_EXPORTER_OTLP_HEADERS', ['x', 'a=b,']],
  ['WORKERS', ['0', '65', '1.5', 'many']],
  ['LOG_LEVEL', ['verbose', 'INFO']],
  ['LOG_FORMAT', ['xml']],
  ['PUBLIC_URL', ['money.example.org', 'ftp://money.example.org', 'javascript:alert(1)']],
  ['BASE_PATH', ['holdfast', '/holdfast/', '/', '/hold fast', '/a//b', '/a?b']],
  ['COOKIE_SECURE', ['true']],
  ['CORS_ORIGINS', ['*', 'https://one.example,two.example', 'file:///x']],
  ['OFFLINE', ['maybe', 'TRUE']],
  ['DATABASE_URL', ['postgres://localhost/holdfast']],
] as const)('%s is refused when it cannot be meant', (key, values) => {
  for (const value of values) {
    const faults = faultsOf({ [key]: value })
    expect([value, faults.length]).toEqual([value, 1])
    expect(faults[0]).toStartWith(key)
  }
})

test('all faults are named at once', () => {
  const faults = faultsOf({ PORT: 'x', WORKERS: '0', BASE_PATH: 'x', JWT_SECRET: 'short' })
  expect(faults.map((fault) => fault.slice(0, fault.indexOf(':'))).sort()).toEqual(['BASE_PATH', 'JWT_SECRET', 'PORT', 'WORKERS'])
})

test.each(['secret', 'x', 'fifteen-bytes-x', '<JWT_SECRET_VALUE>', 'changeme'])(
  'the secret %s is refused with the command that makes a good one',
  (secret) => {
    const [fault = ''] = faultsOf({ JWT_SECRET: secret })
    expect(fault).toStartWith('JWT_SECRET')
    expect(fault).toContain('openssl rand')
  },
)

test('a secret of 16 to 31 bytes is taken with a warning, one of 32 without; bytes count, not letters', () => {
  expect(loadConfig({ JWT_SECRET: 'k7Qx0pzm3ahs9fjb' }).warnings).toHaveLength(1)
  expect(loadConfig({ JWT_SECRET: 'é'.repeat(8) }).warnings).toHaveLength(1)
  expect(loadConfig({ JWT_SECRET: SECRET.slice(0, 32) }).warnings).toEqual([])
})

test('without a secret a random one of 64 letters is made, with one warning, and another each time', () => {
  const [one, two] = [loadConfig({}), loadConfig({})]
  expect(one).toMatchObject({ jwtSecretIsRandom: true, warnings: [expect.stringContaining('JWT_SECRET')] })
  expect(one.jwtSecret).toMatch(/^[\w-]{64}$/)
  expect(two.jwtSecret).not.toBe(one.jwtSecret)
})

test('JWT_SECRET_FILE is read without the line break at its end', () => {
  withFile(`${SECRET}\n`, (path) => {
    expect(loadConfig({ JWT_SECRET_FILE: path })).toMatchObject({ jwtSecret: SECRET, jwtSecretIsRandom: false })
  })
})

test('a secret given twice, a file that is not there and a short secret in a file are refused', () => {
  withFile(SECRET, (path) => expect(faultsOf({ JWT_SECRET_FILE: path })[0]).toContain('only one of them'))
  withFile('short', (path) => expect(faultsOf({ JWT_SECRET: undefined, JWT_SECRET_FILE: path })[0]).toStartWith('JWT_SECRET: '))
  expect(faultsOf({ JWT_SECRET: undefined, JWT_SECRET_FILE: '/nowhere/secret' })[0]).toStartWith('JWT_SECRET_FILE: ')
})

test('no fault repeats a secret', () => {
  const faults = faultsOf({ JWT_SECRET: 'hunter2-hunter2', DATABASE_URL: 'postgres://me:pa55word@localhost/x', PORT: 'x' }).join(
    '\n',
  )
  expect(faults).not.toContain('hunter2')
  expect(faults).not.toContain('pa55word')
})

test('traces go to a collector, but not where nothing may go out', () => {
  const given = { JWT_SECRET: 'a-secret-for-tests-only-0123456789abcdef', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(loadConfig(given).otlpEndpoint).toBe('http://collector:4318')
  const { otlpEndpoint, warnings } = loadConfig({ ...given, OFFLINE: 'true' })
  expect([otlpEndpoint, warnings.length]).toEqual([null, 1])
})

test('AUTH_HEADER is a header that nobody sends for another reason', () => {
  for (const name of ['Remote-User', 'X-Forwarded-User', 'X-authentik-username', 'Tailscale-User-Login'])
    expect(loadConfig({ AUTH_HEADER: name }).authHeader).toBe(name.toLowerCase())
  expect([loadConfig({}).authHeader, loadConfig({}).authHeaderCreate]).toEqual([null, false])
  for (const name of [
    'Cookie',
    'authorization',
    'User-Agent',
    'Host',
    'X-Forwarded-For',
    'Sec-Fetch-Site',
    'Accept',
    'two words',
    'x:y',
  ])
    expect([name, faultsOf({ AUTH_HEADER: name })[0]?.startsWith('AUTH_HEADER: must be')]).toEqual([name, true])
})

const PROVIDER = { JWT_SECRET: SECRET, OIDC_ISSUER: 'https://auth.example.org', OIDC_CLIENT_ID: 'holdfast' }

test('single sign-on needs an issuer and a client; the secret may come from a file', () => {
  expect(loadConfig(PROVIDER).oidc).toEqual({
    issuer: 'https://auth.example.org',
    clientId: 'holdfast',
    clientSecret: null,
    name: 'Single sign-on',
    scopes: 'openid profile email',
    linkByEmail: false,
    adminGroup: null,
  })
  const all = {
    OIDC_NAME: 'Authelia',
    OIDC_SCOPES: ' openid  email groups ',
    OIDC_LINK_BY_EMAIL: 'yes',
    OIDC_ADMIN_GROUP: 'admins',
  }
  withFile('a-client-secret\n', (path) =>
    expect(loadConfig({ ...PROVIDER, ...all, OIDC_CLIENT_SECRET_FILE: path }).oidc).toMatchObject({
      clientSecret: 'a-client-secret',
      name: 'Authelia',
      scopes: 'openid email groups',
      linkByEmail: true,
      adminGroup: 'admins',
    }),
  )
})

test('faults of single sign-on are named; OFFLINE turns it off and says so', () => {
  expect(faultsOf({ OIDC_ISSUER: 'https://auth.example.org' })).toEqual(['OIDC_CLIENT_ID: must be set with OIDC_ISSUER'])
  expect(faultsOf({ OIDC_CLIENT_ID: 'x', OIDC_NAME: 'y' })).toEqual(['OIDC_ISSUER: must be set with OIDC_CLIENT_ID, OIDC_NAME'])
  for (const issuer of [
    'ftp://auth.example.org',
    'auth.example.org',
    'https://auth.example.org/.well-known/openid-configuration',
    'https://user@auth.example.org',
    'https://auth.example.org/?x=1',
  ])
    expect([issuer, faultsOf({ ...PROVIDER, OIDC_ISSUER: issuer }).length]).toEqual([issuer, 1])
  expect(faultsOf({ ...PROVIDER, OIDC_SCOPES: 'email' })).toEqual([
    'OIDC_SCOPES: must have openid among them, separated by spaces',
  ])
  const offline = loadConfig({ ...PROVIDER, OFFLINE: 'true' })
  expect([offline.oidc, offline.warnings]).toEqual([null, ['OIDC_ISSUER has no effect with OFFLINE.']])
})
