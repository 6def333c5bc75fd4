import { AppError } from '../shared/errors.ts'
import { formatDisposition } from './disposition.ts'
import { notModified } from './etag.ts'
import { problemOf, problemResponse } from './problem.ts'
import type { HttpContext } from './route.ts'

/** A file on the disk and how to send it. `sha256` (hex) is its ETag. */
export type StoredFile = {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly contentType: string
  readonly filename: string
  readonly disposition: 'inline' | 'attachment'
}

/** No script, no frame and no request of a stored file runs in our origin. */
export const FILE_POLICY = "sandbox; default-src 'none'"

/**
 * Streams a stored file from the disk: one byte range (RFC 9110 section 14: 206, 416 with the size; several ranges get the whole file),
 * `If-Range`, `If-None-Match` (304). Caches may keep it for this user only and must ask each time.
 */
export function sendStored(c: HttpContext, file: StoredFile): Response {
  const tag = `"${file.sha256}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  c.header('Content-Security-Policy', FILE_POLICY)
  if (notModified(c, tag)) return c.body(null, 304)
  const range = readRange(c, tag, file.size)
  if (range === 'unsatisfiable') return outOfRange(c, file.size)
  const source = Bun.file(file.path)
  const headers = {
    'Content-Type': file.contentType,
    'Content-Disposition': formatDisposition(file.disposition, file.filename),
    'Accept-Ranges': 'bytes',
    'Content-Length': String(range ? range.end - range.start : file.size),
    ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end - 1}/${file.size}` } : {}),
  }
  const body = range ? source.slice(range.start, range.end) : source
  return c.body(body as unknown as ReadableStream, range ? 206 : 200, headers)
}

type Range = { readonly start: number; readonly end: number }

function readRange(c: HttpContext, tag: string, size: number): Range | 'unsatisfiable' | undefined {
  const condition = c.req.header('if-range')
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(c.req.header('range') ?? '')
  if (!match || (condition !== undefined && condition !== tag)) return undefined
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start >= size || end <= start ? 'unsatisfiable' : { start, end }
}

function outOfRange(c: HttpContext, size: number): Response {
  c.header('Content-Range', `bytes */${size}`)
  const problem = problemOf(new AppError('invalid', 'request/range', `The file has ${size} bytes; the range lies outside.`), {
    instance: c.req.path,
    requestId: c.var.requestId,
  })
  return problemResponse(c, { ...problem, status: 416 })
}
