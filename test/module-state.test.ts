import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = new URL('..', import.meta.url).pathname

/**
 * What changes at run time lives in `Deps.memory` (`src/memory.ts`): made with the service, closed with it, another for every test. The names here
 * are the exceptions.
 */
const MEMO = 'computed from constants or from its key alone: the same whoever asks first, so that no service can notice another'
const OF_A_REPORT = 'found by the lines of one report, and gone with them'
const OF_A_CONNECTION = 'found by a connection of the database, and gone with it'
const ALLOWED: Readonly<Record<string, string>> = {
  'db/lock.ts held': 'the locks of this process: the system counts them by process, whoever took them',
  'db/ours.ts ours': MEMO,
  'db/snapshot.ts open': OF_A_CONNECTION,
  'db/snapshot.ts turns': OF_A_CONNECTION,
  'plugins/kit/date.ts months': MEMO,
  'plugins/kit/fit.ts titlesOfRows': 'found by the rows of one report, and gone with them',
  'plugins/kit/sheet.ts oneAtATime': 'what is unpacked is bounded by the memory of the process, which all share',
  'plugins/kit/table/cells.ts classes': 'one for each layout, which lives as long as its layout',
  'src/http/size.ts maxKeys': MEMO,
  'src/http/validate.ts done': 'found by an item of one request, and gone with it',
  'src/http/validate.ts withoutItems': MEMO,
  'src/imports/matching/traits.ts known': 'found by the drafts of one report, and gone with them',
  'src/portfolio/charts/png-worker.ts family': 'a Worker of its own, which draws for one service and ends with it',
  'src/portfolio/charts/png-worker.ts fonts': 'the same',
  'src/portfolio/charts/png-worker.ts ready': 'the same',
  'src/portfolio/returns/currency-effect.ts indexed': OF_A_REPORT,
  'src/portfolio/valuation/asset-lines.ts grouped': OF_A_REPORT,
  'src/portfolio/valuation/prices.ts grouped': OF_A_REPORT,
  'src/portfolio/warnings/by-hand.ts ratesOf': OF_A_REPORT,
  'src/reference/languages.ts nativeNames': MEMO,
  'src/reference/routes.ts tags': MEMO,
  'src/shared/address.ts lists': MEMO,
  'src/shared/day-number.ts texts': MEMO,
  'src/shared/passwords.ts common': MEMO,
}

const paths = ['src', 'db', 'plugins'].flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)]).sort()

/** How a file changes a value of a kind that is made at its top. */
const CHANGES: readonly (readonly [made: RegExp, change: string])[] = [
  [/^new /, '\\.(?:set|add|delete|clear)\\('],
  [/^\[/, '(?:\\.(?:push|unshift|pop|shift|splice|length =)|\\[[^\\]]+\\] (?:[-+*?]*=) )'],
  [/^\{/, '(?:\\.\\w+|\\[[^\\]]+\\]) (?:[-+*?]*=) '],
]

/** Variables of a module, and collections and queues of it that something in its file changes. */
function stateOf(source: string): string[] {
  const variables = [...source.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name = '']) => name)
  const constants = [
    ...source.matchAll(
      /^(?:export )?const (\w+)(: [^=\n]*)? = (new (?:Weak)?(?:Map|Set)\b(?:<[^(\n]*>)?(?:\(\))?|\[|\{|pLimit\()/gm,
    ),
  ]
  const changed = constants.filter(([, name = '', type = '', made = '']) => {
    const isEmpty = made.endsWith('()') && !type.includes('Readonly')
    const change = CHANGES.find(([kind]) => kind.test(made))?.[1] ?? ''
    return made === 'pLimit(' || isEmpty || new RegExp(`(?<![\\w.])${name}${change}`).test(source)
  })
  return [...variables, ...changed.map(([, name = '']) => name)]
}

test('no module has a state of its own that changes', () => {
  const found = paths.flatMap((path) => stateOf(readFileSync(join(ROOT, path), 'utf8')).map((name) => `${path} ${name}`))
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort())
})

test('what changes is found: variables, collections that are written, queues', () => {
  const source = [
    'let count = 0',
    'const seen = new Map<string, number>()',
    'const known = new Set(["a"])',
    'const list: string[] = []',
    'const queue = pLimit(1)',
    'const fields: Record<string, number> = {}',
    'function f() { seen.set("a", 1); list.push("b"); fields["a"] = 1; const local = new Map(); local.set(1, 2); return known.has("a") }',
  ].join('\n')
  expect(stateOf(source)).toEqual(['count', 'seen', 'list', 'queue', 'fields'])
})
