import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import scheduledYield from '#plugins/assets/scheduled-yield/index.ts'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import manual from '#plugins/fx/manual/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { collectStatements, faultsOf } from './db/statements.ts'
import { askThrough, must, NOW } from './golden/ask.ts'
import { firstDifference, hashOf, named, textOf } from './golden/digest.ts'
import alpha from './golden/fx/alpha.ts'
import beta from './golden/fx/beta.ts'
import { questionsOf } from './golden/questions.ts'
import { buildWorld } from './golden/world.ts'

const FILE = new URL('golden/answers.golden.json', import.meta.url).pathname
const SHOWN = 10
/** Two thousand questions take eight seconds of the processor, and longer where others need it too. */
const AT_MOST_MILLISECONDS = 180_000
/** A folder for the bodies of all answers, by their hashes: filled by a run that is right, read by one that is not. */
const BODIES = process.env['GOLDEN_BODIES']
/** `true` writes the answers down again, after figures were changed on purpose. */
const IS_UPDATE = process.env['GOLDEN_UPDATE'] === 'true'

type Hashes = Record<string, string>

/** All questions to the golden world: once, for whichever test comes first. */
const answered = once(async () => {
  const plugins = { brim: [genericCsv], fx: [alpha, beta, manual], assets: [scheduledYield] }
  const statements = collectStatements()
  const { app, store } = await createTestApp({ clock: () => new Date(NOW), deps: { plugins } })
  const { ask, enrol } = askThrough((path, init) => app.request(`/api/v1${path}`, init))
  const world = await buildWorld(ask, enrol)
  const document = await must(ask, null, 'GET', '/openapi.json')
  const hashes: Hashes = {}
  const bodies = new Map<string, string>()
  for (const { who, path } of questionsOf(document, world)) {
    const body = textOf(await ask(who, 'GET', path))
    const hash = hashOf(body)
    hashes[named(`${who} ${path}`)] = hash
    bodies.set(hash, body)
  }
  return { hashes, bodies, statements: faultsOf(store.writer.sqlite, statements) }
})

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

test(
  'every report, list and export over the golden ledgers answers as it did, byte for byte',
  async () => {
    const { hashes, bodies } = await answered()
    await keepBodies(bodies)
    if (IS_UPDATE) await Bun.write(FILE, `${JSON.stringify(byPath(hashes), null, 1)}\n`)
    expect(differences(goldenHashes(), hashes, bodies)).toEqual([])
  },
  AT_MOST_MILLISECONDS,
)

test(
  'no statement of the golden world reads a big table from one end to the other without a reason, and PostgreSQL has the forms of each',
  async () => {
    const { count, foreign, scanning } = (await answered()).statements
    expect(count).toBeGreaterThan(100)
    expect(foreign).toEqual([])
    expect(scanning).toEqual([])
  },
  AT_MOST_MILLISECONDS,
)

/** The file has the hashes by person and path, then by query. */
function byPath(hashes: Hashes): Record<string, Hashes> {
  const groups: Record<string, Hashes> = {}
  for (const [name, hash] of Object.entries(hashes)) {
    const [path = '', query = ''] = name.split('?')
    groups[path] = { ...groups[path], [query]: hash }
  }
  return groups
}

function goldenHashes(): Hashes {
  const groups: Record<string, Hashes> = JSON.parse(readFileSync(FILE, 'utf8'))
  return Object.fromEntries(
    Object.entries(groups).flatMap(([path, queries]) =>
      Object.entries(queries).map(([query, hash]) => [query === '' ? path : `${path}?${query}`, hash]),
    ),
  )
}

async function keepBodies(bodies: ReadonlyMap<string, string>): Promise<void> {
  if (BODIES === undefined) return
  mkdirSync(BODIES, { recursive: true })
  for (const [hash, body] of bodies) await Bun.write(join(BODIES, hash), body)
}

function differences(golden: Hashes, hashes: Hashes, bodies: ReadonlyMap<string, string>): string[] {
  const all = [...new Set([...Object.keys(golden), ...Object.keys(hashes)])].filter((name) => golden[name] !== hashes[name])
  const shown = all.slice(0, SHOWN).map((name) => {
    const [before, after] = [golden[name], hashes[name]]
    if (before === undefined) return `${name} was not requested before (GOLDEN_UPDATE=true writes it down)`
    if (after === undefined) return `${name} is no longer requested (GOLDEN_UPDATE=true leaves it out)`
    const known =
      BODIES !== undefined && existsSync(join(BODIES, before)) ? readFileSync(join(BODIES, before), 'utf8') : undefined
    const body = bodies.get(after) ?? ''
    if (known !== undefined) return `${name} answers differently ${firstDifference(known, body)}`
    return `${name} answers differently (see test/golden/README.md for the difference): ${body.slice(0, 300)}`
  })
  return all.length > SHOWN ? [...shown, `and ${all.length - SHOWN} more`] : shown
}
