import { expect, test } from 'bun:test'
import type { Connection } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { loadCloseColumns } from '#src/prices/service.ts'
import { addDays } from '#src/shared/date.ts'
import { databaseBefore } from './before.ts'

const TIME = '2026-01-01T00:00:00.000Z'

function storeCloses({ sqlite }: Connection, id: number, closes: readonly (readonly [close: string, currency: string])[]) {
  sqlite.run(
    `INSERT INTO asset (id, symbol, name, name_key, search_key, type, currency, created_at, updated_at) VALUES (?1, ?2, ?2, ?2, ?2, 'STOCK', 'EUR', ?3, ?3)`,
    [id, `A${id}`, TIME],
  )
  const row = sqlite.query('INSERT INTO price (asset_id, date, close, currency, source) VALUES (?, ?, ?, ?, ?)')
  for (const [index, [close, currency]] of closes.entries()) row.run(id, addDays('2023-12-20', index), close, currency, 'YAHOO')
}

test('closes of an older database stay as they are, and are read the same from their packs', async () => {
  const store = await databaseBefore('0039_price_packs')
  const many = (close: (index: number) => string, count = 80) => Array.from({ length: count }, (_, index) => close(index))
  const inEuros = (closes: readonly string[]) => closes.map((close) => [close, 'EUR'] as const)
  storeCloses(store.writer, 1, inEuros(many((index) => `${index}.${index + 1}`)))
  storeCloses(store.writer, 2, inEuros(many((index) => `${index}`, 63)))
  storeCloses(store.writer, 3, inEuros(many((index) => (index === 40 ? '9999.999999999999' : '0.000000000001'))))
  storeCloses(store.writer, 4, [...inEuros(many(() => '5')), ['5', 'USD'] as const])
  storeCloses(store.writer, 5, inEuros(many((index) => (index === 9 ? '0.5' : '9007.199254740991'))))
  const { sqlite } = store.writer
  sqlite.run('DELETE FROM price_mark')
  sqlite.run('INSERT INTO price_mark (asset_id, mark) VALUES (5, 7), (99, 3)')
  const rows = sqlite.query('SELECT * FROM price').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM price').all()).toEqual(rows)
  const packs = 'SELECT asset_id, mark, currency, length(days) AS days, length(closes) AS closes FROM price_pack'
  expect(sqlite.query(packs).all()).toEqual([
    { asset_id: 1, mark: 1, currency: 'EUR', days: 320, closes: 640 },
    { asset_id: 5, mark: 7, currency: 'EUR', days: 320, closes: 640 },
  ])
  const packed = await loadCloseColumns({ reader: store.reader }, [1, 2, 3, 4, 5])
  sqlite.run('DELETE FROM price_pack')
  expect(packed).toEqual(await loadCloseColumns({ reader: store.reader }, [1, 2, 3, 4, 5]))
  expect(packed.get(5)?.scaled[0]).toBe(9_007_199_254_740_991)
})
