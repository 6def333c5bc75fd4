import { pngOf } from './png.ts'

const MOST_BYTES = 4_000_000
const kept = new Map<string, Uint8Array<ArrayBuffer>>()
let bytes = 0

/** The PNG of an SVG, from the last ones where it is among them: the same picture has the same bytes. */
export async function keptPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = new Bun.CryptoHasher('sha256').update(svg).digest('hex')
  const known = kept.get(key)
  if (known !== undefined) return known
  const png = await pngOf(svg)
  if (kept.has(key) || png.length > MOST_BYTES / 4) return png
  kept.set(key, png)
  bytes += png.length
  for (const [oldest, old] of kept) {
    if (bytes <= MOST_BYTES) break
    kept.delete(oldest)
    bytes -= old.length
  }
  return png
}
