import { SCOPES } from '../../shared/scopes.ts'

import type { AnswerOf } from '../operations.ts'
import { Instant } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import { Button, Field, Form, Tick } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Page, Visit } from '../visit.ts'
import { ProfileHead } from './head.tsx'

type Token = AnswerOf<'GET /auth/tokens'>[number]
type Brokers = AnswerOf<'GET /brokers'>

/** The problems after which a password is needed, too. */
const PASSWORD_NEEDED = new Set(['auth/password-needed', 'auth/wrong-password'])

/** With what programs act for the reader. */
export const tokensPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const { profile: words } = r.words
  const [tokens, brokers] = await Promise.all([ask('GET /auth/tokens'), ask('GET /brokers')])
  const body = (
    <>
      <ProfileHead r={r} current="tokens" lead={words.tokensLead} />
      {r.query.has('revoked') && !visit.fields.wasSent && <p role="status">{words.revoked}</p>}
      <Card title={words.tokensList} id="tokens">
        {tokens.length === 0 ? <p class="quiet">{words.tokensNone}</p> : <TokenTable r={r} tokens={tokens} />}
      </Card>
      <Card title={words.tokenNew} id="new">
        <NewToken {...visit} brokers={brokers} />
      </Card>
      <AsScript r={r} operations={[['GET /auth/tokens']]} />
    </>
  )
  return { title: words.tokens, body, here: '/profile' }
}

const TokenTable = ({ r, tokens }: { r: Reader; tokens: readonly Token[] }) => {
  const { profile: words } = r.words
  const columns = [
    { key: 'name', text: words.tokenName },
    { key: 'used', text: words.usedLast, kind: 'wide' },
    { key: 'ends', text: words.ends, kind: 'wide' },
    { key: 'revoke', text: <span class="sr">{words.revoke}</span>, isEnd: true },
  ]
  return (
    <Table r={r} caption={words.tokensList} columns={columns}>
      {tokens.map((token) => (
        <tr>
          <th scope="row">
            {token.name}
            <span class="sub">{token.scopes.map((scope) => words.scope[scope]).join(' · ')}</span>
          </th>
          <td class="wide">{token.last_used_at ? <Instant r={r} of={token.last_used_at} /> : words.never}</td>
          <td class="wide">{token.expires_at ? <Instant r={r} of={token.expires_at} /> : words.never}</td>
          <td class="end">
            <Form r={r} to="/profile/tokens">
              <input type="hidden" name="token" value={String(token.id)} />
              <button type="submit" class="button small danger" name="do" value="revoke">
                {words.revoke}
                <span class="sr"> {token.name}</span>
              </button>
            </Form>
          </td>
        </tr>
      ))}
    </Table>
  )
}

const NewToken = (visit: Visit & { brokers: Brokers }) => {
  const { reader: r, brokers } = visit
  const { profile: words } = r.words
  const fields = fieldsOf(visit, 'make')
  const given = { r, fields }
  const scopes = SCOPES.filter((scope) => scope !== 'admin' || r.user?.isSuperuser)
  return (
    <Form {...given} to="/profile/tokens">
      <input type="hidden" name="do" value="make" />
      <Field {...given} name="/name" label={words.tokenName} maxlength={100} isRequired />
      <fieldset>
        <legend>{words.scopes}</legend>
        {scopes.map((scope) => (
          <Tick fields={fields} name="/scopes" value={scope} label={words.scope[scope]} isTicked={scope === 'read'} />
        ))}
      </fieldset>
      {brokers.length > 1 && (
        <details>
          <summary>{words.tokenBrokers}</summary>
          <fieldset>
            <legend>{words.tokenBrokersHelp}</legend>
            {brokers.map(({ id, name }) => (
              <Tick fields={fields} name="/broker_ids" value={String(id)} label={name} />
            ))}
          </fieldset>
        </details>
      )}
      <Field {...given} name="/expires_at" label={words.tokenEnds} type="date" help={words.tokenEndsHelp} isOptional />
      {PASSWORD_NEEDED.has(fields.problem?.code ?? '') && (
        <Field {...given} name="/password" label={words.proof} type="password" autocomplete="current-password" isRequired />
      )}
      <p>
        <Button kind="primary">{words.tokenMake}</Button>
      </p>
    </Form>
  )
}
