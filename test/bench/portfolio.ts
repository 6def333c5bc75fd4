/** Reports over large ledgers, through the front door: `bun test/bench/portfolio.ts`. Prints milliseconds: cold = nothing kept, warm = asked again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { signSession } from '#src/auth/session.ts'
import { loadConfig } from '#src/config.ts'
import type { Deps } from '#src/context.ts'
import { openFolders } from '#src/folders.ts'
import { createLog } from '#src/log.ts'
import { createServer } from '#src/server.ts'
import { addDays } from '#src/shared/date.ts'

const FIRST = '2014-01-01'
const DAYS = 3652
const SECRET = 'a-secret-for-benches-only-0123456789abcdef'
const TIME = '2024-01-01T00:00:00.000Z'

for (const [transactions, assets] of [
  [1_000, 20],
  [10_000, 20],
  [100_000, 500],
] as const)
  await measure(transactions, assets)

async function measure(transactions: number, assets: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const store = openStore(join(folder, 'holdfast.db'), { durable: false })
  await migrate(store.writer)
  fill(store, transactions, assets)
  const deps: Deps = {
    db: store.writer,
    reader: store.reader,
    folders: openFolders(folder),
    clock: () => new Date(`${addDays(FIRST, DAYS - 1)}T12:00:00Z`),
    log: createLog({ level: 'error', format: 'json', write: () => {} }),
    config: loadConfig({ JWT_SECRET: SECRET, DATA_DIR: folder }),
    plugins: { brim: [], fx: [], assets: [] },
    fetch,
    startedAt: new Date(),
  }
  const app = createServer(deps)
  const issuedAt = Math.floor(deps.clock().getTime() / 1000)
  const token = await signSession({ userId: 1, issuedAt, expiresAt: issuedAt + 86_400, epoch: 0 }, SECRET)
  const ask = async (path: string) => {
    const start = performance.now()
    const answer = await app.request(`/api/v1/portfolio/${path}`, { headers: { Cookie: `session=${token}` } })
    const size = (await answer.text()).length
    if (answer.status !== 200) throw new Error(`${answer.status} for ${path}`)
    return { milliseconds: performance.now() - start, size }
  }
  let touched = 0
  const touch = () => store.writer.sqlite.run('UPDATE asset SET description = ? WHERE id = 1', [`touched ${touched++}`])
  for (let round = 0; round < 3; round++) {
    touch()
    await ask('performance?currency=EUR')
    await ask('holdings?currency=EUR')
  }
  for (const path of [
    'performance',
    'holdings',
    'history?interval=monthly',
    'history',
    'gains',
    'income',
    'allocation?by=type',
  ]) {
    const url = `${path}${path.includes('?') ? '&' : '?'}currency=EUR`
    const cold: number[] = []
    for (let round = 0; round < 3; round++) {
      touch()
      cold.push((await ask(url)).milliseconds)
    }
    const warm = await ask(url)
    const best = Math.min(...cold).toFixed(1)
    console.log(
      `${transactions} transactions, ${assets} assets: ${path}: cold ${best} ms, warm ${warm.milliseconds.toFixed(1)} ms, ${warm.size} characters`,
    )
  }
  console.log(`resident ${(process.memoryUsage().rss / 1024 / 1024).toFixed(0)} MiB`)
  await store.close()
  rmSync(folder, { recursive: true, force: true })
}

function fill({ writer: { sqlite } }: Store, transactions: number, assets: number): void {
  sqlite.run('BEGIN')
  sqlite.run(
    `INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at) VALUES ('bench', 'bench', 'b@example.org', 'b@example.org', 'none', ?, ?)`,
    [TIME, TIME],
  )
  sqlite.run(`INSERT INTO broker (name, name_key, created_by, created_at, updated_at) VALUES ('Bench', 'bench', 1, ?, ?)`, [
    TIME,
    TIME,
  ])
  sqlite.run(`INSERT INTO broker_access (broker_id, user_id, role, share, granted_at) VALUES (1, 1, 'OWNER', '1', ?)`, [TIME])
  const asset = sqlite.query(
    `INSERT INTO asset (symbol, name, name_key, search_key, type, currency, created_at, updated_at) VALUES (?1, ?1, ?1, ?1, 'STOCK', ?2, ?3, ?3)`,
  )
  for (let id = 1; id <= assets; id++) asset.run(`A${id}`, id % 2 ? 'EUR' : 'USD', TIME)
  const price = sqlite.query(`INSERT INTO price (asset_id, date, close, currency, source) VALUES (?, ?, ?, ?, 'bench')`)
  const rate = sqlite.query(`INSERT INTO fx_rate (base, quote, provider, date, rate) VALUES ('EUR', 'USD', 'MANUAL', ?, ?)`)
  const days = Array.from({ length: DAYS }, (_, index) => addDays(FIRST, index)).filter((_, index) => index % 7 < 5)
  days.forEach((day, index) => {
    rate.run(day, (1.1 + (index % 37) / 1000).toFixed(4))
    for (let id = 1; id <= assets; id++)
      price.run(id, day, (50 + id + ((index * 31 + id) % 97) / 10).toFixed(2), id % 2 ? 'EUR' : 'USD')
  })
  const line = sqlite.query(
    `INSERT INTO ledger_transaction (broker_id, type, date, asset_id, quantity, price, amount, currency, fees, created_at, updated_at) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (let index = 0; index < transactions; index++) {
    const day = addDays(FIRST, Math.floor((index * (DAYS - 1)) / transactions))
    const id = (index % assets) + 1
    const round = Math.floor(index / assets)
    const currency = id % 2 ? 'EUR' : 'USD'
    if (round % 10 === 9) line.run('DIVIDEND', day, id, '0', null, '3.21', currency, '0', TIME, TIME)
    else if (round % 3 === 2) line.run('SELL', day, id, '-7', '60', '419', currency, '1', TIME, TIME)
    else line.run('BUY', day, id, '5.5', '58', '-320', currency, '1', TIME, TIME)
  }
  sqlite.run('COMMIT')
}
