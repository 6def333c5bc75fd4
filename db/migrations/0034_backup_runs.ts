import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** How each making of a backup ended. */
const steps = `
CREATE TABLE backup_run (
  slot TEXT PRIMARY KEY, started_at TEXT NOT NULL, finished_at TEXT, archive TEXT, fault TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX backup_run_started ON backup_run(started_at);
`

export const backupRuns: Migration = {
  name: '0034_backup_runs',
  up: (db) => runScript(db, steps),
}
