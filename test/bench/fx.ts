/**
 * The figures of exchange rates, through the front door (no network): `bun run test/bench/fx.ts`. A million stored rates, conversions of a
 * thousand amounts, discovery, a sync of one day over thirty providers, a back-fill of 25 years. Not part of the tests.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkpointInBackground } from '#db/checkpoint.ts'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import type { FxProvider } from '#plugins/fx/contract.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { loadConfig } from '#src/config.ts'
import type { Deps } from '#src/context.ts'
import { openFolders } from '#src/folders.ts'
import { legsOf } from '#src/fx/catalogue.ts'
import { prepareSync } from '#src/fx/sync.ts'
import { createLog } from '#src/log.ts'
import { createMemory } from '#src/memory.ts'
import { createServer } from '#src/server.ts'
import { signSession } from '#src/session/token.ts'
import { addDays } from '#src/shared/date.ts'
import { CALM_STORAGE } from '#test/support/storage.ts'

const SECRET = 'a-secret-for-benches-only-0123456789abcdef'
const TODAY = '2026-06-30'
const RATES = 1_000_000

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
const store = openStore(join(folder, 'holdfast.db'))
await migrate(store.writer)
const endCheckpoints = checkpointInBackground(store.writer, join(folder, 'holdfast.db'), (error) => console.error(error))
await store.writer
  .insertInto('user')
  .values({
    ...{
      username: 'bench',
      username_key: 'bench',
      email: 'bench@example.org',
      email_key: 'bench@example.org',
      password_hash: 'none',
    },
    ...{ is_superuser: 1, created_at: TODAY, updated_at: TODAY },
  })
  .execute()

/** The days with publications since 2001, and figures that walk a little every day; the same in every run. */
const days: string[] = []
for (let day = '2001-01-01'; day <= TODAY; day = addDays(day, 1)) if (new Date(day).getUTCDay() % 6 !== 0) days.push(day)
const figure = (seed: number, index: number) => (1 + ((seed * 7919 + index * 31) % 9973) / 20_000).toFixed(5).replace(/0+$/, '')

/** The real providers with their lists, but answering from memory. */
function canned(provider: FxProvider, seed: number): FxProvider {
  if (provider.code === 'MANUAL') return provider
  return {
    ...provider,
    key: undefined,
    async *fetchRates({ currencies = [], from, to }) {
      const legs = legsOf(provider).filter((leg) => currencies.includes(leg.base) || currencies.includes(leg.quote))
      let year = ''
      let rates: { date: string; base: string; quote: string; rate: string }[] = []
      for (const [index, date] of days.entries()) {
        if (date < from || date > to) continue
        if (year !== date.slice(0, 4) && rates.length > 0) {
          yield { rates, issues: [] }
          rates = []
        }
        year = date.slice(0, 4)
        for (const { base, quote } of legs) rates.push({ date, base, quote, rate: figure(seed, index) })
      }
      yield { rates, issues: [] }
    },
  }
}

const providers = fxProviders.map(canned)
const deps: Deps = {
  db: store.writer,
  reader: store.reader,
  folders: openFolders(folder),
  clock: () => new Date(`${TODAY}T18:00:00Z`),
  log: createLog({ level: 'error', format: 'pretty', write: (line) => process.stderr.write(line) }),
  config: loadConfig({ JWT_SECRET: SECRET, DATA_DIR: folder }),
  plugins: { brim: [], assets: [], fx: providers },
  fetch: (() => Promise.reject(new Error('no network here'))) as unknown as typeof fetch,
  storage: CALM_STORAGE,
  memory: createMemory(),
  startedAt: new Date(),
}
const app = createServer(deps)
const issuedAt = Math.floor(deps.clock().getTime() / 1000)
const token = await signSession({ userId: 1, issuedAt, expiresAt: issuedAt + 86_400, epoch: 0 }, SECRET)
const call = async (method: string, path: string, body?: unknown) => {
  const response = await app.request(`/api/v1${path}`, {
    method,
    headers: { Cookie: `session=${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return text
}

/** Stores a million rates: the whole history of the series of one provider after another. */
function fill(): void {
  const legs = ['ECB', 'BOE', 'CNB', 'FED', 'IMF', 'BOC', 'CBR', 'NBP']
    .flatMap((code) => providers.filter((one) => one.code === code))
    .flatMap(legsOf)
    .slice(0, Math.ceil(RATES / days.length))
  const { sqlite } = store.writer
  const rate = sqlite.query('INSERT INTO fx_rate (base, quote, provider, date, rate) VALUES (?, ?, ?, ?, ?)')
  const state = sqlite.query('INSERT INTO fx_sync_state (base, quote, provider, synced_from, synced_to) VALUES (?, ?, ?, ?, ?)')
  sqlite.transaction(() => {
    for (const [seed, leg] of legs.entries()) {
      state.run(leg.base, leg.quote, leg.provider, days[0] ?? '', TODAY)
      for (const [index, day] of days.entries()) rate.run(leg.base, leg.quote, leg.provider, day, figure(seed, index))
    }
  })()
  console.log(
    `stored: ${sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM fx_rate').get()?.n} rates of ${legs.length} series`,
  )
}

async function timed(what: string, work: () => Promise<unknown>, turns = 15): Promise<void> {
  await work()
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  console.log(`${what}: median ${times[turns >> 1]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`)
}

/** The longest time in which nothing else was served while `work` ran. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  await work()
  clearInterval(timer)
  return longest
}

const amounts = Array.from({ length: 1000 }, (_, index) => ({
  amount: `${index}.25`,
  date: addDays('2001-01-10', (index * 7919) % 9290),
}))
const register = (...steps: [string, string, string][]) =>
  call('POST', '/fx/providers/routes', { chain_steps: steps.map(([from, to, provider]) => ({ from, to, provider })) })

fill()
await register(['USD', 'EUR', 'ECB'])
await register(['USD', 'EUR', 'ECB'], ['EUR', 'GBP', 'ECB'], ['GBP', 'CZK', 'BOE'], ['CZK', 'CHF', 'CNB'])
await timed('convert 1,000 amounts on 1,000 days, one step', () =>
  call('POST', '/fx/convert', { from: 'USD', to: 'EUR', amounts }),
)
await timed('the same, four steps', () => call('POST', '/fx/convert', { from: 'USD', to: 'CHF', amounts }))
await timed('the same, no route registered', () => call('POST', '/fx/convert', { from: 'JPY', to: 'PLN', amounts }))
await timed('convert one amount', () => call('GET', `/fx/convert?from=USD&to=EUR&amount=100&date=${TODAY}`))
await timed('convert one amount, no route registered', () => call('GET', `/fx/convert?from=JPY&to=PLN&amount=100&date=${TODAY}`))
await timed('list 100 rates of a pair', () => call('GET', '/fx/rates?base=EUR&quote=USD'))
await timed('list the state of all series', () => call('GET', '/fx/currencies/sync'))
await timed('list the providers', () => call('GET', '/fx/providers'))
await timed('discover 200 routes', () => call('GET', '/fx/providers/routes/discover?from=JPY&to=PLN'))
await timed('discover 20,000 routes', () => call('GET', '/fx/providers/routes/discover?from=JPY&to=PLN&limit=20000'), 5)

const codes = providers.map((one) => one.code).filter((code) => code !== 'MANUAL')
store.writer.sqlite.run('CREATE TEMP TABLE written (kind TEXT)')
for (const kind of ['fx_rate', 'fx_sync_state'])
  for (const what of ['INSERT', 'UPDATE', 'DELETE'])
    store.writer.sqlite.run(
      `CREATE TEMP TRIGGER ${kind}_${what} AFTER ${what} ON main.${kind} BEGIN INSERT INTO written VALUES ('${kind}'); END`,
    )
const written = (kind: string) =>
  store.writer.sqlite.query<{ n: number }, [string]>('SELECT count(*) AS n FROM written WHERE kind = ?').get(kind)?.n ?? 0
store.writer.sqlite.run(`DELETE FROM fx_rate`)
store.writer.sqlite.run(`UPDATE fx_sync_state SET synced_to = '2026-06-29'`)
for (const what of ['one day over all providers', 'the same again']) {
  store.writer.sqlite.run('DELETE FROM written')
  const start = performance.now()
  const result = await (await prepareSync(deps, { providers: codes, from: TODAY, to: TODAY }))()
  const added = result.pairs.reduce((sum, one) => sum + one.added, 0)
  console.log(
    `sync of ${what}: ${added} rates added, ${result.failed.length} failed, ${(performance.now() - start).toFixed(0)} ms, ${written('fx_rate')} rows of rates and ${written('fx_sync_state')} of states written`,
  )
}

for (const kind of ['fx_rate', 'fx_sync_state'])
  for (const what of ['INSERT', 'UPDATE', 'DELETE']) store.writer.sqlite.run(`DROP TRIGGER temp.${kind}_${what}`)
store.writer.sqlite.run('DELETE FROM fx_rate')
store.writer.sqlite.run('DELETE FROM fx_sync_state')
Bun.gc(true)
const resident = process.memoryUsage.rss() / 1024 / 1024
let most = 0
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss() / 1024 / 1024)
}, 5)
const start = performance.now()
let count = 0
const pause = await longestPause(async () => {
  const result = await (await prepareSync(deps, { providers: ['ECB', 'IMF', 'CBR', 'NBU'], from: '2001-01-01', to: TODAY }))()
  count = result.pairs.reduce((sum, one) => sum + one.added, 0)
})
clearInterval(watch)
console.log(
  `back-fill of 25 years, 4 providers: ${count} rates in ${((performance.now() - start) / 1000).toFixed(1)} s, longest pause ${pause.toFixed(0)} ms, memory ${resident.toFixed(0)} -> ${most.toFixed(0)} MiB at most`,
)
endCheckpoints()
await store.close()
rmSync(folder, { recursive: true, force: true })
