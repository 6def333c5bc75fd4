/** What a start says, as those read it who wait for it. */
import { afterAll, expect, test } from 'bun:test'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BINARY, emptyFolder, removeFolders, requireBinary } from '#test/support/binary.ts'

afterAll(removeFolders)

/** The service with its log in a file, on a port that was free a moment ago. */
function start() {
  requireBinary()
  const folder = emptyFolder()
  const free = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  const { port } = free
  free.stop(true)
  const path = join(folder, 'log')
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data') }
  const child = Bun.spawn([BINARY], { cwd: folder, env, stdio: ['ignore', openSync(path, 'w'), 'inherit'] })
  return { child, said: () => readFileSync(path, 'utf8'), health: `http://127.0.0.1:${port}/api/v1/system/health` }
}

test('it is in the log when the first request is answered', async () => {
  const { child, said, health } = start()
  while (
    !(await fetch(health).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await Bun.sleep(1)
  expect(said()).toContain('"event":"listening"')
  child.kill()
  await child.exited
})

test('whoever reads there that it listens may end it: it closes its data and ends with 0', async () => {
  const { child, said } = start()
  while (!said().includes('"event":"listening"')) await Bun.sleep(0)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect(said()).toContain('"event":"stopped"')
})
