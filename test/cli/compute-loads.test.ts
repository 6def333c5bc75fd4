/** What a compute process loads before it begins: the first report waits for that, too. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TASKS } from '#src/cli/compute.ts'
import { COMPUTE_ROLE } from '#src/cli/compute-messages.ts'
import { createTestApp } from '#test/support/app.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const PRELOAD = new URL('../support/loaded.ts', import.meta.url).pathname

/** The modules that such a process has loaded when it is ready for these tasks. */
async function loadedFor(tasks: readonly string[]): Promise<string[]> {
  const { deps, folder } = await createTestApp()
  const file = join(folder, 'loaded')
  const ready = Promise.withResolvers<void>()
  // With a preloaded module it starts from its source, whatever the run has built.
  const child = Bun.spawn([process.execPath, '--preload', PRELOAD, join(ROOT, 'src/main.ts'), 'serve'], {
    env: { [COMPUTE_ROLE]: '1', LOADED: file },
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'advanced',
    ipc: () => ready.resolve(),
    onExit: (_, code) => ready.reject(new Error(`it ended with ${code}`)),
  })
  child.send({ config: deps.config })
  child.send({ prepare: tasks })
  await ready.promise
  child.disconnect()
  await child.exited
  return readFileSync(file, 'utf8').replaceAll(ROOT, '').split('\n')
}

/** In the executable schemas are made in an order that depends on how it began: a process that begins here has none of that. */
test('rule: no task loads what checks requests or answers them', async () => {
  const tasks = Object.keys(TASKS)
  const loaded = await loadedFor(tasks)
  expect(loaded.filter((path) => path.endsWith('.task.ts'))).toHaveLength(tasks.length)
  expect(loaded.filter((path) => /node_modules\/(@?hono|zod)\/|^src\/(server\.ts$|http\/)|routes\.ts$/.test(path))).toEqual([])
})

test('rule: for reports neither the service nor a command is loaded, nor what checks requests, nor an importer', async () => {
  const loaded = await loadedFor(['portfolio/report', 'portfolio/chart', 'brokers/summary'])
  expect(loaded).toEqual(expect.arrayContaining(['src/main.ts', 'src/cli/compute.ts', 'src/portfolio/report.task.ts']))
  const needless = /node_modules\/(@?hono|zod|commander)\/|^src\/(server|config)\.ts$|^src\/web\/|\.routes\.ts$|^plugins\/brim\//
  expect(loaded.filter((path) => needless.test(path))).toEqual([])
})
