import type { Deps } from '../../context.ts'
import { memoryKey } from '../../memory.ts'
import { pngOf } from './png.ts'

const MOST_BYTES = 4_000_000
type Cache = { readonly pictures: Map<string, Uint8Array<ArrayBuffer>>; bytes: number }
const cache = memoryKey('charts/png-cache', (): Cache => ({ pictures: new Map(), bytes: 0 }))

/** The PNG of an SVG, from the last ones where it is among them: the same picture has the same bytes. */
export async function cachedPng(deps: Pick<Deps, 'memory'>, svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const state = deps.memory.of(cache)
  const { pictures } = state
  const key = new Bun.CryptoHasher('sha256').update(svg).digest('hex')
  const known = pictures.get(key)
  if (known !== undefined) return known
  const png = await pngOf(deps, svg)
  if (pictures.has(key) || png.length > MOST_BYTES / 4) return png
  pictures.set(key, png)
  state.bytes += png.length
  for (const [oldest, old] of pictures) {
    if (state.bytes <= MOST_BYTES) break
    pictures.delete(oldest)
    state.bytes -= old.length
  }
  return png
}
