import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { quickCheck } from '#db/integrity.ts'
import { currentSchemaVersion, schemaVersion } from '#db/migrate.ts'
import { makeEmpty, placeBytes, placeEmpty } from '#src/cli/empty-database.ts'
import { contentsOf, migrated } from '#test/support/schema.ts'

const folders: string[] = []
const folder = () => folders[folders.push(mkdtempSync(join(tmpdir(), 'holdfast-empty-'))) - 1] ?? ''
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

test('rule: the empty database of the build has the schema, rows and settings that the steps make, in one whole file', async () => {
  const root = folder()
  const path = join(root, 'empty.db')
  await makeEmpty(path)
  await makeEmpty(path)
  expect(readdirSync(root)).toEqual(['empty.db'])
  expect(await quickCheck(path)).toBeNull()
  const store = openStore(path)
  expect(await schemaVersion(store.writer)).toBe(currentSchemaVersion())
  expect(contentsOf(store)).toEqual(await migrated(join(root, 'steps.db')))
  await store.close()
})

test('rule: a file is put in its place whole or not at all', async () => {
  const root = folder()
  const path = join(root, 'a.db')
  await placeBytes(new Uint8Array([1, 2, 3]), path).isLasting
  expect([...readFileSync(path)]).toEqual([1, 2, 3])
  mkdirSync(join(root, 'b.db'))
  writeFileSync(join(root, 'b.db', 'in-the-way'), '')
  expect(() => placeBytes(new Uint8Array([1]), join(root, 'b.db'))).toThrow()
  expect(readdirSync(root).sort()).toEqual(['a.db', 'b.db'])
})

test('nothing is put in place from the sources', async () => {
  const root = folder()
  expect(await placeEmpty(join(root, 'a.db'))).toBeUndefined()
  expect(readdirSync(root)).toEqual([])
})
