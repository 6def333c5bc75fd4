import { withTimeout } from '../shared/timeout.ts'

const MAX_BYTES = 1024 * 1024 * 1024
const MAX_MILLISECONDS = 15_000

/**
 * Reads a body that was refused to its end and discards it, so that a client which sends everything before it listens gets the answer
 * instead of a broken pipe: Bun closes the connection when an answer goes out before the body is read. Stops after 1 GiB or 15 seconds.
 * Never throws.
 */
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const deadline = performance.now() + MAX_MILLISECONDS
  let seen = 0
  while (seen < MAX_BYTES) {
    const chunk = await withTimeout(
      reader.read().catch(() => undefined),
      Math.max(0, deadline - performance.now()),
      () => undefined,
    )
    if (chunk === undefined || chunk.done) break
    seen += chunk.value.byteLength
  }
  await reader.cancel().catch(() => undefined)
}

/** `drain` for a request whose body nobody has begun to read; nothing happens otherwise. */
export async function drainUnread(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed || request.body.locked) return
  await drain(request.body.getReader())
}
