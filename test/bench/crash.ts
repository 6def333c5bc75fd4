/**
 * `kill -9` of the executable at random points, a hundred times: `bun test/bench/crash.ts [writes|restore] [rounds]`. `writes`: single ones, batches, imports, long ones and uploads;
 * `restore`: backups restored and made. Prints what was there afterwards and what was not as it should be.
 */
import { rmSync } from 'node:fs'
import { BINARY, emptyFolder, requireBinary } from '#test/support/binary.ts'
import { ALL_KINDS, crash, createWorld } from '#test/support/crash.ts'
import { crashRestore, createVault } from '#test/support/crash-restore.ts'

const LONGEST_MILLISECONDS = 1_500
const ROUNDS = 100
const [what = 'writes', rounds = ROUNDS] = process.argv.slice(2)
const folder = emptyFolder()

/** What kills once, and what says how it stands. */
function kindOf(name: string | number): {
  readonly once: (milliseconds: number) => Promise<string[]>
  readonly tally: () => string
} {
  if (name === 'restore') {
    const vault = createVault(folder, [BINARY])
    const tally = () => `${vault.ended.restored} restored, ${vault.ended.stayed} as before`
    return { once: (milliseconds) => crashRestore(vault, milliseconds), tally }
  }
  const world = createWorld(folder, [BINARY], ALL_KINDS)
  const tally = () =>
    [
      ...Object.entries(Object.groupBy(world.acknowledged, (key) => key.split('-')[0] ?? '')).map(
        ([kind, keys]) => `${keys?.length} ${kind}`,
      ),
      `${world.uploads.size} upload`,
    ].join(', ')
  return { once: (milliseconds) => crash(world, milliseconds), tally }
}

requireBinary()
const { once, tally } = kindOf(what)
let faults = 0
for (let round = 1; round <= Number(rounds); round += 1) {
  const milliseconds = Math.round(Math.random() * LONGEST_MILLISECONDS)
  const found = await once(milliseconds)
  faults += found.length
  process.stdout.write(
    `${round}: after ${milliseconds} ms, ${tally()}, ${faults} faults\n${found.map((fault) => `  ${fault}\n`).join('')}`,
  )
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = faults === 0 ? 0 : 1
