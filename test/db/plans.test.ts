import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import scheduledYield from '#plugins/assets/scheduled-yield/index.ts'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import manual from '#plugins/fx/manual/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { askThrough, must, NOW } from '../golden/ask.ts'
import alpha from '../golden/fx/alpha.ts'
import beta from '../golden/fx/beta.ts'
import { questionsOf } from '../golden/questions.ts'
import { buildWorld } from '../golden/world.ts'
import { afterwards } from '../support/afterwards.ts'
import { foreignForms } from './portable.ts'

/** What may have a hundred thousand rows and more. */
const BIG = [
  'ledger_transaction',
  'balance_day',
  'balance_month',
  'ledger_mark',
  'price',
  'asset_event',
  'asset',
  'asset_identifier',
  'asset_change',
  'fx_rate',
  'fx_own_rate',
  'job',
  'idempotency',
  'report',
  'upload',
]

/** Statements that read a big table from one end to the other, by what stands in them, and why. */
const MAY_SCAN: readonly (readonly [has: RegExp, why: string])[] = [
  [
    /^asset: .*search_key/i,
    'what is searched may stand anywhere in the key: no index finds it; the catalogue is shared and has thousands',
  ],
  [/^asset: SCAN \w+ USING INDEX asset_symbol /, 'a list in the order of its index, until its page is full'],
  [/^asset: .*count\(\*\)/i, 'the total of a list with filters of any kind'],
  [/^asset: .*"price_source" is not null/i, 'a refresh looks for every asset that has a source'],
]

/** Every statement that the process runs until the test ends. */
function collectStatements(): Set<string> {
  const texts = new Set<string>()
  const { query, prepare } = Database.prototype
  Database.prototype.query = function (this: Database, text: string) {
    texts.add(text)
    return query.call(this, text)
  } as typeof query
  Database.prototype.prepare = function (this: Database, text: string) {
    texts.add(text)
    return prepare.call(this, text)
  } as typeof prepare
  afterwards(() => Object.assign(Database.prototype, { query, prepare }))
  return texts
}

/** The big tables that a statement reads whole, each by the name that the plan gives it. */
function scansOf(database: Database, text: string): string[] {
  const steps = database.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`).all()
  return steps.flatMap(({ detail }) => {
    const [, name = ''] = /^SCAN (\w+)/.exec(detail) ?? []
    const table = BIG.find(
      (big) => big === name || new RegExp(`"?\\b${big}\\b"?\\s+(?:as\\s+)?"?${name}"?(?!\\w)`, 'i').test(text),
    )
    return name === '' || table === undefined ? [] : [`${table}: ${detail}`]
  })
}

test('no statement of the golden world reads a big table from one end to the other without a reason, and PostgreSQL has the forms of each', async () => {
  const plugins = { brim: [genericCsv], fx: [alpha, beta, manual], assets: [scheduledYield] }
  const texts = collectStatements()
  const { app, store } = await createTestApp({ clock: () => new Date(NOW), deps: { plugins } })
  const { ask, enrol } = askThrough((path, init) => app.request(`/api/v1${path}`, init))
  const world = await buildWorld(ask, enrol)
  const document = await must(ask, null, 'GET', '/openapi.json')
  const shapes = new Set<string>()
  for (const { who, path } of questionsOf(document, world)) {
    const [address = '', search] = path.split('?')
    const shape = `${address.replace(/\d+/g, '0')} ${[...new URLSearchParams(search).keys()].join(' ')}`
    if (shapes.has(shape)) continue
    shapes.add(shape)
    await ask(who, 'GET', path)
  }
  const statements = [...texts].filter((text) => /^\s*(select|insert|update|delete|with|replace)\b/i.test(text))
  expect(statements.length).toBeGreaterThan(100)
  const foreign = statements.map((text) => [text, foreignForms(text)] as const).filter(([, forms]) => forms.length > 0)
  expect(foreign).toEqual([])
  const scanning = statements.flatMap((text) =>
    scansOf(store.writer.sqlite, text).map((scan) => `${scan} in ${text.replace(/\s+/g, ' ')}`),
  )
  expect(scanning.filter((one) => !MAY_SCAN.some(([has]) => has.test(one)))).toEqual([])
}, 120_000)
