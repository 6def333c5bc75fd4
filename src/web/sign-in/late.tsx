import type { Ask } from '../ask.ts'
import { type Form, untouched } from '../form.ts'
import { PageHead } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import type { View } from '../visit.ts'
import { SignInFields } from './page.tsx'

/** Names of fields that are not written into a page again. */
const SECRET = /password|secret|code|token/i

/**
 * A form came after the session had ended: the page to sign in, with what was typed put into it. Files cannot; then it is the page to sign in
 * alone.
 */
export async function lateSignIn(r: Reader, read: () => Promise<Form>, ask: Ask): Promise<View> {
  const info = await ask('GET /system/info')
  const form = await read().catch(() => undefined)
  const entered = form?.entries.filter(([name]) => !SECRET.test(name)) ?? []
  const { signIn: words } = r.words
  const body = (
    <div class="door-card card">
      <PageHead r={r} title={words.lateTitle} lead={words.lateLead} />
      <form method="post" action={r.to('/sign-in')}>
        <input type="hidden" name="resume" value={r.here({}).slice(r.to('').length)} />
        <input type="hidden" name="entered" value={JSON.stringify(entered)} />
        <SignInFields reader={r} fields={untouched} info={info} />
      </form>
    </div>
  )
  return { title: words.lateTitle, body, status: 403 }
}

/** Signed in again: what was typed before, to be sent with one press. */
export function resumeView(r: Reader, to: string, entered: readonly (readonly [string, string])[]): View {
  const { signIn: words } = r.words
  const body = (
    <div class="door-card card">
      <PageHead r={r} title={words.resumeTitle} lead={words.resumeLead} />
      <form method="post" action={r.to(to)}>
        {entered.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit" class="button primary">
          {words.resume}
        </button>
      </form>
    </div>
  )
  return { title: words.resumeTitle, body }
}
