import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** For whom a series was fetched: for all, as everything that is there already, or for some users. */
const steps = `
ALTER TABLE fx_sync_state ADD COLUMN for_all INTEGER NOT NULL DEFAULT 1;
CREATE TABLE fx_sync_user (
  user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, base TEXT NOT NULL, quote TEXT NOT NULL, provider TEXT NOT NULL,
  PRIMARY KEY (user_id, base, quote, provider)) STRICT, WITHOUT ROWID;
`

export const fxSeriesUsers: Migration = {
  name: '0015_fx_series_users',
  up: (db) => runScript(db, steps),
}
