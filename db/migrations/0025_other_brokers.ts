import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** The brokers that the import of a report wrote to beside its own, as JSON. */
const steps = `
ALTER TABLE report ADD COLUMN other_brokers TEXT;
`

export const otherBrokers: Migration = {
  name: '0025_other_brokers',
  up: (db) => runScript(db, steps),
}
