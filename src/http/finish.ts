import { accepts } from 'hono/accepts'
import { isRevisionTag, notModified } from './etag.ts'
import type { HttpContext } from './route.ts'

const WORTHWHILE_BYTES = 1024
/** What is longer is packed piece by piece as the client takes it. */
const LONG_BYTES = 1024 * 1024
const KINDS = /^(application\/([\w.-]+\+)?json|text\/html|text\/plain|image\/svg\+xml)\b/
const ENCODINGS = ['zstd', 'gzip'] as const
/** At 4 a page is a quarter smaller than at 1, for half a millisecond on another thread. Browsers take nothing but gzip where there is no TLS. */
const GZIP_LEVEL = 4
type Encoding = (typeof ENCODINGS)[number]

/**
 * What every answer gets at the end: JSON, pages and SVG over 1 KiB packed when the client takes it (files never), `Vary`, tags of revisions that
 * change with the bytes and answer `If-None-Match`, and to HEAD the length that GET sends, or none.
 */
export async function finishAnswer(c: HttpContext): Promise<void> {
  const { headers } = c.res
  const isPackable = KINDS.test(headers.get('content-type') ?? '') && !headers.has('content-disposition')
  if (isPackable) addVary(headers, 'Accept-Encoding')
  const tag = headers.get('etag')
  const encoding = isPackable ? encodingOf(c) : undefined
  const isHead = c.req.method === 'HEAD'
  if (Number(headers.get('content-length') ?? 0) > LONG_BYTES) {
    if (isPackable && encodingOf(c, ['gzip']) !== undefined) await packLong(c)
    return
  }
  // The body is looked at last: Bun makes a stream of it, which it then sends more slowly.
  const isRewritten = isPackable && (encoding !== undefined || isHead || isRevisionTag(tag)) && !headers.has('content-encoding')
  if (isRewritten && c.res.body !== null) await rewrite(c, encoding)
  if (isHead && c.res.body !== null && !c.res.headers.has('content-length')) await withoutLength(c)
}

/** With gzip, which every client knows that packs at all. */
async function packLong(c: HttpContext): Promise<void> {
  const headers = new Headers(c.res.headers)
  headers.set('Content-Encoding', 'gzip')
  headers.delete('Content-Length')
  const body = c.res.body === null ? null : await throughGzip(c.res.body)
  if (body === null) headers.set('Transfer-Encoding', 'chunked')
  replace(c, new Response(body, { status: c.res.status, headers }))
}

/** Packs on other threads, unlike `CompressionStream`. A client that goes away ends the source too. What it needs is loaded with its first use. */
async function throughGzip(body: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const [{ pipeline, Readable }, { createGzip }] = await Promise.all([import('node:stream'), import('node:zlib')])
  const packing = createGzip({ level: 1 })
  pipeline(Readable.fromWeb(body as never), packing, () => {})
  return Readable.toWeb(packing) as unknown as ReadableStream<Uint8Array>
}

async function rewrite(c: HttpContext, encoding: Encoding | undefined): Promise<void> {
  const { status } = c.res
  const plain = new Uint8Array(await c.res.arrayBuffer())
  const headers = new Headers(c.res.headers)
  const packed = encoding && plain.byteLength >= WORTHWHILE_BYTES ? encoding : undefined
  const tag = tagOf(headers.get('etag'), plain, packed)
  if (tag !== undefined) headers.set('ETag', tag)
  headers.delete('Content-Length')
  if (tag !== undefined && status === 200 && isRead(c) && notModified(c, tag)) {
    headers.delete('Content-Type')
    replace(c, new Response(null, { status: 304, headers }))
    return
  }
  if (packed) headers.set('Content-Encoding', packed)
  const body = packed ? await pack(plain, packed) : plain
  headers.set('Content-Length', String(body.byteLength))
  replace(c, new Response(body, { status, headers }))
}

/** Hono would carry the headers of the first answer over to the second. */
function replace(c: HttpContext, answer: Response): void {
  c.res = undefined
  c.res = answer
}

/** A strong tag says that the bytes are the same: a revision gets their hash, other tags become weak when the answer is packed. */
function tagOf(tag: string | null, plain: Uint8Array, packed: Encoding | undefined): string | undefined {
  if (tag === null) return undefined
  if (isRevisionTag(tag)) return `${tag.slice(0, -1)}-${Bun.hash(plain).toString(36)}${packed ? `-${packed}` : ''}"`
  return packed && !tag.startsWith('W/') ? `W/${tag}` : tag
}

async function pack(plain: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'zstd') return new Uint8Array(await Bun.zstdCompress(plain, { level: 1 }))
  const { gzip } = await import('node:zlib')
  return new Promise((resolve, reject) =>
    gzip(plain, { level: GZIP_LEVEL }, (error, packed) => (error === null ? resolve(new Uint8Array(packed)) : reject(error))),
  )
}

/** One of `known` by q-values (RFC 9110 section 12.5.3); of equals the first. */
function encodingOf(c: HttpContext, known: readonly Encoding[] = ENCODINGS): Encoding | undefined {
  const chosen = accepts(c, {
    header: 'Accept-Encoding',
    supports: [...known],
    default: 'identity',
    match: (given) => {
      const wanted = new Map(given.map(({ type, q }) => [type.toLowerCase(), q]))
      const weightOf = (name: Encoding) => wanted.get(name) ?? wanted.get('*') ?? 0
      const best = known.reduce((first, second) => (weightOf(second) > weightOf(first) ? second : first))
      return weightOf(best) > 0 && weightOf(best) >= (wanted.get('identity') ?? 0) ? best : 'identity'
    },
  })
  return known.find((name) => name === chosen)
}

/** The length of a stream is not known before it has ended; without this the server would say 0. */
async function withoutLength(c: HttpContext): Promise<void> {
  const headers = new Headers(c.res.headers)
  headers.set('Transfer-Encoding', 'chunked')
  await c.res.body?.cancel()
  replace(c, new Response(null, { status: c.res.status, headers }))
}

/** Whether the caller would rather have CSV than JSON, by the q-values of `Accept`. `format`, where given, decides. */
export function wantsCsv(c: HttpContext, format: 'json' | 'csv' | undefined): boolean {
  c.header('Vary', 'Accept', { append: true })
  if (format !== undefined) return format === 'csv'
  const supports = ['application/json', 'text/csv']
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/csv'
}

function isRead(c: HttpContext): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}

/** Adds a request header that the answer depends on to `Vary`, once. */
function addVary(headers: Headers, name: string): void {
  const present = (headers.get('vary') ?? '').toLowerCase().split(/\s*,\s*/)
  if (!present.includes(name.toLowerCase()) && !present.includes('*')) headers.append('Vary', name)
}
