import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

const people = `
CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT, username TEXT NOT NULL, username_key TEXT NOT NULL UNIQUE, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL, is_active INTEGER NOT NULL DEFAULT 1, is_superuser INTEGER NOT NULL DEFAULT 0, session_epoch INTEGER NOT NULL DEFAULT 0,
  language TEXT, currency TEXT, theme TEXT, cost_basis_method TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
CREATE TABLE setting (
  key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at TEXT NOT NULL, updated_by INTEGER REFERENCES user(id) ON DELETE SET NULL) STRICT;
CREATE TABLE upload (
  id TEXT PRIMARY KEY, filename TEXT NOT NULL, content_type TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL, description TEXT,
  uploaded_by INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
CREATE INDEX upload_owner ON upload(uploaded_by, created_at, id);
CREATE TABLE job (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, state TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0,
  total INTEGER, note TEXT, result TEXT, problem TEXT, created_at TEXT NOT NULL, finished_at TEXT) STRICT;
CREATE INDEX job_owner ON job(user_id, created_at, id);
CREATE TABLE idempotency (
  user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, key TEXT NOT NULL, fingerprint TEXT NOT NULL, status INTEGER, headers TEXT, body TEXT,
  created_at TEXT NOT NULL, PRIMARY KEY (user_id, key)) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_age ON idempotency(created_at);
`

const brokers = `
CREATE TABLE broker (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, name_key TEXT NOT NULL, description TEXT, icon TEXT REFERENCES upload(id), website TEXT, currency TEXT,
  import_plugin TEXT, allow_cash_overdraft INTEGER NOT NULL DEFAULT 1, allow_asset_shorting INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0,
  transaction_count INTEGER NOT NULL DEFAULT 0, revision INTEGER NOT NULL DEFAULT 1, created_by INTEGER REFERENCES user(id) ON DELETE SET NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX broker_name ON broker(created_by, name_key);
CREATE INDEX broker_icon ON broker(icon) WHERE icon IS NOT NULL;
CREATE TABLE broker_access (
  broker_id INTEGER NOT NULL REFERENCES broker(id) ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, role TEXT NOT NULL
  CHECK (role IN ('OWNER', 'EDITOR', 'VIEWER')), share TEXT NOT NULL DEFAULT '0', granted_at TEXT NOT NULL, granted_by INTEGER REFERENCES user(id) ON DELETE SET NULL,
  PRIMARY KEY (broker_id, user_id)) STRICT, WITHOUT ROWID;
CREATE INDEX broker_access_user ON broker_access(user_id, broker_id);
CREATE TABLE report (
  id TEXT PRIMARY KEY, broker_id INTEGER NOT NULL REFERENCES broker(id) ON DELETE CASCADE, filename TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL,
  content_type TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('uploaded', 'parsed', 'imported', 'failed')), compatible_plugins TEXT NOT NULL DEFAULT '[]',
  plugin TEXT, plugin_version TEXT, uploaded_by INTEGER REFERENCES user(id) ON DELETE SET NULL, uploaded_at TEXT NOT NULL, parsed_at TEXT, imported_at TEXT,
  counts TEXT, problem TEXT) STRICT;
CREATE UNIQUE INDEX report_bytes ON report(broker_id, sha256);
CREATE INDEX report_age ON report(broker_id, uploaded_at, id);
`

const ledgerTables = `
CREATE TABLE asset (
  id INTEGER PRIMARY KEY AUTOINCREMENT, symbol TEXT NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL, search_key TEXT NOT NULL, type TEXT NOT NULL, currency TEXT NOT NULL, isin TEXT, exchange TEXT,
  price_quantity TEXT NOT NULL DEFAULT '1', country TEXT, sector TEXT, allocation TEXT, icon TEXT REFERENCES upload(id), website TEXT, description TEXT, price_source TEXT,
  archived INTEGER NOT NULL DEFAULT 0, report_id TEXT REFERENCES report(id) ON DELETE SET NULL, created_by INTEGER REFERENCES user(id) ON DELETE SET NULL,
  revision INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX asset_listing ON asset(isin, currency, coalesce(exchange, '')) WHERE isin IS NOT NULL;
CREATE INDEX asset_name ON asset(name_key);
CREATE INDEX asset_symbol ON asset(symbol COLLATE NOCASE);
CREATE INDEX asset_report ON asset(report_id) WHERE report_id IS NOT NULL;
CREATE TABLE asset_identifier (
  asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE, kind TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (asset_id, kind, value)) STRICT, WITHOUT ROWID;
CREATE INDEX asset_identifier_value ON asset_identifier(kind, value);
CREATE TABLE ledger_transaction (
  id INTEGER PRIMARY KEY AUTOINCREMENT, broker_id INTEGER NOT NULL REFERENCES broker(id) ON DELETE CASCADE, type TEXT NOT NULL, date TEXT NOT NULL, time TEXT, settled_on TEXT,
  asset_id INTEGER REFERENCES asset(id), quantity TEXT NOT NULL DEFAULT '0', price TEXT, price_currency TEXT, fx_rate TEXT, amount TEXT NOT NULL DEFAULT '0', currency TEXT,
  fees TEXT NOT NULL DEFAULT '0', taxes TEXT NOT NULL DEFAULT '0', cost_basis TEXT, ratio TEXT, cost_share TEXT, group_id TEXT, external_id TEXT,
  report_id TEXT, source_row INTEGER, description TEXT, tags TEXT NOT NULL DEFAULT '[]', revision INTEGER NOT NULL DEFAULT 1,
  created_by INTEGER, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
CREATE INDEX ledger_transaction_day ON ledger_transaction(broker_id, date);
CREATE INDEX ledger_transaction_asset ON ledger_transaction(asset_id, broker_id, date) WHERE asset_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transaction_external ON ledger_transaction(broker_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX ledger_transaction_group ON ledger_transaction(group_id) WHERE group_id IS NOT NULL;
CREATE TABLE balance_day (
  broker_id INTEGER NOT NULL REFERENCES broker(id) ON DELETE CASCADE, unit TEXT NOT NULL, date TEXT NOT NULL, change TEXT NOT NULL,
  PRIMARY KEY (broker_id, unit, date)) STRICT, WITHOUT ROWID;
CREATE TABLE balance_month (
  broker_id INTEGER NOT NULL REFERENCES broker(id) ON DELETE CASCADE, unit TEXT NOT NULL, month TEXT NOT NULL, change TEXT NOT NULL, lowest TEXT NOT NULL,
  PRIMARY KEY (broker_id, unit, month)) STRICT, WITHOUT ROWID;
`

export const ledger: Migration = {
  name: '0001_ledger',
  up: (db) => runScript(db, `${people}${brokers}${ledgerTables}`),
}
