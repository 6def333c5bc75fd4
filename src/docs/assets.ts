import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Memory, memoryKey } from '../memory.ts'
import { AppError } from '../shared/errors.ts'
import { BUNDLES } from './bundles.ts'
import { STARTERS } from './viewers.ts'

/** A file of a viewer, with its gzip form made once. */
export type DocsAsset = {
  readonly contentType: string
  /** Changes with the bytes. */
  readonly version: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly packed: () => Promise<Uint8Array<ArrayBuffer>>
}

const pack = promisify(gzip)
const loaded = memoryKey('docs/assets', () => new Map<string, Promise<DocsAsset>>())
const BEST_LEVEL = 9
/** ReDoc shows the logo of its makers from their server; our policy would block it, with an error on the console. The link stays. */
const REMOTE_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
const NO_LOGO = 'data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27/%3E'

/** An asset by its name; throws `request/not-found`. */
export function findAsset(memory: Memory, name: string): Promise<DocsAsset> {
  const source = sourceOf(name)
  if (source === undefined) throw new AppError('not-found', 'request/not-found', 'There is nothing at this address.')
  const assets = memory.of(loaded)
  const loading = assets.get(name) ?? load(name, source)
  assets.set(name, loading)
  return loading
}

function sourceOf(name: string): Blob | undefined {
  if (Object.hasOwn(BUNDLES, name)) return Bun.file(BUNDLES[name as keyof typeof BUNDLES])
  if (Object.hasOwn(STARTERS, name)) return new Blob([STARTERS[name as keyof typeof STARTERS]])
  return undefined
}

async function load(name: string, source: Blob): Promise<DocsAsset> {
  const bytes = name === 'redoc.js' ? withoutRemoteLogo(await source.text()) : new Uint8Array(await source.arrayBuffer())
  let packing: Promise<Uint8Array<ArrayBuffer>> | undefined
  return {
    contentType: name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    version: Bun.hash(bytes).toString(36),
    bytes,
    packed: () => {
      packing ??= pack(bytes, { level: BEST_LEVEL }).then((packed) => new Uint8Array(packed))
      return packing
    },
  }
}

function withoutRemoteLogo(script: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(script.replace(REMOTE_LOGO, NO_LOGO))
}
