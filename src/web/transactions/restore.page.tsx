import { changeHeaders, typed } from '../form.ts'
import { PageHead } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import type { Action, Page } from '../visit.ts'
import { HiddenForm } from './hidden.tsx'

/** Lines that were deleted and could not be brought back at once: why, and once more. */
export const restorePage: Page = async ({ reader: r, fields }) => {
  const { transactions: words } = r.words
  const lines = fields.value('lines')
  const body = (
    <>
      <PageHead r={r} title={words.restoreTitle} />
      {r.isPrivate && lines !== '' ? (
        <HiddenForm r={r} />
      ) : (
        <div class="card">
          {lines === '' ? (
            <p>{words.nothingToRestore}</p>
          ) : (
            <Form r={r} fields={fields}>
              <input type="hidden" name="lines" value={lines} />
              <p>
                <Button kind="primary">{words.undo}</Button>
              </p>
            </Form>
          )}
          <p>
            <a href={r.to('/transactions')}>{words.toList}</a>
          </p>
        </div>
      )}
    </>
  )
  return { title: words.restoreTitle, body, here: '/transactions' }
}

/** Makes deleted lines again, all or none. */
export const restoreTransactions: Action = async ({ ask, form, reader: r }) => {
  const create = linesIn(form.get('lines'))
  if (create === undefined)
    return { again: typed(form, { faults: [{ name: '', detail: r.words.transactions.nothingToRestore }] }) }
  const tried = await ask.try('POST /transactions/batch', { body: { create }, headers: changeHeaders(form) })
  if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  return { to: `/transactions?done=restored&n=${tried.body.created.length}` }
}

function linesIn(text: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
