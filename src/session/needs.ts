import type { RouteConfig } from '@hono/zod-openapi'
import { SCOPES, type Scope } from '../shared/scopes.ts'

/** What a token needs for an operation: a scope, `any` one; `session`: no token may call it. */
export type Need = Scope | 'any' | 'session'

/** What is changed, by the tag of the operation. What is not listed is for sessions only. */
const WRITES: Readonly<Record<string, Need>> = {
  brokers: 'write',
  access: 'share',
  transactions: 'write',
  imports: 'import',
  assets: 'write',
  fx: 'write',
  uploads: 'write',
  backup: 'import',
}
/** Rooms in which the method does not matter. A job is watched by whatever started it. */
const WHOLE: Readonly<Record<string, Need>> = { auth: 'session', jobs: 'any', portfolio: 'read', search: 'read' }

type Operation = Pick<RouteConfig, 'method' | 'tags'> & { readonly [extension: `x-${string}`]: unknown }

/**
 * What a token needs for an operation: what is for superusers `admin`, what reads `read`, what writes the scope of its room. An operation that is
 * different says so with `x-scope`. Throws Error for an `x-scope` that is none.
 */
export function needOf(operation: Operation, isForSuperusers: boolean): Need {
  const said = operation['x-scope']
  if (said !== undefined) return asNeed(said)
  if (isForSuperusers) return 'admin'
  const [tag = ''] = operation.tags ?? []
  return WHOLE[tag] ?? (operation.method === 'get' ? 'read' : (WRITES[tag] ?? 'session'))
}

/** The security requirement of an operation in the document, with the scope as the role of the token. */
export function securityOf(need: Need): Record<string, string[]>[] {
  if (need === 'session') return [{ session: [] }]
  return [{ session: [] }, { token: need === 'any' ? [] : [need] }]
}

function asNeed(said: unknown): Need {
  const need = [...SCOPES, 'any', 'session'] as const
  const found = need.find((one) => one === said)
  if (found === undefined) throw new Error(`there is no scope ${String(said)}`)
  return found
}
