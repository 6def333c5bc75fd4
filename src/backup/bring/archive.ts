import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { listZipStreams, type ZipStream } from '#plugins/kit/zip.ts'
import { AppError } from '../../shared/errors.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { FORMAT, FORMAT_VERSION, MANIFEST, READ_FILES, type ReadFile } from '../export/format.ts'
import { linesOf } from '../export/spool.ts'

/** An export of which every file has the size and the hash of its manifest. */
export type Archive = {
  readonly createdAt: string
  readonly transactions: number
  readonly lines: (name: ReadFile) => AsyncGenerator<string>
}

type Named = { readonly size: number; readonly sha256: string }

const MAX_MANIFEST_BYTES = 262_144
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024
const MAX_LINE_LENGTH = 262_144
const HASH = /^[0-9a-f]{64}$/

/** Opens an export on the disk. Throws `backup/export-damaged`, `backup/export-foreign`, `backup/export-newer` (422), `backup/export-large` (413). */
export async function openArchive(file: Blob): Promise<Archive> {
  const files = new Map((await listed(file)).map((one) => [one.name, one]))
  const manifest = await readManifest(files.get(MANIFEST))
  for (const name of READ_FILES) if (!manifest.files.has(name)) throw damaged(`${name} is missing.`)
  const named = [...manifest.files].map(([name, said]) => ({ name, ...said, file: files.get(name) }))
  const odd = named.find(({ file, size }) => file?.size !== size)
  if (odd !== undefined) throw damaged(`${odd.name} is not the one of its manifest.`)
  if (named.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED_BYTES)
    throw new AppError('too-large', 'backup/export-large', `Unpacked it is larger than ${MAX_UNPACKED_BYTES / 1_048_576} MiB.`)
  for (const { name, file, sha256 } of named)
    if (file === undefined || (await hashOf(file)) !== sha256) throw damaged(`${name} is not the one of its manifest.`)
  return {
    ...{ createdAt: manifest.createdAt, transactions: manifest.transactions },
    lines: (name) => linesIn(files.get(name)),
  }
}

async function listed(file: Blob): Promise<ZipStream[]> {
  try {
    return await listZipStreams(file)
  } catch (error) {
    throw refused(error)
  }
}

async function readManifest(file: ZipStream | undefined) {
  if (file === undefined || file.size > MAX_MANIFEST_BYTES) throw foreign()
  let said: unknown
  try {
    said = JSON.parse(await new Response(file.open()).text())
  } catch (error) {
    throw refused(error)
  }
  const manifest = Object(said) as Readonly<Record<string, unknown>>
  if (manifest['format'] !== FORMAT || typeof manifest['version'] !== 'number') throw foreign()
  if (manifest['version'] > FORMAT_VERSION)
    throw new AppError(
      'invalid',
      'backup/export-newer',
      'A newer Holdfast made this export. Update this one first; nothing was changed.',
    )
  const entries = Array.isArray(manifest['files']) ? manifest['files'] : []
  const named = entries.flatMap((entry): (readonly [string, Named])[] => {
    const { name, size, sha256 } = Object(entry) as Readonly<Record<string, unknown>>
    const isSound = typeof name === 'string' && typeof size === 'number' && typeof sha256 === 'string' && HASH.test(sha256)
    return isSound ? [[name, { size, sha256 }]] : []
  })
  const count = Object(manifest['counts'])['transactions']
  return {
    files: new Map(named),
    createdAt: typeof manifest['created_at'] === 'string' ? manifest['created_at'].slice(0, 40) : '',
    transactions: typeof count === 'number' && Number.isSafeInteger(count) ? count : 0,
  }
}

async function hashOf(file: ZipStream): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const yieldWhenDue = createYielder()
  try {
    for await (const chunk of file.open()) {
      hasher.update(chunk)
      await yieldWhenDue()
    }
  } catch (error) {
    throw refused(error)
  }
  return hasher.digest('hex')
}

async function* linesIn(file: ZipStream | undefined): AsyncGenerator<string> {
  if (file === undefined) throw damaged()
  const yieldWhenDue = createYielder()
  try {
    for await (const line of linesOf(file.open(), MAX_LINE_LENGTH)) {
      yield line
      const pause = yieldWhenDue()
      if (pause !== undefined) await pause
    }
  } catch (error) {
    throw refused(error)
  }
}

/** What goes wrong with reading is the archive: whatever the library calls it. */
function refused(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ReportRefusal && error.code !== 'damaged-zip') return unsafe(error)
  return damaged(error instanceof TypeError || error instanceof RangeError ? 'A file in it is no text.' : undefined)
}

function unsafe(error: ReportRefusal): AppError {
  return new AppError('invalid', 'backup/export-damaged', `${error.message} Nothing was changed.`)
}

function damaged(detail = 'It is cut off or damaged.'): AppError {
  return new AppError(
    'invalid',
    'backup/export-damaged',
    `This export cannot be read: ${detail} Download it again; nothing was changed.`,
  )
}

function foreign(): AppError {
  return new AppError(
    'invalid',
    'backup/export-foreign',
    'This is no export of Holdfast: take the file that GET /backup/export gives. Reports of brokers go to POST /brokers/import/upload.',
  )
}
