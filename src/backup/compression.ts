import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { AppError } from '../shared/errors.ts'
import { damaged } from './refusals.ts'

const LEVEL = 3
/** Each block waits for its turn beside requests: few large ones. */
const BLOCK_BYTES = 256 * 1024
/** So much is compressed, or less than that much decompressed, at once: it takes a few milliseconds, and each block of a stream waits for the turn of requests. */
const SMALL_BYTES = 2 * 1024 * 1024
const LARGEST_AT_ONCE = 8 * SMALL_BYTES

/** One frame of Zstandard with a checksum of its content. */
export async function* compressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 }
  const { held, rest } = await first(source, SMALL_BYTES)
  if (rest === undefined) yield zstdCompressSync(held, { params })
  else yield* through(inBlocks(rest), createZstdCompress({ params, chunkSize: BLOCK_BYTES }))
}

/** What was compressed. Throws `backup/damaged` for what is not Zstandard, and what `source` throws. */
export async function* decompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    const { held, rest } = await first(source, SMALL_BYTES)
    const whole = rest === undefined ? decompressedAtOnce(held) : undefined
    if (whole !== undefined) yield whole
    else yield* through(rest ?? once(held), createZstdDecompress({ chunkSize: BLOCK_BYTES }))
  } catch (error) {
    throw error instanceof AppError ? error : damaged('its compression does not fit', error)
  }
}

/** `undefined` where it becomes large, and where it is faulty: as a stream it says what is wrong. */
function decompressedAtOnce(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: LARGEST_AT_ONCE })
  } catch {
    return undefined
  }
}

/** All bytes, where there are at most so many; else the same source from its beginning in `rest`. */
async function first(source: AsyncIterable<Uint8Array>, most: number) {
  const iterator = source[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  for (let bytes = 0; ; ) {
    const { done, value } = await iterator.next()
    if (done) return { held: Buffer.concat(chunks), rest: undefined }
    chunks.push(value)
    bytes += value.byteLength
    if (bytes > most) return { held: undefined, rest: continued(chunks, iterator) }
  }
}

async function* continued(chunks: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk
    yield* { [Symbol.asyncIterator]: () => iterator }
  } finally {
    await iterator.return?.()
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

/** The same bytes in blocks of at least so many, but for the last. */
async function* inBlocks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let [held, bytes] = [[] as Uint8Array[], 0]
  for await (const chunk of source) {
    held.push(chunk)
    bytes += chunk.byteLength
    if (bytes < BLOCK_BYTES) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  yield Buffer.concat(held)
}

async function* through(
  source: AsyncIterable<Uint8Array>,
  stream: NodeJS.ReadWriteStream & { destroy: () => unknown },
): AsyncGenerator<Uint8Array, void> {
  const pumping = pipeline(source, stream)
  pumping.catch(() => {})
  try {
    for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  } finally {
    stream.destroy()
  }
  await pumping
}
