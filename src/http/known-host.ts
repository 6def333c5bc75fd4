import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { isAddress } from '../shared/address.ts'
import { AppError } from '../shared/errors.ts'
import { clientOf } from './proxy.ts'
import type { HttpContext } from './route.ts'

/** Names that nobody can register, so that no page of a stranger can have one. */
const PRIVATE_NAME = /\.(local|lan|internal|home\.arpa|localhost)$/

/** Nearly all requests come under the same name as the one before. */
const lastKnown = memoryKey('http/known-host', (): { host: string | undefined } => ({ host: undefined }))

/**
 * Refuses requests under a name that is not ours (421): a page of a stranger whose name points at this machine would otherwise be of the
 * same origin as the service. Both `Host` and what a trusted proxy says in `X-Forwarded-Host` must be known: a page can write the latter.
 */
export function requireKnownHost(c: HttpContext): void {
  const { config, memory } = c.get('deps')
  const host = c.req.header('host') ?? new URL(c.req.url).host
  const last = memory.of(lastKnown)
  if (host !== last.host) requireKnown(host, config)
  last.host = host
  if (c.req.header('x-forwarded-host') !== undefined) requireKnown(clientOf(c).host, config)
}

function requireKnown(host: string, { publicUrl, allowedHosts }: Deps['config']): void {
  const name = nameOf(host)
  if (isPrivate(name) || allowedHosts.includes(name)) return
  if (publicUrl !== null && new URL(publicUrl).hostname === name) return
  throw unknownHost(name)
}

/** Without the port and the dot of a full name, in small letters. */
function nameOf(host: string): string {
  const name = host.trim().toLowerCase()
  return name.startsWith('[') ? name.slice(0, name.indexOf(']') + 1) : name.replace(/:\d*$/, '').replace(/\.$/, '')
}

function isPrivate(name: string): boolean {
  return !name.includes('.') || isAddress(name) || PRIVATE_NAME.test(name)
}

function unknownHost(name: string): AppError {
  const shown = name.slice(0, 100)
  const detail = `The service does not answer under the name ${shown}. If it is yours, set PUBLIC_URL to its address, or add it to ALLOWED_HOSTS.`
  return new AppError('misdirected', 'request/unknown-host', detail)
}
