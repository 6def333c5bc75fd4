import { AppError } from '../../shared/errors.ts'
import { asTyped } from '../amount-input.ts'
import { day } from '../figures.ts'
import { ActionBar, Card, Crumbs, PageHead } from '../parts/basics.tsx'
import { Form } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { LineFields, type Values } from './fields.tsx'
import { HiddenForm } from './hidden.tsx'
import { StoredLotChoice } from './lot-choice.tsx'
import { directionOf, shapeOf } from './shapes.ts'
import { ShortfallHelp } from './shortfall.tsx'
import { Versions } from './versions.tsx'
import { type Line, readWorld, type World } from './world.ts'

const SUGGESTED = 200

/** The fields of one line as they are stored, to be changed. Throws `broker/role-too-small`. */
export const editTransactionPage: Page = async (visit) => {
  const { reader: r, ask, params, fields } = visit
  const line = await ask('GET /transactions/{id}', { params, query: { expand: 'asset' } })
  const [world, suggested] = await Promise.all([
    readWorld(ask, r, [line.broker_id]),
    ask('GET /assets', { query: { limit: SUGGESTED } }),
  ])
  const { transactions: words } = r.words
  mustWrite(world, line.broker_id, words.mayNotWrite)
  const title = words.editTitle(world.typeName(line.type))
  const values = typeable(r, line, world)
  const body = (
    <>
      <LineHead r={r} line={line} world={world} title={title} />
      {r.isPrivate ? (
        <HiddenForm r={r} />
      ) : (
        <Card>
          <Form r={r} fields={fields} revision={line.revision}>
            <ShortfallHelp visit={visit} />
            {fields.problem?.status === 412 && <Versions visit={visit} line={line} values={values} />}
            {line.group_id !== null && <p class="quiet">{words.legOfGroup}</p>}
            <LineFields visit={visit} world={world} type={line.type} values={values} suggested={suggested} isNew={false} />
            <StoredLotChoice visit={visit} line={line} />
            <EditBar r={r} line={line} />
          </Form>
        </Card>
      )}
    </>
  )
  return { title, body, here: '/transactions' }
}

/** Throws `broker/role-too-small` where the reader may only look. */
export function mustWrite(world: World, brokerId: number, detail: string): void {
  if (!world.mayWrite(brokerId)) throw new AppError('forbidden', 'broker/role-too-small', detail)
}

export const LineHead = ({ r, line, world, title }: { r: Reader; line: Line; world: World; title: string }) => {
  const { transactions: words } = r.words
  const what = `${world.typeName(line.type)}${line.asset ? `${r.words.common.colon}${line.asset.name}` : ''}`
  return (
    <>
      <Crumbs
        r={r}
        items={[
          { text: words.title, href: r.to('/transactions') },
          { text: what, href: r.to(`/transactions/${line.id}`) },
        ]}
      />
      <PageHead r={r} title={title} lead={`${what} · ${day(r, line.date)} · ${world.brokerName(line.broker_id)}`} />
    </>
  )
}

const EditBar = ({ r, line }: { r: Reader; line: Line }) => (
  <ActionBar>
    <a class="button" href={r.to(`/transactions/${line.id}`)}>
      {r.words.common.cancel}
    </a>
    <button type="submit" class="button primary">
      {r.words.common.save}
    </button>
  </ActionBar>
)

/** A line as its fields show it: sizes without the sign that the way gives, numbers as the reader types them. */
export function typeable(r: Reader, line: Line, world: World): Values {
  const way = wayOf(line)
  const rules = world.rules.get(line.type)
  const number = (value: string | null) => (value === null || !/[1-9]/.test(value) ? '' : asTyped(r, value))
  const size = (what: 'quantity' | 'amount') => {
    const isOut = directionOf(rules, what, way) === 'out'
    return number(isOut ? line[what].replace(/^-/, '') : line[what])
  }
  return {
    ...{ asset_id: line.asset?.name ?? '', date: line.date, way, ratio: line.ratio ?? '' },
    ...{ quantity: line.ratio === null ? size('quantity') : '', amount: size('amount'), currency: line.currency ?? '' },
    ...{ price: number(line.price), fees: number(line.fees), taxes: number(line.taxes), cost_basis: number(line.cost_basis) },
    ...{ price_currency: line.price_currency ?? '', fx_rate: number(line.fx_rate) },
    ...{ time: line.time ?? '', settled_on: line.settled_on ?? '', account: line.account ?? '' },
    ...{ description: line.description ?? '', tags: line.tags.join(', '), external_id: line.external_id ?? '' },
  }
}

function wayOf(line: Line): 'in' | 'out' {
  if (shapeOf(line.type).way === undefined) return 'in'
  const decisive = /[1-9]/.test(line.quantity) ? line.quantity : line.amount
  return decisive.startsWith('-') ? 'out' : 'in'
}
