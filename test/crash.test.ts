/** Killed at random points, a few times; `test/bench/crash.ts` does it a hundred times. */
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder, removeFolders, SOURCE, startBinary } from '#test/support/binary.ts'
import { crash, createWorld } from '#test/support/crash.ts'

afterAll(removeFolders)

test('kill -9 between single writes, batches, imports and uploads: what was acknowledged is there, whole, and the doctor finds nothing', async () => {
  const world = createWorld(emptyFolder())
  for (const milliseconds of [900, 350, 620]) expect(await crash(world, milliseconds)).toEqual([])
  expect(world.acknowledged.size).toBeGreaterThan(5)
})

test('a start removes what was half-done, also what was written in the moment before', async () => {
  const folder = emptyFolder()
  const [temporary, backups] = [join(folder, 'data/tmp'), join(folder, 'data/backups')]
  const env = { OFFLINE: 'true', JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef' }
  await (await startBinary(folder, env, { command: SOURCE })).stop()
  mkdirSync(join(temporary, 'backup-of-before/data'), { recursive: true })
  writeFileSync(join(temporary, 'upload-of-before'), 'a,b')
  const [partial, other] = ['holdfast-20260101T000000000Z.tar.zst.part', 'notes.txt']
  for (const name of [partial, other]) writeFileSync(join(backups, name), 'x')
  const service = await startBinary(folder, env, { command: SOURCE })
  const left = () => [...readdirSync(temporary), ...readdirSync(backups)]
  for (let turn = 0; left().length > 1 && turn < 200; turn++) await Bun.sleep(20)
  expect(left()).toEqual([other])
  await service.stop()
})
