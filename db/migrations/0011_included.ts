import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Whether a broker counts for a member where they name none: memberships that are there already do. */
export const includedBrokers: Migration = {
  name: '0011_included',
  up: async (db) => {
    await runScript(db, 'ALTER TABLE broker_access ADD COLUMN included INTEGER NOT NULL DEFAULT 1')
  },
}
