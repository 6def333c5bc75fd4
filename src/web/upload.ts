import { type FormPart, readParts } from '../http/form-parts.ts'
import { AppError } from '../shared/errors.ts'
import type { Given } from './ask.ts'
import { type Form, formOf } from './form.ts'

/** A form with files: the fields that stand before its first file, and its files on their way, to be passed to an operation. */
export type Upload = {
  readonly form: Form
  readonly stream: NonNullable<Given['stream']>
}

type File = FormPart & { readonly kind: 'file' }

/**
 * Reads the fields of a multipart form up to its first file; the files are read as `stream` is, so that none is ever whole in memory. Whoever
 * does not pass the stream on cancels it. What the files may come to, the operation judges. Throws `request/content-type`,
 * `request/multipart`, `request/aborted`.
 */
export async function readUpload(request: Request): Promise<Upload> {
  const parts = readParts(sourceOf(request))
  const fields = new URLSearchParams()
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done) return { form: formOf(fields), stream: again(parts, undefined) }
    if (next.value.kind === 'field') fields.append(next.value.name, next.value.value)
    if (next.value.kind === 'file') return { form: formOf(fields), stream: again(parts, next.value) }
  }
}

/** More files than any form of ours takes; the operation has its own number. */
const MAX_FILES = 200

function sourceOf(request: Request) {
  const type = request.headers.get('content-type') ?? ''
  const boundary = /^multipart\/form-data\s*;.*?boundary=(?:"([^"\\]*)"|([^\s;"]*))/i.exec(type)
  const found = boundary?.[1] ?? boundary?.[2] ?? ''
  if (request.body === null || !/^[\w'()+,./:=? -]{1,70}$/.test(found))
    throw new AppError('unsupported', 'request/content-type', 'This address takes a form with files: multipart/form-data.')
  const tooLarge = () => new AppError('too-large', 'request/too-large', 'The form is larger than the service takes.')
  return { body: request.body, boundary: found, maxBytes: Number.MAX_SAFE_INTEGER, maxFiles: MAX_FILES, tooLarge }
}

/** The files of a form as a form of their own. */
function again(parts: AsyncGenerator<FormPart, void>, first: File | undefined): Upload['stream'] {
  const boundary = `holdfast-${crypto.randomUUID()}`
  return streamed(write(parts, first, boundary), boundary, () => parts.return())
}

/** A form with one file that is stored already. */
export function formWith(file: ReadableStream<Uint8Array>, filename: string): Upload['stream'] {
  const boundary = `holdfast-${crypto.randomUUID()}`
  return streamed(writeOne(file, filename, boundary), boundary, () => file.cancel())
}

async function* writeOne(file: ReadableStream<Uint8Array>, filename: string, boundary: string): AsyncGenerator<Uint8Array, void> {
  const text = (words: string) => new TextEncoder().encode(words)
  yield text(headOf({ name: 'file', filename, declaredType: null }, boundary))
  yield* file
  yield text(`\r\n--${boundary}--\r\n`)
}

function streamed(written: AsyncGenerator<Uint8Array, void>, boundary: string, leave: () => Promise<unknown>): Upload['stream'] {
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await written.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => {
      await written.return()
      await leave()
    },
  })
  return { body, type: `multipart/form-data; boundary="${boundary}"` }
}

async function* write(
  parts: AsyncGenerator<FormPart, void>,
  first: File | undefined,
  boundary: string,
): AsyncGenerator<Uint8Array, void> {
  const text = (words: string) => new TextEncoder().encode(words)
  if (first) yield text(headOf(first, boundary))
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.kind === 'file') yield text(headOf(next.value, boundary))
    if (next.value.kind === 'chunk') yield next.value.bytes
    if (next.value.kind === 'file-end') yield text('\r\n')
  }
  yield text(`--${boundary}--\r\n`)
}

function headOf({ name, filename, declaredType }: Pick<File, 'name' | 'filename' | 'declaredType'>, boundary: string): string {
  const type = declaredType === null ? '' : `Content-Type: ${declaredType}\r\n`
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"; filename="${quoted(filename)}"\r\n${type}\r\n`
}

/** As browsers write names (WHATWG forms). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
