/**
 * Makes clients by four generators, compiles them and goes the whole way with each against a running service: register, sign in, broker,
 * transaction, upload and import, report, CSV. Needs package registries the first time; tools stay in the temporary folder. A tool
 * chain that is missing is left out with a word. `npm run clients`
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = new URL('../../..', import.meta.url).pathname
const HERE = join(ROOT, 'test/openapi/clients')
const WORK = join(tmpdir(), 'holdfast-clients')
const HEY = '@hey-api/openapi-ts@0.99.0'
const [ORVAL, TYPESCRIPT, PYTHON] = ['orval@8.38.0', 'typescript@5.9.3', 'openapi-python-client==0.29.1']
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
const RUNTIME = 'github.com/oapi-codegen/runtime@v1.8.0'
const DATA = join(WORK, `data-${process.pid}`)
const REPORT = 'date,type,amount,currency,external_id\n2024-02-02,DEPOSIT,5,EUR,a\n'
const WANTED = { amount: '12.5', nothing: null, imported: 1, cash: '17.5', lines: 3, plugins: true }

type Client = {
  readonly name: string
  readonly needs: string
  readonly make: () => Promise<unknown>
  readonly command: readonly string[]
}

async function run(command: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}): Promise<string> {
  const env = { ...process.env, ...options.env }
  const child = Bun.spawn([...command], { cwd: options.cwd ?? WORK, env, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}\n${out}\n${err}`)
  return out
}

async function copy(name: string, to = name): Promise<void> {
  await Bun.write(join(WORK, to), Bun.file(join(HERE, name)))
}

async function packages(): Promise<void> {
  if (existsSync(join(WORK, 'node_modules/orval'))) return
  await Bun.write(join(WORK, 'package.json'), '{"name":"clients","private":true,"type":"module"}')
  await run([process.execPath, 'add', '--exact', HEY, ORVAL, TYPESCRIPT])
}

const compile = (file: string) =>
  run([
    ...[process.execPath, 'node_modules/typescript/bin/tsc', '--noEmit', '--strict', '--skipLibCheck', '--target', 'esnext'],
    ...[
      '--module',
      'preserve',
      '--moduleResolution',
      'bundler',
      '--allowImportingTsExtensions',
      '--lib',
      'esnext,dom,dom.iterable',
    ],
    ...['--types', 'bun-types', '--typeRoots', join(ROOT, 'node_modules'), file],
  ])

const CLIENTS: readonly Client[] = [
  {
    name: 'hey-api',
    needs: 'bun',
    make: async () => {
      await copy('hey.ts')
      await run([
        process.execPath,
        'node_modules/@hey-api/openapi-ts/bin/run.js',
        '-i',
        'openapi.json',
        '-o',
        'hey',
        '-c',
        '@hey-api/client-fetch',
      ])
      await compile('hey.ts')
    },
    command: [process.execPath, 'hey.ts'],
  },
  {
    name: 'orval',
    needs: 'bun',
    make: async () => {
      await copy('orval.ts')
      const output = { target: './orval/holdfast.ts', client: 'fetch', mode: 'single' }
      await Bun.write(
        join(WORK, 'orval.config.mjs'),
        `export default ${JSON.stringify({ holdfast: { input: './openapi.json', output } })}`,
      )
      await run([process.execPath, 'node_modules/orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'])
      await compile('orval.ts')
    },
    command: [process.execPath, 'orval.ts'],
  },
  {
    name: 'openapi-python-client',
    needs: 'python3',
    make: async () => {
      await copy('client.py')
      if (!existsSync(join(WORK, 'py/bin/openapi-python-client'))) {
        await run(['python3', '-m', 'venv', 'py'])
        await run(['py/bin/pip', 'install', '-q', PYTHON])
      }
      const words = ['generate', '--path', 'openapi.json', '--output-path', 'holdfast_python', '--overwrite', '--meta', 'none']
      await run(['py/bin/openapi-python-client', ...words])
    },
    command: ['py/bin/python', 'client.py'],
  },
  {
    name: 'oapi-codegen',
    needs: 'go',
    make: async () => {
      mkdirSync(join(WORK, 'go/holdfast'), { recursive: true })
      await copy('client.go', 'go/main.go')
      const env = { GOFLAGS: '-mod=mod', GOBIN: join(WORK, 'bin') }
      if (!existsSync(join(WORK, 'bin/oapi-codegen'))) await run(['go', 'install', OAPI_CODEGEN], { env })
      const words = ['-generate', 'types,client', '-package', 'holdfast', '-o', 'go/holdfast/client.go', 'openapi.json']
      await run(['bin/oapi-codegen', ...words])
      const cwd = join(WORK, 'go')
      if (!existsSync(join(cwd, 'go.mod'))) {
        await run(['go', 'mod', 'init', 'clients'], { cwd, env })
        await run(['go', 'get', RUNTIME], { cwd, env })
      }
      await run(['go', 'build', '-o', '../bin/client', '.'], { cwd, env })
    },
    command: ['bin/client'],
  },
]

mkdirSync(WORK, { recursive: true })
await Bun.write(join(WORK, 'openapi.json'), await run([process.execPath, 'run', 'src/main.ts', 'openapi'], { cwd: ROOT }))
await packages()
const free = Bun.serve({ port: 0, fetch: () => new Response() })
const port = free.port
await free.stop(true)
const service = Bun.spawn([process.execPath, 'run', 'src/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: DATA, OFFLINE: 'true' },
  stdout: 'ignore',
  stderr: 'ignore',
})
const base = `http://127.0.0.1:${port}/api/v1`
for (
  let turn = 0;
  turn < 200 &&
  !(await fetch(`${base}/system/health`).then(
    (answer) => answer.ok,
    () => false,
  ));
  turn++
)
  await Bun.sleep(100)
let failed = 0
try {
  for (const { name, needs, make, command } of CLIENTS) {
    if (needs !== 'bun' && Bun.which(needs) === null) {
      process.stdout.write(`${name}: left out, there is no ${needs} here\n`)
      continue
    }
    const began = performance.now()
    try {
      await make()
      const username = `u-${name.slice(0, 4)}-${process.pid}`
      const found = JSON.parse(await run([...command, base, username, 'correct-harbour-lantern-7', REPORT]))
      if (!Bun.deepEquals(found, WANTED)) throw new Error(`found ${JSON.stringify(found)}`)
      process.stdout.write(`${name}: compiles and goes the whole way (${((performance.now() - began) / 1_000).toFixed(1)} s)\n`)
    } catch (error) {
      failed += 1
      process.stdout.write(`${name}: FAILED: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
} finally {
  service.kill()
  await service.exited
  rmSync(DATA, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)
