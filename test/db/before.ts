import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { migrations } from '#db/migrations/index.ts'
import { afterwards } from '#test/support/afterwards.ts'

/** A database as it was before a step of the schema: for writing old rows into it and then taking the rest of the steps. */
export async function databaseBefore(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-old-'))
  const store = openStore(join(folder, 'holdfast.db'), { durable: false })
  afterwards(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const count = migrations.findIndex((step) => step.name === name)
  if (count < 0) throw new RangeError(`no step ${name}`)
  await store.writer.within(async (tx) => {
    for (const step of migrations.slice(0, count)) await step.up(tx)
  })
  store.writer.sqlite.run(`PRAGMA user_version = ${count}`)
  return store
}
