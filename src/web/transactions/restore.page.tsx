import type { ProblemBody } from '../../http/problem.ts'
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
              <input type="hidden" name="namers" value={fields.value('namers')} />
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

/** Makes deleted lines again, all or none; what took them as lots takes them again, unless somebody has changed it meanwhile. */
export const restoreTransactions: Action = async ({ ask, form, reader: r }) => {
  const create = linesIn(form.get('lines'))
  if (create === undefined)
    return { again: typed(form, { faults: [{ name: '', detail: r.words.transactions.nothingToRestore }] }) }
  const update = linesIn(form.get('namers')) ?? []
  const headers = changeHeaders(form)
  const whole = await ask.try('POST /transactions/batch', { body: { create, update }, headers })
  const tried =
    whole.ok || update.length === 0 || !isOfUpdates(whole.problem)
      ? whole
      : await ask.try('POST /transactions/batch', { body: { create } })
  if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  return { to: `/transactions?done=restored&n=${tried.body.created.length}` }
}

function isOfUpdates({ code, errors = [] }: ProblemBody): boolean {
  return (
    code === 'request/stale' || code === 'transaction/not-found' || errors.some(({ pointer }) => pointer.startsWith('/update/'))
  )
}

function linesIn(text: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
