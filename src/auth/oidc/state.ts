import { createHmac } from 'node:crypto'
import { sign, verify } from 'hono/jwt'
import { z } from 'zod'

/** So long has somebody time to sign in at the provider. */
export const STATE_SECONDS = 10 * 60
const MAX_TOKEN_LENGTH = 6_000

const Claims = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  returnTo: z.string().nullable(),
  linkFor: z.int().nullable(),
  exp: z.int(),
})

/** What the browser keeps for us while its user is at the provider. */
export type SignInState = Readonly<Omit<z.output<typeof Claims>, 'exp'>>

/** The state as a signed token (JWT, HS256) for a cookie; its key is not that of sessions. `now` in seconds since 1970. */
export function signState(state: SignInState, secret: string, now: number): Promise<string> {
  return sign({ ...state, exp: now + STATE_SECONDS }, keyOf(secret), 'HS256')
}

/** The state of a token of ours that has not expired. */
export async function readState(token: string | undefined, secret: string, now: number): Promise<SignInState | undefined> {
  if (token === undefined || token.length > MAX_TOKEN_LENGTH) return undefined
  const options = { alg: 'HS256', exp: false, iat: false, nbf: false } as const
  const claims = Claims.safeParse(await verify(token, keyOf(secret), options).catch(() => undefined))
  if (!claims.success || claims.data.exp <= now) return undefined
  const { exp, ...state } = claims.data
  return state
}

function keyOf(secret: string): string {
  return createHmac('sha256', secret).update('holdfast/oidc-state').digest('base64url')
}
