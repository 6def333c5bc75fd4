import { AppError } from '../../shared/errors.ts'
import type { AnswerOf } from '../operations.ts'
import { Card, Verdict } from '../parts/basics.tsx'
import { Button, Field, Form } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Page } from '../visit.ts'
import { BrokerFields, readChoices } from './fields.tsx'
import { BrokerHead } from './head.tsx'
import { archivedOfName, NameInArchive } from './taken.tsx'

type Broker = AnswerOf<'GET /brokers/{id}'>

/** What may be changed of a broker, for who may. Throws `broker/role-too-small`. */
export const brokerSettingsPage: Page = async (visit) => {
  const { reader: r, ask, params } = visit
  const { brokers: words } = r.words
  const broker = await ask('GET /brokers/{id}', { params: { id: params['id'] ?? '' } })
  if (broker.role === 'VIEWER') throw new AppError('forbidden', 'broker/role-too-small', words.noEditor)
  const fields = fieldsOf(visit, 'settings')
  const [choices, archived] = await Promise.all([readChoices(ask, r), archivedOfName(ask, fields)])
  const body = (
    <>
      <BrokerHead r={r} broker={broker} current="settings" title={words.settings} />
      {r.query.has('saved') && !visit.fields.wasSent && <p role="status">{words.saved}</p>}
      {fields.problem?.status === 412 && <Stale r={r} broker={broker} />}
      <NameInArchive r={r} broker={archived} />
      <Card>
        <Form r={r} fields={fields} revision={broker.revision} to={`/brokers/${broker.id}/settings`}>
          <input type="hidden" name="do" value="settings" />
          <Field r={r} fields={fields} name="/name" label={words.name} value={broker.name} maxlength={100} isRequired />
          <BrokerFields r={r} fields={fields} choices={choices} broker={broker} />
          <p>
            <Button kind="primary">{words.save}</Button>
          </p>
        </Form>
      </Card>
      <Away r={r} broker={broker} />
    </>
  )
  return { title: `${words.settings} – ${broker.name}`, body }
}

/** What stands there now, beside what was typed. */
const Stale = ({ r, broker }: { r: Reader; broker: Broker }) => {
  const { brokers: words, common } = r.words
  const facts = [
    [words.name, broker.name],
    [words.currency, broker.currency],
    [words.plugin, broker.import_plugin],
    [words.website, broker.website],
    [words.description, broker.description],
    [words.cash, broker.cash === 'tracked' ? words.cashTracked : words.cashNot],
    [words.overdraft, broker.allow_cash_overdraft ? common.yes : common.no],
    [words.shorting, broker.allow_asset_shorting ? common.yes : common.no],
  ] as const
  return (
    <Verdict tone="warn" title={words.stale}>
      <p>{words.staleHelp}</p>
      <dl class="facts">
        {facts.map(([text, value]) => (
          <>
            <dt>{text}</dt>
            <dd>{value ?? common.none}</dd>
          </>
        ))}
      </dl>
    </Verdict>
  )
}

/** The two ways to be rid of it. */
const Away = ({ r, broker }: { r: Reader; broker: Broker }) => {
  const { brokers: words } = r.words
  return (
    <Card>
      <div class="stacked">
        <Form r={r} revision={broker.revision} to={`/brokers/${broker.id}/settings`}>
          <p class="quiet small">{broker.archived ? words.archivedHelp : words.archiveHelp}</p>
          <p>
            <Button name="do" value={broker.archived ? 'unarchive' : 'archive'}>
              {broker.archived ? words.unarchive : words.archive}
            </Button>
          </p>
        </Form>
        {broker.role === 'OWNER' && (
          <>
            <p class="quiet small">{words.deleteHelp}</p>
            <p>
              <a class="button danger" href={r.to(`/brokers/${broker.id}/delete`)}>
                {words.delete}
              </a>
            </p>
          </>
        )}
      </div>
    </Card>
  )
}
