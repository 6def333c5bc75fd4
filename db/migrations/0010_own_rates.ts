import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Marks have no foreign key: they only rise, also while a user is being removed. */
const rates = [
  `CREATE TABLE fx_own_rate (
    user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, base TEXT NOT NULL, quote TEXT NOT NULL, date TEXT NOT NULL, rate TEXT NOT NULL,
    PRIMARY KEY (user_id, base, quote, date), CHECK (base < quote)) STRICT, WITHOUT ROWID`,
  'CREATE TABLE fx_own_mark (user_id INTEGER PRIMARY KEY, mark INTEGER NOT NULL) STRICT',
]

/** Made again, because a column's UNIQUE cannot be removed. The ids of removed routes do not come back. */
const routes = [
  `CREATE TABLE fx_route_new (
    id INTEGER PRIMARY KEY AUTOINCREMENT, base TEXT NOT NULL, quote TEXT NOT NULL, route_key TEXT NOT NULL, steps TEXT NOT NULL, priority INTEGER NOT NULL,
    user_id INTEGER REFERENCES user(id) ON DELETE CASCADE, created_by INTEGER REFERENCES user(id) ON DELETE SET NULL, created_at TEXT NOT NULL) STRICT`,
  `INSERT INTO fx_route_new (id, base, quote, route_key, steps, priority, created_by, created_at)
    SELECT id, base, quote, route_key, steps, priority, created_by, created_at FROM fx_route`,
  "DELETE FROM sqlite_sequence WHERE name = 'fx_route_new'",
  "INSERT INTO sqlite_sequence (name, seq) SELECT 'fx_route_new', seq FROM sqlite_sequence WHERE name = 'fx_route'",
  'DROP TABLE fx_route',
  'ALTER TABLE fx_route_new RENAME TO fx_route',
  'CREATE UNIQUE INDEX fx_route_once ON fx_route(route_key, coalesce(user_id, 0))',
  'CREATE INDEX fx_route_pair ON fx_route(base, quote, priority, id)',
  'CREATE INDEX fx_route_creator ON fx_route(created_by) WHERE created_by IS NOT NULL',
  'CREATE INDEX fx_route_user ON fx_route(user_id) WHERE user_id IS NOT NULL',
]

const routeTriggers = (['insert', 'update', 'delete'] as const).flatMap((event) => {
  const row = event === 'delete' ? 'old' : 'new'
  const name = `fx_route_mark_${event}`
  return [
    `CREATE TRIGGER ${name} AFTER ${event} ON fx_route WHEN ${row}.user_id IS NULL BEGIN UPDATE rate_mark SET mark = mark + 1 WHERE id = 1; END`,
    `CREATE TRIGGER ${name}_own AFTER ${event} ON fx_route WHEN ${row}.user_id IS NOT NULL
      BEGIN INSERT INTO fx_own_mark (user_id, mark) VALUES (${row}.user_id, 1) ON CONFLICT DO UPDATE SET mark = mark + 1; END`,
  ]
})

/** Rates by hand and routes that count for one user only. What is there already counts for all, as before. */
export const ownRates: Migration = {
  name: '0010_own_rates',
  up: async (db) => {
    await runScript(db, [...rates, ...routes, ...routeTriggers].join(';\n'))
  },
}
