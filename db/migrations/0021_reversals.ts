import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Rows of reports that take a line back, each with the line that it took out of the ledger. */
const steps = `
CREATE TABLE ledger_reversal (
  id INTEGER PRIMARY KEY AUTOINCREMENT, broker_id INTEGER NOT NULL REFERENCES broker(id) ON DELETE CASCADE, report_id TEXT, source_row INTEGER, wanted TEXT NOT NULL,
  external_id TEXT, type TEXT NOT NULL, date TEXT NOT NULL, asset_id INTEGER REFERENCES asset(id), quantity TEXT NOT NULL, amount TEXT NOT NULL, currency TEXT,
  line TEXT, line_report_id TEXT, created_at TEXT NOT NULL) STRICT;
CREATE INDEX ledger_reversal_broker ON ledger_reversal(broker_id);
CREATE INDEX ledger_reversal_asset ON ledger_reversal(asset_id) WHERE asset_id IS NOT NULL;
`

export const reversals: Migration = {
  name: '0021_reversals',
  up: (db) => runScript(db, steps),
}
