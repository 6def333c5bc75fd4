import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'

test('a store closes while rows are still read, and what was written is there after', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-close-'))
  const path = join(folder, 'holdfast.db')
  const store = openStore(path)
  await migrate(store.writer)
  const settings = ['currency', 'theme'].map((key) => ({
    key,
    value: '"x"',
    updated_at: '2026-01-01T00:00:00.000Z',
    updated_by: null,
  }))
  await store.writer.insertInto('setting').values(settings).execute()
  const rows = store.writer.sqlite.prepare('SELECT * FROM setting').iterate()
  rows.next()
  await store.close()
  rows.return?.()
  const again = openStore(path)
  const found = await again.reader.selectFrom('setting').selectAll().execute()
  await again.close()
  rmSync(folder, { recursive: true })
  expect(found).toEqual(settings)
})
