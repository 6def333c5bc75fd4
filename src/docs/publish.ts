import { existsSync, statSync } from 'node:fs'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Config } from '../config.ts'
import type { HttpEnv } from '../http/route.ts'

type Reached = Pick<Config, 'basePath' | 'publicUrl'>

const ROOT = new URL('../..', import.meta.url).pathname
const SOURCES = new Bun.Glob('{src,db,plugins}/**/*.ts')
/** Where the build puts it. */
export const BUILT_PATH = `${ROOT}dist/openapi.json.gz`

/** The document as the build keeps it: packed, without the servers, which are known at the start only. */
export async function packDocument(rooms: OpenAPIHono<HttpEnv>): Promise<Uint8Array<ArrayBuffer>> {
  return Bun.gzipSync(new TextEncoder().encode(await describe(rooms)), { level: 9 })
}

/** The document as text for a service that is reached like this: from the build, or made of `rooms` when sources are newer than that. */
export async function publishDocument(rooms: () => Promise<OpenAPIHono<HttpEnv>>, reached: Reached): Promise<string> {
  const built = await findBuilt()
  const text = built === undefined ? await describe(await rooms()) : await unpack(built)
  const { serversOf } = await import('./servers.ts')
  return `${text.slice(0, -1)},"servers":${JSON.stringify(serversOf(reached))}}`
}

/** Whether a file was made after every source and after `package.json` was changed last. */
export function isFresh(path: string, root = ROOT): boolean {
  if (!existsSync(path)) return false
  const { mtimeMs } = statSync(path)
  if (statSync(`${root}package.json`).mtimeMs > mtimeMs) return false
  for (const source of SOURCES.scanSync(root)) if (statSync(root + source).mtimeMs > mtimeMs) return false
  return true
}

async function describe(rooms: OpenAPIHono<HttpEnv>): Promise<string> {
  const [{ describeApi }, { shareParts }] = await Promise.all([import('./document.ts'), import('./share.ts')])
  const { servers: _, ...document } = shareParts(describeApi(rooms, { basePath: '', publicUrl: null }))
  return JSON.stringify(document)
}

async function findBuilt(): Promise<string | undefined> {
  const isInside = import.meta.url.includes('$bunfs') || import.meta.url.includes('~BUN')
  if (!isInside && !isFresh(BUILT_PATH)) return undefined
  return (await import('./built.ts')).BUILT
}

async function unpack(path: string): Promise<string> {
  return new TextDecoder().decode(Bun.gunzipSync(await Bun.file(path).bytes()))
}
