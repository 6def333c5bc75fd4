import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { identifierSources, priceProviders } from '#plugins/assets/index.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { loadConfig } from '#src/config.ts'
import { createRooms } from '#src/server.ts'
import { SETTING_KEYS, SETTINGS } from '#src/settings/definitions.ts'
import { curlsOf, listPages, readPage } from '#test/support/readmes.ts'

const root = join(import.meta.dir, '..')
const readme = readPage('README.md')
const pages = listPages()
const everything = pages.map(readPage).join('\n')

/** The second cell of the table row whose first cell is `name` in backticks. */
function defaultOf(name: string): string | undefined {
  return new RegExp(`^\\| \`${name}\` \\| ([^|]+) \\|`, 'm').exec(readme)?.[1]?.trim()
}

function variables(): string[] {
  const schema = /const Environment = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(readPage('src/config.ts'))?.[1] ?? ''
  return [...`${schema}\n${readPage('src/oidc-config.ts')}`.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1] ?? '')
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
  const { host, port, workers, logLevel, cookieSecure, offline } = config
  const names = ['HOST', 'PORT', 'WORKERS', 'LOG_LEVEL', 'COOKIE_SECURE', 'OFFLINE']
  const defaults = [host, port, workers, logLevel, cookieSecure, offline]
  expect(names.map(defaultOf)).toEqual(defaults.map((value) => `\`${value}\``))
  expect([config.logFormat, defaultOf('LOG_FORMAT')]).toEqual([null, 'by the output'])
  expect(join(process.cwd(), /^`(.+)`$/.exec(defaultOf('DATA_DIR') ?? '')?.[1] ?? '')).toBe(config.dataDir)
})

test('every key that a source of rates or prices takes is in the README, and none besides', () => {
  const sources = [...fxProviders, ...priceProviders, ...identifierSources]
  const wanted = sources.flatMap((source) => source.key?.setting ?? []).sort()
  expect(wanted.length).toBeGreaterThan(0)
  const named = [...readme.matchAll(/^\| `([A-Z_]+_(?:API_KEY|TOKEN))` \|/gm)].map((match) => match[1] ?? '').sort()
  expect(named).toEqual(wanted)
})

test('every source of rates and of prices is in the README of its folder', () => {
  const [rates, prices] = ['src/fx/README.md', 'src/prices/README.md'].map(readPage)
  const rowOf = ({ code, name }: { readonly code: string; readonly name: string }) => `| \`${code}\` | ${name} |`
  expect(fxProviders.map(rowOf).filter((row) => !rates?.includes(row))).toEqual([])
  const own = priceProviders.filter(({ website }) => website === '')
  expect(priceProviders.filter((one) => !own.includes(one) && !prices?.includes(rowOf(one)))).toEqual([])
  expect(own.filter(({ code }) => !prices?.includes(`| \`${code}\` |`))).toEqual([])
})

test('every global setting is in the README with its default', () => {
  const listed = (value: unknown) => (Array.isArray(value) && value.length === 0 ? [''] : [value].flat())
  const written = (value: unknown) => listed(value).map((part) => (part === '' ? 'empty' : `\`${part}\``))
  expect(SETTING_KEYS.map((key) => [key, defaultOf(key)])).toEqual(
    SETTING_KEYS.map((key) => [key, written(SETTINGS[key].default).join(', ')]),
  )
})

test('every operation that a README calls with curl exists', async () => {
  const routes = (await createRooms()).openAPIRegistry.definitions.flatMap((entry) =>
    entry.type === 'route' ? [entry.route] : [],
  )
  const known = routes.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  const called = curlsOf(everything).map((line) => {
    const path = /\$api(\/[^\s"?]*)/.exec(line)?.[1] ?? line
    return { path, method: /-X (\w+)/.exec(line)?.[1] ?? (/ (--json|-F) /.test(line) ? 'POST' : 'GET') }
  })
  expect(called.length).toBeGreaterThan(40)
  const missing = called.filter(({ path, method }) => !known.some((route) => route.method === method && route.pattern.test(path)))
  expect(missing).toEqual([])
})

test('every path of the interface that a README names exists', async () => {
  const paths = (await createRooms()).openAPIRegistry.definitions.flatMap((entry) =>
    entry.type === 'route' ? entry.route.path : [],
  )
  const shapes = new Set(paths.map((path) => path.replace(/\{[^}]+\}/g, '{}')))
  const named = [...everything.matchAll(/(?:`(?:GET|POST|PUT|PATCH|DELETE) |localhost:8420\/api\/v1)(\/[\w/{}-]+)/g)]
    .map((match) => match[1] ?? '')
    .map((path) => path.replace(/\{[^}]+\}/g, '{}'))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !shapes.has(path))).toEqual([])
})

test.each(pages)('every link of %s leads somewhere', (path) => {
  const text = readPage(path).replace(/^```[\s\S]*?^```$/gm, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).has(anchor))
  })
  expect(broken).toEqual([])
})

function anchorsOf(path: string): ReadonlySet<string> {
  return new Set([...readPage(path).matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? '')))
}

/** As forges make it: lower case, punctuation away, blanks to hyphens. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

test('every JSON that a README sends is JSON', () => {
  const bodies = [
    ...[...everything.matchAll(/--json '([^']+)'/g)].map((match) => match[1] ?? ''),
    ...[...everything.matchAll(/--json "((?:\\"|[^"])+)"/g)].map((match) => (match[1] ?? '').replaceAll('\\"', '"')),
    ...[...everything.matchAll(/<<'JSON'\n([\s\S]*?)\nJSON$/gm)].map((match) => match[1] ?? ''),
  ]
  expect(bodies.length).toBeGreaterThan(10)
  for (const body of bodies) expect(() => JSON.parse(body)).not.toThrow()
})

test('the contents of the README name every chapter', () => {
  const chapters = [...readme.matchAll(/^## (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''))
  for (const chapter of chapters) expect(readme).toContain(`(#${chapter})`)
})

test('the README has at most 300 lines', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(301)
})

test('every README below the first one is reached from it by links', () => {
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path) || !path.endsWith('.md') || !existsSync(join(root, path))) return
    seen.add(path)
    for (const [, link = ''] of readPage(path).matchAll(/\]\(([^)#\s]+)/g))
      if (!/^https?:/.test(link)) visit(join(dirname(path), link))
  }
  visit('README.md')
  expect(pages.filter((path) => !seen.has(path) && !path.startsWith('.github/ISSUE_TEMPLATE/'))).toEqual([])
})

test('the rooms of src/README.md stand in the order in which they may import', () => {
  const line = /^shared ← http ← .+$/m.exec(readPage('src/README.md'))?.[0] ?? ''
  const listed = line.split(/ ← |, /).slice(2)
  const rule = /const ROOMS = \[([^\]]*)\]/.exec(readPage('test/architecture.test.ts'))?.[1] ?? ''
  const rooms = [...rule.matchAll(/'(\w+)'/g)]
    .map((match) => match[1] ?? '')
    .filter((room) => existsSync(join(root, 'src', room)))
  expect(rooms.length).toBeGreaterThan(12)
  expect(listed.filter((room) => rooms.includes(room))).toEqual(rooms)
  const table = readPage('src/README.md')
  expect([...rooms, 'shared', 'http', 'cli'].filter((room) => !new RegExp(`^\\|.*\`${room}\`.*\\|`, 'm').test(table))).toEqual([])
})

test('every table of the database is in db/README.md', () => {
  const files = [...new Bun.Glob('db/tables/*.ts').scanSync(root)].map(readPage)
  const tables = files.flatMap((text) => {
    const [, listed = ''] = /^export type \w+Tables = \{\n([\s\S]*?)^\}/m.exec(text) ?? []
    return [...listed.matchAll(/^ {2}(\w+):/gm)].map(([, table = '']) => table)
  })
  expect(tables.length).toBeGreaterThan(20)
  const page = readPage('db/README.md')
  expect(tables.filter((table) => !page.includes(`\`${table}\``))).toEqual([])
})
