/**
 * `GET /search` over 100,000 transactions of 100 assets, and the gaps in 20 years of closes of 500: processor time of the service for each, and how
 * long another user waits meanwhile. `bun test/bench/search.ts`
 */
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '#src/shared/date.ts'
import { askThrough, must } from '#test/golden/ask.ts'
import { startCheckout } from '#test/support/checkout.ts'

const HERE = new URL('../..', import.meta.url).pathname
const [ASSETS, LINES, DAYS] = [500, 100_000, 5_200]
const QUERIES = ['zzz', 'frankfurt', 'o-50-77', 'borse 77', 'société', '77.25', '2010-03', 'company 7', 'e']
const folder = mkdtempSync(join(tmpdir(), 'holdfast-search-'))
try {
  const service = await startCheckout(HERE, { data: join(folder, 'data') })
  const { ask, enrol } = askThrough(service.send)
  for (const who of ['bench', 'other']) await enrol(who)
  await must(ask, 'bench', 'PATCH', '/settings', { requests_per_minute: 0 })
  const broker: number = (await must(ask, 'bench', 'POST', '/brokers', { name: 'Bench' })).id
  const ids: number[] = []
  for (let place = 0; place < ASSETS; place++) {
    const asset = { symbol: `S${place}`, name: `Company ${place} Société`, type: 'STOCK', currency: 'EUR' }
    ids.push((await must(ask, 'bench', 'POST', '/assets', asset)).id)
  }
  const create = ids.map((asset_id) => ({ broker_id: broker, type: 'ADJUSTMENT', asset_id, date: '2004-01-02', quantity: '1' }))
  await must(ask, 'bench', 'POST', '/transactions/batch', { create })
  fill(broker, ids)
  for (const path of [...QUERIES.map((q) => `/search?q=${encodeURIComponent(q)}`), '/assets/prices/gaps?count=true']) {
    await ask('bench', 'GET', path)
    const before = service.cpu()
    const waits = await meanwhile(() => must(ask, 'bench', 'GET', path))
    console.log(`${path}: ${service.cpu() - before} ms of cpu; others waited ${Math.max(...waits).toFixed(0)} ms at most`)
  }
  await service.stop()

  async function meanwhile(work: () => Promise<unknown>): Promise<number[]> {
    const waits: number[] = []
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    do {
      const sent = performance.now()
      await ask('other', 'GET', '/brokers')
      waits.push(performance.now() - sent)
    } while (!isDone)
    await working
    return waits
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Beside the service: neither search nor gaps are cached. */
function fill(broker: number, ids: readonly number[]): void {
  const database = new Database(join(folder, 'data', 'holdfast.db'))
  const line = database.prepare(
    `INSERT INTO ledger_transaction (broker_id, type, date, asset_id, quantity, price, amount, currency, fees, taxes, description, external_id, tags, created_at, updated_at)
     VALUES (?, 'BUY', ?, ?, '1', ?, ?, 'EUR', '0', '0', ?, ?, '[]', '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z')`,
  )
  const price = database.prepare(
    `INSERT INTO price (asset_id, date, close, currency, source) VALUES (?, ?, '1.5', 'EUR', 'YAHOO')`,
  )
  database.transaction(() => {
    for (let index = 0; index < LINES; index++) {
      const description = `${index % 3 ? 'Kauf an der Börse Frankfurt' : 'Wertpapierkauf Order'} ${index}`
      const amount = `${index % 1000}.25`
      line.run(
        broker,
        addDays('2004-01-05', index % 7000),
        ids[index % 100] ?? 0,
        amount,
        `-${amount}`,
        description,
        `o-${index % 100}-${index}`,
      )
    }
    for (const id of ids)
      for (let index = 0; index < DAYS; index++) price.run(id, addDays('2006-01-02', Math.floor(index / 5) * 7 + (index % 5)))
  })()
  database.close()
}
