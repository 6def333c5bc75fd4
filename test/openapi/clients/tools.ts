/**
 * The generators of clients and schemathesis, fetched from their package registries once and left in the temporary folder for the next run. `bun run` of
 * this file fetches what is wanting, all at a time; what cannot be had is named with the reason and is no failure.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = ['@hey-api/openapi-ts@0.99.0', 'orval@8.38.0', 'typescript@5.9.3']
const PYTHON = 'openapi-python-client==0.29.1'
const SCHEMATHESIS = 'schemathesis==4.32.5'
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
const RUNTIME = 'github.com/oapi-codegen/runtime@v1.8.0'
/** Uses what clients use, so that everything they need is fetched and compiled. */
const GO_PROGRAM = `package main

import (
\t_ "github.com/oapi-codegen/runtime"
\t_ "github.com/oapi-codegen/runtime/types"
)

func main() {}
`
/** The toolchain that is there, and none fetched in its place. */
export const GO_ENV = { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' }

export type ToolName = 'typescript' | 'python' | 'schemathesis' | 'go'
type Tool = { readonly versions: readonly string[]; readonly needs: string; readonly fetch: (folder: string) => Promise<unknown> }

const TOOLS: Readonly<Record<ToolName, Tool>> = {
  typescript: {
    versions: PACKAGES,
    needs: 'bun',
    fetch: async (cwd) => {
      await Bun.write(join(cwd, 'package.json'), '{"name":"clients","private":true,"type":"module"}')
      await run([process.execPath, 'add', '--exact', ...PACKAGES], { cwd })
    },
  },
  python: {
    versions: [PYTHON],
    needs: 'python3',
    fetch: (cwd) => pip(cwd, PYTHON),
  },
  schemathesis: { versions: [SCHEMATHESIS], needs: 'python3', fetch: (cwd) => pip(cwd, SCHEMATHESIS) },
  go: {
    versions: [OAPI_CODEGEN, RUNTIME],
    needs: 'go',
    fetch: async (cwd) => {
      await run(['go', 'install', OAPI_CODEGEN], { cwd, env: { ...GO_ENV, GOBIN: cwd } })
      await run(['go', 'mod', 'init', 'clients'], { cwd, env: GO_ENV })
      await run(['go', 'get', RUNTIME], { cwd, env: GO_ENV })
      await Bun.write(join(cwd, 'main.go'), GO_PROGRAM)
      await run(['go', 'build', '-o', 'none', '.'], { cwd, env: GO_ENV })
    },
  },
}

function pip(cwd: string, what: string): Promise<string> {
  return run(['python3', '-m', 'pip', 'install', '-q', '--no-input', '--no-compile', '--target', cwd, what], { cwd })
}

/** Where a tool is, or will be, of exactly these versions. */
export function folderOf(name: ToolName): string {
  const key = Bun.hash(TOOLS[name].versions.join()).toString(36)
  return join(tmpdir(), 'holdfast-clients', `${name}-${key}`)
}

/** Why there is no such tool here; `null` when there is. Fetches nothing. */
export function missing(name: ToolName): string | null {
  const { needs } = TOOLS[name]
  if (needs !== 'bun' && Bun.which(needs) === null) return `there is no ${needs} here`
  return existsSync(folderOf(name)) ? null : 'it could not be fetched, or not in time'
}

const children = new Set<Bun.Subprocess>()

/** Runs a command; its output. Throws with all that it said when it fails. */
export async function run(
  command: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  const env = { ...process.env, ...options.env }
  const child = Bun.spawn([...command], { cwd: options.cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  children.add(child)
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  children.delete(child)
  if (code !== 0) throw new Error(`${command.join(' ')}\n${out}\n${err}`)
  return out
}

/** A folder appears under its name when it is whole: several runs at once do not see half of one. */
async function fetchTool(name: ToolName): Promise<void> {
  const folder = folderOf(name)
  const { needs, fetch } = TOOLS[name]
  if (existsSync(folder) || Bun.which(needs) === null) return
  mkdirSync(join(folder, '..'), { recursive: true })
  const half = mkdtempSync(`${folder}-`)
  try {
    await fetch(half)
    if (!existsSync(folder)) renameSync(half, folder)
  } catch (error) {
    process.stdout.write(`${name}: ${error instanceof Error ? error.message.slice(-500) : String(error)}\n`)
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

/** Go comes last: its generator is compiled, a minute's work the first time. */
async function fetchAll(): Promise<void> {
  process.on('SIGTERM', () => {
    for (const child of children) child.kill()
    process.exit(1)
  })
  await Promise.all([fetchTool('typescript'), fetchTool('python'), fetchTool('schemathesis')])
  await fetchTool('go')
}

if (import.meta.main) await fetchAll()
