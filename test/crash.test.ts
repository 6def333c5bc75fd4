/** Killed at random points, a few times; `test/bench/crash.ts` does it a hundred times. */
import { afterAll, expect, test } from 'bun:test'
import { emptyFolder, removeFolders } from '#test/support/binary.ts'
import { crash, createWorld } from '#test/support/crash.ts'

afterAll(removeFolders)

test('kill -9 between single writes, batches, imports and uploads: what was acknowledged is there, whole, and the doctor finds nothing', async () => {
  const world = createWorld(emptyFolder())
  for (const milliseconds of [900, 350, 620]) expect(await crash(world, milliseconds)).toEqual([])
  expect(world.acknowledged.size).toBeGreaterThan(5)
})
