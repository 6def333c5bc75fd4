import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** What a derivative is a contract on, as JSON, and one text of it by which such assets are found. */
const steps = `
ALTER TABLE asset ADD COLUMN contract TEXT;
ALTER TABLE asset ADD COLUMN contract_key TEXT;
CREATE INDEX asset_contract ON asset(contract_key) WHERE contract_key IS NOT NULL;
`

export const contracts: Migration = {
  name: '0018_contracts',
  up: (db) => runScript(db, steps),
}
