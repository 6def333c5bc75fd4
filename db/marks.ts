import type { Tx } from './connection.ts'

/**
 * Marks count how often something was written that reports depend on; what is kept in memory is true while its mark stands. Whoever writes
 * lines, prices or rates marks them in the same transaction, once for many. (Triggers would make every row of an import four times as slow:
 * SQLite keeps a journal for each statement that may fire one.)
 */
const RAISE = 'ON CONFLICT DO UPDATE SET mark = mark + 1'

/** Marks the prices and events of an asset. */
export async function markPrices(db: Tx, assetId: number): Promise<void> {
  db.sqlite.query(`INSERT INTO price_mark (asset_id, mark) VALUES (?, 1) ${RAISE}`).run(assetId)
}

/** Marks the exchange rates. */
export async function markRates(db: Tx): Promise<void> {
  db.sqlite.run('UPDATE rate_mark SET mark = mark + 1 WHERE id = 1')
}

/** Marks the exchange rates that count for one user only. */
export async function markOwnRates(db: Tx, userId: number): Promise<void> {
  db.sqlite.query(`INSERT INTO fx_own_mark (user_id, mark) VALUES (?, 1) ${RAISE}`).run(userId)
}
