import type { Db, Tx } from '#db/connection.ts'

/** Brokers that have a line of one of the groups. */
export async function listBrokersOfGroups(db: Db | Tx, groupIds: readonly string[]): Promise<number[]> {
  const sql = 'SELECT DISTINCT broker_id FROM ledger_transaction WHERE group_id IN (SELECT value FROM json_each(?))'
  return (db.sqlite.query(sql).values(JSON.stringify(groupIds)) as [number][]).map(([id]) => id)
}

/** The first day that has a line of one of the brokers. */
export async function findFirstDay(db: Db | Tx, brokerIds: readonly number[]): Promise<string | undefined> {
  const sql = 'SELECT min((SELECT min(date) FROM ledger_transaction WHERE broker_id = value)) AS date FROM json_each(?)'
  return db.sqlite.query<{ date: string | null }, [string]>(sql).get(JSON.stringify(brokerIds))?.date ?? undefined
}
