import { Card } from '../parts/basics.tsx'
import { Button, Form, Tick } from '../parts/forms.tsx'
import type { Page } from '../visit.ts'
import { findReport, mayEdit } from './report.ts'
import { Problems, ReportHead } from './review.tsx'

/** Says what goes before a report is deleted. */
export const deletePage: Page = async ({ ask, params, reader: r, fields }) => {
  const { imports: words } = r.words
  const { report, broker } = await findReport(ask, params['id'] ?? '')
  if (!mayEdit(broker)) return { to: `/imports/${report.id}` }
  const isImported = report.status === 'imported'
  const body = (
    <>
      <ReportHead r={r} report={report} broker={broker} />
      <Problems r={r} fields={fields} />
      <Card title={words.deleteTitle} id="delete">
        <Form r={r} to={`/imports/${report.id}/delete`}>
          <p>
            {words.deleteLead(report.filename)} {isImported && words.deleteKeeps}
          </p>
          {isImported && <Tick fields={fields} name="/undo" label={words.deleteUndo} />}
          <div class="buttons">
            <Button kind="danger">{words.deleteYes}</Button>
            <a class="button" href={r.to(`/imports/${report.id}`)}>
              {words.keep}
            </a>
          </div>
        </Form>
      </Card>
    </>
  )
  return { title: words.deleteTitle, body }
}
