/** Files of three brokers on a service that reaches nobody and has no rate or price: few warnings, and each is removed by its remedy. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { degiro } from '#plugins/brim/degiro/index.ts'
import { ibkr } from '#plugins/brim/ibkr/index.ts'
import { trading212 } from '#plugins/brim/trading212/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { upload } from '#test/support/report.ts'
import { sampleAt, samplesLike, testSamples } from '#test/support/samples.ts'

setDefaultTimeout(120_000)

const TODAY = '2026-11-28'
const FIXTURES = new URL('../plugins/brim/fixtures/', import.meta.url)
const REPORTS = [
  ...['holdings', 'performance', 'history', 'gains', 'income', 'costs', 'cash-flows'],
  ...['allocation?by=type', 'performance/breakdown?by=asset'],
]

type Shown = {
  readonly code: string
  readonly severity: string
  readonly detail: string
  readonly affects: {
    readonly assets: readonly { id: number }[]
    readonly pairs: string[]
    readonly brokers: readonly { id: number }[]
  }
  readonly remedy: { readonly method: string; readonly path: string; readonly body: unknown; readonly figures: string } | null
}
type World = Awaited<ReturnType<typeof imported>>

/** One broker for each file. */
async function imported(files: readonly URL[]) {
  const plugins = { brim: [degiro, ibkr, trading212], fx: [], assets: [] }
  const app = await createTestApp({
    clock: () => new Date(`${TODAY}T12:00:00Z`),
    env: { OFFLINE: 'true' },
    deps: { plugins },
  })
  const user = await app.createUser()
  await app.call(user, 'PATCH', '/auth/users/me/preferences', { currency: 'EUR' })
  let count = 0
  for (const [index, file] of files.entries()) {
    const broker = await app.call(user, 'POST', '/brokers', { name: `Broker ${index}` })
    const name = file.pathname.split('/').at(-1) ?? ''
    const answer = await upload(app, user, broker.body.id, name, await Bun.file(file).bytes(), '&import=true')
    if (answer.status === 201 && answer.body.status === 'imported') count++
  }
  const warnings = async (report: string): Promise<Shown[]> => {
    const { status, body } = await app.call(user, 'GET', `/portfolio/${report}${report.includes('?') ? '&' : '?'}currency=EUR`)
    expect([report, status]).toEqual([report, 200])
    return body.warnings
  }
  return { app, user, warnings, count }
}

/** What has no figure in the ledger is filled in; all else is sent as it stands. */
function filledIn(body: unknown): unknown {
  if (!Array.isArray(body)) return body
  return body.map((row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '1'])),
  )
}

/** Two warnings of one code have a pair, an asset or, without both, a broker in common. */
function isSame(one: Shown, other: Shown): boolean {
  if (one.code !== other.code) return false
  const of = ({ affects: { assets, pairs, brokers } }: Shown): (string | number)[] =>
    pairs.length > 0 ? pairs : (assets.length > 0 ? assets : brokers).map(({ id }) => id)
  return of(one).some((thing) => of(other).includes(thing))
}

/** Sends what mends each warning of a report that may be sent; each is gone afterwards. Old figures, which come of proposed ones, and what is only shown stay. */
async function mendAll({ app, user, warnings }: World, report: string): Promise<number> {
  let sent = 0
  for (const warning of await warnings(report)) {
    const { code, remedy } = warning
    if (remedy === null || remedy.method === 'GET' || code.endsWith('-stale')) continue
    if (!(await warnings(report)).some((one) => isSame(one, warning))) continue
    const answer = await app.call(user, remedy.method, remedy.path.slice('/api/v1'.length), filledIn(remedy.body))
    expect([report, code, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([report, code, 200, ''])
    expect((await warnings(report)).filter((one) => isSame(one, warning))).toEqual([])
    sent++
  }
  return sent
}

/** How many warnings there are at most, and how often each way of mending one was tried. */
async function tryAll(
  files: readonly URL[],
  mended: readonly string[] = REPORTS,
): Promise<{ most: number; sent: number; figures: Set<string>; count: number }> {
  const world = await imported(files)
  const [counts, figures] = [[0], new Set<string>()]
  for (const report of REPORTS) {
    const found = await world.warnings(report)
    counts.push(found.length)
    for (const { code, severity, remedy } of found) {
      expect([report, code, remedy]).not.toEqual([report, code, null])
      figures.add(remedy?.method === 'GET' ? 'shown' : (remedy?.figures ?? ''))
      const alike = found.filter((one) => one.code === code && one.severity === severity)
      expect(alike.length).toBeLessThanOrEqual(2)
    }
    const pairs = found.flatMap(({ code, affects }) => (code === 'rate-missing' ? affects.pairs : []))
    expect(pairs.length).toBe(new Set(pairs).size)
  }
  let sent = 0
  for (const report of mended) sent += await mendAll(world, report)
  return { most: Math.max(...counts), sent, figures, count: world.count }
}

const own = (path: string) => new URL(path, FIXTURES)

test('three files of this repository, of DEGIRO, Trading 212 and Interactive Brokers: at most five warnings, each of which its remedy removes', async () => {
  const trios = [
    ['degiro/account-english.csv', 'trading212/notes-after-name.csv', 'ibkr/activity.csv'],
    ['degiro/account-german.csv', 'trading212/header-with-pounds.csv', 'ibkr/flex-accounts.xml'],
    ['degiro/transactions-currency-first.csv', 'trading212/net-total-utc.csv', 'ibkr/flexcsv-plain.csv'],
    ['degiro/transactions-currency-in-titles.csv', 'trading212/order-in-parts.csv', 'ibkr/flex-contracts.xml'],
    ['degiro/transactions-currency-last.csv', 'trading212/joined-exports.csv', 'ibkr/history.csv'],
  ]
  const seen = new Set<string>()
  for (const trio of trios) {
    const { most, sent, figures, count } = await tryAll(trio.map(own))
    expect([trio, count, most <= 5 ? 'few' : most, sent > 2]).toEqual([trio, 3, 'few', true])
    for (const one of figures) seen.add(one)
  }
  expect([...seen].sort()).toEqual(['known', 'missing', 'proposed', 'shown'])
})

/** What is more than five: units that came by an exchange, of which nothing says a price, a rate or what they cost, beside what the other files lack. */
const MORE: Readonly<Record<string, number>> = { 'ibkr/flex-pp-01.xml': 6, 'ibkr/flex-uabean.xml': 6 }

testSamples('real files of the three brokers likewise, each with two others', async () => {
  const [first, second, third] = [samplesLike('degiro/*'), samplesLike('trading212/*'), samplesLike('ibkr/*')]
  const longest = Math.max(first.length, second.length, third.length)
  let sent = 0
  for (let index = 0; index < longest; index++) {
    const trio = [first, second, third].map((all) => all[index % all.length] ?? '')
    const found = await tryAll(trio.map(sampleAt), ['performance', 'gains'])
    const limit = Math.max(5, ...trio.map((path) => MORE[path] ?? 0))
    expect([trio, found.most <= limit ? 'few' : found.most]).toEqual([trio, 'few'])
    sent += found.sent
  }
  expect(sent).toBeGreaterThan(longest)
})
