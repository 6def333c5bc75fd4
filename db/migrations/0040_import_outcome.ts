import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** What the import of a report came to, in numbers, as JSON. */
const steps = `
ALTER TABLE report ADD COLUMN outcome TEXT;
`

export const importOutcome: Migration = {
  name: '0040_import_outcome',
  up: (db) => runScript(db, steps),
}
