/** Assets of an older database are found, sorted and refreshed as before. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { findCandidateIds } from '#src/assets/matching.repository.ts'
import { createTestApp } from '#test/support/app.ts'
import { databaseBefore } from './before.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const SYMBOLS = ['zeta', 'Alpha', 'alpha.B', 'ÄTNA', 'ätna', '_low', 'Z9', 'A%', 'alpha', 'ß', 'éclair', 'Éclair', 'ALPHA']
const SOURCE = { provider: 'YAHOO', identifier: 'SAP.DE', options: { field: 'close' } }

async function oldDatabase() {
  const store = await databaseBefore('0016_portable_keys')
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, is_superuser, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', 1, '${TIME}', '${TIME}')`)
  const insert = sqlite.prepare(
    `INSERT INTO asset (symbol, name, name_key, search_key, type, currency, price_source, created_by, created_at, updated_at)
      VALUES (?, ?, ?, ?, 'STOCK', 'EUR', ?, 1, '${TIME}', '${TIME}')`,
  )
  for (const symbol of SYMBOLS) insert.run(symbol, symbol, symbol, symbol, symbol === 'zeta' ? JSON.stringify(SOURCE) : null)
  return store
}

test('assets keep their columns and their order by symbol, whatever its letters', async () => {
  const store = await oldDatabase()
  const { sqlite } = store.writer
  const before = sqlite.query('SELECT * FROM asset ORDER BY id').all()
  const order = sqlite.query('SELECT id FROM asset ORDER BY symbol COLLATE NOCASE, id').values()
  const matching = sqlite.query('SELECT id FROM asset WHERE symbol COLLATE NOCASE = ? ORDER BY id')
  const matched = new Map(SYMBOLS.map((symbol) => [symbol, matching.values(symbol).flat().map(Number)]))
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM asset ORDER BY id').all()).toMatchObject(before as object[])
  expect(sqlite.query('SELECT id FROM asset ORDER BY symbol_key, id').values()).toEqual(order)
  for (const [symbol, ids] of matched) {
    const found = await findCandidateIds(store.reader, { isins: [], symbols: [symbol], nameKeys: [], identifiers: [] })
    expect([symbol, ...found.sort((a, b) => a - b)]).toEqual([symbol, ...ids])
  }
  expect(sqlite.query('SELECT source_provider, source_id FROM asset WHERE price_source IS NOT NULL').all()).toEqual([
    { source_provider: SOURCE.provider, source_id: SOURCE.identifier },
  ])
})

test('a list goes through every asset in that order, page by page, new ones among them', async () => {
  const store = await oldDatabase()
  await migrate(store.writer)
  const { call, createUser } = await createTestApp({ store })
  const user = await createUser({ isSuperuser: true })
  store.writer.sqlite.run('UPDATE asset SET created_by = ?', [user.id])
  expect((await call(user, 'POST', '/assets', { symbol: 'aLPHA', name: 'New', type: 'STOCK', currency: 'EUR' })).status).toBe(201)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await call(user, 'GET', `/assets?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
    seen.push(...answer.body.map((asset: { symbol: string }) => asset.symbol))
    cursor = /cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
  }
  expect(seen).toEqual([
    ...['_low', 'A%', 'Alpha', 'alpha', 'ALPHA', 'aLPHA', 'alpha.B', 'Z9', 'zeta'],
    ...['ÄTNA', 'Éclair', 'ß', 'ätna', 'éclair'],
  ])
})
