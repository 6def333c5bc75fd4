/** ZIP archives from strangers: listed first, judged by what they claim, unpacked never beyond that claim. */
import type { Entry, FileEntry, Reader } from '@zip.js/zip.js'
import { createYielder } from '#src/shared/event-loop.ts'
import { ReportRefusal } from './refusal.ts'

/** What an archive may unpack to, in bytes, all its entries together. */
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 2_000
const MAX_NAMES = 10_000
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024
const MAX_RATIO = 200
const RATIO_MATTERS_FROM_BYTES = 8 * 1024 * 1024

export type ZipFile = { readonly name: string; readonly size: number; readonly read: () => Promise<Uint8Array> }

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
}

/**
 * The files of an archive, without unpacking any. Throws ReportRefusal: `damaged-zip`, `unsafe-name`, `encrypted`, `zip-bomb`
 * (claimed sizes, ratio, number of entries). `read` throws `zip-bomb` when the contents are larger than claimed, `damaged-zip` on a bad checksum.
 */
export async function listZip(bytes: Uint8Array): Promise<ZipFile[]> {
  const files: ZipFile[] = []
  let [entries, unpacked] = [0, 0]
  for await (const entry of entriesOf(({ Uint8ArrayReader }) => new Uint8ArrayReader(bytes))) {
    entries++
    unpacked += entry.uncompressedSize
    if (entries > MAX_ENTRIES) throw new ReportRefusal('zip-bomb', `The archive has more than ${MAX_ENTRIES} entries.`)
    requireHarmless(entry)
    requireModest(unpacked, bytes.length)
    if (!entry.directory) files.push({ name: entry.filename, size: entry.uncompressedSize, read: () => unpack(entry) })
  }
  return files
}

/** A file in an archive on the disk; `open` unpacks it piece by piece, never more than `size`, and fails as `read` of `listZip` does. */
export type ZipStream = { readonly name: string; readonly size: number; readonly open: () => ReadableStream<Uint8Array> }

/**
 * The files of an archive on the disk, 10,000 at most, of which only the directory is read, 4 MiB at most. Throws ReportRefusal as `listZip` does, but
 * for what the entries claim to unpack to: the caller judges it.
 */
export async function listZipStreams(file: Blob): Promise<ZipStream[]> {
  const files: ZipStream[] = []
  const yieldWhenDue = createYielder()
  for await (const entry of entriesOnDisk(file)) {
    requireHarmless(entry)
    if (!entry.directory) files.push({ name: entry.filename, size: entry.uncompressedSize, open: () => unpacked(entry) })
    if (files.length > MAX_NAMES) throw new ReportRefusal('zip-bomb', `The archive has more than ${MAX_NAMES} entries.`)
    await yieldWhenDue()
  }
  return files
}

/**
 * The names in an archive on the disk, 10,000 at most, of which only the directory is read, 4 MiB at most, with pauses for others. Throws
 * ReportRefusal as `listZip` does, but for what the entries claim to unpack to.
 */
export async function listZipNames(file: Blob): Promise<string[]> {
  const yieldWhenDue = createYielder()
  const names: string[] = []
  for await (const entry of entriesOnDisk(file)) {
    if (names.push(entry.filename) > MAX_NAMES)
      throw new ReportRefusal('zip-bomb', `The archive has more than ${MAX_NAMES} entries.`)
    await yieldWhenDue()
  }
  return names
}

function entriesOnDisk(file: Blob): AsyncGenerator<Entry> {
  return entriesOf(({ BlobReader }) => {
    const reader = new BlobReader(file)
    const readAny = reader.readUint8Array.bind(reader)
    reader.readUint8Array = (offset, length) => {
      if (length <= MAX_DIRECTORY_BYTES) return readAny(offset, length)
      throw new ReportRefusal('zip-bomb', 'The directory of the archive is larger than 4 MiB.')
    }
    return reader
  })
}

async function* entriesOf(open: (library: typeof import('@zip.js/zip.js')) => Reader<unknown>): AsyncGenerator<Entry> {
  const library = await import('@zip.js/zip.js')
  library.configure({ useWebWorkers: false })
  try {
    const options = { strictness: 'strict', checkSignature: true, checkOverlappingEntry: true } as const
    yield* new library.ZipReader(open(library), options).getEntriesGenerator()
  } catch (error) {
    throw refusalOf(error)
  }
}

function requireHarmless(entry: Entry): void {
  if (entry.encrypted)
    throw new ReportRefusal('encrypted', 'The archive is protected with a password. Upload the report without one.')
  if (entry.symlink || /(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:|\0/.test(entry.filename))
    throw new ReportRefusal('unsafe-name', 'The archive has an entry that points outside of it. Upload the file itself.')
}

function requireModest(unpacked: number, packed: number): void {
  if (unpacked > MAX_UNPACKED_BYTES)
    throw new ReportRefusal('zip-bomb', `Unpacked it is larger than ${MAX_UNPACKED_BYTES / 1_048_576} MiB. Split the report.`)
  if (unpacked > RATIO_MATTERS_FROM_BYTES && unpacked > packed * MAX_RATIO)
    throw new ReportRefusal('zip-bomb', `It unpacks to more than ${MAX_RATIO} times its size: that is no report.`)
}

function unpacked(entry: FileEntry): ReadableStream<Uint8Array> {
  let size = 0
  const through = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > entry.uncompressedSize)
        throw new ReportRefusal('zip-bomb', 'The archive does not hold what it says: it is damaged or made to harm.')
      controller.enqueue(chunk)
    },
  })
  void entry.getData(through.writable).catch((error: unknown) => through.writable.abort(refusalOf(error)).catch(() => {}))
  return through.readable
}

async function unpack(entry: FileEntry): Promise<Uint8Array> {
  const unpacked = new Uint8Array(entry.uncompressedSize)
  let size = 0
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      if (size + chunk.length > unpacked.length)
        throw new ReportRefusal('zip-bomb', 'The archive does not hold what it says: it is damaged or made to harm.')
      unpacked.set(chunk, size)
      size += chunk.length
    },
  })
  try {
    await entry.getData(sink)
  } catch (error) {
    throw refusalOf(error)
  }
  return unpacked.subarray(0, size)
}

function refusalOf(error: unknown): ReportRefusal {
  if (error instanceof ReportRefusal) return error
  const message = error instanceof Error ? error.message : ''
  if (/filename/i.test(message))
    return new ReportRefusal('unsafe-name', 'The archive has an entry that points outside of it. Upload the file itself.')
  if (/uncompressed size|overlapping/i.test(message))
    return new ReportRefusal('zip-bomb', 'The archive does not hold what it says: it is damaged or made to harm.')
  if (/encrypt/i.test(message))
    return new ReportRefusal('encrypted', 'The archive is protected with a password. Upload the report without one.')
  return new ReportRefusal('damaged-zip', 'The archive cannot be read: it is damaged or cut off. Download it again.')
}
