/** A million prices through the store against bare statements of bun:sqlite. Run: bun run test/bench/prices.ts */
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { inTransaction } from '#db/transaction.ts'
import { definePrices } from '#plugins/assets/provider.ts'
import type { Deps } from '#src/context.ts'
import { loadCloses } from '#src/prices/service.ts'
import { storePrices } from '#src/prices/store.ts'
import { addDays } from '#src/shared/date.ts'
import { whole } from '#src/shared/decimal.ts'

const ASSETS = 100
const DAYS = 10_000
const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
try {
  const days = Array.from({ length: DAYS }, (_, index) => addDays('1999-01-01', index))
  const bare = await bareRate(days)
  const store = openStore(join(folder, 'holdfast.db'))
  await migrate(store.writer)
  const deps = { db: store.writer, reader: store.reader, clock: () => new Date() } as unknown as Deps
  await inTransaction(deps, async ({ db }) => {
    for (let id = 1; id <= ASSETS; id++)
      await db.statements.script(
        `INSERT INTO asset (id, symbol, name, name_key, search_key, type, currency, created_at, updated_at) VALUES (${id}, 'A', 'A', 'a', 'a', 'STOCK', 'EUR', '', '')`,
      )
  })
  const provider = definePrices({
    ...{ code: 'TEST', name: 'Test', description: 'x', website: '', attribution: '', adjusted: 'none', identifierHint: 'x' },
    fetchPrices: async function* () {
      yield { prices: [], issues: [] }
    },
  })
  const prices = days.map((date, index) => ({ date, close: whole(100 + (index % 50)), currency: 'EUR' }))
  for (const round of ['new', 'the same again']) {
    const began = performance.now()
    for (let id = 1; id <= ASSETS; id++) await storePrices(deps, id, provider, prices, { reportsSplits: false })
    const rate = (ASSETS * DAYS) / ((performance.now() - began) / 1000)
    console.log(`${round}: ${Math.round(rate)} prices/s, ${(rate / bare).toFixed(2)} of bare bun:sqlite (${Math.round(bare)}/s)`)
    if (rate < bare * 0.3) throw new Error('slower than 0.3 of bare bun:sqlite')
  }
  const ids = Array.from({ length: ASSETS }, (_, index) => index + 1)
  const began = performance.now()
  const lookup = await loadCloses(deps, ids, '2016-01-01', '2025-12-31')
  const loaded = performance.now() - began
  const last = performance.now()
  const one = await loadCloses(deps, ids, '2026-01-01', '2026-01-01')
  console.log(
    `closes of ${ASSETS} assets: ten years ${loaded.toFixed(1)} ms (${lookup.of(1).length} each), one day ${(performance.now() - last).toFixed(1)} ms (${one.of(1).length})`,
  )
  await store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The same table, the same rows in the same transactions, by one prepared statement. */
async function bareRate(days: readonly string[]): Promise<number> {
  const store = openStore(join(folder, 'bare.db'))
  await migrate(store.writer)
  await store.close()
  const database = new Database(join(folder, 'bare.db'))
  database.run('PRAGMA journal_mode = WAL')
  database.run('PRAGMA synchronous = FULL')
  const insert = database.query(
    'INSERT INTO price (asset_id, date, close, currency, source, created_by) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (asset_id, date) DO UPDATE SET close = excluded.close',
  )
  const began = performance.now()
  for (let id = 1; id <= ASSETS; id++)
    for (let start = 0; start < DAYS; start += 1000)
      database.transaction(() => {
        for (let index = start; index < start + 1000; index++)
          insert.run(id, days[index] ?? '', String(100 + (index % 50)), 'EUR', 'TEST', null)
      })()
  const rate = (ASSETS * DAYS) / ((performance.now() - began) / 1000)
  database.close()
  return rate
}
