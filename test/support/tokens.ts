import type { Scope } from '#src/shared/scopes.ts'
import type { Answer, TestApp, TestUser } from '#test/support/app.ts'

/** A token of a user, made at the front door; a `TestUser` signed in a moment ago. */
export async function makeToken(
  { call }: Pick<TestApp, 'call'>,
  user: TestUser,
  scopes: readonly Scope[],
  more: Record<string, unknown> = {},
): Promise<{ readonly id: number; readonly text: string }> {
  const made = await call(user, 'POST', '/auth/tokens', { name: scopes.join(' '), scopes, ...more })
  if (made.status !== 201) throw new Error(`${made.status} ${made.text}`)
  return { id: made.body.id, text: made.body.token }
}

/** One request with a token in place of a session. */
export function callWith(
  { call }: Pick<TestApp, 'call'>,
  text: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(null, method, path, body, { Authorization: `Bearer ${text}`, ...headers })
}
