/** `kill -9` of the executable at random points, a hundred times: `bun test/bench/crash.ts [rounds]`. Prints what was acknowledged and what was not as it should be. */
import { rmSync } from 'node:fs'
import { BINARY, emptyFolder, requireBinary } from '#test/support/binary.ts'
import { crash, createWorld } from '#test/support/crash.ts'

const LONGEST_MILLISECONDS = 1_500
const rounds = Number(process.argv[2] ?? 100)
requireBinary()
const world = createWorld(emptyFolder(), [BINARY])
let faults = 0
for (let round = 1; round <= rounds; round += 1) {
  const milliseconds = Math.round(Math.random() * LONGEST_MILLISECONDS)
  const found = await crash(world, milliseconds)
  faults += found.length
  const tally = Object.entries(Object.groupBy(world.acknowledged, (key) => key.split('-')[0] ?? '')).map(
    ([kind, keys]) => `${keys?.length} ${kind}`,
  )
  const said = [`${round}: after ${milliseconds} ms`, ...tally, `${world.uploads.size} upload`, `${faults} faults`].join(', ')
  process.stdout.write(`${said}\n${found.map((fault) => `  ${fault}\n`).join('')}`)
}
rmSync(world.folder, { recursive: true, force: true })
process.exitCode = faults === 0 ? 0 : 1
