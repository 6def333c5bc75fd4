import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Output } from '../shared/output.ts'
import type { HttpContext } from './route.ts'

const CHUNK_BYTES = 128 * 1024

/** Sends a finished answer, after `head`. A long one is read from its file no faster than the client takes it; the file is gone as soon as it is open. */
export async function sendOutput(c: HttpContext, output: Output, contentType: string, head = ''): Promise<Response> {
  const first = Buffer.from(head)
  if ('bytes' in output) return c.body(Buffer.concat([first, output.bytes]), 200, { 'Content-Type': contentType })
  const headers = { 'Content-Type': contentType, 'Content-Length': String(first.byteLength + output.size) }
  const file = await open(output.path)
  await rm(output.path)
  if (c.req.method !== 'HEAD') return c.body(streamOf(file, first), 200, headers)
  await file.close()
  return c.body(null, 200, headers)
}

function streamOf(file: FileHandle, first: Buffer): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start(controller) {
        if (first.byteLength > 0) controller.enqueue(first)
      },
      async pull(controller) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(CHUNK_BYTES), 0, CHUNK_BYTES)
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
        await file.close()
        controller.close()
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 1 },
  )
}
