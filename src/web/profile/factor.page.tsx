import { count, instant } from '../figures.ts'
import type { FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Card } from '../parts/basics.tsx'
import { Button, Field, Form } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Page, Visit } from '../visit.ts'
import { ProfileHead } from './head.tsx'

const PATH = '/profile/second-factor'

/** Whether sign-in needs a code, too: turned on and off here. */
export const factorPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const { profile: words } = r.words
  const factor = await ask('GET /auth/second-factor')
  const body = (
    <>
      <ProfileHead r={r} current="factor" lead={words.factorLead} />
      {factor.enabled ? <On {...visit} factor={factor} /> : <Off {...visit} />}
    </>
  )
  return { title: words.factor, body, here: '/profile' }
}

const Off = (visit: Visit) => {
  const { reader: r } = visit
  const { profile: words } = r.words
  const confirming = fieldsOf(visit, 'confirm')
  const given = { r, fields: fieldsOf(visit, 'begin') }
  return (
    <>
      {confirming.wasSent && (
        <Card>
          <ConfirmForm r={r} fields={confirming} />
        </Card>
      )}
      <Card title={words.factorOff} id="factor">
        <Form {...given} to={PATH}>
          <input type="hidden" name="do" value="begin" />
          <Field {...given} name="/password" label={words.proof} type="password" autocomplete="current-password" isRequired />
          <p>
            <Button kind={confirming.wasSent ? 'plain' : 'primary'}>{words.factorBegin}</Button>
          </p>
        </Form>
      </Card>
    </>
  )
}

/** The first code of the app turns it on. */
export const ConfirmForm = ({ r, fields }: { r: Reader; fields: FormView }) => {
  const { profile: words } = r.words
  return (
    <Form r={r} fields={fields} to={PATH}>
      <input type="hidden" name="do" value="confirm" />
      <Field
        r={r}
        fields={fields}
        name="/code"
        label={words.code}
        help={words.factorNext}
        inputmode="numeric"
        autocomplete="one-time-code"
        isRequired
      />
      <p>
        <Button kind="primary">{words.factorConfirm}</Button>
      </p>
    </Form>
  )
}

const On = (visit: Visit & { factor: AnswerOf<'GET /auth/second-factor'> }) => {
  const { reader: r, factor } = visit
  const { profile: words } = r.words
  return (
    <>
      <Card title={words.factorOn} id="factor">
        <dl class="facts">
          {factor.enabled_at && (
            <>
              <dt>{words.factorSince}</dt>
              <dd>{instant(r, factor.enabled_at)}</dd>
            </>
          )}
          <dt>{words.factorLeft}</dt>
          <dd>{count(r, factor.recovery_codes_left)}</dd>
        </dl>
      </Card>
      <Card title={words.codesNew} id="codes">
        {r.query.get('do') === 'off' ? (
          <a class="button" href={r.here({ do: null })}>
            {words.codesNew}
          </a>
        ) : (
          <Proof {...visit} does="codes" help={words.codesNewHelp} submit={words.codesMake} />
        )}
      </Card>
      <Card title={words.factorEndTitle} id="off">
        {r.query.get('do') === 'off' ? (
          <Proof {...visit} does="off" help={words.factorEndHelp} submit={words.factorEnd} />
        ) : (
          <a class="button" href={r.here({ do: 'off' })}>
            {words.factorEndTitle}
          </a>
        )}
      </Card>
    </>
  )
}

/** Password and code, which both ways off need. */
const Proof = (visit: Visit & { does: 'codes' | 'off'; help: string; submit: string }) => {
  const { reader: r, does, help, submit } = visit
  const { profile: words } = r.words
  const given = { r, fields: fieldsOf(visit, does) }
  return (
    <Form {...given} to={does === 'off' ? `${PATH}?do=off` : PATH}>
      <input type="hidden" name="do" value={does} />
      <p>{help}</p>
      <Field {...given} name="/password" label={words.proof} type="password" autocomplete="current-password" isRequired />
      <Field {...given} name="/code" label={words.code} help={words.codeOr} autocomplete="one-time-code" isRequired />
      <p>
        <Button kind={does === 'off' ? 'danger' : 'plain'}>{submit}</Button>
      </p>
    </Form>
  )
}
