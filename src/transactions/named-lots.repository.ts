import { sql } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { NamedLot } from '../lots/lot.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'

/** A line of one position, as far as its lots matter. */
export type PositionLine = {
  readonly id: number
  readonly date: string
  readonly time: string | null
  readonly type: string
  readonly groupId: string | null
  readonly quantity: Decimal
  readonly lots: readonly NamedLot[] | null
}

type Position = { readonly brokerId: number; readonly assetId: number }

const linesOf = query<Position>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['id', 'date', 'time', 'type', 'group_id', 'quantity', 'lots'])
    .where('asset_id', '=', p.assetId)
    .where('broker_id', '=', p.brokerId)
    .where('quantity', '<>', sql.lit('0'))
    .orderBy('date')
    .orderBy(({ fn, val }) => fn.coalesce('time', val('')))
    .orderBy('id'),
)

/** Every line that moves an asset at a broker, in ledger order. */
export async function listPosition(db: Reader, position: Position): Promise<PositionLine[]> {
  return (await linesOf.all(db, position)).map((row) => ({
    id: row.id,
    date: row.date,
    time: row.time,
    type: row.type,
    groupId: row.group_id,
    quantity: decimal(row.quantity),
    lots: readLots(row.lots),
  }))
}

const carriedLot = query<Position & { lotId: number }>()((q, p) =>
  q
    .withRecursive('source(broker_id, asset_id)', (cte) =>
      cte
        .selectNoFrom(({ cast, val }) => [
          cast<number>(val(p.brokerId), 'bigint').as('broker_id'),
          cast<number | null>(val(p.assetId), 'bigint').as('asset_id'),
        ])
        .union(
          cte
            .selectFrom('source')
            .innerJoin('ledger_transaction as got', (join) =>
              join.onRef('got.asset_id', '=', 'source.asset_id').onRef('got.broker_id', '=', 'source.broker_id'),
            )
            .innerJoin('ledger_transaction as sent', 'sent.group_id', 'got.group_id')
            .select(['sent.broker_id', 'sent.asset_id'])
            .where('got.type', 'in', [sql.lit('TRANSFER'), sql.lit('EXCHANGE')])
            .where(sql<boolean>`substr(got.quantity, 1, 1) <> '-'`)
            .where('sent.asset_id', 'is not', null)
            .where(sql<boolean>`substr(sent.quantity, 1, 1) = '-'`),
        ),
    )
    .selectFrom('ledger_transaction as lot')
    .innerJoin('source', (join) =>
      join.onRef('source.broker_id', '=', 'lot.broker_id').onRef('source.asset_id', '=', 'lot.asset_id'),
    )
    .select('lot.id')
    .where('lot.id', '=', p.lotId)
    .where(({ or, eb }) => or([eb('source.broker_id', '<>', p.brokerId), eb('source.asset_id', '<>', p.assetId)]))
    .where('lot.quantity', '<>', sql.lit('0'))
    .where(sql<boolean>`substr(lot.quantity, 1, 1) <> '-'`),
)

/** Whether a line opened units at a position from which units came to this one by transfers and exchanges, directly or by way of others. */
export async function isCarriedLot(db: Reader, position: Position, lotId: number): Promise<boolean> {
  return (await carriedLot.one(db, { ...position, lotId })) !== undefined
}

/** Lots as the column holds them. */
export function lotsText(lots: readonly NamedLot[] | null): string | null {
  return lots === null ? null : JSON.stringify(lots.map(({ lotId, quantity }) => [lotId, formatDecimal(quantity)]))
}

export function readLots(text: string | null): readonly NamedLot[] | null {
  if (text === null) return null
  return (JSON.parse(text) as [number, string][]).map(([lotId, quantity]) => ({ lotId, quantity: decimal(quantity) }))
}
