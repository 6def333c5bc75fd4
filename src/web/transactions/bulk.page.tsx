import { count } from '../figures.ts'
import { formOf } from '../form.ts'
import { Card, Crumbs, Empty, PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Field, Form, Select } from '../parts/forms.tsx'
import type { Page, View, Visit } from '../visit.ts'
import { type BulkWish, planOf, tickedLines, wishOf } from './bulk.ts'
import { Barrier } from './delete.page.tsx'
import { mustWrite } from './edit.page.tsx'
import { brokerOptions } from './fields.tsx'
import { namersOf } from './named.ts'
import { LinesByMonth } from './rows.tsx'
import { refused } from './shortfall.tsx'
import { type Line, readWorld, type World } from './world.ts'

/** What tagging, moving or deleting the ticked lines would do, before it is done. Throws `broker/role-too-small`. */
export const bulkPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const lines = await tickedLines(ask, r)
  if (lines.length === 0) return nothingTicked(visit)
  const wish = wishOf(r.query)
  const plan = wish && (await planOf(ask, lines, wish))
  const shown = plan?.touched ?? lines
  const world = await readWorld(
    ask,
    r,
    shown.map((line) => line.broker_id),
  )
  const { transactions: words } = r.words
  for (const line of lines) mustWrite(world, line.broker_id, words.mayNotWrite)
  const tried = plan && (await ask.try('POST /transactions/batch', { body: { ...plan.batch, dry_run: true } }))
  const namers = plan && wish.does !== 'tag' ? (await namersOf(ask, plan.touched)).length : 0
  const title = words.bulkTitles[doesOf(r.query)](lines.length, count(r, lines.length))
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/transactions') }]} />
      <PageHead r={r} title={title} />
      <Choice visit={visit} world={world} />
      {tried && !tried.ok && <Barrier visit={{ ...visit, fields: refused(r, formOf(new URLSearchParams()), tried.problem) }} />}
      {wish && tried?.ok && <Confirm visit={visit} wish={wish} world={world} lines={lines} touched={shown} namers={namers} />}
      <Card title={words.theseLines} id="lines">
        <LinesByMonth r={r} world={world} lines={shown} caption={words.theseLines} hasTicks={false} />
      </Card>
    </>
  )
  return { title, body, here: '/transactions' }
}

function doesOf(query: URLSearchParams): BulkWish['does'] {
  const does = query.get('do')
  return does === 'move' || does === 'delete' ? does : 'tag'
}

function nothingTicked({ reader: r }: Visit): View {
  const { transactions: words } = r.words
  const body = (
    <>
      <PageHead r={r} title={words.nothingTicked} />
      <div class="card">
        <Empty title={words.tickFirst}>
          <a class="button" href={r.to('/transactions')}>
            {words.toList}
          </a>
        </Empty>
      </div>
    </>
  )
  return { title: words.nothingTicked, body, here: '/transactions' }
}

/** Which tag, or which broker. */
const Choice = ({ visit, world }: { visit: Visit; world: World }) => {
  const { reader: r, fields } = visit
  const { transactions: words } = r.words
  const does = doesOf(r.query)
  if (does === 'delete') return null
  return (
    <form class="card" method="get" action={r.to('/transactions/bulk')}>
      <input type="hidden" name="do" value={does} />
      {r.query.getAll('ids').map((id) => (
        <input type="hidden" name="ids" value={id} />
      ))}
      <div class="fields">
        {does === 'tag' ? (
          <Field r={r} fields={fields} name="tag" label={words.tag} value={r.query.get('tag') ?? ''} maxlength={50} isRequired />
        ) : (
          <Select
            r={r}
            fields={fields}
            name="broker_id"
            label={words.moveTo}
            options={brokerOptions(world)}
            value={r.query.get('broker_id') ?? ''}
          />
        )}
      </div>
      <p>
        <button type="submit" class="button">
          {words.seeChanges}
        </button>
      </p>
    </form>
  )
}

type ConfirmGiven = {
  visit: Visit
  wish: BulkWish
  world: World
  lines: readonly Line[]
  touched: readonly Line[]
  namers: number
}

/** What would be done, and the button that does it. */
const Confirm = ({ visit, wish, world, lines, touched, namers }: ConfirmGiven) => {
  const { reader: r, fields } = visit
  const { transactions: words } = r.words
  const n = lines.length
  const said =
    wish.does === 'tag'
      ? words.willTag(n, count(r, n), wish.tag)
      : wish.does === 'move'
        ? words.willMove(n, count(r, n), world.brokerName(Number(wish.brokerId)))
        : words.willDelete(n, count(r, n))
  const rest = touched.length - n
  return (
    <Verdict tone="ok" title={words.nothingInTheWay}>
      <Form r={r} fields={fields}>
        <p>{said}</p>
        {rest > 0 && <p>{words.withLegs(rest, count(r, rest))}</p>}
        {namers > 0 && <p>{words.namedByOthers(namers, count(r, namers))}</p>}
        {wish.does === 'delete' && <p>{r.isPrivate ? words.noUndoHidden : words.undoAfter}</p>}
        {wish.does === 'move' && <p>{words.moveIsNew}</p>}
        <p class="ways">
          <Button kind={wish.does === 'delete' ? 'danger' : 'primary'}>{words.bulkTitles[wish.does](n, count(r, n))}</Button>
          <a class="button" href={r.to('/transactions')}>
            {r.words.common.cancel}
          </a>
        </p>
      </Form>
    </Verdict>
  )
}
