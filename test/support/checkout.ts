/** The service of a checkout, this one or another, as processes of its own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const START_SECONDS = 60
const SECRET = 'a-secret-for-comparisons-only-0123456789'

export type Checkout = Awaited<ReturnType<typeof startCheckout>>

type How = { readonly data: string; readonly preload?: string; readonly isBuilt?: boolean }

/**
 * Starts it on the data folder `data`. `checkout`: a folder with the sources and their `node_modules`; `preload`: a module that is loaded first;
 * `isBuilt`: its `dist/holdfast` is started instead of the sources. Resolves when it answers; throws with the log when it does not start.
 */
export async function startCheckout(checkout: string, { data, preload, isBuilt = false }: How) {
  const logs = mkdtempSync(join(tmpdir(), 'holdfast-checkout-'))
  const port = freePort()
  const before = preload === undefined ? [] : ['--preload', preload]
  const began = performance.now()
  const program = isBuilt ? [resolve(checkout, 'dist/holdfast')] : [process.execPath, ...before, 'src/main.ts']
  const service = Bun.spawn([...program, 'serve'], {
    cwd: resolve(checkout),
    env: {
      ...{ PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: data },
      ...{ JWT_SECRET: SECRET, LOG_FORMAT: 'json', TZ: 'UTC', OFFLINE: String(preload === undefined) },
    },
    stdout: Bun.file(join(logs, 'out')),
    stderr: Bun.file(join(logs, 'errors')),
  })
  /** `path` is below `/api/v1`. */
  const send = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}/api/v1${path}`, init)
  const stop = async () => {
    service.kill('SIGTERM')
    await service.exited
    rmSync(logs, { recursive: true, force: true })
  }
  const answers = () =>
    send('/system/health', {}).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (performance.now() - began < START_SECONDS * 1000 && service.exitCode === null) {
      await Bun.sleep(2)
      continue
    }
    const output = ['out', 'errors'].map((name) => readFileSync(join(logs, name), 'utf8')).join('')
    await stop()
    throw new Error(`The service of ${checkout} did not start: ${output}`)
  }
  return { send, stop, milliseconds: performance.now() - began, ...watch(service.pid) }
}

/** What all processes of a service use (Linux). */
function watch(pid: number) {
  const all = () => [pid, ...childrenOf(pid)]
  const cpu = () =>
    all().reduce((sum, one) => {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return sum + (Number(fields[11]) + Number(fields[12])) * 10
    }, 0)
  const resident = () =>
    all().reduce((sum, one) => {
      const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/status`, 'utf8')) ?? []
      return sum + Number(kib ?? 0) / 1024
    }, 0)
  return {
    /** Milliseconds of processor time until now, to 10 ms. */
    cpu,
    /** Mebibytes in memory now. */
    resident,
  }
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  const direct = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return direct.flatMap((child) => [child, ...childrenOf(child)])
}

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  return port ?? 0
}
