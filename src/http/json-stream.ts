import type { TypedResponse } from 'hono'
import { createYielder } from '../shared/event-loop.ts'
import type { HttpContext } from './route.ts'

const SLICE = 500

/** A long JSON array, written in slices: neither one huge text in memory nor one long stop for everybody else. */
export function streamArray<T, W>(
  c: HttpContext,
  items: readonly T[],
  toWire: (item: T) => W,
): Response & TypedResponse<W[], 200, 'json'> {
  const encoder = new TextEncoder()
  const yieldWhenDue = createYielder()
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode('[')),
    async pull(controller) {
      await yieldWhenDue()
      const texts = items.slice(at, at + SLICE).map((item) => JSON.stringify(toWire(item)))
      if (texts.length > 0) controller.enqueue(encoder.encode((at === 0 ? '' : ',') + texts.join(',')))
      at += SLICE
      if (at < items.length) return
      controller.enqueue(encoder.encode(']'))
      controller.close()
    },
  })
  return c.body(body, 200, { 'Content-Type': 'application/json' }) as unknown as Response & TypedResponse<W[], 200, 'json'>
}
