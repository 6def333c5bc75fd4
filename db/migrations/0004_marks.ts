import type { Migration } from '../migrate.ts'

const tables = [
  'CREATE TABLE ledger_mark (broker_id INTEGER NOT NULL, date TEXT NOT NULL, mark INTEGER NOT NULL, PRIMARY KEY (broker_id, date)) STRICT, WITHOUT ROWID',
  'CREATE TABLE price_mark (asset_id INTEGER PRIMARY KEY, mark INTEGER NOT NULL) STRICT',
  'CREATE TABLE rate_mark (id INTEGER PRIMARY KEY CHECK (id = 1), mark INTEGER NOT NULL) STRICT',
  'INSERT INTO rate_mark (id, mark) VALUES (1, 0)',
]

const ledgerDay = (row: 'old' | 'new') =>
  `INSERT INTO ledger_mark (broker_id, date, mark) VALUES (${row}.broker_id, ${row}.date, 1) ON CONFLICT DO UPDATE SET mark = mark + 1;`
const ledgerTriggers = [
  `CREATE TRIGGER ledger_mark_insert AFTER INSERT ON ledger_transaction BEGIN ${ledgerDay('new')} END`,
  `CREATE TRIGGER ledger_mark_update AFTER UPDATE ON ledger_transaction BEGIN ${ledgerDay('old')} ${ledgerDay('new')} END`,
  `CREATE TRIGGER ledger_mark_delete AFTER DELETE ON ledger_transaction BEGIN ${ledgerDay('old')} END`,
  'CREATE TRIGGER ledger_mark_broker AFTER DELETE ON broker BEGIN DELETE FROM ledger_mark WHERE broker_id = old.id; END',
]

const assetPrices = (row: 'old' | 'new') =>
  `INSERT INTO price_mark (asset_id, mark) VALUES (${row}.asset_id, 1) ON CONFLICT DO UPDATE SET mark = mark + 1;`
const priceTriggers = ['price', 'asset_event'].flatMap((table) => [
  `CREATE TRIGGER ${table}_mark_insert AFTER INSERT ON ${table} BEGIN ${assetPrices('new')} END`,
  `CREATE TRIGGER ${table}_mark_update AFTER UPDATE ON ${table} BEGIN ${assetPrices('old')} ${assetPrices('new')} END`,
  `CREATE TRIGGER ${table}_mark_delete AFTER DELETE ON ${table} BEGIN ${assetPrices('old')} END`,
])

const rateTriggers = ['fx_rate', 'fx_route', 'fx_sync_state'].flatMap((table) =>
  ['INSERT', 'UPDATE', 'DELETE'].map(
    (event) =>
      `CREATE TRIGGER ${table}_mark_${event.toLowerCase()} AFTER ${event} ON ${table} BEGIN UPDATE rate_mark SET mark = mark + 1 WHERE id = 1; END`,
  ),
)

/**
 * What reports depend on is counted: a mark rises with every write of a broker's day, of an asset's prices and events, of any rate, by whatever
 * process or tool. Marks only rise and outlive what they count, but for a broker's, whose id never comes back.
 */
export const marks: Migration = {
  name: '0004_marks',
  up: async (db) => {
    db.sqlite.run([...tables, ...ledgerTriggers, ...priceTriggers, ...rateTriggers].join(';\n'))
  },
}
