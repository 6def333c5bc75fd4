import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** What was found for a user when a price source was looked up for an asset. */
const steps = `
CREATE TABLE price_proposal (
  user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
  candidates TEXT NOT NULL, broker_ids TEXT NOT NULL DEFAULT '[]', at TEXT NOT NULL, PRIMARY KEY (user_id, asset_id)) STRICT, WITHOUT ROWID;
CREATE INDEX price_proposal_asset ON price_proposal(asset_id);
`

export const priceProposals: Migration = {
  name: '0030_price_proposals',
  up: (db) => runScript(db, steps),
}
