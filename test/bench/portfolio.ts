/**
 * Reports over large ledgers, through the front door: `bun test/bench/portfolio.ts`. Milliseconds, the best of some rounds, and in brackets those of
 * the processor. Cold = a new connection, nothing cached; warm = requested again; line, price = requested again after one of the past was written.
 * At last performance over the largest in processes that have just started (`--fresh FOLDER` is one), in turn with closes read by rows and packed, and their ratio.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Deps } from '#src/context.ts'
import { packCloses } from '#src/prices/packs.ts'
import { raisePriceVersion } from '#src/prices/version.repository.ts'
import { createServer } from '#src/server.ts'
import { signSession } from '#src/session/token.ts'
import { addDays } from '#src/shared/date.ts'
import { raiseDayVersions } from '#src/transactions/version.repository.ts'
import { BENCH_SECRET, benchDeps } from '#test/bench/deps.ts'

const FIRST = '2014-01-01'
const DAYS = 3652
const QUESTIONS: readonly [string, ...string[]] = [
  'portfolio/performance?currency=EUR',
  'portfolio/holdings?currency=EUR',
  'portfolio/history?currency=EUR&interval=monthly',
  'portfolio/history?currency=EUR',
  'portfolio/gains?currency=EUR',
  'portfolio/income?currency=EUR',
  'portfolio/allocation?currency=EUR&by=type',
  'brokers/1/summary?currency=EUR',
]
const LINE = `INSERT INTO ledger_transaction (broker_id, type, date, asset_id, quantity, price, amount, currency, fees, created_at, updated_at) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const TIME = '2024-01-01T00:00:00.000Z'

const LARGEST = 100_000
const [mode, given] = process.argv.slice(2)

if (mode === '--fresh' && given !== undefined) console.log(JSON.stringify(await askOnce(given)))
else
  for (const [transactions, assets] of [
    [1_000, 20],
    [10_000, 20],
    [10_000, 500],
    [LARGEST, 500],
  ] as const)
    await measure(transactions, assets)

async function measure(transactions: number, assets: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const path = join(folder, 'holdfast.db')
  const store = openStore(path, { durable: false })
  await migrate(store.writer)
  fill(store, transactions, assets)
  await packCloses(benchDeps(store, folder, FIRST))
  await store.close()
  const what = `${transactions} transactions, ${assets} assets`
  for (const question of QUESTIONS) {
    const found = { cold: [] as Took[], warm: [] as Took[], line: [] as Took[], price: [] as Took[], size: 0 }
    for (let round = 0; round < 4; round++) await ask(path, folder, question, round, found)
    const texts = (['cold', 'warm', 'line', 'price'] as const).map((name) => `${name} ${best(found[name])}`)
    console.log(`${what}: ${question}: ${texts.join(', ')}; ${found.size} characters`)
  }
  console.log(`${what}: resident ${(process.memoryUsage().rss / 1024 / 1024).toFixed(0)} MiB`)
  if (transactions === LARGEST) await measureFresh(folder, what)
  rmSync(folder, { recursive: true, force: true })
}

async function measureFresh(folder: string, what: string): Promise<void> {
  const rows = join(folder, 'rows')
  mkdirSync(rows)
  copyFileSync(join(folder, 'holdfast.db'), join(rows, 'holdfast.db'))
  const store = openStore(join(rows, 'holdfast.db'), { durable: false })
  store.writer.sqlite.run('DELETE FROM price_pack')
  await store.close()
  const found = { byRows: [] as Took[], packed: [] as Took[] }
  for (let round = 0; round < 6; round++) {
    found.byRows.push(fresh(rows))
    found.packed.push(fresh(folder))
  }
  const least = (all: readonly Took[]) => Math.min(...all.map(({ processor }) => processor))
  const ratio = (least(found.packed) / least(found.byRows)).toFixed(2)
  console.log(
    `${what}: performance in a fresh process: by rows ${best(found.byRows)}, packed ${best(found.packed)}; ${ratio} of the processor time`,
  )
}

function fresh(folder: string): Took {
  const { stdout, stderr, success } = Bun.spawnSync([process.execPath, import.meta.path, '--fresh', folder])
  if (!success) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}

/** After the code was loaded for a user who holds nothing. */
async function askOnce(folder: string): Promise<Took | undefined> {
  const found = { cold: [] as Took[], warm: [] as Took[], line: [], price: [], size: 0 }
  const store = openStore(join(folder, 'holdfast.db'), { durable: false })
  const deps = benchDeps(store, folder, addDays(FIRST, DAYS - 1))
  for (const [userId, list] of [[2, found.warm] as const, [1, found.cold] as const])
    await (await asking(deps, QUESTIONS[0], found, userId))(list)
  await store.close()
  return found.cold[0]
}

type Took = { readonly milliseconds: number; readonly processor: number }
type Found = Readonly<Record<'cold' | 'warm' | 'line' | 'price', Took[]>> & { size: number }

function best(all: readonly Took[]): string {
  const [first] = all.toSorted((a, b) => a.milliseconds - b.milliseconds)
  return first === undefined ? '' : `${first.milliseconds.toFixed(1)} (${first.processor.toFixed(0)})`
}

/** One question to a service that has just been opened, then again with and without a write before it. */
async function ask(path: string, folder: string, question: string, round: number, found: Found): Promise<void> {
  const store = openStore(path, { durable: false })
  const deps = benchDeps(store, folder, addDays(FIRST, DAYS - 1))
  const timed = await asking(deps, question, found)
  await timed(found.cold)
  await timed(found.warm)
  const { sqlite } = store.writer
  await inTransaction(deps, async ({ db }) => {
    const day = addDays(FIRST, 1500 + round)
    sqlite.run(LINE, ['BUY', day, 1 + round, '1', '61', '-62', 'EUR', '1', TIME, TIME])
    await raiseDayVersions(db, 1, [day])
  })
  await timed(found.line)
  await inTransaction(deps, async ({ db }) => {
    sqlite.run('UPDATE price SET close = ? WHERE asset_id = 2 AND date = ?', [`${60 + round}.5`, '2019-03-04'])
    await raisePriceVersion(db, 2)
  })
  await timed(found.price)
  await store.close()
}

/** A service without any request yet; those of a user are timed. */
async function asking(deps: Deps, question: string, found: Found, userId = 1): Promise<(list: Took[]) => Promise<void>> {
  const app = createServer(deps)
  const issuedAt = Math.floor(deps.clock().getTime() / 1000)
  const token = await signSession({ userId, issuedAt, expiresAt: issuedAt + 86_400, epoch: 0 }, BENCH_SECRET)
  return async (list) => {
    const [start, before] = [performance.now(), process.cpuUsage()]
    const answer = await app.request(`/api/v1/${question}`, { headers: { Cookie: `session=${token}` } })
    found.size = (await answer.text()).length
    const { user, system } = process.cpuUsage(before)
    if (answer.status !== 200) throw new Error(`${answer.status} for ${question}`)
    list.push({ milliseconds: performance.now() - start, processor: (user + system) / 1000 })
  }
}

function fill({ writer: { sqlite } }: Store, transactions: number, assets: number): void {
  sqlite.run('BEGIN')
  sqlite.run(
    `INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
      VALUES ('bench', 'bench', 'b@example.org', 'b@example.org', 'none', ?1, ?1), ('idle', 'idle', 'i@example.org', 'i@example.org', 'none', ?1, ?1)`,
    [TIME],
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
  const line = sqlite.query(LINE)
  for (let index = 0; index < transactions; index++) {
    const day = addDays(FIRST, Math.floor((index * (DAYS - 1)) / transactions))
    const id = (index % assets) + 1
    const round = Math.floor(index / assets)
    const currency = id % 2 ? 'EUR' : 'USD'
    if (round % 10 === 9) line.run('DIVIDEND', day, id, '0', null, '3.21', currency, '0', TIME, TIME)
    else if (round % 3 === 2) line.run('SELL', day, id, '-7', '60', '419', currency, '1', TIME, TIME)
    else line.run('BUY', day, id, '5.5', '58', '-320', currency, '1', TIME, TIME)
  }
  sqlite.run('INSERT INTO price_mark (asset_id, mark) SELECT id, 1 FROM asset')
  sqlite.run('COMMIT')
}
