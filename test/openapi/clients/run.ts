/**
 * Makes clients by four generators, compiles them and goes the whole way with each against a running service: register, sign in, broker,
 * transaction, upload and import, report, CSV. What has no tool chain here, or no generator (`tools.ts` fetches them), is left out with a word.
 * `npm run clients`. With `AFTER`, the path of a file, the clients are made at once, and call the service when that file is there.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderOf, GO_ENV, missing, run, type ToolName } from './tools.ts'

const ROOT = new URL('../../..', import.meta.url).pathname
const HERE = join(ROOT, 'test/openapi/clients')
const WORK = mkdtempSync(join(tmpdir(), 'holdfast-clients-work-'))
const [TYPESCRIPT, PYTHON, GO] = [folderOf('typescript'), folderOf('python'), folderOf('go')]
const PYTHON_ENV = { PYTHONPATH: PYTHON, PATH: `${join(PYTHON, 'bin')}:${process.env['PATH']}` }
const REPORT = 'date,type,amount,currency,external_id\n2024-02-02,DEPOSIT,5,EUR,a\n'
const WANTED = { amount: '12.5', nothing: null, imported: 1, cash: '17.5', lines: 3, plugins: true }

type Client = {
  readonly name: string
  readonly tool: ToolName
  readonly make: () => Promise<unknown>
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const inWork = (command: readonly string[], env: Readonly<Record<string, string>> = {}) => run(command, { cwd: WORK, env })

async function copy(name: string, to = name): Promise<void> {
  await Bun.write(join(WORK, to), Bun.file(join(HERE, name)))
}

const compile = (file: string) =>
  inWork([
    ...[
      process.execPath,
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      '--noEmit',
      '--singleThreaded',
      '--strict',
      '--skipLibCheck',
      '--target',
      'esnext',
    ],
    ...['--module', 'preserve', '--moduleResolution', 'bundler', '--allowImportingTsExtensions'],
    ...['--lib', 'esnext,dom,dom.iterable', '--types', 'bun-types', '--typeRoots', join(ROOT, 'node_modules'), file],
  ])

const CLIENTS: readonly Client[] = [
  {
    name: 'hey-api',
    tool: 'typescript',
    make: async () => {
      await copy('hey.ts')
      const words = ['-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch']
      await inWork([process.execPath, 'node_modules/@hey-api/openapi-ts/bin/run.js', ...words])
      await compile('hey.ts')
    },
    command: [process.execPath, 'hey.ts'],
  },
  {
    name: 'orval',
    tool: 'typescript',
    make: async () => {
      await copy('orval.ts')
      const output = { target: './orval/holdfast.ts', client: 'fetch', mode: 'single' }
      const config = JSON.stringify({ holdfast: { input: './openapi.json', output } })
      await Bun.write(join(WORK, 'orval.config.mjs'), `export default ${config}`)
      await inWork([process.execPath, 'node_modules/orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'])
      await compile('orval.ts')
    },
    command: [process.execPath, 'orval.ts'],
  },
  {
    name: 'openapi-python-client',
    tool: 'python',
    make: async () => {
      await copy('client.py')
      await Bun.write(join(WORK, 'python.json'), '{"post_hooks":[]}')
      const words = ['generate', '--path', 'openapi.json', '--output-path', 'holdfast_python', '--overwrite', '--meta', 'none']
      await inWork(['python3', '-m', 'openapi_python_client', ...words, '--config', 'python.json'], PYTHON_ENV)
    },
    command: ['python3', 'client.py'],
    env: PYTHON_ENV,
  },
  {
    name: 'oapi-codegen',
    tool: 'go',
    make: async () => {
      mkdirSync(join(WORK, 'go/holdfast'), { recursive: true })
      await copy('client.go', 'go/main.go')
      for (const file of ['go.mod', 'go.sum']) copyFileSync(join(GO, file), join(WORK, 'go', file))
      const words = ['-generate', 'types,client', '-package', 'holdfast', '-o', 'go/holdfast/client.go', 'openapi.json']
      await inWork([join(GO, 'oapi-codegen'), ...words])
      const unoptimised = ['-gcflags=./...=-N -l', '-ldflags=-s -w']
      await run(['go', 'build', ...unoptimised, '-o', '../client', '.'], {
        cwd: join(WORK, 'go'),
        env: { ...GO_ENV, GOGC: '300' },
      })
    },
    command: ['./client'],
  },
]

/** The seconds that making it took; `null` when there is nothing to do it with. Says so, and why it failed. */
async function made({ name, tool, make }: Client): Promise<number | null | undefined> {
  const why = missing(tool)
  if (why !== null) {
    process.stdout.write(`${name}: left out, ${why}\n`)
    return null
  }
  const began = performance.now()
  try {
    await make()
    return (performance.now() - began) / 1_000
  } catch (error) {
    fail(name, error)
    return undefined
  }
}

/** Whether it goes the whole way; says so. */
async function holds({ name, command, env }: Client, base: string, seconds: number): Promise<boolean> {
  const began = performance.now()
  try {
    const words = [base, `u-${name.slice(0, 4)}-${process.pid}`, 'correct-harbour-lantern-7', REPORT]
    const found = JSON.parse(await inWork([...command, ...words], env))
    if (!Bun.deepEquals(found, WANTED)) throw new Error(`found ${JSON.stringify(found)}`)
    const all = seconds + (performance.now() - began) / 1_000
    process.stdout.write(`${name}: compiles and goes the whole way (${all.toFixed(1)} s)\n`)
    return true
  } catch (error) {
    fail(name, error)
    return false
  }
}

function fail(name: string, error: unknown): void {
  process.stdout.write(`${name}: FAILED: ${error instanceof Error ? error.message : String(error)}\n`)
}

async function freePort(): Promise<number> {
  const free = Bun.serve({ port: 0, fetch: () => new Response() })
  const port = free.port ?? 0
  await free.stop(true)
  return port
}

async function startService(): Promise<{ readonly base: string; readonly stop: () => Promise<void> }> {
  const port = await freePort()
  const env = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(WORK, 'data'), OFFLINE: 'true' }
  const child = Bun.spawn([process.execPath, 'run', 'src/main.ts'], {
    ...{ cwd: ROOT, env: { ...process.env, ...env }, stdout: 'ignore', stderr: 'ignore' },
  })
  const base = `http://127.0.0.1:${port}/api/v1`
  const isUp = () =>
    fetch(`${base}/system/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let turn = 0; turn < 200 && !(await isUp()); turn++) await Bun.sleep(100)
  const stop = async () => {
    child.kill()
    await child.exited
  }
  return { base, stop }
}

if (missing('typescript') === null) symlinkSync(join(TYPESCRIPT, 'node_modules'), join(WORK, 'node_modules'))
await Bun.write(join(WORK, 'openapi.json'), await run([process.execPath, 'run', 'src/main.ts', 'openapi'], { cwd: ROOT }))
const ready = await Promise.all(CLIENTS.map(async (client) => ({ client, seconds: await made(client) })))
const after = process.env['AFTER']
while (after !== undefined && !existsSync(after)) await Bun.sleep(200)
const { base, stop } = await startService()
const results = await Promise.all(
  ready.map(({ client, seconds }) => (typeof seconds === 'number' ? holds(client, base, seconds) : seconds === null)),
)
await stop()
rmSync(WORK, { recursive: true, force: true })
process.exit(results.every(Boolean) ? 0 : 1)
