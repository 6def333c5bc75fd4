import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** The second factor of a user: a shared secret for codes of their telephone, and codes for the day when it is lost. */
const steps = `
CREATE TABLE second_factor (
  user_id INTEGER PRIMARY KEY REFERENCES user(id) ON DELETE CASCADE, secret TEXT NOT NULL, confirmed_at TEXT,
  last_step INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0, failed_at TEXT, created_at TEXT NOT NULL) STRICT;
CREATE TABLE recovery_code (
  user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, hash TEXT NOT NULL, PRIMARY KEY (user_id, hash)) STRICT, WITHOUT ROWID;
`

export const secondFactor: Migration = {
  name: '0031_second_factor',
  up: (db) => runScript(db, steps),
}
