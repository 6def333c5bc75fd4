import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { priceProviders } from '#plugins/assets/index.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { loadConfig } from '#src/config.ts'
import { createRooms } from '#src/server.ts'
import { SETTING_KEYS, SETTINGS } from '#src/settings/definitions.ts'
import { createTestApp } from '#test/support/app.ts'

const root = join(import.meta.dir, '..')
const readme = read('README.md')
const commands = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '').join('\n')

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The second cell of the table row whose first cell is `name` in backticks. */
function defaultOf(name: string): string | undefined {
  return new RegExp(`^\\| \`${name}\` \\| ([^|]+) \\|`, 'm').exec(readme)?.[1]?.trim()
}

function variables(): string[] {
  const schema = /const Environment = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(read('src/config.ts'))?.[1] ?? ''
  return [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1] ?? '')
}

test('every variable of the environment is in the README', () => {
  const names = variables()
  expect(names.length).toBeGreaterThanOrEqual(15)
  expect(names.filter((name) => defaultOf(name) === undefined)).toEqual([])
  expect(readme).toContain('`JWT_SECRET_FILE`')
  expect(readme).toContain('`DATABASE_URL_FILE`')
})

test('the defaults of variables in the README are those of the program', () => {
  const config = loadConfig({}, () => 'a-secret-for-tests-only-0123456789abcdef')
  const { host, port, workers, logLevel, logFormat, cookieSecure, offline } = config
  const names = ['HOST', 'PORT', 'WORKERS', 'LOG_LEVEL', 'LOG_FORMAT', 'COOKIE_SECURE', 'OFFLINE']
  const defaults = [host, port, workers, logLevel, logFormat, cookieSecure, offline]
  expect(names.map(defaultOf)).toEqual(defaults.map((value) => `\`${value}\``))
  expect(join(process.cwd(), /^`(.+)`$/.exec(defaultOf('DATA_DIR') ?? '')?.[1] ?? '')).toBe(config.dataDir)
})

test('every key that a source of rates or prices takes is in the README, and none besides', () => {
  const wanted = [...fxProviders, ...priceProviders].flatMap((provider) => provider.key?.setting ?? []).sort()
  expect(wanted.length).toBeGreaterThan(0)
  const named = [...readme.matchAll(/^\| `([A-Z_]+_(?:API_KEY|TOKEN))` \|/gm)].map((match) => match[1] ?? '').sort()
  expect(named).toEqual(wanted)
})

test('every source of rates and prices is in the README', () => {
  const sources = [...fxProviders, ...priceProviders].map(({ code, name }) => `| \`${code}\` | ${name} |`)
  const own = [...priceProviders].filter(({ website }) => website === '').map(({ code }) => code)
  expect(sources.filter((row) => !readme.includes(row) && !own.some((code) => row.includes(code)))).toEqual([])
  expect(own.filter((code) => !readme.includes(`| \`${code}\` |`))).toEqual([])
})

test('every global setting is in the README with its default', () => {
  const written = (value: unknown) => [value].flat().map((part) => (part === '' ? 'empty' : `\`${part}\``))
  expect(SETTING_KEYS.map((key) => [key, defaultOf(key)])).toEqual(
    SETTING_KEYS.map((key) => [key, written(SETTINGS[key].default).join(', ')]),
  )
})

test('every operation that the README calls with curl exists', async () => {
  const routes = (await createRooms()).openAPIRegistry.definitions.flatMap((entry) =>
    entry.type === 'route' ? [entry.route] : [],
  )
  const known = routes.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  const lines = commands.split('\n').filter((line) => line.startsWith('curl '))
  const called = lines.map((line) => {
    const path = /\$api(\/[^\s"?]*)/.exec(line)?.[1] ?? line
    return { path, method: /-X (\w+)/.exec(line)?.[1] ?? (/ (--json|-F) /.test(line) ? 'POST' : 'GET') }
  })
  expect(called.length).toBeGreaterThan(20)
  const missing = called.filter(({ path, method }) => !known.some((route) => route.method === method && route.pattern.test(path)))
  expect(missing).toEqual([])
})

test('every path of the interface that the text names exists', async () => {
  const paths = (await createRooms()).openAPIRegistry.definitions.flatMap((entry) =>
    entry.type === 'route' ? entry.route.path : [],
  )
  const shapes = new Set(paths.map((path) => path.replace(/\{[^}]+\}/g, '{}')))
  const named = [...readme.matchAll(/(?:`(?:GET|POST|PUT|PATCH|DELETE) |localhost:8420\/api\/v1)(\/[\w/{}-]+)/g)]
    .map((match) => match[1] ?? '')
    .map((path) => path.replace(/\{[^}]+\}/g, '{}'))
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((path) => !shapes.has(path))).toEqual([])
})

test.each(['README.md', 'plugins/README.md', 'db/README.md'])('every link of %s leads somewhere', (path) => {
  const text = read(path)
  const anchors = new Set([...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? '')))
  const links = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false
    if (link.startsWith('#')) return !anchors.has(link.slice(1))
    return !existsSync(join(root, dirname(path), link.split('#')[0] ?? ''))
  })
  expect(broken).toEqual([])
})

/** As forges make it: lower case, punctuation away, blanks to hyphens. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

test('every JSON that the README sends is JSON', () => {
  const bodies = [
    ...[...commands.matchAll(/--json '([^']+)'/g)].map((match) => match[1] ?? ''),
    ...[...commands.matchAll(/<<'JSON'\n([\s\S]*?)\nJSON$/gm)].map((match) => match[1] ?? ''),
  ]
  expect(bodies.length).toBeGreaterThan(10)
  for (const body of bodies) expect(() => JSON.parse(body)).not.toThrow()
})

test('the contents of the README name every chapter', () => {
  const chapters = [...readme.matchAll(/^## (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''))
  for (const chapter of chapters) expect(readme).toContain(`(#${chapter})`)
})

test('the tour and the mapping example give what the README says', async () => {
  const { deps } = await createTestApp()
  const clock = () => new Date('2026-11-21T12:00:00Z')
  const app = await createTestApp({ clock, deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const mira = await app.createUser()
  await app.call(mira, 'POST', '/brokers', { name: 'Northwind Brokerage', currency: 'EUR' })
  await app.call(mira, 'POST', '/brokers', { name: 'Kleinbank', currency: 'EUR' })

  const tour = await app.call(mira, 'POST', '/brokers/import/upload?broker_id=1&import=true', form('trades.csv'))
  expect(tour.status).toBe(201)
  const { rows, issues, ...counts } = tour.body.result
  expectShown(JSON.stringify(counts).slice(1, 60), JSON.stringify(rows), `"detail":${JSON.stringify(issues[0].detail)}`)
  const { body: summary } = await app.call(mira, 'GET', '/brokers/1/summary')
  expectShown(JSON.stringify(summary.balances), JSON.stringify(summary.totals))
  const { body: gains } = await app.call(mira, 'GET', '/portfolio/gains?broker_ids=1')
  expectShown(
    `"cost":"${gains.totals.cost}","proceeds":"${gains.totals.proceeds}","fees":"${gains.totals.fees}","gain":"${gains.totals.gain}"`,
  )

  const foreign = await app.call(mira, 'POST', '/brokers/import/upload?broker_id=2', form('umsaetze.csv'))
  expectShown(`"problem":${JSON.stringify(foreign.body.problem)}`)
  const mapped = await app.call(
    mira,
    'POST',
    `/brokers/import/files/${foreign.body.id}/parse`,
    JSON.parse(heredoc('mapping.json')),
  )
  expectShown(JSON.stringify(mapped.body.rows), JSON.stringify(mapped.body.balances))
})

function heredoc(name: string): string {
  const text = new RegExp(`^cat > ${name} <<'(\\w+)'\\n([\\s\\S]*?)^\\1$`, 'm').exec(commands)?.[2]
  if (text === undefined) throw new Error(`the README does not write ${name}`)
  return text
}

function form(name: string): FormData {
  const form = new FormData()
  form.append('file', new File([heredoc(name)], name, { type: 'text/csv' }))
  return form
}

function expectShown(...texts: string[]): void {
  for (const text of texts) expect(readme).toContain(text)
}
