/** How the golden answers speak with a service: its front door alone, in this process or in another. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }
export type Ask = (who: string | null, method: string, path: string, body?: unknown) => Promise<Answer>

const PASSWORD = 'correct-horse-battery-9'
/** The day of all requests. */
export const NOW = '2026-06-30T12:00:00.000Z'

/** `send` gets a path below `/api/v1`. People are known by their name once `enrol` has made them. */
export function askThrough(send: (path: string, init: RequestInit) => Response | Promise<Response>) {
  const cookies = new Map<string, string>()
  const ask: Ask = async (who, method, path, body) => {
    const isRaw = body === undefined || body instanceof FormData || typeof body === 'string'
    const headers = new Headers(isRaw ? {} : { 'Content-Type': 'application/json' })
    if (typeof body === 'string') headers.set('Content-Type', 'text/csv')
    const cookie = who === null ? undefined : cookies.get(who)
    if (cookie !== undefined) headers.set('Cookie', cookie)
    const init = body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }
    const answer = await send(path, { method, headers, ...init })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  /** Registers somebody and signs them in. */
  const enrol = async (username: string) => {
    const body = { username, email: `${username}@example.org`, password: PASSWORD }
    await must(ask, null, 'POST', '/auth/register', body)
    await signIn(username)
  }
  const signIn = async (username: string) => {
    const { headers } = await ask(null, 'POST', '/auth/login', { username, password: PASSWORD })
    cookies.set(username, headers.getSetCookie()[0]?.split(';')[0] ?? '')
  }
  return { ask, enrol, signIn }
}

/** The body of an answer that has to be good; throws with the problem otherwise. */
export async function must(ask: Ask, who: string | null, method: string, path: string, body?: unknown) {
  const { status, text } = await ask(who, method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 2_000)}`)
  return text === '' ? null : JSON.parse(text)
}
