import type { Db, Tx } from '#db/connection.ts'
import { decimal } from '../shared/decimal.ts'
import { readNamedLots } from './lines.repository.ts'
import type { Movement } from './movements.ts'

type Row = {
  id: number
  broker_id: number
  asset_id: number
  type: string
  date: string
  time: string | null
  quantity: string
  amount: string
  currency: string | null
  cost_basis: string | null
  cost_share: string | null
  group_id: string | null
  lots: string | null
}

/** The lines of brokers that move assets, up to a day, in ledger order. */
export function listMovements(db: Db | Tx, brokerIds: readonly number[], until: string): Movement[] {
  const sql = `SELECT id, broker_id, asset_id, type, date, time, quantity, amount, currency, cost_basis, cost_share, group_id, lots FROM ledger_transaction
    WHERE broker_id IN (SELECT value FROM json_each(?)) AND date <= ? AND asset_id IS NOT NULL AND quantity <> '0' ORDER BY date, coalesce(time, ''), id`
  return db.sqlite.query<Row, [string, string]>(sql).all(JSON.stringify(brokerIds), until).map(toMovement)
}

/** Brokers that share a TRANSFER group with one of these. */
export function listTransferPartners(db: Db | Tx, brokerIds: readonly number[]): number[] {
  const sql = `SELECT DISTINCT other.broker_id AS id FROM ledger_transaction AS leg JOIN ledger_transaction AS other ON other.group_id = leg.group_id
    WHERE leg.broker_id IN (SELECT value FROM json_each(?)) AND leg.group_id IS NOT NULL AND leg.type = 'TRANSFER' AND leg.asset_id IS NOT NULL`
  return db.sqlite
    .query<{ id: number }, [string]>(sql)
    .all(JSON.stringify(brokerIds))
    .map((row) => row.id)
}

function toMovement(row: Row): Movement {
  return {
    id: row.id,
    brokerId: row.broker_id,
    assetId: row.asset_id,
    type: row.type,
    date: row.date,
    time: row.time,
    quantity: decimal(row.quantity),
    amount: decimal(row.amount),
    currency: row.currency,
    costBasis: row.cost_basis === null ? null : decimal(row.cost_basis),
    costShare: row.cost_share === null ? null : decimal(row.cost_share),
    groupId: row.group_id,
    lots: readNamedLots(row.lots),
  }
}

/** The first day that has a line of one of the brokers. */
export function findFirstDay(db: Db | Tx, brokerIds: readonly number[]): string | undefined {
  const sql = 'SELECT min(date) AS date FROM ledger_transaction WHERE broker_id IN (SELECT value FROM json_each(?))'
  return db.sqlite.query<{ date: string | null }, [string]>(sql).get(JSON.stringify(brokerIds))?.date ?? undefined
}

/** Rises with every commit of another connection or process: what is kept while it stays the same is still true. */
export function readDataVersion(db: Db | Tx): number {
  return db.sqlite.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version ?? -1
}
