import type { Migration } from '../migrate.ts'

/** Whether a broker counts for a member where they name none: memberships that are there already do. */
export const includedBrokers: Migration = {
  name: '0011_included',
  up: async (db) => {
    db.sqlite.run('ALTER TABLE broker_access ADD COLUMN included INTEGER NOT NULL DEFAULT 1')
  },
}
