import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Closes that were held back and that somebody has rejected. */
const steps = `
ALTER TABLE price_suspect ADD COLUMN rejected_at TEXT;
ALTER TABLE price_suspect ADD COLUMN rejected_by INTEGER REFERENCES user(id) ON DELETE SET NULL;
CREATE INDEX price_suspect_rejecter ON price_suspect(rejected_by) WHERE rejected_by IS NOT NULL;
`

export const rejectedCloses: Migration = {
  name: '0041_rejected_closes',
  up: (db) => runScript(db, steps),
}
