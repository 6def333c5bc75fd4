/** Killed at random points, a few times; `test/bench/crash.ts` does it a hundred times. */
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { currentSchemaVersion } from '#db/migrate.ts'
import { migrations } from '#db/migrations/index.ts'
import { databaseBefore } from '#test/db/before.ts'
import { emptyFolder, removeFolders, SOURCE, startBinary } from '#test/support/binary.ts'
import { crash, createWorld, faultsOf } from '#test/support/crash.ts'

afterAll(removeFolders)

test('kill -9 between single writes, batches, imports and uploads: what was acknowledged is there, whole, and the doctor finds nothing', async () => {
  const world = createWorld(emptyFolder())
  for (const milliseconds of [900, 350, 620]) expect(await crash(world, milliseconds)).toEqual([])
  expect(world.acknowledged.size).toBeGreaterThan(5)
})

test('kill -9 while the schema changes: it is the old one or the new one, and the next start goes on', async () => {
  for (const milliseconds of [250, 450, 700]) {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'data'))
    const { writer } = await databaseBefore(migrations[1]?.name ?? '')
    writer.sqlite.run('VACUUM INTO ?', [join(folder, 'data/holdfast.db')])
    const child = Bun.spawn([...SOURCE], {
      cwd: folder,
      env: { PORT: '0', HOST: '127.0.0.1', OFFLINE: 'true', JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef' },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    await Bun.sleep(milliseconds)
    child.kill('SIGKILL')
    await child.exited
    const database = new Database(join(folder, 'data/holdfast.db'))
    const version = database.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version
    expect([1, currentSchemaVersion()]).toContain(version ?? -1)
    database.close()
    const service = await startBinary(folder, { OFFLINE: 'true' }, { command: SOURCE })
    expect(await service.stop()).toBe(0)
    expect(await faultsOf(folder)).toEqual([])
  }
})
