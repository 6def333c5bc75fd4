import { spyOn } from 'bun:test'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterwards } from '#test/support/afterwards.ts'
import { CLIENT } from './fake-provider.ts'

const CALLBACK = 'http://localhost/api/v1/auth/oidc/callback'

/** The reference provider of OpenID Connect for Node, on a port of its own; whoever types a name signs in as that name, and is in these groups. */
export async function startRealProvider(groups: Readonly<Record<string, readonly string[]>> = {}) {
  const silence = [spyOn(console, 'warn'), spyOn(console, 'info')].map((spy) => spy.mockImplementation(() => {}))
  const { default: Provider } = await import('oidc-provider')
  const provided: { handler: (request: IncomingMessage, response: ServerResponse) => void } = { handler: () => {} }
  const server = createServer((request, response) => provided.handler(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  afterwards(() => {
    for (const spy of silence) spy.mockRestore()
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [CALLBACK] }],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { email: ['email', 'email_verified'], groups: ['groups'], profile: ['preferred_username', 'name'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.org`,
        email_verified: true,
        preferred_username: id,
        groups: [...(groups[id] ?? [])],
      }),
    }),
  })
  provided.handler = provider.callback()
  return { issuer }
}

/** What a person does there: types a name, and agrees. Answers the query of the callback. */
export async function signInThere(address: string, name: string): Promise<string> {
  const jar = new Map<string, string>()
  const visit = async (url: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    const answer = await fetch(url, { redirect: 'manual', headers: { Cookie: cookie }, ...body })
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(key, value)
    }
    return answer
  }
  let url = address
  for (let step = 0; step < 12 && !url.startsWith(CALLBACK); step += 1) {
    let answer = await visit(url)
    if (answer.status === 200) {
      const page = await answer.text()
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? []
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
      answer = await visit(action, { prompt, login: name, password: 'any' })
    }
    url = new URL(answer.headers.get('location') ?? '', url).href
  }
  return new URL(url).search
}
