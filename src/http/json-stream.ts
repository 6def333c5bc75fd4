import type { TypedResponse } from 'hono'
import { createYielder } from '../shared/event-loop.ts'
import type { HttpContext } from './route.ts'

/** A long JSON array of `W` that comes in pieces: neither one huge text in memory nor one long stop for everybody else. */
export function streamJson<W>(
  c: HttpContext,
  pieces: Iterator<Uint8Array<ArrayBuffer>>,
): Response & TypedResponse<W[], 200, 'json'> {
  const yieldWhenDue = createYielder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      await yieldWhenDue()
      const { value, done } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return c.body(body, 200, { 'Content-Type': 'application/json' }) as unknown as Response & TypedResponse<W[], 200, 'json'>
}
