/**
 * What the ledger costs: `bun test/bench/ledger.ts [rows]`. Builds 100,000 lines (15 years, 20 assets) at one broker that allows neither overdraft
 * nor shorts, by batches, in a fresh folder with every commit synced to disk, and prints milliseconds (median of several) in process, without
 * the network. `plans` as second argument prints the query plan of each list. Not part of the tests.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { loadConfig } from '#src/config.ts'
import { openFolders } from '#src/folders.ts'
import { createLog } from '#src/log.ts'
import { createMemory } from '#src/memory.ts'
import { createServer } from '#src/server.ts'
import { signSession } from '#src/session/token.ts'
import { CALM_STORAGE } from '#test/support/storage.ts'

const SECRET = 'a-secret-for-benches-only-0123456789abcdef'
const ROWS = Number(process.argv[2] ?? 100_000)
const ASSETS = 20
const LISTS = [
  'asset_ids=3',
  'asset_ids=3&asset_ids=4&types=SELL',
  'types=DEPOSIT',
  'types=SELL&types=DIVIDEND',
  'currencies=USD',
  'from=2020-01-01&to=2020-01-31',
  'tags=rare',
  'tags=none',
  'q=SYM7',
  'q=plan%2077777',
  'q=nothing',
  'group_id=none',
  'report_id=none',
]
const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
const folders = openFolders(folder)
const store = openStore(join(folder, 'holdfast.db'))
await migrate(store.writer)
const time = new Date().toISOString()
await seed()
const app = createServer({
  db: store.writer,
  reader: store.reader,
  folders,
  clock: () => new Date(),
  log: createLog({ level: 'error', format: 'pretty', write: (line) => process.stderr.write(line) }),
  config: loadConfig({ JWT_SECRET: SECRET, DATA_DIR: folder }),
  plugins: { brim: [], fx: [], assets: [] } as never,
  fetch: (() => Promise.reject(new Error('no network in benches'))) as unknown as typeof fetch,
  storage: CALM_STORAGE,
  memory: createMemory(),
  startedAt: new Date(),
})
const issuedAt = Math.floor(Date.now() / 1000)
const token = await signSession({ userId: 1, issuedAt, expiresAt: issuedAt + 86_400, epoch: 0 }, SECRET)

try {
  await measure()
} finally {
  await store.close()
  rmSync(folder, { recursive: true })
}

async function seed(): Promise<void> {
  const { sqlite } = store.writer
  sqlite.run(
    "INSERT INTO user (id, username, username_key, email, email_key, password_hash, created_at, updated_at) VALUES (1, 'b', 'b', 'b@example.org', 'b@example.org', 'none', ?, ?)",
    [time, time],
  )
  for (const id of [1, 2]) {
    sqlite.run(
      'INSERT INTO broker (id, name, name_key, allow_cash_overdraft, allow_asset_shorting, created_by, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 1, ?, ?)',
      [id, `B${id}`, `b${id}`, time, time],
    )
    sqlite.run("INSERT INTO broker_access (broker_id, user_id, role, share, granted_at) VALUES (?, 1, 'OWNER', '1', ?)", [
      id,
      time,
    ])
  }
  for (let id = 1; id <= ASSETS; id++)
    sqlite.run(
      "INSERT INTO asset (id, symbol, name, name_key, search_key, type, currency, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'STOCK', 'EUR', ?, ?)",
      [id, `SYM${id}`, `Asset ${id}`, `asset ${id}`, `sym${id} asset ${id}`, time, time],
    )
}

async function request(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await app.request(`/api/v1${path}`, {
    method,
    headers: { Cookie: `session=${token}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return { text, headers: response.headers }
}

function dayOf(index: number): string {
  return new Date(Date.UTC(2011, 0, 2) + Math.floor((index * 15 * 365) / ROWS) * 86_400_000).toISOString().slice(0, 10)
}

function line(index: number, broker_id = 1) {
  const base = { broker_id, date: dayOf(index), currency: 'EUR', external_id: `x${broker_id}-${index}` }
  const asset = { ...base, asset_id: (Math.floor(index / 10) % ASSETS) + 1, tags: index % 50 === 0 ? ['rare'] : [] }
  if (index === 0) return { ...base, type: 'DEPOSIT', amount: '100000000' }
  if (index % 10 === 9) return { ...asset, type: 'DIVIDEND', amount: '3.5', taxes: '0.5' }
  if (index % 10 === 8 && index > 1_000) return { ...asset, type: 'SELL', quantity: '-1', price: '13', fees: '1' }
  return { ...asset, type: 'BUY', quantity: '10', price: '12.5', fees: '1', description: `Savings plan ${index}` }
}

async function median(what: string, times: number, work: (index: number) => Promise<unknown>): Promise<void> {
  const taken: number[] = []
  for (let index = 0; index < times; index++) {
    const began = performance.now()
    await work(index)
    taken.push(performance.now() - began)
  }
  taken.sort((a, b) => a - b)
  const [middle = 0, worst = 0] = [taken[taken.length >> 1], taken.at(-1)]
  console.log(`${what.padEnd(58)} ${middle.toFixed(2).padStart(9)} ms   worst ${worst.toFixed(2)}`)
}

async function measure(): Promise<void> {
  const began = performance.now()
  for (let from = 0; from < ROWS; from += 10_000)
    await request('POST', '/transactions/batch', {
      create: Array.from({ length: Math.min(10_000, ROWS - from) }, (_, index) => line(from + index)),
    })
  const seconds = (performance.now() - began) / 1_000
  console.log(`${ROWS} lines by batches of 10,000: ${Math.round(ROWS / seconds)} lines/s`)
  await writes()
  await reads()
  await exports()
  await waits()
  if (process.argv[3] === 'plans') await plans()
}

async function writes(): Promise<void> {
  const past = { broker_id: 1, type: 'SELL', date: dayOf(2_000), asset_id: 3, quantity: '-1', price: '12', currency: 'EUR' }
  const ids: number[] = []
  await median('POST one line 14 years back, both checks on', 50, async () =>
    ids.push(JSON.parse((await request('POST', '/transactions', past)).text).id),
  )
  await median('PATCH its date', 50, (index) => request('PATCH', `/transactions/${ids[index]}`, { date: dayOf(3_000) }))
  await median('DELETE it', 50, (index) => request('DELETE', `/transactions/${ids[index]}`))
  await median('batch of 1,000 lines over 15 years', 5, (index) =>
    request('POST', '/transactions/batch', {
      create: Array.from({ length: 1_000 }, (_, place) => ({
        ...line((place * ROWS) / 1_000 + 1),
        external_id: `y${index}-${place}`,
      })),
    }),
  )
}

async function reads(): Promise<void> {
  const get = (query: string) => request('GET', `/transactions?${query}`)
  await median('page of 20', 200, () => get('broker_ids=1&limit=20'))
  await median('page of 20 of all brokers', 200, () => get('limit=20'))
  await median('page of 20, oldest first', 200, () => get('limit=20&order=date_asc'))
  await median('page of 1,000', 20, () => get('broker_ids=1&limit=1000'))
  const cursor = Buffer.from(JSON.stringify(['date_desc', dayOf(500), 501])).toString('base64url')
  await median('page of 1,000 near the end (cursor)', 20, () => get(`limit=1000&cursor=${cursor}`))
  await median('page of 20 with count', 20, () => get('limit=20&count=true'))
  for (const filter of LISTS) await median(`page of 20, ${filter}`, 10, () => get(`limit=20&${filter}`))
  await median('page of 20 with count, types=DEPOSIT', 5, () => get('limit=20&count=true&types=DEPOSIT'))
  await median('one line', 200, (index) => request('GET', `/transactions/${index * 7 + 1}`))
  await median('summary of the broker', 5, () => request('GET', '/brokers/1/summary'))
}

async function exports(): Promise<void> {
  const began = performance.now()
  const { text } = await request('GET', '/transactions?format=csv&broker_ids=1')
  const seconds = (performance.now() - began) / 1_000
  const rows = text.split('\r\n').length - 2
  console.log(`CSV of ${rows} lines, ${(text.length / 1e6).toFixed(1)} MB: ${Math.round(rows / seconds)} lines/s`)
}

/** How long other requests wait while a batch of 10,000 runs. */
async function waits(): Promise<void> {
  const times: number[] = []
  let done = false
  const reader = (async () => {
    while (!done) {
      const began = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 2))
      await request('GET', '/brokers/1')
      times.push(performance.now() - began)
    }
  })()
  await request('POST', '/transactions/batch', {
    create: Array.from({ length: 10_000 }, (_, index) => line(index * (ROWS / 10_000), 2)),
  })
  done = true
  await reader
  times.sort((a, b) => a - b)
  console.log(
    `other requests during a batch of 10,000: p99 ${(times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1)} ms, worst ${(times.at(-1) ?? 0).toFixed(1)} ms`,
  )
}

async function plans(): Promise<void> {
  const { sqlite } = store.reader
  const original = sqlite.query.bind(sqlite)
  for (const query of ['', 'broker_ids=1', 'count=true', ...LISTS]) {
    Object.assign(sqlite, {
      query: (sql: string) => {
        if (!/ledger_transaction/.test(sql)) return original(sql)
        const count = sql.split('?').length - 1
        const rows = original<{ detail: string }, (string | null)[]>(`EXPLAIN QUERY PLAN ${sql}`).all(
          ...Array.from({ length: count }, () => null),
        )
        console.log(`\n${query}\n  ${sql.slice(0, 260)}\n    ${rows.map((row) => row.detail).join('\n    ')}`)
        return original(sql)
      },
    })
    await request('GET', `/transactions?limit=20&${query}`)
  }
}
