import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { AppError } from '../shared/errors.ts'
import { damaged } from './refusals.ts'

const LEVEL = 3

/** One frame of Zstandard with a checksum of its content. */
export async function* compressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 }
  yield* through(source, createZstdCompress({ params }))
}

/** What was compressed. Throws `backup/damaged` for what is not Zstandard, and what `source` throws. */
export async function* decompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* through(source, createZstdDecompress())
  } catch (error) {
    throw error instanceof AppError ? error : damaged('its compression does not fit', error)
  }
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
