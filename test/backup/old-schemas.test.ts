/** A backup of every release is restored by this one, brought up to date, with all its rows. */
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { currentSchemaVersion, schemaVersion } from '#db/migrate.ts'
import { migrations } from '#db/migrations/index.ts'
import { packArchive } from '#src/backup/pack.ts'
import { stageChore, stagingFolder } from '#src/backup/stage.chore.ts'
import { openFolders } from '#src/folders.ts'
import { createLog } from '#src/log.ts'
import { NAME } from '#src/shared/version.ts'
import { databaseBefore } from '#test/db/before.ts'
import { createTestApp } from '#test/support/app.ts'
import { scratch } from './archives.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const ROWS = `
  INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${TIME}', '${TIME}');
  INSERT INTO broker (name, name_key, created_by, created_at, updated_at) VALUES ('Main', 'main', 1, '${TIME}', '${TIME}');
  INSERT INTO broker_access (broker_id, user_id, role, granted_at) VALUES (1, 1, 'OWNER', '${TIME}')`

const controls = { signal: new AbortController().signal, progress: () => {} }

/** An archive of a database of so many steps. */
async function archiveOf(step: string, schema: number): Promise<string> {
  const { writer } = await databaseBefore(step)
  writer.sqlite.run(ROWS)
  const folder = scratch()
  writer.sqlite.query('VACUUM INTO ?').run(join(folder, 'holdfast.db'))
  const file = { name: 'holdfast.db', path: join(folder, 'holdfast.db'), size: statSync(join(folder, 'holdfast.db')).size }
  const about = { program: { name: NAME, version: '0.0.1', commit: null }, created_at: TIME, schema_version: schema, missing: [] }
  const path = join(folder, 'old.tar.zst')
  await packArchive(path, { files: [file], about, passphrase: null, progress: () => {} })
  return path
}

test('every schema that was released is restored with the schema of this release', async () => {
  const { config } = (await createTestApp()).deps
  const log = createLog({ level: 'silent', format: 'json', write: () => {} })
  for (const [at, { name }] of migrations.entries()) {
    if (at === 0) continue
    const folders = openFolders(scratch())
    const input = { path: await archiveOf(name, at), reserveBytes: 0, at: 1_780_000_000_000, folder: stagingFolder() }
    const staged = await stageChore.run({ folders, config, log }, input, controls)
    const store = openStore(join(folders.root, staged.folder, 'holdfast.db'))
    const users = store.reader.sqlite.query('SELECT username, session_epoch FROM user').all()
    expect([name, await schemaVersion(store.reader), users]).toEqual([
      name,
      currentSchemaVersion(),
      [{ username: 'ada', session_epoch: 1_780_000_000_000 }],
    ])
    await store.close()
  }
}, 120_000)
