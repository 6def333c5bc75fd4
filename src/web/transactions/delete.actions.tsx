import { count } from '../figures.ts'
import { changeHeaders } from '../form.ts'
import { PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Action, View } from '../visit.ts'
import { madeAgain, namingAgain, withLegs } from './again.ts'
import { namersOf } from './named.ts'
import { refused } from './shortfall.tsx'
import type { Line } from './world.ts'

/** Deletes a line with its group, and offers to bring them back. */
export const deleteTransaction: Action = async (visit) => {
  const { ask, form, reader: r, params } = visit
  const lines = await withLegs(ask, [await ask('GET /transactions/{id}', { params })])
  const namers = await namersOf(ask, lines)
  const { 'Idempotency-Key': _, ...headers } = changeHeaders(form)
  const tried = await ask.try('DELETE /transactions/{id}', { params, headers })
  if (!tried.ok) return { again: refused(r, form, tried.problem) }
  return deletedView(r, lines, namers)
}

/**
 * That lines are gone, and one press that brings them back, also as the lots that `namers` take. In privacy mode there is none: it would hold their
 * amounts.
 */
export function deletedView(r: Reader, lines: readonly Line[], namers: readonly Line[]): View {
  const { transactions: words } = r.words
  const title = words.deleted(lines.length, count(r, lines.length))
  const body = (
    <>
      <PageHead r={r} title={title} />
      <Verdict tone="ok" title={words.gone}>
        {r.isPrivate ? (
          <p>{words.noUndoHidden}</p>
        ) : (
          <Form r={r} to="/transactions/restore">
            <p>{words.undoHelp}</p>
            <input type="hidden" name="lines" value={JSON.stringify(madeAgain(lines))} />
            <input type="hidden" name="namers" value={JSON.stringify(namingAgain(namers, lines))} />
            <p class="ways">
              <Button kind="primary">{words.undo}</Button>
            </p>
          </Form>
        )}
      </Verdict>
      <p>
        <a class="button" href={r.to('/transactions')}>
          {words.toList}
        </a>
      </p>
    </>
  )
  return { title, body, here: '/transactions' }
}
