import { changeHeaders, typed } from '../form.ts'
import { Card } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import { submit } from '../submit.ts'
import type { Action, Posted, View } from '../visit.ts'
import { ProfileHead } from './head.tsx'

const PATH = '/profile/tokens'

/** Makes a token, which stands in this answer alone, or revokes one. */
export const changeTokens: Action = async (visit) => {
  const { form, ask, reader: r } = visit
  if (form.get('do') === 'revoke')
    return submit(visit, 'DELETE /auth/tokens/{id}', { params: { id: form.get('token') }, to: `${PATH}?revoked=1` })
  const tried = await ask.try('POST /auth/tokens', { body: tokenIn(visit), headers: changeHeaders(form) })
  return tried.ok ? tokenView(r, tried.body.token) : { again: typed(form, { problem: tried.problem }) }
}

function tokenIn({ form }: Posted): Readonly<Record<string, unknown>> {
  const brokers = form.all('/broker_ids').map(Number)
  const day = form.get('/expires_at')
  const password = form.get('/password')
  return {
    name: form.get('/name'),
    scopes: form.all('/scopes'),
    ...(brokers.length > 0 && { broker_ids: brokers }),
    ...(day !== '' && { expires_at: `${day}T23:59:59Z` }),
    ...(password !== '' && { password }),
  }
}

function tokenView(r: Reader, token: string): View {
  const { profile: words } = r.words
  const body = (
    <>
      <ProfileHead r={r} current="tokens" />
      <Card title={words.tokenMade} id="made">
        <p>{words.tokenOnce}</p>
        <p class="secret">
          <code>{token}</code>
        </p>
        <p class="quiet small">{words.tokenUse}</p>
        <p class="ways">
          <button type="button" class="button" data-copy={token}>
            {words.copy}
          </button>
          <a class="button primary" href={r.to(PATH)}>
            {words.tokenBack}
          </a>
        </p>
      </Card>
    </>
  )
  return { title: words.tokenMade, body, here: '/profile' }
}
