import type { Tx } from '../connection.ts'
import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** The closes of an asset once more, as two columns of numbers. */
const steps = `
CREATE TABLE price_pack (
  asset_id INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE, mark INTEGER NOT NULL, currency TEXT NOT NULL, days BLOB NOT NULL,
  closes BLOB NOT NULL) STRICT;
INSERT INTO price_mark (asset_id, mark) SELECT id, 1 FROM asset WHERE EXISTS (SELECT 1 FROM price WHERE asset_id = asset.id)
  ON CONFLICT DO NOTHING;
`
const PLACES = 12
const LEAST = 64
const MILLISECONDS_PER_DAY = 86_400_000

type Row = { readonly date: string; readonly close: string; readonly currency: string }

/** Packs the closes that are there; what cannot be packed gets no row and is read as before. */
async function packAll(db: Tx): Promise<void> {
  const marks = await db.statements.all('SELECT asset_id AS id, mark FROM price_mark', [])
  for (const { id, mark } of marks as { id: number; mark: number }[]) {
    const rows = (await db.statements.all('SELECT date, close, currency FROM price WHERE asset_id = ? ORDER BY date', [
      id,
    ])) as Row[]
    const days = Int32Array.from(rows, ({ date }) => Date.parse(`${date}T00:00:00Z`) / MILLISECONDS_PER_DAY)
    const closes = Float64Array.from(rows, ({ close }) => scaled(close))
    const [{ currency } = { currency: '' }] = rows
    if (rows.length < LEAST || closes.some(Number.isNaN) || rows.some((row) => row.currency !== currency)) continue
    await db.statements.run('INSERT INTO price_pack (asset_id, mark, currency, days, closes) VALUES (?, ?, ?, ?, ?)', [
      ...[id, mark, currency],
      ...[new Uint8Array(days.buffer), new Uint8Array(closes.buffer)],
    ])
  }
}

/** The close x 10^12; NaN where a binary number does not hold it exactly. */
function scaled(close: string): number {
  const [, whole = '', places = ''] = /^(\d+)(?:\.(\d{1,12}))?$/.exec(close) ?? []
  const value = Number(whole + places.padEnd(PLACES, '0'))
  return whole !== '' && Number.isSafeInteger(value) ? value : Number.NaN
}

export const pricePacks: Migration = {
  name: '0039_price_packs',
  up: async (db) => {
    await runScript(db, steps)
    await packAll(db)
  },
}
