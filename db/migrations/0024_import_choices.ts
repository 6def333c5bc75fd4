import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** What a user chose for a report, as JSON; apart from the report, because it may be long and lists of reports do not show it. */
const choices = `
CREATE TABLE report_choice (
  report_id TEXT PRIMARY KEY REFERENCES report(id) ON DELETE CASCADE, choices TEXT NOT NULL, left_out TEXT NOT NULL DEFAULT '[]',
  template TEXT, near_template TEXT) STRICT`

const templates = `
CREATE TABLE import_template (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, name TEXT NOT NULL, name_key TEXT NOT NULL,
  plugin TEXT NOT NULL, fingerprint TEXT NOT NULL, titles TEXT NOT NULL, options TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX import_template_name ON import_template(user_id, name_key);
CREATE UNIQUE INDEX import_template_header ON import_template(user_id, fingerprint)`

export const importChoices: Migration = {
  name: '0024_import_choices',
  up: async (db) => {
    await runScript(db, choices)
    await runScript(db, templates)
  },
}
