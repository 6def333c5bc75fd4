import type { RouteConfig } from '@hono/zod-openapi'
import { SCOPES, type Scope } from '../shared/scopes.ts'

/** What a token needs for an operation: a scope, `any` one; `session`: no token may call it. */
type Way = Scope | 'any' | 'session'
/** `isOfAll`: it is about all that a user has, and not for a token that is narrowed to some of their brokers. */
export type Need = { readonly way: Way; readonly isOfAll: boolean }

/** What is changed, by the tag of the operation. What is not listed is for sessions only. */
const WRITES: Readonly<Record<string, Way>> = {
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
const WHOLE: Readonly<Record<string, Way>> = { auth: 'session', jobs: 'any', portfolio: 'read', search: 'read' }

/** Files of a user belong to no broker, and an archive has everything. */
const OF_ALL: ReadonlySet<string> = new Set(['uploads', 'backup'])

type Operation = Pick<RouteConfig, 'method' | 'tags'> & { readonly [extension: `x-${string}`]: unknown }

/**
 * What a token needs for an operation: what is for superusers `admin`, what reads `read`, what writes the scope of its room. An operation that is
 * different says so with `x-scope`, and with `x-of-all` that it is about all that a user has. Throws Error for an `x-scope` that is none.
 */
export function needOf(operation: Operation, isForSuperusers: boolean): Need {
  const [tag = ''] = operation.tags ?? []
  return { way: wayOf(operation, tag, isForSuperusers), isOfAll: OF_ALL.has(tag) || operation['x-of-all'] === true }
}

function wayOf(operation: Operation, tag: string, isForSuperusers: boolean): Way {
  const said = operation['x-scope']
  if (said !== undefined) return asWay(said)
  if (isForSuperusers) return 'admin'
  return WHOLE[tag] ?? (operation.method === 'get' ? 'read' : (WRITES[tag] ?? 'session'))
}

/** The security requirement of an operation in the document, with the scope as the role of the token. */
export function securityOf({ way }: Need): Record<string, string[]>[] {
  if (way === 'session') return [{ session: [] }]
  return [{ session: [] }, { token: way === 'any' ? [] : [way] }]
}

function asWay(said: unknown): Way {
  const ways = [...SCOPES, 'any', 'session'] as const
  const found = ways.find((one) => one === said)
  if (found === undefined) throw new Error(`there is no scope ${String(said)}`)
  return found
}
