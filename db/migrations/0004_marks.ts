import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

const tables = [
  'CREATE TABLE ledger_mark (broker_id INTEGER NOT NULL, date TEXT NOT NULL, mark INTEGER NOT NULL, PRIMARY KEY (broker_id, date)) STRICT, WITHOUT ROWID',
  'CREATE TABLE price_mark (asset_id INTEGER PRIMARY KEY, mark INTEGER NOT NULL) STRICT',
  'CREATE TABLE rate_mark (id INTEGER PRIMARY KEY CHECK (id = 1), mark INTEGER NOT NULL) STRICT',
  'INSERT INTO rate_mark (id, mark) VALUES (1, 0)',
]

const ledgerTriggers = [
  'CREATE TRIGGER ledger_mark_broker AFTER DELETE ON broker BEGIN DELETE FROM ledger_mark WHERE broker_id = old.id; END',
]

const eventMark = (row: 'old' | 'new') =>
  `INSERT INTO price_mark (asset_id, mark) VALUES (${row}.asset_id, 1) ON CONFLICT DO UPDATE SET mark = mark + 1;`
const eventTriggers = [
  `CREATE TRIGGER asset_event_mark_insert AFTER INSERT ON asset_event BEGIN ${eventMark('new')} END`,
  `CREATE TRIGGER asset_event_mark_update AFTER UPDATE ON asset_event BEGIN ${eventMark('old')} ${eventMark('new')} END`,
  `CREATE TRIGGER asset_event_mark_delete AFTER DELETE ON asset_event BEGIN ${eventMark('old')} END`,
]

const rateTriggers = ['fx_route', 'fx_sync_state'].flatMap((table) =>
  ['INSERT', 'UPDATE', 'DELETE'].map(
    (event) =>
      `CREATE TRIGGER ${table}_mark_${event.toLowerCase()} AFTER ${event} ON ${table} BEGIN UPDATE rate_mark SET mark = mark + 1 WHERE id = 1; END`,
  ),
)

/**
 * What reports depend on is counted: a mark rises with every write of a broker's day, of an asset's prices and events, of any rate. Small tables
 * have triggers for it; for lines, prices and rates, which come by the ten thousand, their repositories do it. Marks only rise and outlive what
 * they count, but for a broker's, whose id never comes back.
 */
export const marks: Migration = {
  name: '0004_marks',
  up: async (db) => {
    await runScript(db, [...tables, ...ledgerTriggers, ...eventTriggers, ...rateTriggers].join(';\n'))
  },
}
