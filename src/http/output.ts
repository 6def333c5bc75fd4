import { type LentFile, lendFile } from '../shared/lent-file.ts'
import type { Output, SharedOutput } from '../shared/output.ts'
import type { HttpContext } from './route.ts'

const CHUNK_BYTES = 128 * 1024

/** Sends a finished answer, after `head`. A long one is read from its file no faster than the client takes it, and released. */
export async function sendOutput(
  c: HttpContext,
  output: Output | SharedOutput,
  contentType: string,
  head = '',
): Promise<Response> {
  const first = Buffer.from(head)
  if ('bytes' in output) return c.body(Buffer.concat([first, output.bytes]), 200, { 'Content-Type': contentType })
  const file = 'file' in output ? output.file : await lendFile(output)
  const headers = { 'Content-Type': contentType, 'Content-Length': String(first.byteLength + file.size) }
  if (c.req.method !== 'HEAD' && !c.req.raw.signal.aborted) return c.body(streamOf(file, first), 200, headers)
  file.release()
  return c.body(null, 200, headers)
}

function streamOf(file: LentFile, first: Buffer): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      start(controller) {
        if (first.byteLength > 0) controller.enqueue(first)
      },
      async pull(controller) {
        const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
        const count = await file.read(buffer, at)
        at += count
        if (count > 0) return controller.enqueue(buffer.subarray(0, count))
        file.release()
        controller.close()
      },
      cancel: () => file.release(),
    },
    { highWaterMark: 1 },
  )
}
