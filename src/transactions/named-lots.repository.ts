import type { Tx } from '#db/connection.ts'
import { markLinesWhere } from '#db/marks.ts'
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

type Row = {
  id: number
  date: string
  time: string | null
  type: string
  group_id: string | null
  quantity: string
  lots: string | null
}

/** Every line that moves an asset at a broker, in ledger order. */
export async function listPosition(
  db: Tx,
  { brokerId, assetId }: { brokerId: number; assetId: number },
): Promise<PositionLine[]> {
  const sql = `SELECT id, date, time, type, group_id, quantity, lots FROM ledger_transaction
    WHERE asset_id = ? AND broker_id = ? AND quantity <> '0' ORDER BY date, coalesce(time, ''), id`
  return db.sqlite
    .query<Row, [number, number]>(sql)
    .all(assetId, brokerId)
    .map((row) => ({
      id: row.id,
      date: row.date,
      time: row.time,
      type: row.type,
      groupId: row.group_id,
      quantity: decimal(row.quantity),
      lots: readLots(row.lots),
    }))
}

/** Whether a line opened units at a position from which units came to this one by transfers and exchanges, directly or by way of others. */
export async function isCarriedLot(
  db: Tx,
  { brokerId, assetId }: { brokerId: number; assetId: number },
  lotId: number,
): Promise<boolean> {
  const sql = `WITH RECURSIVE source(broker_id, asset_id) AS (
      VALUES (?, ?)
      UNION
      SELECT sent.broker_id, sent.asset_id FROM source
        JOIN ledger_transaction AS got ON got.asset_id = source.asset_id AND got.broker_id = source.broker_id
          AND got.group_id IS NOT NULL AND got.type IN ('TRANSFER', 'EXCHANGE') AND substr(got.quantity, 1, 1) <> '-'
        JOIN ledger_transaction AS sent ON sent.group_id = got.group_id AND sent.asset_id IS NOT NULL AND substr(sent.quantity, 1, 1) = '-')
    SELECT 1 AS found FROM ledger_transaction AS lot JOIN source ON source.broker_id = lot.broker_id AND source.asset_id = lot.asset_id
      WHERE lot.id = ? AND (source.broker_id, source.asset_id) <> (?, ?) AND lot.quantity <> '0' AND substr(lot.quantity, 1, 1) <> '-'`
  return (
    db.sqlite
      .query<{ found: number }, [number, number, number, number, number]>(sql)
      .get(brokerId, assetId, lotId, brokerId, assetId) !== null
  )
}

/** Writes which lots a line takes. */
export async function putNamedLots(db: Tx, id: number, lots: readonly NamedLot[]): Promise<void> {
  await markLinesWhere(db, 'id = ?', id)
  db.sqlite.query('UPDATE ledger_transaction SET lots = ? WHERE id = ?').run(lotsText(lots), id)
}

/** Lots as the column keeps them. */
export function lotsText(lots: readonly NamedLot[] | null): string | null {
  return lots === null ? null : JSON.stringify(lots.map(({ lotId, quantity }) => [lotId, formatDecimal(quantity)]))
}

export function readLots(text: string | null): readonly NamedLot[] | null {
  if (text === null) return null
  return (JSON.parse(text) as [number, string][]).map(([lotId, quantity]) => ({ lotId, quantity: decimal(quantity) }))
}
