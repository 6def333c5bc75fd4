import { type MultipartError, make, type PartInfo } from 'multipasta'
import { AppError, invalid } from '../shared/errors.ts'
import { parseDisposition } from './disposition.ts'
import { drain } from './drain.ts'

/** What a form brings, in its order. The `chunk`s of a file follow its `file` and end with `file-end`; a field comes whole. */
export type FormPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly filename: string; readonly declaredType: string | null }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'file-end' }

export type FormSource = {
  readonly body: ReadableStream<Uint8Array>
  /** At most 70 characters (RFC 2046); multipasta loops for ever at 252. */
  readonly boundary: string
  readonly maxBytes: number
  /** So many file parts a form may have. */
  readonly maxFiles: number
  readonly tooLarge: () => AppError
}

/** More fields than any form has. */
const MAX_FIELDS = 19
const MAX_FIELD_BYTES = 16 * 1024
const CR = 13

/**
 * Streams a form as it arrives: nothing is read ahead of what the caller takes. Throws AppError: `request/multipart` (broken),
 * `request/aborted` (the client went away), what `tooLarge` makes. The body is read to its end or discarded when it ends early.
 */
export async function* readParts(source: FormSource): AsyncGenerator<FormPart, void> {
  const reader = source.body.getReader()
  const parser = createParser(source)
  let ended = false
  let seen = 0
  try {
    for (;;) {
      const { done, value } = await readChunk(reader, source)
      ended = done
      if (done) break
      seen += value.byteLength
      if (seen > source.maxBytes) throw source.tooLarge()
      yield* parser.write(value)
    }
    yield* parser.end()
  } finally {
    if (!ended) await drain(reader)
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>, source: FormSource) {
  try {
    return await reader.read()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    if (cause instanceof Error && cause.message.includes('maxRequestBodySize')) throw source.tooLarge()
    throw new AppError('malformed', 'request/aborted', 'The upload was broken off; nothing of it was stored.', { cause })
  }
}

function createParser({ boundary, maxFiles }: FormSource) {
  const maxParts = MAX_FIELDS + maxFiles
  const state = { queue: [] as FormPart[], part: { name: '', filename: '' as string | undefined }, complete: false }
  let failure: AppError | undefined
  const fail = (error: AppError) => {
    failure ??= error
  }
  const parser = make({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    maxParts,
    maxFieldSize: MAX_FIELD_BYTES,
    isFile: (info) => {
      state.part = describe(info, fail)
      return state.part.filename !== undefined
    },
    onField: (_, value) => state.queue.push({ kind: 'field', name: state.part.name, value: new TextDecoder().decode(value) }),
    onFile: (info) => {
      state.queue.push({ kind: 'file', name: state.part.name, filename: state.part.filename ?? '', declaredType: typeOf(info) })
      return (bytes) => state.queue.push(bytes === null ? { kind: 'file-end' } : { kind: 'chunk', bytes })
    },
    onError: (error) => fail(refusal(error, state.part.name, maxParts)),
    onDone: () => {
      state.complete = true
    },
  })
  const feed = safeCuts(boundary, (bytes) => {
    if (!state.complete && failure === undefined) attempt(() => parser.write(bytes), fail)
  })
  const take = () => {
    if (failure !== undefined) throw failure
    return state.queue.splice(0)
  }
  return {
    write: (bytes: Uint8Array) => {
      feed(bytes)
      return take()
    },
    end: () => {
      feed(null)
      if (!state.complete) attempt(() => parser.end(), fail)
      if (!state.complete) fail(broken('It ends before its last boundary.'))
      return take()
    },
  }
}

/**
 * multipasta misreads a chunk that ends one byte after a boundary (`...boundary-`), so a trailing CR with what follows it is held back
 * until more bytes come; at most the length of a boundary line is held.
 */
function safeCuts(boundary: string, write: (bytes: Uint8Array) => void): (bytes: Uint8Array | null) => void {
  const margin = boundary.length + 6
  let held: Uint8Array = new Uint8Array(0)
  return (bytes) => {
    const all = bytes === null ? held : held.byteLength === 0 ? bytes : Buffer.concat([held, bytes])
    const from = Math.max(0, all.byteLength - margin)
    const cr = bytes === null ? -1 : all.subarray(from).lastIndexOf(CR)
    const cut = cr === -1 ? all.byteLength : from + cr
    held = new Uint8Array(all.subarray(cut))
    if (cut > 0) write(all.subarray(0, cut))
  }
}

function attempt(work: () => void, fail: (error: AppError) => void): void {
  try {
    work()
  } catch {
    fail(broken('The headers of a part cannot be read.'))
  }
}

function describe(info: PartInfo, fail: (error: AppError) => void): { name: string; filename: string | undefined } {
  const header = info.headers['content-disposition']
  const found = typeof header === 'string' ? parseDisposition(header) : undefined
  if (found?.type === 'form-data' && found.name !== undefined) return { name: found.name, filename: found.filename }
  fail(broken('A part has no name.'))
  return { name: '', filename: '' }
}

function typeOf(info: PartInfo): string | null {
  const header = info.headers['content-type']
  return typeof header === 'string' ? (header.split(';', 1)[0] ?? '').trim().toLowerCase() || null : null
}

function refusal(error: MultipartError, part: string, maxParts: number): AppError {
  if (error._tag === 'ReachedLimit' && error.limit === 'MaxFieldSize')
    return invalid('request/invalid', `/form/${pointerPart(part)}`, `Is longer than ${MAX_FIELD_BYTES} bytes.`)
  if (error._tag === 'ReachedLimit') return broken(`It has more than ${maxParts} parts.`)
  if (error._tag === 'EndNotReached') return broken('It ends before its last boundary.')
  return broken('The headers of a part cannot be read.')
}

/** 400 for a body that is no multipart form. */
export function broken(reason: string): AppError {
  return new AppError('malformed', 'request/multipart', `The body cannot be read as a multipart form. ${reason}`)
}

/** A form field's name as one step of a JSON pointer (RFC 6901). */
export function pointerPart(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')
}
