import { Database } from 'bun:sqlite'
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
export function collectStatements(): Set<string> {
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

/** Of statements: those that read a big table whole without a reason, and the forms that PostgreSQL has not. */
export function faultsOf(database: Database, texts: ReadonlySet<string>) {
  const statements = [...texts].filter((text) => /^\s*(select|insert|update|delete|with|replace)\b/i.test(text))
  const foreign = statements.map((text) => [text, foreignForms(text)] as const).filter(([, forms]) => forms.length > 0)
  const scanning = statements.flatMap((text) => scansOf(database, text).map((scan) => `${scan} in ${text.replace(/\s+/g, ' ')}`))
  return { count: statements.length, foreign, scanning: scanning.filter((one) => !MAY_SCAN.some(([has]) => has.test(one))) }
}
