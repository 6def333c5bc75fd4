import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** From where users signed in, as hashes. */
const steps = `
CREATE TABLE login_address (
  user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, hash TEXT NOT NULL, seen_at TEXT NOT NULL, PRIMARY KEY (user_id, hash)) STRICT, WITHOUT ROWID;
`

export const loginAddresses: Migration = {
  name: '0037_login_addresses',
  up: (db) => runScript(db, steps),
}
