import { count } from '../figures.ts'
import { changeHeaders, typed } from '../form.ts'
import { PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Action, View } from '../visit.ts'
import { nameOf, queryOf } from './proposals.page.tsx'

/**
 * Books the ticked proposals, all or none, or takes back what it booked. They are read again: nothing is booked that the interface does not
 * propose any more.
 */
export const bookProposals: Action = async ({ ask, form, reader: r }) => {
  const headers = changeHeaders(form)
  if (form.get('do') === 'undo') {
    const tried = await ask.try('POST /transactions/batch', { body: { delete: form.all('ids').map(Number) }, headers })
    return tried.ok ? { to: '/transactions/proposals?undone=1' } : { again: typed(form, { problem: tried.problem }) }
  }
  const ticked = new Set(form.all('pick'))
  const found = await ask('GET /transactions/proposals', { query: queryOf(r) })
  const create = found.filter((proposal) => ticked.has(nameOf(proposal))).map(({ transaction }) => transaction)
  if (create.length === 0) return { again: typed(form, { faults: [{ name: '', detail: r.words.proposals.tickFirst }] }) }
  const tried = await ask.try('POST /transactions/batch', { body: { create }, headers })
  return tried.ok ? bookedView(r, tried.body.created) : { again: typed(form, { problem: tried.problem }) }
}

/** That they are booked, and one press that removes them again. */
function bookedView(r: Reader, ids: readonly number[]): View {
  const { proposals: words } = r.words
  const title = words.booked(ids.length, count(r, ids.length))
  const body = (
    <>
      <PageHead r={r} title={title} />
      <Verdict tone="ok" title={title}>
        <Form r={r} to="/transactions/proposals">
          <p>{words.undoHelp}</p>
          {ids.map((id) => (
            <input type="hidden" name="ids" value={String(id)} />
          ))}
          <p class="ways">
            <Button name="do" value="undo">
              {words.undo}
            </Button>
          </p>
        </Form>
      </Verdict>
      <p>
        <a class="button" href={r.to('/transactions/proposals')}>
          {words.toProposals}
        </a>
      </p>
    </>
  )
  return { title, body, here: '/transactions' }
}
