import { damaged } from './refusals.ts'

/** A skippable frame (RFC 8878 section 3.1.2), so that `zstd` reads the archive as it is: magic number, length, our name, SHA-256 of all bytes before. */
const MAGIC = 'HOLDFAST-BACKUP1'
const DIGEST_BYTES = 32
const HEAD = frameHead()
export const SEAL_BYTES = HEAD.byteLength + DIGEST_BYTES

function frameHead(): Uint8Array {
  const head = new Uint8Array(8 + MAGIC.length)
  const view = new DataView(head.buffer)
  view.setUint32(0, 0x184d2a5f, true)
  view.setUint32(4, MAGIC.length + DIGEST_BYTES, true)
  new TextEncoder().encodeInto(MAGIC, head.subarray(8))
  return head
}

/** The bytes, and behind them the seal: one changed byte anywhere shows, also where the compression would not notice it. */
export async function* sealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of source) {
    hasher.update(chunk)
    yield chunk
  }
  yield new Uint8Array(Buffer.concat([HEAD, hasher.digest()]))
}

/** The bytes without the seal. Throws `backup/damaged` after the last one when there is none, or when it is not that of these bytes. */
export async function* unsealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const hasher = new Bun.CryptoHasher('sha256')
  let held: Uint8Array = new Uint8Array(0)
  for await (const chunk of source) {
    const all = held.byteLength === 0 ? chunk : Buffer.concat([held, chunk])
    const cut = Math.max(0, all.byteLength - SEAL_BYTES)
    held = new Uint8Array(all.subarray(cut))
    if (cut === 0) continue
    hasher.update(all.subarray(0, cut))
    yield all.subarray(0, cut)
  }
  const seal = Buffer.from(held)
  if (seal.byteLength !== SEAL_BYTES || !seal.subarray(0, HEAD.byteLength).equals(HEAD)) throw damaged('its seal is missing')
  if (!seal.subarray(HEAD.byteLength).equals(hasher.digest())) throw damaged('its seal is that of other bytes')
}
