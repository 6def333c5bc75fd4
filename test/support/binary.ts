/** The executable as a newcomer has it: no source, no packages, no environment. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'

const ROOT = new URL('../../', import.meta.url).pathname
/** Not by `new URL` with `import.meta.url`: knip takes that for an import, and reads its 150 MB as source. */
export const BINARY = join(ROOT, 'dist/holdfast')

type Env = Readonly<Record<string, string>>
export type Run = { readonly code: number; readonly out: string; readonly err: string }
export type Running = Awaited<ReturnType<typeof startBinary>>

/** Builds the executable when there is none. `npm test` has built it from the present source before any test runs. */
export function requireBinary(): void {
  if (existsSync(BINARY)) return
  const build = Bun.spawnSync([process.execPath, 'run', 'build'], { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' })
  if (!build.success) throw new Error(`the executable cannot be built: ${build.stderr.toString()}`)
}

const folders: string[] = []

/** An empty folder, away from the repository. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-binary-'))
  folders.push(folder)
  return folder
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Runs a command of the executable to its end. The environment is exactly `env`. */
export async function runBinary(words: readonly string[], cwd: string, env: Env = {}, input = ''): Promise<Run> {
  const child = Bun.spawn([BINARY, ...words], { cwd, env, stdin: Buffer.from(input), stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

/** The service from its source, for what needs no executable. */
export const SOURCE = [process.execPath, join(ROOT, 'src/main.ts')] as const

/** Starts the service and waits until it listens. `maxFileBlocks`: no file may grow beyond so many blocks (`ulimit -f`). */
export async function startBinary(
  cwd: string,
  env: Env = {},
  options: { maxFileBlocks?: number; command?: readonly string[] } = {},
) {
  const limited = ['/bin/sh', '-c', `trap '' XFSZ; ulimit -f ${options.maxFileBlocks ?? 'unlimited'}; exec "$0"`, BINARY]
  const child = Bun.spawn(options.maxFileBlocks === undefined ? [...(options.command ?? [BINARY])] : limited, {
    cwd,
    env: { PORT: '0', HOST: '127.0.0.1', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const lines: Record<string, unknown>[] = []
  const api = await firstAddress(child, lines)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return child.exited
  }
  return { api, port: Number(new URL(api).port), lines, child, stop, client: () => clientOf(api) }
}

async function firstAddress(child: Subprocess<'ignore', 'pipe', 'pipe'>, lines: Record<string, unknown>[]): Promise<string> {
  const found = Promise.withResolvers<string>()
  const read = async () => {
    let rest = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const line = JSON.parse(part)
        lines.push(line)
        if (line.event === 'listening') found.resolve(line.address)
      }
    }
    found.reject(new Error(`it ended before it listened: ${await new Response(child.stderr).text()}`))
  }
  read().catch(found.reject)
  return found.promise
}

/** A client with a cookie of its own. */
function clientOf(api: string) {
  let cookie = ''
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: { cookie, ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const set = /^session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0]
    if (set !== undefined) cookie = set
    const text = await answer.text()
    const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
    const parsed: ReturnType<typeof JSON.parse> = isJson && text !== '' ? JSON.parse(text) : undefined
    return { status: answer.status, headers: answer.headers, text, body: parsed, cookie }
  }
}

/** A form with one file. */
export function formOf(name: string, content: string | Uint8Array<ArrayBuffer>, type = 'text/csv'): FormData {
  const form = new FormData()
  form.set('file', new File([content], name, { type }))
  return form
}
