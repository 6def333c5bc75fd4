import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** What a price source was found to have rewritten of an asset's history, as JSON; of assets that are there nothing. */
export const rewrittenPrices: Migration = {
  name: '0029_rewritten_prices',
  up: (db) => runScript(db, 'ALTER TABLE price_refresh ADD COLUMN rewritten TEXT'),
}
