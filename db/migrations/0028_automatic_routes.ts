import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Routes that nobody registered: the first day for which they are needed; and the pairs for which a user wants none of them. */
const steps = `
ALTER TABLE fx_route ADD COLUMN needed_from TEXT;
CREATE TABLE fx_declined_route (
  user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, base TEXT NOT NULL, quote TEXT NOT NULL, PRIMARY KEY (user_id, base, quote)) STRICT, WITHOUT ROWID;
`

export const automaticRoutes: Migration = {
  name: '0028_automatic_routes',
  up: (db) => runScript(db, steps),
}
