import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { Server } from 'bun'
import type { Context } from 'hono'
import type { Ctx, Deps } from '../context.ts'
import { AppError, type Fault } from '../shared/errors.ts'

/** What a request carries. `ctx` is there on routes made by `userRoute` and `adminRoute` only. */
export type HttpEnv = {
  Bindings: { server?: Server<undefined> }
  Variables: { deps: Deps; ctx: Ctx; requestId: string }
}
export type HttpContext = Context<HttpEnv>

type ValidationIssue = {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly code?: string
  readonly keys?: readonly string[]
}

/** A router whose validation faults become one problem with a pointer per fault. */
export function createRouter(): OpenAPIHono<HttpEnv> {
  return new OpenAPIHono<HttpEnv>({
    defaultHook: (result, c) => {
      if (result.success) return
      const issues = result.error.issues as readonly ValidationIssue[]
      throw refusal(result.target, issues, c.req.header('content-type'))
    },
  })
}

/** A route that anyone may call. */
export function publicRoute<P extends string, R extends Omit<RouteConfig, 'path'> & { path: P }>(config: R) {
  return createRoute({ ...config, security: [] })
}

function refusal(target: string, issues: readonly ValidationIssue[], contentType: string | undefined): AppError {
  if (target === 'param') return new AppError('not-found', 'request/not-found', 'There is nothing at this address.')
  if (target === 'json' && !/^application\/([a-z.+-]*\+)?json\b/i.test(contentType ?? '')) {
    return new AppError(
      'unsupported',
      'request/content-type',
      'Send the body as JSON, with the header Content-Type: application/json.',
    )
  }
  const errors = issues.flatMap((issue) => faultsOf(target, issue))
  return new AppError(
    'invalid',
    'request/invalid',
    `${errors.length === 1 ? 'One value is' : `${errors.length} values are`} not acceptable.`,
    { errors },
  )
}

function faultsOf(target: string, issue: ValidationIssue): Fault[] {
  const prefix = target === 'json' ? '' : `/${target}`
  const pointer = (path: readonly PropertyKey[]) =>
    prefix + path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({ pointer: pointer([...issue.path, key]), detail: 'There is no such field.' }))
  }
  return [{ pointer: pointer(issue.path), detail: issue.message }]
}
