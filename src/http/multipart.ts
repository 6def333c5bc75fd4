import { AppError, type Fault } from '../shared/errors.ts'
import { drainUnread } from './drain.ts'
import { broken, type FormPart, pointerPart, readParts } from './form-parts.ts'
import { wrongType } from './json-body.ts'
import type { HttpContext } from './route.ts'

/** What a form may bring: file parts, all called `file`, and fields beside them. */
export type FormRules = {
  /** Of all its files together. */
  readonly maxFileBytes: number
  /** The refusal of more. */
  readonly tooLarge: () => AppError
  /** How many files; 1 where it is absent. */
  readonly maxFiles?: number | undefined
  /** Text fields, all optional; `maxLength` in characters. */
  readonly fields: Readonly<Record<string, { readonly maxLength: number }>>
}

/** As the client says; only for display and for checks against the bytes. */
export type FormFile = { readonly filename: string; readonly declaredType: string | null }

/** What was made of the file; `discard` undoes it when the rest of the form turns out bad. */
export type Discardable = { readonly discard: () => Promise<void> }

type Received<T> = FormFile & { readonly file: T }
type Fields = { readonly fields: Readonly<Record<string, string>> }

export type Form<T> = Received<T> & Fields
/** A form with one file or more. */
export type FormOfFiles<T> = Fields & { readonly files: readonly Received<T>[] }

const FORM_OVERHEAD_BYTES = 64 * 1024
/** What a further file takes beside its bytes: boundary, headers, name. */
const FILE_OVERHEAD_BYTES = 1024

/** Reads a multipart form of one file, as `readMultipartFiles` does. */
export async function readMultipart<T extends Discardable>(
  c: HttpContext,
  rules: Omit<FormRules, 'maxFiles'>,
  receive: Receive<T>,
): Promise<Form<T>> {
  const { files, fields } = await readMultipartFiles(c, rules, receive)
  const [file] = files
  if (file === undefined) throw noFile()
  return { ...file, fields }
}

type Receive<T> = (chunks: AsyncIterable<Uint8Array>, file: FormFile) => Promise<T>

/**
 * Reads a multipart form: its `file` parts go to `receive` as they arrive, at the pace that `receive` takes them. Throws AppError:
 * `request/content-type` (415), `request/multipart` and `request/aborted` (400), `request/invalid` (422 with a pointer per fault), what
 * `tooLarge` makes (413, by the announced length or counted while it streams), and what `receive` throws; then it discards what was received.
 */
export async function readMultipartFiles<T extends Discardable>(
  c: HttpContext,
  rules: FormRules,
  receive: Receive<T>,
): Promise<FormOfFiles<T>> {
  const parts = readParts(await openBody(c, rules))
  const fields = new Map<string, string>()
  const faults: Fault[] = []
  const files: Received<T>[] = []
  const within = counter(rules)
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      const part = next.value
      if (part.kind === 'field') takeField(part, rules, fields, faults)
      if (part.kind !== 'file') continue
      const fault = fileFault(part, files.length, rules.maxFiles ?? 1)
      if (fault) faults.push(fault)
      else if (faults.length === 0) files.push(await takeFile(part, within, parts, receive))
    }
    if (faults.length > 0) throw refusal(faults)
    if (files.length === 0) throw noFile()
    return { files, fields: Object.fromEntries(fields) }
  } catch (error) {
    for (const { file } of files) await file.discard()
    throw error
  } finally {
    await parts.return()
  }
}

function noFile(): AppError {
  return refusal([missing('Send the file as the form part `file`.')])
}

async function openBody(c: HttpContext, rules: FormRules) {
  const { body } = c.req.raw
  const contentType = c.req.header('content-type') ?? ''
  const maxBytes = rules.maxFileBytes + FORM_OVERHEAD_BYTES + ((rules.maxFiles ?? 1) - 1) * FILE_OVERHEAD_BYTES
  const boundary = /;\s*boundary=(?:"([^"\\]*)"|([^\s;"]*))/i.exec(contentType)
  const found = boundary?.[1] ?? boundary?.[2] ?? ''
  const refused = announcedFault(c, contentType, found, maxBytes, rules)
  if (refused) {
    await drainUnread(c.req.raw)
    throw refused
  }
  if (body === null) throw broken('It is empty.')
  return { body, boundary: found, maxBytes, maxFiles: rules.maxFiles ?? 1, tooLarge: rules.tooLarge }
}

function announcedFault(c: HttpContext, contentType: string, boundary: string, maxBytes: number, rules: FormRules) {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType))
    return wrongType(contentType, 'Send the file as a form, with Content-Type: multipart/form-data.')
  if (!/^[\w'()+,./:=? -]{1,70}$/.test(boundary)) return broken('Its boundary must have 1 to 70 characters.')
  return Number(c.req.header('content-length') ?? 0) > maxBytes ? rules.tooLarge() : undefined
}

function takeField(part: FormPart & { kind: 'field' }, rules: FormRules, fields: Map<string, string>, faults: Fault[]): void {
  const rule = Object.hasOwn(rules.fields, part.name) ? rules.fields[part.name] : undefined
  const pointer = `/form/${pointerPart(part.name)}`
  if (part.name === 'file') faults.push(missing('Must be a file part: it needs a filename.'))
  else if (!rule) faults.push({ pointer, detail: 'There is no such field.' })
  else if (fields.has(part.name)) faults.push({ pointer, detail: 'Is there more than once.' })
  else if ([...part.value].length > rule.maxLength)
    faults.push({ pointer, detail: `Has more than ${rule.maxLength} characters.` })
  else fields.set(part.name, part.value)
}

function fileFault(part: FormPart & { kind: 'file' }, count: number, most: number): Fault | undefined {
  if (part.name !== 'file')
    return { pointer: `/form/${pointerPart(part.name)}`, detail: 'There is no such file part; send the file as `file`.' }
  if (part.filename === '') return missing('No file was chosen: its filename is empty.')
  if (count < most) return undefined
  return missing(most === 1 ? 'Send one file at a time.' : `Send at most ${most} files at a time.`)
}

async function takeFile<T>(
  part: FormPart & { kind: 'file' },
  within: Counter,
  parts: AsyncGenerator<FormPart, void>,
  receive: Receive<T>,
): Promise<Received<T>> {
  const declared = { filename: part.filename, declaredType: part.declaredType }
  return { ...declared, file: await receive(chunksOf(parts, within), declared) }
}

type Counter = (bytes: Uint8Array) => Uint8Array

/** Lets bytes through as long as all of them together are not too many. */
function counter({ maxFileBytes, tooLarge }: FormRules): Counter {
  let seen = 0
  return (bytes) => {
    seen += bytes.byteLength
    if (seen > maxFileBytes) throw tooLarge()
    return bytes
  }
}

async function* chunksOf(parts: AsyncGenerator<FormPart, void>, within: Counter): AsyncGenerator<Uint8Array, void> {
  for (let next = await parts.next(); !next.done && next.value.kind === 'chunk'; next = await parts.next())
    yield within(next.value.bytes)
}

function missing(detail: string): Fault {
  return { pointer: '/form/file', detail }
}

function refusal(faults: readonly Fault[]): AppError {
  return new AppError('invalid', 'request/invalid', 'The form is not acceptable; nothing of it was stored.', { errors: faults })
}
