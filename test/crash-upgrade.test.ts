/** An upgrade that is killed, or runs out of disk, leaves the data of before or those of after, whole. `UPGRADE_CRASHES=100` kills that often. */
import { SQLiteError } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { currentSchemaVersion } from '#db/migrate.ts'
import { EXIT } from '#src/cli/exit.ts'
import { emptyFolder, removeFolders } from '#test/support/binary.ts'
import {
  copiesIn,
  crashUpgrade,
  createOldData,
  finishUpgrade,
  look,
  type Moment,
  type OldData,
  startThen,
} from '#test/support/crash-upgrade.ts'
import { fillDisk, smallDisk } from '#test/support/small-disk.ts'

afterAll(removeFolders)

const ROUNDS = Number(process.env['UPGRADE_CRASHES'] ?? 5)
const MOMENTS: readonly Moment[] = ['copying', 'copied', 20, 'copied', 60]
const RELEASES = [3, 19, 33]
/** Copies of before that stay, and the one of the last try. */
const MOST_COPIES = 4
const LOOK_MILLISECONDS = 50

/** No, too, where the disk is too full to open the database. */
function isUpgraded(old: OldData): boolean {
  try {
    return look(old).version === currentSchemaVersion()
  } catch (error) {
    if (error instanceof SQLiteError) return false
    throw error
  }
}

test('kill -9 while the database is copied or its schema changes: no row differs, and the next start goes on', async () => {
  let [midway, at] = [0, 0]
  while (at < ROUNDS) {
    const old = await createOldData(emptyFolder(), RELEASES[at % RELEASES.length] ?? 1)
    for (let isOld = true; isOld && at < ROUNDS; at++) {
      const { faults, wasMidway } = await crashUpgrade(old, MOMENTS[at % MOMENTS.length] ?? at)
      expect(faults).toEqual([])
      expect(copiesIn(old.folder).filter((name) => name.endsWith('.db')).length).toBeLessThanOrEqual(MOST_COPIES)
      isOld = wasMidway
      midway += Number(wasMidway)
    }
    expect(await finishUpgrade(old)).toEqual([])
  }
  expect(midway).toBeGreaterThan(0)
}, 600_000)

test('on a full disk the upgrade is refused with what it needs, or ends in the midst; no row differs, and with space again it goes on', async () => {
  const disk = smallDisk(40)
  if ('why' in disk) return console.info(`left out: ${disk.why}`)
  try {
    const old = await createOldData(disk.path, 19)
    const fill = join(disk.path, 'fill')
    truncateSync(fill, Math.max(0, fillDisk(fill) - 3_000_000))
    const refused = await startThen(old, 'copying', () => {})
    expect([await refused.child.exited, await refused.said]).toEqual([
      EXIT.storage,
      expect.stringMatching(/needs \d+ MiB, and \d+ MiB are free.*Free some space and start again; nothing was changed/),
    ])
    expect([look(old), copiesIn(disk.path)]).toEqual([{ version: 19, faults: [] }, []])
    rmSync(fill)

    const { child, said } = await startThen(old, 'copying', () => fillDisk(fill))
    while (child.exitCode === null && !isUpgraded(old)) await Bun.sleep(LOOK_MILLISECONDS)
    child.kill()
    const code = await child.exited
    rmSync(fill)
    const found = look(old)
    if (found.version !== currentSchemaVersion())
      expect([code, await said]).toEqual([EXIT.storage, expect.stringContaining('the disk is full')])
    expect(found.faults).toEqual([])
    expect(await finishUpgrade(old)).toEqual([])
  } finally {
    disk.remove()
  }
}, 120_000)
