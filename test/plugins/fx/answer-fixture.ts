import { xlsx } from '#test/support/archives.ts'
import type { Fixture } from './fixtures.ts'
import type { Answering } from './loopback.ts'
import { MAS_FORM, zip } from './samples.ts'

/** What the body of a fixture begins with that becomes a workbook: rows of texts by the names of sheets. */
const WORKBOOK = '{"workbook":'

/** The workbook of a changed text; of one that was cut off, the same part of the whole workbook's bytes. */
async function workbook(body: string, changed: string): Promise<Response> {
  const cut = changed.length < body.length && body.startsWith(changed)
  const sheets: Record<string, string[][]> = JSON.parse(cut ? body : changed).workbook
  const bytes = await xlsx(...Object.entries(sheets).map(([name, rows]) => ({ name, rows })))
  const end = cut ? Math.floor((bytes.length * changed.length) / body.length) : bytes.length
  return new Response(bytes.slice(0, end) as BodyInit)
}

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
    if (body.startsWith(WORKBOOK) && !(changed instanceof Response)) return workbook(body, changed)
    if (changed instanceof Response || !fixture.zip) return changed
    return new Response((await zip('eurofxref-hist.csv', new TextEncoder().encode(changed))) as BodyInit)
  }
}
