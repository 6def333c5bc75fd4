import type { TestApp } from '#test/support/app.ts'
import { createTestApp } from '#test/support/app.ts'
import { CLIENT } from './fake-provider.ts'

export type Jar = Map<string, string>

/** A service that knows a provider, which it reaches over the loopback. */
export function withProvider(issuer: string, env: Record<string, string> = {}) {
  const variables = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, ...env }
  return createTestApp({ env: variables, deps: { fetch: globalThis.fetch } })
}

/** A request with the cookies of a jar, which takes those of the answer. */
export async function browse(
  app: TestApp,
  jar: Jar,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await app.call(null, method, path, body, { ...(cookie === '' ? {} : { Cookie: cookie }), ...headers })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
  return answer
}

/** What the provider sends the browser back with, as the query of the callback. */
export async function visitProvider(address: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').search
}

/** The whole way of a sign-in at a provider that asks nothing. */
export async function signIn(app: TestApp, jar: Jar = new Map(), query = '') {
  const begun = await browse(app, jar, 'GET', `/auth/oidc/login${query}`)
  const search = await visitProvider(begun.headers.get('location') ?? '')
  return browse(app, jar, 'GET', `/auth/oidc/callback${search}`)
}

/** What `GET /auth/me` says to the session of a jar. */
export async function whoIs(app: TestApp, jar: Jar) {
  return (await browse(app, jar, 'GET', '/auth/me')).body
}
