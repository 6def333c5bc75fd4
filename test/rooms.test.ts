/** Which rooms a service has loaded: each comes with the first request for it. */
import { afterAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder, removeFolders, startBinary } from '#test/support/binary.ts'

const ROOT = new URL('../', import.meta.url).pathname
const PRELOAD = new URL('support/loaded.ts', import.meta.url).pathname
const COMMAND = [process.execPath, '--preload', PRELOAD, join(ROOT, 'src/main.ts'), 'serve']

afterAll(removeFolders)

/** Those that a service has loaded after requests of a stranger for these paths, and what each was answered with. */
async function roomsAfter(...paths: readonly string[]) {
  const folder = emptyFolder()
  const LOADED = join(folder, 'loaded')
  const { client, stop } = await startBinary(folder, { DATA_DIR: join(folder, 'data'), LOADED }, { command: COMMAND })
  const answers = await Promise.all(paths.map((path) => client()('GET', path)))
  await stop()
  const loaded = readFileSync(LOADED, 'utf8').split('\n')
  const rooms = loaded.flatMap((path) => /src\/(\w+)\/routes\.ts$/.exec(path)?.[1] ?? [])
  return { rooms: rooms.sort(), statuses: answers.map(({ status }) => status) }
}

test('rule: brokers and their reports are read without the code of imports, which comes with the first path below it', async () => {
  const { rooms, statuses } = await roomsAfter('/brokers', '/brokers/1/summary', '/portfolio/holdings')
  expect([rooms, statuses]).toEqual([
    ['access', 'brokers', 'portfolio'],
    [401, 401, 401],
  ])
  const imports = await roomsAfter('/brokers/import/plugins', '/brokers/import/no-such')
  expect([imports.rooms, imports.statuses]).toEqual([['imports'], [401, 404]])
})
