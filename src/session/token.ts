import { sign, verify } from 'hono/jwt'
import { type Memory, memoryKey } from '../memory.ts'

export const SESSION_COOKIE = 'session'

/** What a token says: who, since when, until when (seconds since 1970), and the user's session counter at the time. */
export type SessionClaims = {
  readonly userId: number
  readonly issuedAt: number
  readonly expiresAt: number
  readonly epoch: number
  /** When it was last renewed, where sessions end when they are not used. */
  readonly seenAt?: number | undefined
}

const MAX_KNOWN_TOKENS = 5_000
const MAX_TOKEN_LENGTH = 1_024
const verified = memoryKey('auth/session', () => new Map<string, { readonly claims: SessionClaims; readonly secret: string }>())

/** A signed token (JWT, HS256) for the cookie. */
export function signSession(claims: SessionClaims, secret: string): Promise<string> {
  const { userId, issuedAt: iat, expiresAt: exp, epoch, seenAt: seen } = claims
  return sign({ sub: String(userId), iat, exp, epoch, ...(seen === undefined ? {} : { seen }) }, secret, 'HS256')
}

/**
 * The claims of a token whose signature is ours, `undefined` otherwise. Only HS256 is ever checked, whatever the token's header says.
 * Verified tokens are remembered (bounded), with their secret; expiry and counter are the caller's to check every time.
 */
export async function readSession(memory: Memory, token: string, secret: string): Promise<SessionClaims | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const known = memory.of(verified)
  const remembered = known.get(token)
  if (remembered?.secret === secret) return remembered.claims
  const claims = await claimsOf(token, secret)
  if (!claims) return undefined
  if (known.size >= MAX_KNOWN_TOKENS) known.delete(known.keys().next().value as string)
  known.set(token, { claims, secret })
  return claims
}

async function claimsOf(token: string, secret: string): Promise<SessionClaims | undefined> {
  const payload = await verify(token, secret, { alg: 'HS256', exp: false, iat: false, nbf: false }).catch(() => undefined)
  if (typeof payload !== 'object' || payload === null) return undefined
  const { sub, iat, exp, epoch, seen } = payload
  if (typeof sub !== 'string' || !/^\d{1,15}$/.test(sub)) return undefined
  if (typeof iat !== 'number' || typeof exp !== 'number' || typeof epoch !== 'number') return undefined
  if (seen !== undefined && typeof seen !== 'number') return undefined
  return { userId: Number(sub), issuedAt: iat, expiresAt: exp, epoch, seenAt: seen }
}
