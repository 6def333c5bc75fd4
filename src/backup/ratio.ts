const MIB = 1024 * 1024
/** Databases become a fifth of their size, files of one line again and again next to nothing: an archive is padded up to this share of what is in it. */
const LARGEST_RATIO = 200
const ALWAYS_FITS = 256 * MIB
/** Skippable frames (RFC 8878 section 3.1.2) of at most so many bytes. */
const MAGIC_NUMBER = 0x184d2a50
const HEAD_BYTES = 8
const LARGEST_FRAME = MIB

/** How many bytes of files may be in an archive of so many bytes; with more it is no honest one. */
export function mostBytesIn(archiveBytes: number): number {
  return ALWAYS_FITS + LARGEST_RATIO * archiveBytes
}

/** The compressed bytes, and as many skippable frames behind them as an archive with `bytes()` of files needs to be taken for an honest one. */
export async function* padded(source: AsyncIterable<Uint8Array>, bytes: () => number): AsyncGenerator<Uint8Array, void> {
  let written = 0
  for await (const chunk of source) {
    written += chunk.byteLength
    yield chunk
  }
  const least = Math.ceil((bytes() - ALWAYS_FITS) / LARGEST_RATIO)
  while (written < least) {
    const frame = frameOf(Math.min(LARGEST_FRAME, least - written))
    written += frame.byteLength
    yield frame
  }
}

function frameOf(bytes: number): Uint8Array {
  const frame = new Uint8Array(HEAD_BYTES + bytes)
  const view = new DataView(frame.buffer)
  view.setUint32(0, MAGIC_NUMBER, true)
  view.setUint32(4, bytes, true)
  return frame
}
