import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/**
 * Who may write what others use follows from who uses it. A listing is unique among verified assets only: one that a user made does not take its ISIN
 * from others. An installation that chose that all users may write keeps that.
 */
export const stakes: Migration = {
  name: '0008_stakes',
  up: async (db) => {
    const steps = [
      "ALTER TABLE asset ADD COLUMN verified TEXT CHECK (verified IN ('provider', 'superuser'))",
      'ALTER TABLE asset ADD COLUMN verified_at TEXT',
      'DROP INDEX asset_listing',
      "CREATE UNIQUE INDEX asset_listing ON asset(isin, currency, coalesce(exchange, '')) WHERE isin IS NOT NULL AND verified IS NOT NULL",
      'CREATE INDEX asset_isin ON asset(isin) WHERE isin IS NOT NULL',
      'CREATE INDEX asset_creator ON asset(created_by) WHERE created_by IS NOT NULL',
      `UPDATE setting SET value = '"everyone"' WHERE key = 'shared_data' AND value = '"users"'`,
    ]
    await runScript(db, steps.join(';\n'))
  },
}
