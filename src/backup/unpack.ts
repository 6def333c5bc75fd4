import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { DATABASE_FILE } from '../folders.ts'
import { AppError } from '../shared/errors.ts'
import { decompressed } from './compression.ts'
import { contentOf } from './disk.ts'
import { decrypted, isEncrypted, streamOf } from './encryption.ts'
import { MANIFEST_FILE, MAX_MANIFEST_BYTES, type Manifest, readManifest } from './manifest.ts'
import { mostBytesIn } from './ratio.ts'
import { damaged, foreign, gone, noRoom, tooLarge, unsafe } from './refusals.ts'
import { unsealed } from './seal.ts'

type Unpacking = {
  readonly passphrase: string | null
  /** Bytes that may be written. */
  readonly room: number
  /** `database`: for a look whether all is well. Of the other files only the sizes, which take no space; nothing is synced to the disk. */
  readonly what: 'all' | 'database'
  readonly progress: (bytes: number) => void
}

type Found = { readonly name: string; readonly size: number; readonly sha256: string }
type Seen = { readonly found: Map<string, Found>; manifest: Manifest | undefined; bytes: number; readonly mostBytes: number }

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const STORED = new RegExp(`^(uploads|reports)/${ID}$`)
const MOST_FILES = 2_000_000
const HEAD_BYTES = 32
const ZSTD = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd)

/**
 * Unpacks an archive into the empty folder `into`, and answers its manifest. Names, types and sizes are judged before contents; what is not
 * exactly what the manifest says is refused. Throws `backup/foreign`, `backup/damaged`, `backup/unsafe`, `backup/passphrase`,
 * `backup/newer` (422), `backup/too-large` (413), `storage/full` (507), `backup/not-found` (404) where it was deleted meanwhile; then the folder is the caller's to remove.
 */
export async function unpackArchive(archive: string, into: string, unpacking: Unpacking): Promise<Manifest> {
  try {
    return await unpack(archive, into, unpacking)
  } catch (error) {
    throw isMissing(error, archive) ? gone(error) : error
  }
}

async function unpack(archive: string, into: string, unpacking: Unpacking): Promise<Manifest> {
  const { size } = statSync(archive)
  const head = headOf(archive)
  const isAge = isEncrypted(head)
  if (!isAge && !ZSTD.every((byte, at) => head[at] === byte))
    throw foreign('it is neither compressed by Zstandard nor encrypted by age')
  const raw = counted(contentOf(archive, size), unpacking.progress)
  const tar = decompressed(unsealed(isAge ? decrypted(raw, unpacking.passphrase) : raw))
  const seen: Seen = { found: new Map(), manifest: undefined, bytes: 0, mostBytes: mostBytesIn(size) }
  for (const folder of ['uploads', 'reports']) mkdirSync(join(into, folder), { recursive: true, mode: 0o700 })
  try {
    for await (const entry of streamOf(tar).pipeThrough(createTarDecoder({ strict: true })))
      await takeEntry(entry, into, seen, unpacking)
  } catch (error) {
    throw error instanceof AppError || isOfFiles(error) ? error : damaged('its list of files cannot be read', error)
  }
  return compared(seen)
}

function headOf(path: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES)
  const file = openSync(path, 'r')
  try {
    return head.subarray(0, readSync(file, head))
  } finally {
    closeSync(file)
  }
}

function isMissing(error: unknown, path: string): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error && error.path === path
}

function isOfFiles(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

async function* counted(source: AsyncIterable<Uint8Array>, progress: (bytes: number) => void) {
  let done = 0
  for await (const chunk of source) {
    yield chunk
    done += chunk.byteLength
    progress(done)
  }
}

async function takeEntry({ header, body }: ParsedTarEntry, into: string, seen: Seen, unpacking: Unpacking): Promise<void> {
  judge(header, seen, unpacking)
  const { name, size } = header
  const { what } = unpacking
  const path = join(into, name)
  if (name === MANIFEST_FILE) {
    const bytes = await new Response(body).bytes()
    writeFileSync(path, bytes, { mode: 0o600 })
    seen.manifest = readManifest(bytes)
    return
  }
  const isLeftOut = what === 'database' && name !== DATABASE_FILE
  if (isLeftOut) makeEmpty(path, size)
  const sha256 = isLeftOut ? await hashOf(body) : await writeEntry(path, body, what === 'all')
  seen.found.set(name, { name, size, sha256 })
}

/** Everything that can be said of a file before its first byte. */
function judge(header: ParsedTarEntry['header'], seen: Seen, { room, what }: Unpacking): void {
  const { name, size, type = 'file' } = header
  if (type !== 'file') throw unsafe(`it holds a ${type}, and may hold files only`)
  if (seen.manifest !== undefined) throw unsafe('there are files behind its manifest')
  if (name !== DATABASE_FILE && name !== MANIFEST_FILE && !STORED.test(name))
    throw unsafe('it holds a file with a name that no file of a backup has')
  if (seen.found.has(name)) throw unsafe('it holds a file twice')
  if (seen.found.size >= MOST_FILES) throw tooLarge(`A backup has at most ${MOST_FILES} files.`)
  if (name === MANIFEST_FILE && size > MAX_MANIFEST_BYTES) throw tooLarge('The manifest of the backup is too large.')
  seen.bytes += size
  if (seen.bytes > seen.mostBytes) throw tooLarge('The archive would become far larger than backups do.')
  const isWritten = what === 'all' || name === DATABASE_FILE
  if (isWritten && seen.bytes > room) throw noRoom()
}

/** A file of a size that takes no space. */
function makeEmpty(path: string, size: number): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    ftruncateSync(file, size)
  } finally {
    closeSync(file)
  }
}

async function hashOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of body) hasher.update(chunk)
  return hasher.digest('hex')
}

/** Writes the bytes and answers their SHA-256; `isSynced`: they are on the disk then. */
async function writeEntry(path: string, body: ReadableStream<Uint8Array>, isSynced: boolean): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      hasher.update(chunk)
      writeFileSync(file, chunk)
    }
    if (isSynced) fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return hasher.digest('hex')
}

function compared({ found, manifest }: Seen): Manifest {
  if (manifest === undefined) throw found.size === 0 ? foreign('it is empty') : damaged('its manifest is missing')
  if (new Set(manifest.files.map((file) => file.name)).size !== manifest.files.length)
    throw damaged('its manifest names a file twice')
  for (const { name, size, sha256 } of manifest.files) {
    const file = found.get(name)
    if (file === undefined) throw damaged(`${name} is missing`)
    if (file.size !== size || file.sha256 !== sha256) throw damaged(`${name} is not what its manifest says`)
  }
  if (found.size !== manifest.files.length) throw unsafe('it holds files that its manifest does not name')
  if (!found.has(DATABASE_FILE)) throw foreign('it has no database')
  return manifest
}
