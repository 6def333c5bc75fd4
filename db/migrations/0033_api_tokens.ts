import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Credentials of programs, the brokers that some of them are narrowed to, and with which one a job was started. */
const steps = `
CREATE TABLE api_token (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL, is_narrowed INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, last_used_at TEXT, expires_at TEXT) STRICT;
CREATE INDEX api_token_user ON api_token(user_id);
CREATE TABLE api_token_broker (
  token_id INTEGER NOT NULL REFERENCES api_token(id) ON DELETE CASCADE, broker_id INTEGER NOT NULL REFERENCES broker(id) ON DELETE CASCADE,
  PRIMARY KEY (token_id, broker_id)) STRICT, WITHOUT ROWID;
CREATE INDEX api_token_broker_broker ON api_token_broker(broker_id);
ALTER TABLE job ADD COLUMN token_id INTEGER REFERENCES api_token(id) ON DELETE SET NULL;
CREATE INDEX job_token ON job(token_id) WHERE token_id IS NOT NULL;
`

export const apiTokens: Migration = {
  name: '0033_api_tokens',
  up: (db) => runScript(db, steps),
}
