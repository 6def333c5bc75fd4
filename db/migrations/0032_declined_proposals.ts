import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** When a user declined what is proposed for an asset; of proposals that are there: never. */
export const declinedProposals: Migration = {
  name: '0032_declined_proposals',
  up: (db) => runScript(db, 'ALTER TABLE price_proposal ADD COLUMN declined_at TEXT'),
}
