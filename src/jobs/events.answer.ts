import { streamSSE } from 'hono/streaming'
import type { HttpContext } from '../http/route.ts'
import { isFinal, type Job } from './job.ts'
import { toWire } from './wire.ts'

/** Proxies and Bun close connections that are silent for longer. */
export const PING_MILLISECONDS = 15_000
/** Then the stream ends, and a client that still wants it opens another. */
const LONGEST_MILLISECONDS = 3_600_000

/**
 * Sends a job as Server-Sent Events: one `job` event now and after every change, a comment when nothing happened for a while, and the end
 * of the stream after the final state. `watch` stops when its signal aborts: the client has gone, or an hour has passed. `close` is called when the stream ends.
 */
export function sendEvents(
  c: HttpContext,
  watch: (signal: AbortSignal) => AsyncIterable<Job>,
  close: () => void = () => {},
): Response {
  c.env?.server?.timeout(c.req.raw, 0)
  c.header('X-Accel-Buffering', 'no')
  const gone = new AbortController()
  const ending = setTimeout(() => gone.abort(), LONGEST_MILLISECONDS)
  const end = () => {
    clearTimeout(ending)
    close()
  }
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => {
      gone.abort()
      end()
    })
    let last = ''
    try {
      for await (const job of watch(gone.signal)) {
        const data = JSON.stringify(toWire(job))
        if (data === last) await stream.write(': ping\n\n')
        else await stream.writeSSE({ event: 'job', id: eventId(job), data })
        last = data
      }
    } finally {
      end()
    }
  })
}

/** Whether the client has had the final event of a job and opens the stream again, as an EventSource does by itself until it gets 204. */
export function hasHadEnd(c: HttpContext, job: Job): boolean {
  return isFinal(job.state) && c.req.header('last-event-id') === eventId(job)
}

function eventId(job: Job): string {
  return `${job.state}-${job.done}`
}
