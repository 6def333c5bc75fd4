import { type FieldFault, typed, untouched } from '../form.ts'
import { Card } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import { submit } from '../submit.ts'
import type { Action, Posted, View } from '../visit.ts'
import { ConfirmForm } from './factor.page.tsx'
import { ProfileHead } from './head.tsx'

const PATH = '/profile/second-factor'
/** Codes of the app are digits; recovery codes are not. */
const APP_CODE = /^[\d ]{6,7}$/

/** Sets the second factor up, turns it on or off, or makes new recovery codes. What is secret stands in this answer alone. */
export const changeFactor: Action = async (visit) => {
  const { form, ask, reader: r } = visit
  const does = form.get('do')
  if (does === 'off') return submit(visit, 'DELETE /auth/second-factor', { body: proofIn(visit), to: PATH })
  if (does === 'begin') {
    const tried = await ask.try('POST /auth/second-factor', { body: { password: form.get('/password') } })
    return tried.ok ? enrolmentView(r, tried.body) : { again: typed(form, { problem: tried.problem }) }
  }
  const tried =
    does === 'confirm'
      ? await ask.try('POST /auth/second-factor/confirm', { body: { code: form.get('/code').trim() } })
      : await ask.try('POST /auth/second-factor/recovery-codes', { body: proofIn(visit) })
  if (tried.ok) return codesView(r, tried.body.recovery_codes)
  const faults = (tried.problem.errors ?? []).flatMap(besideCode)
  return { again: { ...typed(form, { problem: tried.problem }), ...(faults.length > 0 && { faults }) } }
}

function proofIn({ form }: Posted): Readonly<Record<string, unknown>> {
  const code = form.get('/code').trim()
  return { password: form.get('/password'), ...(APP_CODE.test(code) ? { code } : { recovery_code: code }) }
}

/** The page has one field for both sorts of code. */
function besideCode({ pointer, detail }: { pointer: string; detail: string }): FieldFault[] {
  return [{ name: pointer === '/recovery_code' ? '/code' : pointer, detail }]
}

function enrolmentView(r: Reader, { secret, qr_svg }: { secret: string; qr_svg: string }): View {
  const { profile: words } = r.words
  const body = (
    <>
      <ProfileHead r={r} current="factor" />
      <Card>
        <p>{words.factorScan}</p>
        <Qr label={words.factorQr} svg={qr_svg} />
        <p>
          {words.factorKey}
          {r.words.common.colon}
          <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <ConfirmForm r={r} fields={untouched} />
      </Card>
    </>
  )
  return { title: words.factor, body, here: '/profile' }
}

/** The picture as elements of our own: only its size and its dark squares are taken over. */
const Qr = ({ label, svg }: { label: string; svg: string }) => {
  const size = /viewBox="0 0 (\d+) \d+"/.exec(svg)?.[1] ?? '0'
  const dark = /<path[^>]* d="([Mhvz\d,.-]+)"/.exec(svg)?.[1] ?? ''
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="white" />
      <path d={dark} fill="black" />
    </svg>
  )
}

function codesView(r: Reader, codes: readonly string[]): View {
  const { profile: words } = r.words
  const body = (
    <>
      <ProfileHead r={r} current="factor" />
      <Card title={words.codesTitle} id="codes">
        <p>{words.codesHelp}</p>
        <ul class="codes">
          {codes.map((code) => (
            <li>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p class="ways">
          <button type="button" class="button" data-copy={codes.join('\n')}>
            {words.copy}
          </button>
          <a class="button primary" href={r.to(PATH)}>
            {words.codesDone}
          </a>
        </p>
      </Card>
    </>
  )
  return { title: words.codesTitle, body, here: '/profile' }
}
