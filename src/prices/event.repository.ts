import type { NotNull } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { type Builder, inList, query } from '#db/query.ts'
import type { AssetEventTable } from '#db/tables/prices.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'
import { distinctSplits, type Split } from './splits.ts'
import { raisePriceVersion } from './version.repository.ts'

/** `amount` per unit as paid on its day; `ratio` is `new:old`; `source` MANUAL or the provider that reported it. */
export type NewAssetEvent = {
  readonly type: AssetEventTable['type']
  readonly date: string
  readonly amount: Decimal | null
  readonly currency: string | null
  readonly ratio: string | null
  readonly source: string
  readonly createdBy: number | null
  readonly createdAt: string
}
export type AssetEvent = NewAssetEvent & { readonly id: number }

type EventRow = Omit<NewAssetEvent, 'amount'> & { readonly assetId: number; readonly amount: string | null }

const eventsOf = query<{ assetId: number }>()((q, p) =>
  q
    .selectFrom('asset_event')
    .select(['id', 'type', 'date', 'amount', 'currency', 'ratio', 'source'])
    .select(['created_by as createdBy', 'created_at as createdAt'])
    .where('asset_id', '=', p.assetId)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc'),
)

const splitsOf = query<{ ids: readonly number[]; until: string }>()((q, p) =>
  q
    .selectFrom('asset_event')
    .select(['asset_id', 'date', 'ratio', 'source', 'created_by as createdBy'])
    .where('type', '=', 'SPLIT')
    .where('ratio', 'is not', null)
    .where('date', '<=', p.until)
    .where('asset_id', 'in', inList(p.ids))
    .$narrowType<{ ratio: NotNull }>()
    .orderBy('asset_id')
    .orderBy('date')
    .orderBy((eb) => eb('source', '<>', 'MANUAL'))
    .orderBy('source'),
)

const insertNew = query<EventRow>()((q, p) =>
  intoEvents(q, p)
    .onConflict((conflict) => conflict.columns(['asset_id', 'type', 'date', 'source']).doNothing())
    .returning('id'),
)

const insertOrReplace = query<EventRow>()((q, p) =>
  intoEvents(q, p)
    .onConflict((conflict) =>
      conflict.columns(['asset_id', 'type', 'date', 'source']).doUpdateSet((eb) => ({
        amount: eb.ref('excluded.amount'),
        currency: eb.ref('excluded.currency'),
        ratio: eb.ref('excluded.ratio'),
      })),
    )
    .returning('id'),
)

const deleteOne = query<{ assetId: number; id: number }>()((q, p) =>
  q.deleteFrom('asset_event').where('id', '=', p.id).where('asset_id', '=', p.assetId),
)

/** The events of an asset, newest first. */
export async function listEvents(db: Reader, assetId: number): Promise<AssetEvent[]> {
  const rows = await eventsOf.all(db, { assetId })
  return rows.map((row) => ({ ...row, amount: row.amount === null ? null : decimal(row.amount) }))
}

/** The splits of assets up to a day, each once; of two that contradict each other on a day the one that a user entered. */
export async function listSplits(db: Reader, ids: readonly number[], until: string): Promise<Map<number, Split[]>> {
  const found = Map.groupBy(await splitsOf.all(db, { ids, until }), (row) => row.asset_id)
  return new Map([...found].map(([id, splits]) => [id, distinctSplits(splits)]))
}

/** Inserts an event; `undefined` when there is one of the type, day and source. With `replace` that one gets the new figures. */
export async function insertEvent(db: Tx, assetId: number, event: NewAssetEvent, replace = false): Promise<number | undefined> {
  const amount = event.amount === null ? null : formatDecimal(event.amount)
  const row = await (replace ? insertOrReplace : insertNew).one(db, { assetId, ...event, amount })
  if (row !== undefined) await raisePriceVersion(db, assetId)
  return row?.id
}

export async function deleteEvent(db: Tx, assetId: number, id: number): Promise<void> {
  await raisePriceVersion(db, assetId)
  await deleteOne.run(db, { assetId, id })
}

function intoEvents(q: Builder, p: EventRow) {
  return q.insertInto('asset_event').values({
    asset_id: p.assetId,
    type: p.type,
    date: p.date,
    amount: p.amount,
    currency: p.currency,
    ratio: p.ratio,
    source: p.source,
    created_by: p.createdBy,
    created_at: p.createdAt,
  } satisfies Record<Exclude<keyof AssetEventTable, 'id'>, unknown>)
}
