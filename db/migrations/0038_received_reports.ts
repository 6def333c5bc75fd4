import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Uploads of a user that are broker reports and wait for their broker, with who can read them. */
const steps = `
CREATE TABLE received_report (
  upload_id TEXT PRIMARY KEY REFERENCES upload(id) ON DELETE CASCADE, plugins TEXT NOT NULL, problem TEXT, files INTEGER NOT NULL) STRICT;
`

export const receivedReports: Migration = {
  name: '0038_received_reports',
  up: (db) => runScript(db, steps),
}
