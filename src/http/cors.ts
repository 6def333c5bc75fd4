import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { HttpEnv } from './route.ts'

const MAX_AGE_SECONDS = 600

/** Lets scripts of pages of these origins read our answers and send the session cookie or a token; answers preflights itself. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler<HttpEnv> {
  return cors({
    origin: [...origins],
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'Prefer', 'X-Request-Id'],
      ...['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
    ],
    exposeHeaders: [
      'ETag',
      'Link',
      'Location',
      'X-Total-Count',
      'X-Request-Id',
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Idempotent-Replay',
      'X-Complete',
      'Preference-Applied',
    ],
    maxAge: MAX_AGE_SECONDS,
  })
}
