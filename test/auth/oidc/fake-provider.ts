import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterwards } from '#test/support/afterwards.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

export const CLIENT = { id: 'holdfast', secret: 'a-secret: of the client/for tests' }

type Claims = Record<string, unknown>
type Begun = { readonly nonce: string | null; readonly challenge: string | null; readonly redirectUri: string }
export type FakeProvider = ReturnType<typeof startFakeProvider>

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token signed by RS256 with the key of the provider, or with `key`. */
export function signToken(claims: Claims, header: object = {}, key = privateKey): string {
  const body = `${encoded({ alg: 'RS256', kid: 'one', ...header })}.${encoded(claims)}`
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
}

export const strangeKey = stranger.privateKey

/** A provider that says whatever a test wants: what it does by default is right. */
export function startFakeProvider() {
  const begun = new Map<string, Begun>()
  const requests: { path: string; authorization: string | null; body: string }[] = []
  const says = {
    claims: { sub: 'sub-1' } as Claims,
    userinfo: {} as Claims,
    discovery: {} as Claims,
    /** Makes the ID token of its claims. */
    token: (claims: Claims) => signToken(claims),
    /** Beside `code` and `state` in what the browser brings back. */
    callback: {} as Record<string, string>,
    /** In place of an answer at a path. */
    instead: {} as Record<string, () => Response | Promise<Response>>,
  }
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => answer(request) })
  afterwards(() => server.stop(true))
  const issuer = `http://127.0.0.1:${server.port}`

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const body = await request.text()
    requests.push({ path: pathname, authorization: request.headers.get('authorization'), body })
    const instead = says.instead[pathname]
    if (instead) return instead()
    if (pathname === '/.well-known/openid-configuration') return Response.json({ ...described(), ...says.discovery })
    if (pathname === '/jwks') return Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] })
    if (pathname === '/authorize') return Response.redirect(authorize(searchParams), 303)
    if (pathname === '/token') return exchange(new URLSearchParams(body))
    if (pathname === '/userinfo') return Response.json({ sub: says.claims['sub'], ...says.userinfo })
    return new Response(null, { status: 404 })
  }

  function described() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'email', 'groups'],
    }
  }

  function authorize(query: URLSearchParams): string {
    const code = crypto.randomUUID()
    const redirectUri = query.get('redirect_uri') ?? ''
    begun.set(code, { nonce: query.get('nonce'), challenge: query.get('code_challenge'), redirectUri })
    const back = new URL(redirectUri)
    for (const [name, value] of Object.entries({ code, state: query.get('state') ?? '', ...says.callback }))
      back.searchParams.set(name, value)
    return back.href
  }

  function exchange(form: URLSearchParams): Response {
    const begin = begun.get(form.get('code') ?? '')
    begun.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (begin?.challenge !== challenge || begin.redirectUri !== form.get('redirect_uri'))
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce: begin.nonce, ...says.claims }
    return Response.json({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: says.token(claims) })
  }

  return { issuer, says, requests, begun }
}
