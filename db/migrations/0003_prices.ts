import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** One close of an asset a day, as it was traded that day. `created_by` is for prices entered by hand only; the partial index holds nothing else. */
const prices = `
CREATE TABLE price (
  asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE, date TEXT NOT NULL, close TEXT NOT NULL, currency TEXT NOT NULL, source TEXT NOT NULL,
  created_by INTEGER REFERENCES user(id) ON DELETE SET NULL, PRIMARY KEY (asset_id, date)) STRICT, WITHOUT ROWID;
CREATE INDEX price_creator ON price(created_by) WHERE created_by IS NOT NULL;
CREATE TABLE price_suspect (
  asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE, date TEXT NOT NULL, close TEXT NOT NULL, currency TEXT NOT NULL, source TEXT NOT NULL,
  detail TEXT NOT NULL, noticed_at TEXT NOT NULL, PRIMARY KEY (asset_id, date)) STRICT, WITHOUT ROWID;
CREATE TABLE asset_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT, asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('DIVIDEND', 'SPLIT', 'MATURITY')), date TEXT NOT NULL, amount TEXT, currency TEXT, ratio TEXT, source TEXT NOT NULL,
  created_by INTEGER REFERENCES user(id) ON DELETE SET NULL, created_at TEXT NOT NULL, UNIQUE (asset_id, type, date, source)) STRICT;
CREATE INDEX asset_event_creator ON asset_event(created_by) WHERE created_by IS NOT NULL;
`

const refreshing = `
CREATE TABLE price_refresh (
  asset_id INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE, last_attempt TEXT NOT NULL, last_success TEXT, last_error TEXT) STRICT;
CREATE TABLE price_provider (
  code TEXT PRIMARY KEY, last_attempt TEXT, last_success TEXT, last_error TEXT, failures INTEGER NOT NULL DEFAULT 0, closed_until TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE price_slot (slot TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`

export const assetPrices: Migration = {
  name: '0003_prices',
  up: (db) => runScript(db, `${prices}${refreshing}`),
}
