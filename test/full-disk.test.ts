/** A disk that becomes full while everything is written, and a service that is killed then. */
import { afterAll, expect, test } from 'bun:test'
import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolders } from '#test/support/binary.ts'
import { crash, createWorld } from '#test/support/crash.ts'
import { fillDisk, smallDisk } from '#test/support/small-disk.ts'

afterAll(removeFolders)

const LEFT_BYTES = [2_000_000, 400_000]

test('kill -9 on a full disk: what was acknowledged is there, whole; with space again it goes on', async () => {
  const disk = smallDisk(40)
  if ('why' in disk) return console.info(`left out: ${disk.why}`)
  try {
    const world = createWorld(disk.path)
    expect(await crash(world, 300)).toEqual([])
    for (const bytes of LEFT_BYTES) {
      const path = join(disk.path, 'fill')
      const size = fillDisk(path)
      truncateSync(path, Math.max(0, size - bytes))
      expect(await crash(world, 1_000)).toEqual([])
      rmSync(path)
    }
    const before = world.acknowledged.size
    expect(await crash(world, 300)).toEqual([])
    expect(world.acknowledged.size).toBeGreaterThan(before)
  } finally {
    disk.remove()
  }
})
