import { count } from '../figures.ts'
import { formOf } from '../form.ts'
import { Card, Verdict } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import type { Page, Visit } from '../visit.ts'
import { withLegs } from './again.ts'
import { LineHead, mustWrite } from './edit.page.tsx'
import { namersOf } from './named.ts'
import { LinesByMonth } from './rows.tsx'
import { refused, ShortfallHelp } from './shortfall.tsx'
import { type Line, readWorld, type World } from './world.ts'

/** What goes with a line, and what would stand in the way, before it goes. Throws `broker/role-too-small`. */
export const deleteTransactionPage: Page = async (visit) => {
  const { reader: r, ask, params } = visit
  const line = await ask('GET /transactions/{id}', { params, query: { expand: 'asset' } })
  const lines = await withLegs(ask, [line])
  const world = await readWorld(
    ask,
    r,
    lines.map((one) => one.broker_id),
  )
  const { transactions: words } = r.words
  mustWrite(world, line.broker_id, words.mayNotWrite)
  const tried = await ask.try('POST /transactions/batch', { body: { delete: [line.id], dry_run: true } })
  const { length: namers } = await namersOf(ask, lines)
  const title = words.deleteTitle(lines.length, String(lines.length))
  const body = (
    <>
      <LineHead r={r} line={line} world={world} title={title} />
      {!tried.ok && <Barrier visit={{ ...visit, fields: refused(r, formOf(new URLSearchParams()), tried.problem) }} />}
      <Goes visit={visit} line={line} lines={lines} world={world} isPossible={tried.ok} namers={namers} />
    </>
  )
  return { title, body, here: '/transactions' }
}

/** Why a dry run failed, and the ways out. */
export const Barrier = ({ visit }: { visit: Visit }) => {
  const { reader: r, fields } = visit
  return (
    <Verdict tone="bad" title={r.words.transactions.inTheWay}>
      <ul>
        {fields.faults.map(({ detail }) => (
          <li>{detail}</li>
        ))}
      </ul>
      <ShortfallHelp visit={visit} />
    </Verdict>
  )
}

type GoesGiven = { visit: Visit; line: Line; lines: readonly Line[]; world: World; isPossible: boolean; namers: number }

const Goes = ({ visit, line, lines, world, isPossible, namers }: GoesGiven) => {
  const { reader: r, fields } = visit
  const { transactions: words, common } = r.words
  return (
    <Card title={words.thisGoes} id="goes">
      <LinesByMonth r={r} world={world} lines={lines} caption={words.thisGoes} hasTicks={false} />
      <Form r={r} fields={fields} revision={line.revision}>
        <p class="quiet">{r.isPrivate ? words.noUndoHidden : words.undoAfter}</p>
        {namers > 0 && <p>{words.namedByOthers(namers, count(r, namers))}</p>}
        {line.report_id !== null && <p class="quiet">{words.fromFile}</p>}
        <p class="ways">
          {isPossible && <Button kind="danger">{common.delete}</Button>}
          <a class="button" href={r.to(`/transactions/${line.id}`)}>
            {common.cancel}
          </a>
        </p>
      </Form>
    </Card>
  )
}
