import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'
import { distinctSplits, type Split } from './splits.ts'

/** `amount` per unit as paid on its day; `ratio` is `new:old`; `source` MANUAL or the provider that told it. */
export type NewAssetEvent = {
  readonly type: 'DIVIDEND' | 'SPLIT' | 'MATURITY'
  readonly date: string
  readonly amount: Decimal | null
  readonly currency: string | null
  readonly ratio: string | null
  readonly source: string
  readonly createdBy: number | null
  readonly createdAt: string
}
export type AssetEvent = NewAssetEvent & { readonly id: number }

type Row = {
  id: number
  type: AssetEvent['type']
  date: string
  amount: string | null
  currency: string | null
  ratio: string | null
  source: string
  created_by: number | null
  created_at: string
}

/** The events of an asset, newest first. */
export async function listEvents(db: Db | Tx, assetId: number): Promise<AssetEvent[]> {
  return db.sqlite
    .query<Row, [number]>('SELECT * FROM asset_event WHERE asset_id = ? ORDER BY date DESC, id DESC')
    .all(assetId)
    .map(toEvent)
}

/** The splits of assets up to a day, each once; of two that contradict each other on a day the one that a user entered. */
export async function listSplits(db: Db | Tx, ids: readonly number[], until: string): Promise<Map<number, Split[]>> {
  const sql = `SELECT asset_id, date, ratio, source FROM asset_event WHERE type = 'SPLIT' AND ratio IS NOT NULL AND date <= ?
    AND asset_id IN (SELECT value FROM json_each(?)) ORDER BY asset_id, date, source <> 'MANUAL', source`
  const rows = db.sqlite.query<Split & { asset_id: number }, [string, string]>(sql).all(until, JSON.stringify(ids))
  const found = Map.groupBy(rows, (row) => row.asset_id)
  return new Map([...found].map(([id, splits]) => [id, distinctSplits(splits)]))
}

/** Inserts an event; `undefined` when there is one of the type, day and source. With `replace` that one gets the new figures. */
export async function insertEvent(db: Tx, assetId: number, event: NewAssetEvent, replace = false): Promise<number | undefined> {
  const conflict = replace
    ? 'DO UPDATE SET amount = excluded.amount, currency = excluded.currency, ratio = excluded.ratio'
    : 'DO NOTHING'
  const sql = `INSERT INTO asset_event (asset_id, type, date, amount, currency, ratio, source, created_by, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (asset_id, type, date, source) ${conflict} RETURNING id`
  const amount = event.amount === null ? null : formatDecimal(event.amount)
  const { type, date, currency, ratio, source, createdBy, createdAt } = event
  return db.sqlite
    .query<{ id: number }, SQLQueryBindings[]>(sql)
    .get(assetId, type, date, amount, currency, ratio, source, createdBy, createdAt)?.id
}

export async function deleteEvent(db: Tx, id: number): Promise<void> {
  db.sqlite.query('DELETE FROM asset_event WHERE id = ?').run(id)
}

function toEvent({ created_by, created_at, amount, ...row }: Row): AssetEvent {
  const { id, type, date, currency, ratio, source } = row
  const figures = { amount: amount === null ? null : decimal(amount), currency, ratio, source }
  return { id, type, date, ...figures, createdBy: created_by, createdAt: created_at }
}
