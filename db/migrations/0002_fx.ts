import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** `created_by` is for rates entered by hand only; the partial indexes hold nothing else. */
const rates = `
CREATE TABLE fx_rate (
  base TEXT NOT NULL, quote TEXT NOT NULL, provider TEXT NOT NULL, date TEXT NOT NULL, rate TEXT NOT NULL,
  created_by INTEGER REFERENCES user(id) ON DELETE SET NULL,
  PRIMARY KEY (base, quote, provider, date), CHECK (base < quote)) STRICT, WITHOUT ROWID;
CREATE INDEX fx_rate_manual ON fx_rate(base, quote, date DESC) WHERE provider = 'MANUAL';
CREATE INDEX fx_rate_creator ON fx_rate(created_by) WHERE created_by IS NOT NULL;
CREATE TABLE fx_sync_state (
  base TEXT NOT NULL, quote TEXT NOT NULL, provider TEXT NOT NULL, synced_from TEXT, synced_to TEXT, last_attempt TEXT, last_success TEXT, last_error TEXT,
  PRIMARY KEY (base, quote, provider)) STRICT, WITHOUT ROWID;
CREATE TABLE fx_sync_slot (slot TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`

const routes = `
CREATE TABLE fx_route (
  id INTEGER PRIMARY KEY AUTOINCREMENT, base TEXT NOT NULL, quote TEXT NOT NULL, route_key TEXT NOT NULL UNIQUE, steps TEXT NOT NULL, priority INTEGER NOT NULL,
  created_by INTEGER REFERENCES user(id) ON DELETE SET NULL, created_at TEXT NOT NULL) STRICT;
CREATE INDEX fx_route_pair ON fx_route(base, quote, priority, id);
CREATE INDEX fx_route_creator ON fx_route(created_by) WHERE created_by IS NOT NULL;
`

export const fx: Migration = {
  name: '0002_fx',
  up: (db) => runScript(db, `${rates}${routes}`),
}
