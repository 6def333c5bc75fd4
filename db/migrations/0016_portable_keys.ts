import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** What was compared by means that only SQLite has gets columns of its own; two columns that are searched get an index. */
const steps = `
ALTER TABLE asset ADD COLUMN symbol_key TEXT NOT NULL DEFAULT '';
ALTER TABLE asset ADD COLUMN source_provider TEXT;
ALTER TABLE asset ADD COLUMN source_id TEXT;
UPDATE asset SET symbol_key = lower(symbol),
  source_provider = CASE WHEN json_valid(price_source) THEN price_source ->> '$.provider' END,
  source_id = CASE WHEN json_valid(price_source) THEN price_source ->> '$.identifier' END;
DROP INDEX asset_symbol;
CREATE INDEX asset_symbol ON asset(symbol_key, id);
CREATE INDEX asset_source ON asset(source_id, source_provider) WHERE source_id IS NOT NULL;
CREATE INDEX job_finished ON job(finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX report_uploader ON report(uploaded_by) WHERE uploaded_by IS NOT NULL;
`

export const portableKeys: Migration = {
  name: '0016_portable_keys',
  up: (db) => runScript(db, steps),
}
