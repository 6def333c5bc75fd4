import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = new URL('..', import.meta.url).pathname

/**
 * Words that were once this project's own dialect, and what the field says instead. They stand in no name, file name, comment or text. Names are
 * split at their capitals, so that `isKept` has two words.
 */
const DIALECT: Readonly<Record<string, string>> = {
  kept: 'stored, cached, remembered, held back',
  told: 'known, reported, found',
  asked: 'requested, called',
  'shelf shelves desk desks': 'cache, position',
  'drawer drawers': 'bucket, free lines',
  'breathe breather': 'yieldWhenDue, yieldToEventLoop',
  standing: 'balances, status',
  'absorb absorbs absorbed absorbing': 'merge',
  'drop drops dropped dropping': 'delete, discard, leave out',
  'forget forgets forgot forgotten forgetting': 'delete, expire, miss',
  'reckon reckons reckoned reckoning': 'compute',
  rubbish: 'garbage',
  'nought noughts': 'zero',
  anew: 'again, recomputed',
  customs: 'conventions',
  'tidy tidied tidies': 'normalise',
  'dearest dearer': 'highest cost',
}
/** Counters of changes are versions. Elsewhere a mark is what it is in English: of a chart's axis, of what rows of a report have in common. */
const VERSION_WORDS = ['mark', 'marks']
const HAS_VERSIONS = /^(?:db|src(?!\/portfolio\/charts))\//
const TABLES = /\b(?:ledger|price|rate|fx_own)_mark\b/g

const PHRASES: Readonly<Record<string, string>> = {
  'by themselves': 'automatically',
  inTurn: 'serialise',
  inTrial: 'withDryRun',
  letOthers: 'yieldToEventLoop',
}

const FIELD = 'a field or code of the interface, which clients read'
const COLUMN = 'a column, whose name stays'
const SQL = 'DROP, of SQL'
const MARK = 'not a version: '
/** `path word`, and why the word is right there. */
const ALLOWED: Readonly<Record<string, string>> = {
  'db/tables/fx.ts mark': COLUMN,
  'db/tables/ledger.ts mark': COLUMN,
  'db/tables/prices.ts mark': COLUMN,
  'src/cli/README.md drop': 'an option of another program',
  'src/cli/doctor.ts mark': `${MARK}ok, look or WRONG at the head of a line`,
  'src/fx/needs.repository.ts mark': COLUMN,
  'src/fx/version.repository.ts mark': COLUMN,
  'src/http/output.ts mark': `${MARK}an option of streams`,
  'src/imports/reading/row-accounting.ts forgotten': FIELD,
  'src/portfolio/ledger/versions.repository.ts mark': COLUMN,
  'src/portfolio/valuation/exchange.ts told': 'cannot be told apart: one cannot be separated from the other',
  'src/prices/pack.repository.ts mark': COLUMN,
  'src/prices/version.repository.ts mark': COLUMN,
  'src/transactions/batch.schema.ts standing': FIELD,
  'src/transactions/plain/journal.ts mark': `${MARK}a directive of hledger`,
  'src/transactions/version.repository.ts mark': COLUMN,
  'src/transactions/wire.ts standing': FIELD,
  'src/web/transactions/proposals.page.tsx standing': FIELD,
  'src/web/words/en/warned.ts told': 'the sentence of src/portfolio/valuation/exchange.ts',
  'test/backup/refused.test.ts drop': SQL,
  'test/bench/fx.ts drop': SQL,
  'test/cli/repair.test.ts drop': SQL,
  'test/db/upgrade.test.ts drop': SQL,
  'test/deploy.test.ts drop': 'an option of another program',
  'test/imports/samples.test.ts forgotten': FIELD,
  'test/plugins/fx/samples.ts drop': 'a recorded page',
  'test/system/metrics.test.ts drop': SQL,
  'test/system/routes.test.ts drop': SQL,
  'test/portfolio/untracked-broker.test.ts standing': FIELD,
  'test/transactions/batch.test.ts standing': FIELD,
  'test/transactions/input.test.ts drop': SQL,
  'test/transactions/properties.test.ts standing': FIELD,
  'test/transactions/write.test.ts standing': FIELD,
}

const BY_WORD = new Map(Object.entries(DIALECT).flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead])))

/** Released migrations never change; this file and the log of changes name the words. */
const paths = ['src', 'db', 'plugins', 'test']
  .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.{ts,tsx,md}`).scanSync(ROOT)])
  .filter((path) => !path.startsWith('db/migrations/') && path !== 'test/words.test.ts')
  .sort()

/** The words of a text in small letters: names are split at capitals, underscores and digits. */
function wordsOf(text: string): string[] {
  return (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
}

/** Words and phrases of the dialect in a file, each once. */
function dialectIn(path: string, text: string): string[] {
  const words = new Set(wordsOf(`${path} ${text.replace(TABLES, '')}`))
  const ofVersions = HAS_VERSIONS.test(path) ? VERSION_WORDS.filter((word) => words.has(word)) : []
  return [
    ...[...words].filter((word) => BY_WORD.has(word)),
    ...ofVersions,
    ...Object.keys(PHRASES).filter((phrase) => text.includes(phrase)),
  ]
}

test('names, comments and texts are in the words of the field', () => {
  const found = paths.flatMap((path) => dialectIn(path, readFileSync(join(ROOT, path), 'utf8')).map((word) => `${path} ${word}`))
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort())
})

test('a word of the dialect is found wherever there are words', () => {
  const source = 'const isKept = asked_before(TOLD_AT) // made anew, by themselves'
  expect(dialectIn('src/a.ts', source)).toEqual(['kept', 'asked', 'told', 'anew', 'by themselves'])
  expect(dialectIn('src/imports/drawers.ts', 'const readMarks = 1')).toEqual(['drawers', 'marks'])
  expect(dialectIn('src/a.ts', 'ledger_mark, markup, benchmark, standings, unasked, bookshelf, dropdown')).toEqual([])
  expect(dialectIn('plugins/kit/a.ts', 'const readMarks = 1')).toEqual([])
})
