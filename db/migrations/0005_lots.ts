import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Which lots a sale or an outgoing transfer takes, where somebody said so: `[[lot_id, quantity], ...]` as JSON. */
export const namedLots: Migration = {
  name: '0005_lots',
  up: async (db) => {
    await runScript(db, 'ALTER TABLE ledger_transaction ADD COLUMN lots TEXT')
  },
}
