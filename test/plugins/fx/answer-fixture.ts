import type { Fixture } from './fixtures.ts'
import type { Answering } from './loopback.ts'
import { MAS_FORM, zip } from './samples.ts'

/** Answers as the publisher of a fixture does, with `figure` in its place and every body changed by `change`. */
export function answerFixture(
  fixture: Fixture,
  figure: string,
  change: (body: string) => string | Response = (body) => body,
): Answering {
  const answers = fixture.answers(figure)
  return async ({ url, method }) => {
    if (fixture.provider === 'MAS' && method === 'GET') return MAS_FORM
    const body = Object.entries(answers).find(([part]) => decodeURIComponent(url).includes(part))?.[1]
    if (body === undefined) return undefined
    const changed = change(body)
    if (changed instanceof Response || !fixture.zip) return changed
    return new Response((await zip('eurofxref-hist.csv', new TextEncoder().encode(changed))) as BodyInit)
  }
}
