import { AppError, type Fault } from '../shared/errors.ts'
import { drainUnread } from './drain.ts'
import { broken, type FormPart, pointerPart, readParts } from './form-parts.ts'
import { wrongType } from './json-body.ts'
import type { HttpContext } from './route.ts'

/** What a form may bring beside its one file part, `file`. */
export type FormRules = {
  readonly maxFileBytes: number
  /** The refusal of a larger file. */
  readonly tooLarge: () => AppError
  /** Text fields, all optional; `maxLength` in characters. */
  readonly fields: Readonly<Record<string, { readonly maxLength: number }>>
}

/** As the client says; only for display and for checks against the bytes. */
export type FormFile = { readonly filename: string; readonly declaredType: string | null }

/** What was made of the file; `discard` undoes it when the rest of the form turns out bad. */
export type Discardable = { readonly discard: () => Promise<void> }

export type Form<T> = FormFile & { readonly file: T; readonly fields: Readonly<Record<string, string>> }

const FORM_OVERHEAD_BYTES = 64 * 1024

/**
 * Reads a multipart form: its `file` part goes to `receive` as it arrives, at the pace that `receive` takes it. Throws AppError:
 * `request/content-type` (415), `request/multipart` and `request/aborted` (400), `request/invalid` (422 with a pointer per fault), what
 * `tooLarge` makes (413, by the announced length or counted while it streams), and what `receive` throws.
 */
export async function readMultipart<T extends Discardable>(
  c: HttpContext,
  rules: FormRules,
  receive: (chunks: AsyncIterable<Uint8Array>, file: FormFile) => Promise<T>,
): Promise<Form<T>> {
  const parts = readParts(await openBody(c, rules))
  const fields = new Map<string, string>()
  const faults: Fault[] = []
  let form: (FormFile & { file: T }) | undefined
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      const part = next.value
      if (part.kind === 'field') takeField(part, rules, fields, faults)
      if (part.kind !== 'file') continue
      const fault = fileFault(part, form !== undefined)
      if (fault) faults.push(fault)
      else if (faults.length === 0) form = await takeFile(part, rules, parts, receive)
    }
    if (!form && faults.length === 0) faults.push(missing('Send the file as the form part `file`.'))
    if (!form || faults.length > 0) throw refusal(faults)
    return { ...form, fields: Object.fromEntries(fields) }
  } catch (error) {
    await form?.file.discard()
    throw error
  } finally {
    await parts.return()
  }
}

async function openBody(c: HttpContext, rules: FormRules) {
  const { body } = c.req.raw
  const contentType = c.req.header('content-type') ?? ''
  const maxBytes = rules.maxFileBytes + FORM_OVERHEAD_BYTES
  const boundary = /;\s*boundary=(?:"([^"\\]*)"|([^\s;"]*))/i.exec(contentType)
  const found = boundary?.[1] ?? boundary?.[2] ?? ''
  const refused = announcedFault(c, contentType, found, maxBytes, rules)
  if (refused) {
    await drainUnread(c.req.raw)
    throw refused
  }
  if (body === null) throw broken('It is empty.')
  return { body, boundary: found, maxBytes, tooLarge: rules.tooLarge }
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

function fileFault(part: FormPart & { kind: 'file' }, second: boolean): Fault | undefined {
  if (part.name !== 'file')
    return { pointer: `/form/${pointerPart(part.name)}`, detail: 'There is no such file part; send the file as `file`.' }
  if (part.filename === '') return missing('No file was chosen: its filename is empty.')
  return second ? missing('Send one file at a time.') : undefined
}

async function takeFile<T>(
  part: FormPart & { kind: 'file' },
  rules: FormRules,
  parts: AsyncGenerator<FormPart, void>,
  receive: (chunks: AsyncIterable<Uint8Array>, file: FormFile) => Promise<T>,
) {
  const declared = { filename: part.filename, declaredType: part.declaredType }
  return { ...declared, file: await receive(chunksOf(parts, rules), declared) }
}

async function* chunksOf(parts: AsyncGenerator<FormPart, void>, rules: FormRules): AsyncGenerator<Uint8Array, void> {
  let seen = 0
  for (let next = await parts.next(); !next.done && next.value.kind === 'chunk'; next = await parts.next()) {
    seen += next.value.bytes.byteLength
    if (seen > rules.maxFileBytes) throw rules.tooLarge()
    yield next.value.bytes
  }
}

function missing(detail: string): Fault {
  return { pointer: '/form/file', detail }
}

function refusal(faults: readonly Fault[]): AppError {
  return new AppError('invalid', 'request/invalid', 'The form is not acceptable; nothing of it was stored.', { errors: faults })
}
