/** Prints where the tests put their data folders: in memory where there is room, for they wait for a disk longer than they compute. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
/** Both processes of a whole run together stay below a quarter of it. */
const ROOM_BYTES = 4 * 1024 ** 3

function hasRoom(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}

console.log(process.env['TMPDIR'] === undefined && hasRoom() ? IN_MEMORY : tmpdir())
