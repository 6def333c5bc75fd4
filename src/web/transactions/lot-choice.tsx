import { asTyped } from '../amount-input.ts'
import { count } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount, Day, Quantity, Unknown } from '../parts/amounts.tsx'
import { Field, idOf } from '../parts/forms.tsx'
import { Table } from '../parts/tables.tsx'
import { dayBefore, validDay } from '../period.ts'
import type { Reader } from '../reader.ts'
import type { Visit } from '../visit.ts'
import { choiceOf } from './body.ts'
import type { Values } from './fields.tsx'
import { findAsset } from './find-asset.ts'
import { LOTS, lotField } from './lot-fields.ts'
import type { Line } from './world.ts'

type Report = AnswerOf<'GET /portfolio/holdings'>
type OpenLot = NonNullable<Report['holdings'][number]['lots']>[number]
type Offered = { readonly lots: readonly (OpenLot & { readonly lot_id: number })[]; readonly currency: string }

const MOST = 200

/** The lots that a new sale may take: those of the asset, broker and day that are typed, once somebody looks for them. */
export async function NewLotChoice({ visit, values }: { visit: Visit; values: Values }) {
  const { reader: r, fields } = visit
  const { lotChoice: words } = r.words
  const offered = await offeredTo(visit, values)
  const isOpen = fields.value('do') === 'lots' || isWrong(visit, offered)
  return (
    <details class="lot-choice" id={idOf(LOTS)} {...(isOpen ? { open: true } : {})}>
      <summary>{words.title}</summary>
      <p class="quiet small">{words.help}</p>
      {offered && offered.lots.length > 1 && <LotTable visit={visit} offered={offered} />}
      {fields.value('do') === 'lots' && (offered?.lots.length ?? 0) < 2 && <p role="status">{words.few}</p>}
      <p>
        <button type="submit" class="button small" name="do" value="lots" formnovalidate>
          {words.show}
        </button>
      </p>
    </details>
  )
}

/** The lots that a stored sale takes or could take, as they were before its day. */
export async function StoredLotChoice({ visit, line }: { visit: Visit; line: Line }) {
  if (line.type !== 'SELL' || line.asset_id === null) return null
  const found = await lotsOf(visit, line.asset_id, String(line.broker_id), dayBefore(line.date))
  const known = new Set(found?.lots.map(({ lot_id }) => lot_id))
  const named = (line.lots ?? []).filter(({ lot_id }) => !known.has(lot_id)).map(({ lot_id }) => unseen(lot_id))
  const offered = { lots: [...(found?.lots ?? []), ...named], currency: found?.currency ?? visit.reader.currency }
  if (offered.lots.length < 2 && line.lots === null) return null
  const { lotChoice: words } = visit.reader.words
  const isOpen = line.lots !== null || isWrong(visit, offered)
  return (
    <details class="lot-choice" id={idOf(LOTS)} {...(isOpen ? { open: true } : {})}>
      <summary>{words.title}</summary>
      <p class="quiet small">{words.help}</p>
      <LotTable visit={visit} offered={offered} line={line} />
    </details>
  )
}

/** A lot that a sale names, of whose rest the report of the day before says nothing. */
const unseen = (id: number) => ({
  ...{ transaction_id: id, lot_id: id, acquired_on: null, cost: null, unit_cost: null, quantity: '' },
})

async function offeredTo(visit: Visit, values: Values): Promise<Offered | undefined> {
  const { ask, fields, reader: r } = visit
  const text = fields.value('/asset_id', values.asset_id ?? '').trim()
  if (text === '' || (!fields.wasSent && !r.query.has('asset_id'))) return undefined
  const found = await findAsset(ask, text, fields.value(choiceOf('/asset_id')))
  if (found.kind !== 'one') return undefined
  const day = validDay(fields.value('/date', values.date ?? '')) ?? r.today
  return lotsOf(visit, found.asset.id, fields.value('/broker_id', values.broker_id ?? ''), day)
}

/** Open lots at one broker, oldest first. Matched first in, first out: an average would have none to choose. */
async function lotsOf({ ask }: Visit, asset: number, broker: string, day: string): Promise<Offered | undefined> {
  const query = { asset_ids: asset, broker_ids: broker, as_of: day, lots: true, method: 'FIFO', owned: false }
  const tried = await ask.try('GET /portfolio/holdings', { query })
  if (!tried.ok) return undefined
  const all = tried.body.holdings.flatMap(({ lots }) => lots ?? [])
  const lots = all.flatMap((lot) => (lot.lot_id === null || lot.quantity.startsWith('-') ? [] : [{ ...lot, lot_id: lot.lot_id }]))
  return { lots, currency: tried.body.currency }
}

function isWrong({ fields }: Visit, offered: Offered | undefined): boolean {
  return [LOTS, ...(offered?.lots ?? []).map(({ lot_id }) => lotField(lot_id))].some((name) => fields.fault(name) !== undefined)
}

const LotTable = ({ visit, offered, line }: { visit: Visit; offered: Offered; line?: Line }) => {
  const { reader: r, fields } = visit
  const { transactions: words, lotChoice } = r.words
  const columns = [
    { key: 'day', text: words.boughtOn },
    { key: 'left', text: lotChoice.left, isEnd: true },
    { key: 'cost', text: lotChoice.unitCost, isEnd: true },
    { key: 'units', text: lotChoice.units, isEnd: true },
  ]
  const fault = fields.fault(LOTS)
  return (
    <>
      {fault && <p class="fault">{fault}</p>}
      <Table r={r} caption={lotChoice.title} columns={columns} isWide>
        {offered.lots.slice(0, MOST).map((lot) => (
          <LotRow visit={visit} lot={lot} currency={offered.currency} value={namedOf(r, line, lot.lot_id)} />
        ))}
      </Table>
      {offered.lots.length > MOST && <p class="quiet small">{lotChoice.most(count(r, MOST))}</p>}
    </>
  )
}

/** The units that a stored sale takes of a lot, as the reader types them. */
function namedOf(r: Reader, line: Line | undefined, id: number): string {
  const named = line?.lots?.find(({ lot_id }) => lot_id === id)
  return named === undefined ? '' : asTyped(r, named.quantity)
}

type RowProps = { visit: Visit; lot: Offered['lots'][number]; currency: string; value: string }

const LotRow = ({ visit: { reader: r, fields }, lot, currency, value }: RowProps) => {
  const { transactions: words, lotChoice } = r.words
  return (
    <tr>
      <th scope="row">
        <a href={r.to(`/transactions/${lot.lot_id}`)}>
          {lot.acquired_on === null ? words.lotOf(String(lot.lot_id)) : <Day r={r} of={lot.acquired_on} />}
        </a>
      </th>
      <td class="end">{lot.quantity === '' ? <Unknown r={r} /> : <Quantity r={r} of={lot.quantity} />}</td>
      <td class="end">
        <Amount r={r} of={lot.unit_cost} currency={currency} digits={6} />
      </td>
      <td class="end">
        <Field
          {...{ r, fields, name: lotField(lot.lot_id), value, inputmode: 'decimal', autocomplete: 'off', isLabelHidden: true }}
          label={lotChoice.unitsOf(words.lotOf(String(lot.lot_id)))}
        />
      </td>
    </tr>
  )
}
