import { AppError } from '../../shared/errors.ts'
import { count } from '../figures.ts'
import { Card } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import type { Page } from '../visit.ts'
import { BrokerHead } from './head.tsx'

/** What goes with a broker, before it goes. Throws `broker/role-too-small`. */
export const deleteBrokerPage: Page = async ({ reader: r, ask, params, fields }) => {
  const { brokers: words } = r.words
  const broker = await ask('GET /brokers/{id}', { params: { id: params['id'] ?? '' } })
  if (broker.role !== 'OWNER') throw new AppError('forbidden', 'broker/role-too-small', words.noOwner)
  const reports = await ask.count('GET /brokers/import/files', { query: { broker_ids: [broker.id] } })
  const title = words.deleteTitle(broker.name)
  const body = (
    <>
      <BrokerHead r={r} broker={broker} current="settings" title={title} />
      <Card>
        <Form r={r} fields={fields} revision={broker.revision}>
          <p>{words.deleteGoes}</p>
          <ul class="bullets">
            <li>{words.deleteTransactions(broker.transaction_count, count(r, broker.transaction_count))}</li>
            <li>{words.deleteReports(reports, count(r, reports))}</li>
            <li>{words.deletePeople(broker.member_count, count(r, broker.member_count))}</li>
          </ul>
          <p>{words.deleteBack}</p>
          <p class="ways">
            <Button kind="danger">{words.deleteSubmit}</Button>
            <a class="button" href={r.to(`/brokers/${broker.id}/settings`)}>
              {words.keep}
            </a>
          </p>
        </Form>
      </Card>
    </>
  )
  return { title, body }
}
