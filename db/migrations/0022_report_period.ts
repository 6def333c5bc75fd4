import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** The days that a report claims to cover. */
const steps = `
ALTER TABLE report ADD COLUMN period TEXT;
`

export const reportPeriod: Migration = {
  name: '0022_report_period',
  up: (db) => runScript(db, steps),
}
