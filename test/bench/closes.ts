/**
 * A million closes of 400 assets by one `PUT /assets/prices`, as CSV with ISINs, against raw inserts of many rows into the same table in the same run; then the
 * same file again, of which nothing is new. Meanwhile another user reads a list: p99 is printed, and the memory of the process at most. `bun test/bench/closes.ts`
 */
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { addDays } from '#src/shared/date.ts'
import { askThrough, must } from '#test/golden/ask.ts'
import { startCheckout } from '#test/support/checkout.ts'

const HERE = new URL('../..', import.meta.url).pathname
const [ASSETS, DAYS] = [400, 2_500]
const ROWS_A_STATEMENT = 500
const WANTED = 0.3
const days = Array.from({ length: DAYS }, (_, index) => addDays('2015-01-01', index))
const folder = mkdtempSync(join(tmpdir(), 'holdfast-closes-'))
try {
  const raw = Math.max(await rawRate(1), await rawRate(2))
  console.log(`raw inserts of ${ROWS_A_STATEMENT} rows each: ${Math.round(raw)} closes per second of processor time`)
  const service = await startCheckout(HERE, { data: join(folder, 'data') })
  const { ask, enrol } = askThrough(service.send)
  for (const who of ['bench', 'other']) await enrol(who)
  await must(ask, 'bench', 'PATCH', '/settings', { requests_per_minute: 0 })
  for (let id = 1; id <= ASSETS; id++)
    await must(ask, 'bench', 'POST', '/assets', {
      symbol: `A${id}`,
      name: `Asset ${id}`,
      type: 'STOCK',
      currency: 'EUR',
      isin: isinOf(id),
    })
  const file = fileOf()
  const idle = await meanwhile(() => Bun.sleep(3_000))
  console.log(`others alone: p99 ${at(idle.waits, 0.99).toFixed(0)} ms, longest ${at(idle.waits, 1).toFixed(0)} ms`)
  for (const round of ['new', 'the same again']) {
    const before = service.cpu()
    const { milliseconds, waits, peak } = await meanwhile(() => must(ask, 'bench', 'PUT', '/assets/prices', file))
    const used = service.cpu() - before
    const rate = (ASSETS * DAYS) / (used / 1000)
    console.log(
      `${round}: ${(file.length / 2 ** 20).toFixed(0)} MiB in ${(milliseconds / 1000).toFixed(1)} s, ${used} ms of cpu: ${Math.round(rate)} closes per second of it, ${(rate / raw).toFixed(2)} of raw`,
    )
    console.log(
      `  others: p99 ${at(waits, 0.99).toFixed(0)} ms, longest ${at(waits, 1).toFixed(0)} ms of ${waits.length} requests`,
    )
    console.log(`  memory: ${service.resident().toFixed(0)} MiB, ${peak.toFixed(0)} MiB at most`)
    if (rate < raw * WANTED) process.exitCode = 1
  }
  await service.stop()

  async function meanwhile(work: () => Promise<unknown>) {
    const waits: number[] = []
    let isDone = false
    let peak = 0
    const began = performance.now()
    const working = work().finally(() => {
      isDone = true
    })
    while (!isDone) {
      const sent = performance.now()
      await ask('other', 'GET', '/assets?limit=20')
      waits.push(performance.now() - sent)
      peak = Math.max(peak, service.resident())
      await Bun.sleep(10)
    }
    await working
    return { milliseconds: performance.now() - began, waits: waits.sort((a, b) => a - b), peak }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The same rows, a transaction for each asset; by processor time, which waits for nobody. */
async function rawRate(round: number): Promise<number> {
  const path = join(folder, `raw-${round}.db`)
  const store = openStore(path)
  await migrate(store.writer)
  await store.close()
  const database = new Database(path)
  database.run('PRAGMA journal_mode = WAL')
  database.run('PRAGMA synchronous = FULL')
  const rows = Array.from({ length: ROWS_A_STATEMENT }, () => "(?, ?, ?, 'EUR', 'MANUAL', 1)").join(', ')
  const insert = database.query(
    `INSERT INTO price (asset_id, date, close, currency, source, created_by) VALUES ${rows} ON CONFLICT (asset_id, date) DO UPDATE SET close = excluded.close`,
  )
  const before = process.cpuUsage()
  for (let id = 1; id <= ASSETS; id++)
    database.transaction(() => {
      for (let start = 0; start < DAYS; start += ROWS_A_STATEMENT) {
        const values: (string | number)[] = []
        for (let index = start; index < start + ROWS_A_STATEMENT; index++) values.push(id, days[index] ?? '', closeOf(id, index))
        insert.run(...values)
      }
    })()
  const { user, system } = process.cpuUsage(before)
  const rate = (ASSETS * DAYS) / ((user + system) / 1_000_000)
  database.close()
  return rate
}

function fileOf(): string {
  const lines = ['isin,date,close,currency']
  for (let id = 1; id <= ASSETS; id++)
    for (const [index, day] of days.entries()) lines.push(`${isinOf(id)},${day},${closeOf(id, index)},EUR`)
  return `${lines.join('\n')}\n`
}

function closeOf(id: number, index: number): string {
  return (50 + id + ((index * 31 + id) % 97) / 10).toFixed(2)
}

/** With the check digit of ISO 6166. */
function isinOf(id: number): string {
  const body = `XF${String(id).padStart(9, '0')}`
  const digits = [...body].map((letter) => Number.parseInt(letter, 36)).join('')
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
