import type { BunFile } from 'bun'
import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { listZipNames } from '#plugins/kit/zip.ts'
import { AppError } from '../shared/errors.ts'
import { hidesArchive, hidesPage, isExecutableExtension, programOf, scriptOf, ZIP_TAIL_BYTES } from './executables.ts'
import { CONTENT_TYPES, type ContentType, declarationFits, isContentType, isImage, typeOfExtension } from './file-kinds.ts'
import { extensionOf } from './filename.ts'
import { decodeHead, decodeTail, rootTagOf, textKind } from './text-kind.ts'

/** A file on the disk with its first 4 KiB. */
export type Sample = { readonly head: Uint8Array; readonly path: string; readonly size: number }

/** What the client says about it. */
export type Claim = { readonly filename: string; readonly declaredType: string | null }

/** `strict`: an extension or a declared type that contradicts the bytes is a refusal; otherwise only the bytes count. */
export type TypeRules = { readonly allowed: readonly ContentType[]; readonly strict: boolean }

/** `extension`: of the filename, lower case, without dot; empty when it has none. */
export type Identified = { readonly contentType: ContentType; readonly extension: string }

export const ANY_ALLOWED: TypeRules = { allowed: CONTENT_TYPES, strict: true }

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet'
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const PLAIN: readonly ContentType[] = ['text/csv', 'text/tab-separated-values', 'text/plain']

/**
 * What a file really is, by its bytes; the filename only tells CSV, TSV and plain text apart. Throws AppError (415): `upload/executable`
 * for programs, scripts, pages, macros and files that are two things at once, `upload/type-mismatch` for a name or declared type that
 * says something else, `upload/type-unsupported` for what is not in `rules.allowed`.
 */
export async function identify(sample: Sample, claim: Claim, rules: TypeRules = ANY_ALLOWED): Promise<Identified> {
  const extension = extensionOf(claim.filename)
  if (isExecutableExtension(extension)) throw executable(`files that end in .${extension} are programs, scripts or pages`)
  const actual = await typeOfBytes(sample)
  const known = isContentType(actual) ? settle(actual, extension, claim.declaredType, rules.strict) : undefined
  if (known !== undefined && rules.allowed.includes(known)) return { contentType: known, extension }
  if (known === undefined && rules.strict && typeOfExtension(extension) !== undefined) throw mismatch(`.${extension}`, actual)
  throw new AppError('unsupported', 'upload/type-unsupported', `This type of file is not taken: ${known ?? actual}.`)
}

/** Whether a file of this type may be called so; a name without extension always fits. */
export function extensionFits(type: ContentType, extension: string): boolean {
  const named = typeOfExtension(extension)
  return extension === '' || named === type || (named !== undefined && PLAIN.includes(type) && PLAIN.includes(named))
}

function settle(actual: ContentType, extension: string, declared: string | null, strict: boolean): ContentType | undefined {
  const named = typeOfExtension(extension)
  const type = refine(actual, named, declared)
  if (!strict) return type
  if (extension !== '' && named === undefined) return undefined
  if (named !== undefined && named !== type) throw mismatch(`.${extension}`, type)
  if (!declarationFits(declared, type)) throw mismatch(declared ?? '', type)
  return type
}

function refine(actual: ContentType, named: ContentType | undefined, declared: string | null): ContentType {
  if (named === 'text/plain' && (actual === 'application/json' || actual === 'application/xml')) return named
  if (!PLAIN.includes(actual)) return actual
  if (named !== undefined) return PLAIN.includes(named) ? named : actual
  return PLAIN.find((type) => type === declared) ?? actual
}

async function typeOfBytes(sample: Sample): Promise<string> {
  const file = Bun.file(sample.path)
  const text = decodeHead(sample.head)
  const program = programOf(sample.head, text !== undefined)
  if (program !== undefined) throw executable(`it is ${program}`)
  if (startsWith(sample.head, 'PK\u0003\u0004') || startsWith(sample.head, 'PK\u0005\u0006')) return zipKind(sample, file)
  const start = Math.max(0, sample.size - ZIP_TAIL_BYTES)
  const tail = await file.slice(start, sample.size).bytes()
  if (hidesArchive(tail)) throw executable('it is two things at once: a ZIP archive is hidden at its end')
  if (startsWith(sample.head, '%PDF-')) return 'application/pdf'
  if (text === undefined) return binaryKind(sample.head, tail)
  const rootTag = rootTagOf(text.text)
  const script = scriptOf(text.text, rootTag)
  if (script !== undefined) throw executable(`it is ${script}`)
  const ending = decodeTail(tail, start, text.encoding)
  if (ending === undefined || text.text.slice(0, 1024).includes('%PDF-'))
    throw executable('it is two things at once: it starts as text and goes on as something else')
  return textKind(text.text, ending, rootTag)
}

async function binaryKind(head: Uint8Array, tail: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(head))?.mime ?? 'application/octet-stream'
  const type = mime === 'image/apng' ? 'image/png' : mime
  if (isImage(type) && (hidesPage(head) || hidesPage(tail)))
    throw executable('it is two things at once: a picture with a page in it')
  return type
}

async function zipKind(sample: Sample, file: BunFile): Promise<string> {
  const names = (await namesIn(file)).map((name) => name.replaceAll('\\', '/').toLowerCase())
  const hidden = names.find(isRunnable)
  if (hidden !== undefined) throw executable(`the archive holds a program, script or macro: ${hidden.slice(0, 100)}`)
  if (names.includes('[content_types].xml')) return names.includes('xl/workbook.xml') ? WORKBOOK : 'another Office document'
  return declaredInside(sample.head) ?? 'application/zip'
}

async function namesIn(file: BunFile): Promise<string[]> {
  try {
    return await listZipNames(file)
  } catch (cause) {
    if (!(cause instanceof ReportRefusal)) throw cause
    const detail = `It starts as a ZIP archive, but cannot be taken as one. ${cause.message}`
    throw new AppError('unsupported', 'upload/type-mismatch', detail, { cause })
  }
}

function isRunnable(name: string): boolean {
  if (/^(meta-inf\/manifest\.mf|androidmanifest\.xml|basic\/.*|scripts\/.*|payload\/.*\.app\/.*)$/.test(name)) return true
  return name.endsWith('/vbaproject.bin') || isExecutableExtension(extensionOf(name.split('/').at(-1) ?? ''))
}

/** OpenDocument and EPUB say what they are in a first, stored entry called `mimetype` (ODF 1.3 part 2, 3.3). */
function declaredInside(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(30, 200)).toString('latin1')
  const declared = /^mimetype(application\/[\w.+-]+?)(?=PK)/.exec(text)?.[1]
  return declared?.startsWith(SPREADSHEET) ? SPREADSHEET : declared
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return Buffer.from(bytes.subarray(0, magic.length)).toString('latin1') === magic
}

function executable(what: string): AppError {
  return new AppError('unsupported', 'upload/executable', `Programs, scripts and web pages are not taken: ${what}.`)
}

function mismatch(claim: string, actual: string): AppError {
  const what = actual === 'application/octet-stream' ? 'of no type that we know' : actual
  return new AppError('unsupported', 'upload/type-mismatch', `The file says it is ${claim}, but its content is ${what}.`)
}
