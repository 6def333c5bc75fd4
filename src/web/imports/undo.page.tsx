import { count } from '../figures.ts'
import { Card, Verdict } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import { Said } from '../parts/said.tsx'
import type { Page } from '../visit.ts'
import { findReport, UNDO } from './report.ts'
import { ChangesOf } from './result.tsx'
import { Problems, ReportHead } from './review.tsx'

/** What an undo would take away, before it does. */
export const undoPage: Page = async ({ ask, params, reader: r, fields }) => {
  const { imports: words } = r.words
  const { report, broker } = await findReport(ask, params['id'] ?? '')
  if (report.status !== 'imported') return { to: `/imports/${report.id}` }
  const undone = await ask(UNDO, { params: { id: report.id }, body: { dry_run: true } })
  const { transactions_removed: n, assets_removed: assets, refused } = undone
  const isEdited = refused?.code === 'import/edited'
  const body = (
    <>
      <ReportHead r={r} report={report} broker={broker} />
      <Problems r={r} fields={fields} />
      <Card title={words.undoTitle} id="undo">
        <div class="stacked">
          <p>{words.undoLead(report.filename)}</p>
          <ul class="plain-list">
            <li>{words.undoGoes(n, count(r, n))}</li>
            {assets > 0 && <li>{words.undoAssets(assets, count(r, assets))}</li>}
          </ul>
          {refused && (
            <Verdict tone="warn" title={words.undoRefused}>
              <p>
                <Said r={r} text={refused.detail} />
              </p>
            </Verdict>
          )}
          <Form r={r} to={`/imports/${report.id}/undo`} kind="inline">
            {isEdited && <input type="hidden" name="force" value="true" />}
            {(!refused || isEdited) && <Button kind="danger">{isEdited ? words.undoForce : words.undo}</Button>}
            <a class="button" href={r.to(`/imports/${report.id}`)}>
              {r.words.common.cancel}
            </a>
          </Form>
        </div>
      </Card>
      <ChangesOf r={r} changes={undone.changes} columns={words.undoColumns} title={words.undoChanges} />
    </>
  )
  return { title: words.undoTitle, body }
}
