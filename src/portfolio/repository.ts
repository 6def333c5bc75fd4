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

/** Brokers that have a line of one of the groups. */
export function listBrokersOfGroups(db: Db | Tx, groupIds: readonly string[]): number[] {
  const sql = 'SELECT DISTINCT broker_id FROM ledger_transaction WHERE group_id IN (SELECT value FROM json_each(?))'
  return (db.sqlite.query(sql).values(JSON.stringify(groupIds)) as [number][]).map(([id]) => id)
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
  const sql = 'SELECT min((SELECT min(date) FROM ledger_transaction WHERE broker_id = value)) AS date FROM json_each(?)'
  return db.sqlite.query<{ date: string | null }, [string]>(sql).get(JSON.stringify(brokerIds))?.date ?? undefined
}
