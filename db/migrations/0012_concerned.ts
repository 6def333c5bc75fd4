import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

const BROKERS_IN = (column: string) =>
  `(SELECT json_group_array(DISTINCT value) FROM json_tree(${column}) WHERE key = 'broker_id' AND type = 'integer')`

/** Of which brokers what was answered and done speaks, as JSON: who is no member of them any more does not get it again. */
export const concernedBrokers: Migration = {
  name: '0012_concerned',
  up: async (db) => {
    await runScript(db, "ALTER TABLE job ADD COLUMN broker_ids TEXT NOT NULL DEFAULT '[]'")
    await runScript(db, "ALTER TABLE idempotency ADD COLUMN broker_ids TEXT NOT NULL DEFAULT '[]'")
    await runScript(db, `UPDATE job SET broker_ids = ${BROKERS_IN('result')} WHERE json_valid(result)`)
    await runScript(db, `UPDATE idempotency SET broker_ids = ${BROKERS_IN('body')} WHERE json_valid(body)`)
  },
}
