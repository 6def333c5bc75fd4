import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { AppError } from '../shared/errors.ts'
import { damaged } from './refusals.ts'

const LEVEL = 3
/** Each block waits for its turn beside requests: few large ones. */
const BLOCK_BYTES = 256 * 1024

/** One frame of Zstandard with a checksum of its content. */
export async function* compressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 }
  yield* through(inBlocks(source), createZstdCompress({ params, chunkSize: BLOCK_BYTES }))
}

/** What was compressed. Throws `backup/damaged` for what is not Zstandard, and what `source` throws. */
export async function* decompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* through(source, createZstdDecompress({ chunkSize: BLOCK_BYTES }))
  } catch (error) {
    throw error instanceof AppError ? error : damaged('its compression does not fit', error)
  }
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
