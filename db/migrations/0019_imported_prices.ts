import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** A close that a report brought says which one, so that undoing its import finds it. */
const steps = `
ALTER TABLE price ADD COLUMN report_id TEXT;
CREATE INDEX price_report ON price(report_id, asset_id) WHERE report_id IS NOT NULL;
`

export const importedPrices: Migration = {
  name: '0019_imported_prices',
  up: (db) => runScript(db, steps),
}
