import type { Tx } from './connection.ts'

/**
 * Marks count how often something was written that reports depend on; what is kept in memory is true while its mark stands. Whoever writes
 * lines or prices marks them in the same transaction, once for many. (Triggers would make every row of an import four times as slow:
 * SQLite keeps a journal for each statement that may fire one.)
 */
const RAISE = 'ON CONFLICT DO UPDATE SET mark = mark + 1'

/** Marks the prices and events of an asset. */
export async function markPrices(db: Tx, assetId: number): Promise<void> {
  db.sqlite.query(`INSERT INTO price_mark (asset_id, mark) VALUES (?, 1) ${RAISE}`).run(assetId)
}
