import type { BunFile } from 'bun'

/** The names in a ZIP archive's central directory, in its order. Nothing is unpacked. */
export type ZipDirectory = { readonly names: readonly string[] }

/** The end record is 22 bytes and a comment of at most 65,535. */
export const ZIP_TAIL_BYTES = 22 + 65_535
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024
const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50

/** Where the end record begins in the last bytes of a file, or -1. Its comment must end with the file. PKWARE APPNOTE 4.3.16. */
export function endOfZip(tail: Uint8Array): number {
  const view = viewOf(tail)
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (tail[at] === 0x50 && view.getUint32(at, true) === END && at + 22 + view.getUint16(at + 20, true) === tail.byteLength)
      return at
  }
  return -1
}

/** Reads the central directory (also of ZIP64). `undefined` when the archive is damaged or its directory is over 4 MiB. */
export async function readZipDirectory(file: BunFile): Promise<ZipDirectory | undefined> {
  const start = Math.max(0, file.size - ZIP_TAIL_BYTES - 20)
  const tail = await file.slice(start, file.size).bytes()
  const end = endOfZip(tail)
  if (end === -1) return undefined
  const place = (await place64(file, tail, end)) ?? place32(tail, end)
  if (place.size > MAX_DIRECTORY_BYTES || place.offset + place.size > start + end) return undefined
  const names = namesOf(await file.slice(place.offset, place.offset + place.size).bytes(), place.count)
  return names && { names }
}

type Place = { readonly count: number; readonly size: number; readonly offset: number }

function place32(tail: Uint8Array, end: number): Place {
  const view = viewOf(tail)
  return { count: view.getUint16(end + 10, true), size: view.getUint32(end + 12, true), offset: view.getUint32(end + 16, true) }
}

async function place64(file: BunFile, tail: Uint8Array, end: number): Promise<Place | undefined> {
  if (end < 20 || viewOf(tail).getUint32(end - 20, true) !== LOCATOR_64) return undefined
  const at = Number(viewOf(tail).getBigUint64(end - 12, true))
  const record = await file.slice(at, at + 56).bytes()
  if (record.byteLength < 56 || viewOf(record).getUint32(0, true) !== END_64) return undefined
  const read = (offset: number) => Number(viewOf(record).getBigUint64(offset, true))
  return { count: read(32), size: read(40), offset: read(48) }
}

function namesOf(directory: Uint8Array, count: number): string[] | undefined {
  const view = viewOf(directory)
  const names: string[] = []
  let at = 0
  while (at + 46 <= directory.byteLength && view.getUint32(at, true) === ENTRY) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number]
    names.push(Buffer.from(directory.subarray(at + 46, at + 46 + name)).toString('utf8'))
    at += 46 + name + extra + comment
  }
  return at <= directory.byteLength && names.length % 65_536 === count % 65_536 ? names : undefined
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
