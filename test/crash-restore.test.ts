/** Killed while a backup is made or restored, a few times; `test/bench/crash.ts restore` does it a hundred times. */
import { afterAll, expect, test } from 'bun:test'
import { emptyFolder, removeFolders } from '#test/support/binary.ts'
import { crashRestore, createVault } from '#test/support/crash-restore.ts'

afterAll(removeFolders)

test('kill -9 while a backup is restored or made: the data are those of the backup or those of before, whole', async () => {
  const vault = createVault(emptyFolder())
  for (const milliseconds of [150, 700, 350, 1_100]) expect(await crashRestore(vault, milliseconds)).toEqual([])
})
