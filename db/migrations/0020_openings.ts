import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/**
 * What an import did to opening positions that were there (`before` and `after` are JSON), so that undoing it brings them back; opening positions and
 * splits by ratio of a broker are found without reading its ledger.
 */
const steps = `
CREATE TABLE opening_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT, report_id TEXT NOT NULL REFERENCES report(id) ON DELETE CASCADE, broker_id INTEGER NOT NULL REFERENCES broker(id) ON DELETE CASCADE,
  unit TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, least INTEGER) STRICT;
CREATE INDEX opening_change_report ON opening_change(report_id);
CREATE INDEX opening_change_broker ON opening_change(broker_id);
CREATE INDEX ledger_transaction_tagged_transfer ON ledger_transaction(broker_id) WHERE type = 'TRANSFER' AND tags <> '[]';
CREATE INDEX ledger_transaction_ratio ON ledger_transaction(broker_id) WHERE type = 'SPLIT' AND ratio IS NOT NULL;
`

export const openings: Migration = {
  name: '0020_openings',
  up: (db) => runScript(db, steps),
}
