import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/**
 * Who may import whom. A room may use what stands before it in this list, and nothing after: a verb that needs two rooms lives in the
 * right-hand one.
 */
const ROOMS = [
  'session',
  'settings',
  'webhooks',
  'auth',
  'jobs',
  'reference',
  'uploads',
  'sources',
  'fx',
  'assets',
  'prices',
  'access',
  'lots',
  'transactions',
  'portfolio',
  'imports',
  'brokers',
  'search',
  'tokens',
  'users',
  'system',
  'backup',
  'docs',
  'demo',
  'mcp',
]

/** Rooms of pure functions over plain values: they import nothing but `shared`, and show the rooms after them all that they have. */
const PURE = ['lots', 'demo']

/** What a file is, by its name. Everything else in a room is a noun of the domain. */
type Part = 'routes' | 'schema' | 'service' | 'repository' | 'wire' | 'answer' | 'noun'

/**
 * Inside a room: `routes -> service -> repository`, nouns beside them, and the wire's shapes for the wire only. An `answer` stands at the door
 * beside the routes and knows HTTP; a `wire` turns what the domain has into what goes over the wire.
 */
const INSIDE: Readonly<Record<Part, readonly Part[]>> = {
  routes: ['routes', 'answer', 'wire', 'schema', 'service', 'noun'],
  answer: ['routes', 'answer', 'wire', 'schema', 'service', 'noun'],
  wire: ['wire', 'answer', 'schema', 'service', 'repository', 'noun'],
  service: ['service', 'repository', 'noun'],
  noun: ['service', 'repository', 'wire', 'noun'],
  repository: ['repository', 'noun'],
  schema: ['schema', 'noun'],
}

/** The faces that a room shows to the rooms after it. */
const FACES: Readonly<Record<Part, readonly Part[]>> = {
  routes: ['service', 'schema', 'wire', 'answer'],
  answer: ['service', 'schema', 'wire', 'answer'],
  wire: ['service', 'schema', 'wire'],
  service: ['service'],
  noun: ['service'],
  repository: [],
  schema: ['schema', 'service'],
}

/** What stands at the door of a room and knows HTTP. */
const AT_DOOR: readonly Part[] = ['routes', 'answer', 'wire']

/** Files at the door whose names do not say so: they are about requests, and are shown to the doors of all rooms. */
const DOORS = new Set(['session/guard.ts', 'session/caller.ts', 'session/cookie.ts'])

/** What is not at the door and yet knows something of HTTP, and why. The room `docs` describes the routes: it may know all of it. */
const KNOWS_HTTP: Readonly<Record<string, readonly string[]>> = {
  'jobs/service.ts': ['problem.ts'], // a job that failed holds the body that the request would have been answered with
  'jobs/job.ts': ['problem.ts'],
}

/** Modules that remember what a pure function found, whatever service called. Maps by object (`WeakMap`) need no word: they go with the object. */
const REMEMBERS = new Set(['src/shared/passwords.ts', 'src/shared/day-number.ts', 'src/reference/languages.ts'])

const ROOT = new URL('..', import.meta.url).pathname
type Import = { readonly from: string; readonly to: string; readonly isType: boolean }

const files = ['src', 'db', 'plugins'].flatMap((folder) =>
  [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)].filter((path) => !path.endsWith('.d.ts')),
)
const sources = new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
const imports = files.flatMap(importsOf)

function importsOf(from: string): Import[] {
  const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm
  return [...(sources.get(from) ?? '').matchAll(statement)].flatMap(([, type, still, later]) => {
    const target = still ?? later ?? ''
    const to = target.startsWith('#')
      ? target.slice(1)
      : target.startsWith('.')
        ? normalize(join(dirname(from), target))
        : undefined
    return to === undefined ? [] : [{ from, to, isType: type !== undefined }]
  })
}

/** `src/jobs/live.ts` is the file `jobs/live.ts` of the room `jobs`. */
function inRoom(path: string): { room: string; file: string; part: Part } | undefined {
  const [, room = '', ...rest] = path.split('/')
  if (!path.startsWith('src/') || rest.length === 0 || !ROOMS.includes(room)) return undefined
  return { room, file: `${room}/${rest.join('/')}`, part: partOf(path) }
}

/** `src/portfolio/ledger/request.ts` is in the folder `portfolio/ledger`; what stands in the room itself is in none. */
function folderOf(path: string): string | undefined {
  const { room = '', file = '' } = inRoom(path) ?? {}
  const [, folder, ...rest] = file.split('/')
  return rest.length === 0 ? undefined : `${room}/${folder}`
}

function partOf(path: string): Part {
  if (DOORS.has(path.slice('src/'.length))) return 'answer'
  const last = basename(path, '.ts').split('.').at(-1) ?? ''
  const named = ['routes', 'schema', 'service', 'repository', 'wire', 'answer'] as const
  return named.find((part) => part === last) ?? 'noun'
}

const said = ({ from, to }: Import) => `${from} imports ${to}`
const breaches = (rule: (entry: Import) => boolean) => imports.filter((entry) => !rule(entry)).map(said)

test('every folder of src is a room of the list, or one of cli, http, shared, web', () => {
  const folders = new Set(files.filter((path) => /^src\/\w+\//.test(path)).map((path) => path.split('/')[1] ?? ''))
  expect([...folders].filter((folder) => ![...ROOMS, 'cli', 'http', 'shared', 'web'].includes(folder))).toEqual([])
  expect(imports.length).toBeGreaterThan(500)
})

test('a room imports only rooms before it, and of them only what they show', () => {
  expect(
    breaches(({ from, to, isType }) => {
      const [here, there] = [inRoom(from), inRoom(to)]
      if (!here || !there || here.room === there.room) return true
      const isShown = PURE.includes(there.room) || FACES[here.part].includes(there.part)
      const isServiceType = isType && there.part === 'service'
      return ROOMS.indexOf(there.room) < ROOMS.indexOf(here.room) && (isShown || isServiceType)
    }),
  ).toEqual([])
})

test('inside a room: routes, then service, then repository; shapes of the wire are for the wire', () => {
  expect(
    breaches(({ from, to, isType }) => {
      const [here, there] = [inRoom(from), inRoom(to)]
      if (!here || here.room !== there?.room) return true
      if (there.part === 'schema' && here.part === 'wire') return isType
      return INSIDE[here.part].includes(there.part)
    }),
  ).toEqual([])
})

test('the folders of a room that has some have an order, too: none reaches itself by way of others', () => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [here, there] = [folderOf(from), folderOf(to)]
    if (here !== undefined && there !== undefined && here !== there) next.set(here, (next.get(here) ?? new Set()).add(there))
  }
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of next.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to))
    return seen
  }
  expect(next.get('portfolio/valuation')).toContain('portfolio/ledger')
  expect([...next.keys()].filter((folder) => reached(folder).has(folder))).toEqual([])
})

test('a pure room imports nothing but shared', () => {
  expect(
    breaches(({ from, to }) => {
      const here = inRoom(from)
      return !here || !PURE.includes(here.room) || inRoom(to)?.room === here.room || to.startsWith('src/shared/')
    }),
  ).toEqual([])
})

test('only the door of a room knows HTTP', () => {
  expect(
    breaches(({ from, to, isType }) => {
      const here = inRoom(from)
      if (!here || !to.startsWith('src/http/')) return true
      if (here.part === 'wire') return isType
      const isDoor = AT_DOOR.includes(here.part) || here.part === 'schema' || here.room === 'docs'
      return isDoor || (KNOWS_HTTP[here.file]?.includes(basename(to)) ?? false)
    }),
  ).toEqual([])
})

test('only repositories and db hold SQL or build queries', () => {
  const calls = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|\bsqlite\s*\.\s*(query|run|prepare)\b/
  const text = /\b(SELECT\s.+\sFROM|INSERT\s(OR \w+ )?INTO|UPDATE\s\w+\sSET|DELETE\sFROM|PRAGMA)\b/
  const query = new RegExp(`${calls.source}|${text.source}`)
  const holders = files.filter((path) => /^src\/(?!cli\/)/.test(path) && query.test(sources.get(path) ?? ''))
  expect(holders.filter((path) => partOf(path) !== 'repository')).toEqual([])
  expect(holders.length).toBeGreaterThan(5)
})

test('nobody but db sees the engine of the database', () => {
  const engine = /bun:sqlite|\.sqlite\b|#db\/sqlite|\bSQLITE_|\bPRAGMA\b|\bfrom 'pg'/
  expect(files.filter((path) => !path.startsWith('db/') && engine.test(sources.get(path) ?? ''))).toEqual([])
  expect(files.filter((path) => path.startsWith('db/') && engine.test(sources.get(path) ?? '')).length).toBeGreaterThan(5)
})

test('a service knows neither zod nor the shapes of the wire', () => {
  const zod = /from '(zod|@hono\/zod-openapi|hono|hono\/[^']+)'/
  const found = files.filter((path) => ['service', 'repository'].includes(partOf(path)) && zod.test(sources.get(path) ?? ''))
  expect(found.filter((path) => path !== 'src/docs/service.ts')).toEqual([])
})

test('http knows no room; shared knows nothing of ours; db is a leaf', () => {
  expect(
    breaches(
      ({ from, to }) =>
        !from.startsWith('src/http/') || /^(src\/(http|shared)\/|src\/(activity|context|memory|peers)\.ts$|db\/)/.test(to),
    ),
  ).toEqual([])
  expect(
    breaches(({ from, to }) => !from.startsWith('src/shared/') || to.startsWith('src/shared/') || to === 'package.json'),
  ).toEqual([])
  expect(breaches(({ from, to }) => !from.startsWith('db/') || to.startsWith('db/'))).toEqual([])
})

test('pages ask the interface: they know its shapes as types, never a service or a repository', () => {
  const shown = /^src\/(web\/|http\/|shared\/|demo\/|memory\.ts$|session\/cookie\.ts$|portfolio\/charts\/downsample\.ts$)/
  expect(
    breaches(({ from, to, isType }) => !from.startsWith('src/web/') || shown.test(to) || (isType && partOf(to) === 'schema')),
  ).toEqual([])
  expect(
    breaches(({ from, to }) => !to.startsWith('src/web/') || from.startsWith('src/web/') || from === 'src/server.ts'),
  ).toEqual([])
})

test('parts and charts of pages are made of what they are given: they ask nothing', () => {
  const isPart = (path: string) => /^src\/web\/(parts|charts)\//.test(path)
  expect(breaches(({ from, to, isType }) => !isPart(from) || isType || !/^src\/web\/(ask|serve|routes)\b/.test(to))).toEqual([])
})

test('no markup of pages goes unescaped but the paths of icons', () => {
  const raw = files.filter((path) => /\braw\(|dangerouslySetInnerHTML|innerHTML/.test(sources.get(path) ?? ''))
  expect(raw.filter((path) => path.startsWith('src/web/'))).toEqual(['src/web/icons.ts'])
})

test('nobody imports main, server and cli but they themselves, and only they know concrete plugins', () => {
  const isTop = (path: string) => /^src\/(cli\/|main\.ts|server\.ts)/.test(path)
  expect(breaches(({ from, to }) => !isTop(to) || isTop(from))).toEqual([])
  expect(
    breaches(
      ({ from, to }) => !/^plugins\/\w+\/index\.ts$/.test(to) || from.startsWith('src/cli/') || to === 'plugins/kit/index.ts',
    ),
  ).toEqual([])
})

test('the rest of the service sees contracts and kits of plugins, never a plugin', () => {
  const seen = /^plugins\/(kit\/[\w-]+|\w+\/(contract|kit))\.ts$/
  expect(
    breaches(
      ({ from, to }) => !from.startsWith('src/') || from.startsWith('src/cli/') || !to.startsWith('plugins/') || seen.test(to),
    ),
  ).toEqual([])
})

test('plugins import their own folder, their kind, the kit and src/shared', () => {
  expect(
    breaches(({ from, to }) => {
      const [root, kind = '', plugin = ''] = from.split('/')
      if (root !== 'plugins') return true
      if (to.startsWith('src/shared/') || to.startsWith('plugins/kit/')) return true
      if (kind === 'kit') return to === 'plugins/brim/contract.ts'
      const [, otherKind, ...rest] = to.split('/')
      const isOwn =
        rest.length === 1 || rest[0] === plugin || from === `plugins/${kind}/index.ts` || from === 'plugins/brim/one.ts'
      return otherKind === kind && isOwn
    }),
  ).toEqual([])
})

test('functions, no classes but errors; no default exports but those of plugins', () => {
  const holding = (pattern: RegExp) => files.filter((path) => pattern.test(sources.get(path) ?? ''))
  expect(holding(/^export (default )?(abstract )?class \w+(?! extends (?:Range)?Error\b)\b/m)).toEqual([])
  expect(holding(/^export default /m).filter((path) => !/^plugins\/(fx|assets)\/[\w-]+\/index\.ts$/.test(path))).toEqual([])
})

test('what lives as long as a service is in deps.memory: no module has a variable, a map or a list of its own that grows', () => {
  const variable = /^(export )?let /m
  const collection = /^(export )?const \w+(: (?!readonly |Readonly)[^=\n]+)? = (new (Map|Set)(<[^\n(]*>)?\(\)|\[\]|\{\})$/m
  const found = files.filter((path) => [variable, collection].some((pattern) => pattern.test(sources.get(path) ?? '')))
  const ours = found.filter((path) => path.startsWith('src/') && !path.endsWith('-worker.ts'))
  expect(ours.filter((path) => !REMEMBERS.has(path))).toEqual([])
  expect(ours.length).toBe(REMEMBERS.size)
})

test('no file is named after what it is not', () => {
  expect(files.filter((path) => /\/(utils?|helpers?|types|constants|manager|handler|data|info)\.ts$/.test(path))).toEqual([])
})
