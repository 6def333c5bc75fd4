/**
 * Charts of ten years through the front door: `bun test/bench/charts.ts [transactions] [assets]`. Prints milliseconds: first = everything
 * still to be loaded, later = drawn again after the ledger has changed (report and picture), cached = requested again; and the size.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { createServer } from '#src/server.ts'
import { signSession } from '#src/session/token.ts'
import { addDays } from '#src/shared/date.ts'
import { BENCH_SECRET, benchDeps } from '#test/bench/deps.ts'

const FIRST = '2014-01-01'
const DAYS = 3652
const TIME = '2024-01-01T00:00:00.000Z'
const [transactions = 5_000, assets = 50] = process.argv.slice(2).map(Number)

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
const store = openStore(join(folder, 'holdfast.db'), { durable: false })
await migrate(store.writer)
fill(store)
const deps = benchDeps(store, folder, addDays(FIRST, DAYS - 1))
const app = createServer(deps)
const issuedAt = Math.floor(deps.clock().getTime() / 1000)
const token = await signSession({ userId: 1, issuedAt, expiresAt: issuedAt + 86_400, epoch: 0 }, BENCH_SECRET)

async function ask(path: string): Promise<{ milliseconds: number; size: number }> {
  const start = performance.now()
  const answer = await app.request(`/api/v1/portfolio/${path}`, { headers: { Cookie: `session=${token}` } })
  const size = (await answer.arrayBuffer()).byteLength
  if (answer.status !== 200) throw new Error(`${answer.status} for ${path}`)
  return { milliseconds: performance.now() - start, size }
}

const resident = () => `resident ${(process.memoryUsage.rss() / 1024 / 1024).toFixed(0)} MiB`
for (const path of ['performance', 'history?interval=weekly', 'income', 'gains', 'allocation?by=asset']) await ask(path)
console.log(`${transactions} transactions, ${assets} assets, reports: ${resident()}`)
let touched = 0
for (const type of ['svg', 'png'])
  for (const kind of ['gains', 'income', 'allocation', 'history', 'performance', 'drawdown']) {
    const path = `charts/${kind}.${type}`
    const first = await ask(path)
    const later: number[] = []
    for (let round = 0; round < 5; round++) {
      store.writer.sqlite.run('UPDATE asset SET symbol = ? WHERE id = 1', [`A${touched++}`])
      later.push((await ask(path)).milliseconds)
    }
    const cached = await ask(path)
    const [a, b, c] = [first.milliseconds, Math.min(...later), cached.milliseconds].map((value) => value.toFixed(1))
    console.log(`${path}: first ${a} ms, later ${b} ms, cached ${c} ms, ${cached.size} bytes, ${resident()}`)
  }
await store.close()
rmSync(folder, { recursive: true, force: true })
process.exit(0)

function fill({ writer: { sqlite } }: Store): void {
  sqlite.run('BEGIN')
  sqlite.run(
    `INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at) VALUES ('bench', 'bench', 'b@example.org', 'b@example.org', 'none', ?1, ?1)`,
    [TIME],
  )
  sqlite.run(`INSERT INTO broker (name, name_key, created_by, created_at, updated_at) VALUES ('Bench', 'bench', 1, ?1, ?1)`, [
    TIME,
  ])
  sqlite.run(`INSERT INTO broker_access (broker_id, user_id, role, share, granted_at) VALUES (1, 1, 'OWNER', '1', ?)`, [TIME])
  const asset = sqlite.query(
    `INSERT INTO asset (symbol, name, name_key, search_key, type, currency, created_at, updated_at) VALUES (?1, ?1, ?1, ?1, 'STOCK', 'EUR', ?2, ?2)`,
  )
  for (let id = 1; id <= assets; id++) asset.run(`A${id}`, TIME)
  const price = sqlite.query(`INSERT INTO price (asset_id, date, close, currency, source) VALUES (?, ?, ?, 'EUR', 'bench')`)
  for (let index = -1; index < DAYS; index++)
    for (let id = 1; id <= assets; id++)
      price.run(id, addDays(FIRST, index), (50 + id + index / 100 + ((((index + 1) * 31 + id) % 97) - 48) / 8).toFixed(2))
  const line = sqlite.query(
    `INSERT INTO ledger_transaction (broker_id, type, date, asset_id, quantity, price, amount, currency, fees, taxes, created_at, updated_at) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, 'EUR', ?7, ?8, ?9, ?9)`,
  )
  line.run('DEPOSIT', FIRST, null, '0', null, '5000000', '0', '0', TIME)
  for (let index = 0; index < transactions; index++) {
    const day = addDays(FIRST, Math.floor((index * (DAYS - 1)) / transactions))
    const [id, round] = [(index % assets) + 1, Math.floor(index / assets)]
    if (round % 10 === 9) line.run('DIVIDEND', day, id, '0', null, '3.21', '0', '1.1', TIME)
    else if (round % 3 === 2) line.run('SELL', day, id, '-7', '60', '419', '1', '0', TIME)
    else line.run('BUY', day, id, '5.5', '58', '-320', '1', '0', TIME)
  }
  sqlite.run('COMMIT')
}
