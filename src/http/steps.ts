import type { MiddlewareHandler } from 'hono'
import type { HttpContext, HttpEnv } from './route.ts'

/** Something that happens before a handler: it throws, waits, or is done at once. */
export type Step = (c: HttpContext) => undefined | Promise<void>

/** Several steps as one middleware: to call a middleware and to come back from it takes longer than most steps. */
export function combineSteps(...steps: readonly Step[]): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    for (const step of steps) {
      const waiting = step(c)
      if (waiting !== undefined) await waiting
    }
    await next()
  }
}
