import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** How a user wants figures to be shown; null where the defaults of the service hold. */
const steps = `
ALTER TABLE user ADD COLUMN format_region TEXT;
ALTER TABLE user ADD COLUMN hide_amounts INTEGER;
ALTER TABLE user ADD COLUMN shortcuts INTEGER;
`

export const displayPreferences: Migration = {
  name: '0026_display_preferences',
  up: (db) => runScript(db, steps),
}
