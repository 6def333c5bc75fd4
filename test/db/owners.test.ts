import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const ROOT = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const glob = (pattern: string) => [...new Bun.Glob(pattern).scanSync(ROOT)].sort()

/** Who writes the tables of each file of `db/tables`. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  users: ['auth', 'users'],
  settings: ['settings'],
  brokers: ['brokers', 'access'],
  ledger: ['transactions'],
  assets: ['assets'],
  prices: ['prices'],
  fx: ['fx'],
  files: ['uploads', 'imports'],
  jobs: ['jobs', 'http'],
  tokens: ['tokens', 'session'],
  backups: ['backup'],
  webhooks: ['webhooks'],
}

const tables = new Map(
  glob('db/tables/*.ts').flatMap((path) => {
    const [, listed = ''] = /export type \w+Tables = \{([^}]*)\}/.exec(read(path)) ?? []
    return [...listed.matchAll(/^ {2}(\w+):/gm)].map(([, table = '']) => [table, basename(path, '.ts')] as const)
  }),
)

/** Every write in the sources, as `room table`; `$` or `?` for a table whose name is not written out. */
const writes = glob('src/**/*.ts').flatMap((path) => {
  const [, room = ''] = path.split('/')
  const built = [...read(path).matchAll(/\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*(?:'(\w+)'|\w)/g)]
  const text = [
    ...read(path).matchAll(/\b(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM|REPLACE INTO) "?(\w+|\$)"?(?= |$|`|\{|\()/gm),
  ]
  const named = [...built.map(([, table = '?']) => table), ...text.map(([, table = '?']) => table)]
  return named.filter((table) => table !== 'SET').map((table) => `${room} ${table}`)
})

test('every table stands in a file of db/tables that has an owner', () => {
  expect([...new Set(tables.values())].sort()).toEqual(Object.keys(OWNERS).sort())
  expect(tables.size).toBeGreaterThan(20)
})

test('a table is written by its owner alone', () => {
  const isOwn = (write: string) => {
    const [room = '', table = ''] = write.split(' ')
    return OWNERS[tables.get(table) ?? '']?.includes(room) ?? false
  }
  const strange = writes.filter((write) => !isOwn(write))
  expect(strange).toEqual([])
  expect(writes.length).toBeGreaterThan(50)
})
