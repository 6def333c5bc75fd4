import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Reports of several files: what is inside, and by what the same files are recognised. */
const steps = `
ALTER TABLE report ADD COLUMN parts TEXT;
ALTER TABLE report ADD COLUMN parts_hash TEXT;
CREATE UNIQUE INDEX report_parts ON report(broker_id, parts_hash) WHERE parts_hash IS NOT NULL;
`

export const reportParts: Migration = {
  name: '0017_report_parts',
  up: (db) => runScript(db, steps),
}
