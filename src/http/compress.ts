import type { HttpContext } from './route.ts'

const WORTHWHILE_BYTES = 1024
const KINDS = /^(application\/(problem\+)?json|text\/html|text\/plain)\b/

/** Compresses JSON and pages over 1 KiB with zstd or gzip when the client takes it. Files are never touched. */
export async function compressAnswer(c: HttpContext): Promise<void> {
  const accepted = c.req.header('accept-encoding')
  if (accepted === undefined || c.res.body === null || c.res.headers.has('content-encoding')) return
  if (!KINDS.test(c.res.headers.get('content-type') ?? '') || c.res.headers.has('content-disposition')) return
  const encoding = /\bzstd\b/.test(accepted) ? 'zstd' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  if (encoding === undefined) return
  const plain = new Uint8Array(await c.res.arrayBuffer())
  const headers = new Headers(c.res.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (plain.byteLength < WORTHWHILE_BYTES) {
    c.res = new Response(plain, { status: c.res.status, headers })
    return
  }
  headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  const packed = encoding === 'zstd' ? await Bun.zstdCompress(plain, { level: 1 }) : Bun.gzipSync(plain, { level: 1 })
  c.res = new Response(new Uint8Array(packed), { status: c.res.status, headers })
}
