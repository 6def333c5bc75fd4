import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Who changed an asset, its closes and its events. What is there begins with who added it. */
export const assetHistory: Migration = {
  name: '0009_asset_history',
  up: async (db) => {
    const steps = [
      `CREATE TABLE asset_change (
        id INTEGER PRIMARY KEY AUTOINCREMENT, asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE, at TEXT NOT NULL,
        user_id INTEGER REFERENCES user(id) ON DELETE SET NULL, action TEXT NOT NULL, field TEXT, old TEXT, new TEXT, count INTEGER, first_day TEXT, last_day TEXT,
        merged_from INTEGER) STRICT`,
      'CREATE INDEX asset_change_asset ON asset_change(asset_id, id)',
      'CREATE INDEX asset_change_user ON asset_change(user_id) WHERE user_id IS NOT NULL',
      "INSERT INTO asset_change (asset_id, at, user_id, action) SELECT id, created_at, created_by, 'created' FROM asset ORDER BY id",
    ]
    await runScript(db, steps.join(';\n'))
  },
}
