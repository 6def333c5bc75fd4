import { requireRole } from '../../access/service.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../shared/errors.ts'
import type { ReceivedFile } from '../../uploads/file-store.service.ts'
import { requireFilename } from '../../uploads/service.ts'
import type { Report } from '../report.ts'
import { type InPlaceOf, requireNewParts, storeReport, uploadReport } from '../service.ts'
import { whereToFind } from './advice.ts'
import { identifyReport } from './file.ts'
import { packFiles } from './pack.ts'

export type UploadedFile = { readonly filename: string; readonly declaredType: string | null; readonly file: ReceivedFile }

/** So many files may come in one upload. */
export const MAX_FILES = 100
/** What all of them may have, in bytes: an archive of more is not opened. */
const MAX_TOGETHER = 64 * 1024 * 1024
const MAX_NAME = 150

/**
 * Stores the files of one upload as one report: a single one as it is, several as a ZIP archive of them. Needs EDITOR. The same bytes twice are one
 * file. The same files at that broker, in whatever order and by whatever names, are `import/duplicate-file` (409). Throws for each file what
 * `uploadReport` does, `import/nested-zip` (422) for an archive among them, `upload/too-large` (413) above 64 MiB together.
 */
export async function uploadFiles(
  ctx: Ctx,
  brokerId: number,
  uploaded: readonly UploadedFile[],
  instead?: InPlaceOf,
): Promise<Report> {
  const files = [...Map.groupBy(uploaded, ({ file }) => file.sha256).values()].flatMap(([first]) => first ?? [])
  try {
    const [only, ...more] = files
    if (only !== undefined && more.length === 0) return await uploadReport(ctx, { brokerId, instead, ...only })
    return await uploadSet(ctx, brokerId, files, instead)
  } finally {
    for (const { file } of uploaded) await file.discard()
  }
}

async function uploadSet(
  ctx: Ctx,
  brokerId: number,
  files: readonly UploadedFile[],
  instead: InPlaceOf | undefined,
): Promise<Report> {
  const { name: broker } = await requireRole(ctx, brokerId, 'EDITOR')
  requireModest(files)
  const names = uniqueNames(files.map(({ filename }) => requireFilename(filename, '/form/file')))
  for (const [index, { file, declaredType }] of files.entries()) {
    const filename = names[index] ?? ''
    await requireReport(file, { filename, declaredType }, () => whereToFind(ctx.plugins.brim, [broker, filename]))
  }
  const partsHash = hashOf(files)
  await requireNewParts(ctx, brokerId, partsHash)
  const sorted = files
    .map(({ file }, index) => ({ name: names[index] ?? '', file }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const packed = await packFiles(ctx.folders, sorted)
  try {
    const filename = `${[...(sorted[0]?.name ?? '')].slice(0, MAX_NAME).join('')} and ${files.length - 1} more.zip`
    return await storeReport(ctx, { brokerId, filename, contentType: 'application/zip', file: packed, partsHash, instead })
  } finally {
    await packed.discard()
  }
}

function requireModest(files: readonly UploadedFile[]): void {
  if (files.reduce((sum, { file }) => sum + file.size, 0) <= MAX_TOGETHER) return
  const detail = `Together the files are larger than ${MAX_TOGETHER / 1_048_576} MiB; nothing was stored. Upload them one by one.`
  throw new AppError('too-large', 'upload/too-large', detail)
}

async function requireReport(...[file, claim, advice]: Parameters<typeof identifyReport>): Promise<void> {
  const { filename } = claim
  if (file.size === 0) throw invalid('import/empty', '/form/file', `The file ${filename} is empty.`)
  if ((await identifyReport(file, claim, advice)) === 'application/zip')
    throw invalid('import/nested-zip', '/form/file', `${filename} is an archive. Upload it alone, or the files in it.`)
}

/** The same for the same bytes of all files. */
function hashOf(files: readonly UploadedFile[]): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const sha256 of files.map(({ file }) => file.sha256).sort()) hasher.update(`${sha256}\n`)
  return hasher.digest('hex')
}

/** Names of which no two are alike: `a.csv`, `a (2).csv`. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const at = name.lastIndexOf('.')
    const [stem, ending] = at > 0 ? [name.slice(0, at), name.slice(at)] : [name, '']
    let free = name
    for (let n = 2; taken.has(free); n++) free = `${stem} (${n})${ending}`
    taken.add(free)
    return free
  })
}
