import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Whether the cash of a broker is tracked; of brokers that are there it is. */
export const brokerCash: Migration = {
  name: '0027_broker_cash',
  up: (db) => runScript(db, `ALTER TABLE broker ADD COLUMN cash TEXT NOT NULL DEFAULT 'tracked'`),
}
