/** `npm test`: builds the executable, then runs every test of it while types, lint and dead code are checked in what processor time the tests leave waiting. Arguments go to `bun test`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import longFiles from '#test/long-files.json'

const ROOT = new URL('../', import.meta.url).pathname
/** One more than a small machine has processors: tests often wait, for a process or a browser. */
const WORKERS = 3

/** All of it ends before what the last optimising compiler of the engine compiles has earned its price. */
const ENGINE = { BUN_JSC_useFTLJIT: '0' }

type Run = { readonly name: string; readonly isFine: boolean }

function start(command: readonly string[], options: { output: 'inherit' | 'pipe'; env?: Record<string, string> }) {
  const { output, env } = options
  return Bun.spawn([...command], { cwd: ROOT, stdout: output, stderr: output, env: { ...process.env, ...ENGINE, ...env } })
}

async function check(name: string): Promise<Run> {
  const run = start([process.execPath, 'run', name], { output: 'pipe' })
  const texts = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
  const isFine = (await run.exited) === 0
  const printed = texts.join('').replace(/^/gm, `${name} | `)
  console.log(`${printed}\n${name}: ${isFine ? 'nothing to mend' : 'FAILED'}`)
  return { name, isFine }
}

/** Has long files begin first, so that no worker goes on alone in the end: seconds of all files, as `bun test` reads them. */
async function writeTimings(file: string): Promise<void> {
  const files = [...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync(ROOT)].sort()
  const seconds: Record<string, number> = longFiles
  const timings = files.map((file) => [file, Math.round((seconds[file] ?? 0.1) * 1000)])
  await Bun.write(file, JSON.stringify({ version: 1, files: Object.fromEntries(timings) }))
}

async function runTests(): Promise<boolean> {
  const own = mkdtempSync(join(tmpdir(), 'holdfast-run-'))
  const timings = join(own, 'timings.json')
  await writeTimings(timings)
  const folder = Bun.spawnSync([process.execPath, 'run', 'test/support/temporary.ts'], { cwd: ROOT }).stdout.toString().trim()
  const env = { TEST_PROGRAM: 'built', TMPDIR: folder }
  const how = ['--timeout', '120000', `--parallel=${WORKERS}`, '--no-isolate', `--timings=${timings}`]
  const run = start([process.execPath, 'test', ...how, ...process.argv.slice(2)], { output: 'inherit', env })
  const code = await run.exited
  rmSync(own, { recursive: true })
  return code === 0
}

const build = await start([process.execPath, 'run', 'build'], { output: 'inherit' }).exited
if (build !== 0) process.exit(build)
const checkAll = async () => [await check('types'), await check('lint'), await check('dead')]
const [areFine, checked] = await Promise.all([runTests(), checkAll()])
const failed = [...checked.filter(({ isFine }) => !isFine).map(({ name }) => name), ...(areFine ? [] : ['tests'])]
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`)
  process.exit(1)
}
